"""One line a record, whatever it holds, and no secret in it.

Addresses can carry secrets: links to pay, to skip and to download hold a token in their path, and
Stripe leads people back with a client secret in the query. So no line says a query, and tokens are
masked, wherever the record comes from: our access lines, the servers, the framework, a traceback.
"""

import logging
import re
from typing import Any

MASK = "***"
_SECRETS = (
    # What a link is opened with, as a page and as a call.
    (
        re.compile(r"(/(?:pay|skip|download|pay-links|skip-links|downloads)/)[^/\s?\"'<>#&]+", re.IGNORECASE),
        rf"\1{MASK}",
    ),
    # The query of any address.
    (re.compile(r"((?:https?:/)?/[^\s?\"'<>]*)\?[^\s\"'<>]+"), r"\1"),
    # Stripe's client secrets, keys and signing secrets.
    (re.compile(r"\b((?:pi|seti|src|cs)_\w+?_secret_)\w+"), rf"\1{MASK}"),
    (re.compile(r"\b((?:sk|rk)_(?:live|test)_|whsec_)\w+"), rf"\1{MASK}"),
)


def masked(text: str) -> str:
    """Return a text without the secrets that addresses carry."""
    for secret, replacement in _SECRETS:
        text = secret.sub(replacement, text)
    return text


class LineFormatter(logging.Formatter):
    """Write a record on one line: line breaks that came from outside are shown, not obeyed."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the base class's name
        """Return the line with carriage returns and line feeds escaped."""
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line and what belongs to it, a traceback for one, without secrets."""
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
            # At DEBUG the SDK writes whole answers, client secrets included.
            "stripe": {"level": "WARNING"},
            # A refusal is an answer, not a fault: the access log has it.
            "django.request": {"level": "ERROR"},
        },
    }


def of_a_server() -> dict[str, Any]:
    """Return gunicorn's configuration: its own words as ours, and no access lines but ours."""
    own = {"handlers": ["stderr"], "propagate": False}
    return _TO_STDERR | {
        "root": {"handlers": ["stderr"]},
        "loggers": {"gunicorn.error": own, "gunicorn.access": {"handlers": [], "propagate": False}},
    }
