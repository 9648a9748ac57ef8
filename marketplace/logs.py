"""One line per log record, without secrets.

URLs can carry secrets: links to pay, to skip and to download hold a token in their path, and Stripe
redirects people back with a client secret in the query. So queries are removed and tokens masked in every
record: our access log, the servers, the framework, tracebacks.
"""

import logging
import re
from typing import Any

MASK = "***"
_SECRETS = (
    # Tokens of links, of pages and of API calls.
    (
        re.compile(r"(/(?:pay|skip|download|pay-links|skip-links|downloads)/)[^/\s?\"'<>#&]+", re.IGNORECASE),
        rf"\1{MASK}",
    ),
    # The query of any URL.
    (re.compile(r"((?:https?:/)?/[^\s?\"'<>]*)\?[^\s\"'<>]+"), r"\1"),
    # Stripe's client secrets, keys and signing secrets.
    (re.compile(r"\b((?:pi|seti|src|cs)_\w+?_secret_)\w+"), rf"\1{MASK}"),
    (re.compile(r"\b((?:sk|rk)_(?:live|test)_|whsec_)\w+"), rf"\1{MASK}"),
)


def masked(text: str) -> str:
    """Return a text without the secrets that URLs carry."""
    for secret, replacement in _SECRETS:
        text = secret.sub(replacement, text)
    return text


class LineFormatter(logging.Formatter):
    """Formats a record as one line: line breaks in the message are escaped."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the base class's name
        """Return the line with carriage returns and line feeds escaped."""
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and a traceback if there is one, without secrets."""
        return masked(super().format(record))


_TO_STDERR: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": LineFormatter}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
}


def configuration(*, level: str) -> dict[str, Any]:
    """Return Django's ``LOGGING``: everything from ``level`` on, to standard error."""
    return _TO_STDERR | {
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # At DEBUG the SDK logs whole responses, client secrets included.
            "stripe": {"level": "WARNING"},
            # A 4xx is no fault: the access log has it.
            "django.request": {"level": "ERROR"},
        },
    }


def of_a_server() -> dict[str, Any]:
    """Return gunicorn's logging: its own messages in our format, and no access log."""
    own = {"handlers": ["stderr"], "propagate": False}
    return _TO_STDERR | {
        "root": {"handlers": ["stderr"]},
        "loggers": {"gunicorn.error": own, "gunicorn.access": {"handlers": [], "propagate": False}},
    }
