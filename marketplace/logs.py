"""One line per log record, without secrets.

URLs can carry secrets: links to pay, to skip, to download and to unsubscribe hold a token in their path, and
Stripe redirects people back with a client secret in the query. So queries are removed and tokens masked in
every record: our access log, the servers, the framework, tracebacks.
"""

import copy
import logging
import re
from typing import Any

MASK = "***"
# A record's message is cut off here; of a traceback the beginning and the end are kept.
LONGEST_LINE = 4_000
LONGEST_TRACEBACK = 16_000
# Django's loggers of requests that it refuses: a foreign host, a filter that a list does not have.
_REJECTED = "django.security."
# Control characters, line separators and direction marks: a terminal obeys them, a reader sees other lines.
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_WORD = re.compile(r"[^\s\"'<>]+")
# Each of these takes time in proportion to the text: foreign text must not be able to hold up a process.
_SECRETS = (
    # Tokens of links, of pages and of API calls.
    (
        re.compile(
            r"(/(?:pay|skip|download|pay-links|skip-links|downloads|unsubscribe)/)[^/\s?\"'<>#&]+",
            re.IGNORECASE,
        ),
        rf"\1{MASK}",
    ),
    # Stripe's client secrets, keys and signing secrets.
    (re.compile(r"\b((?:pi|seti|src|cs)_\w+?_secret_)\w+"), rf"\1{MASK}"),
    (re.compile(r"\b((?:sk|rk)_(?:live|test)_|whsec_)\w+"), rf"\1{MASK}"),
)


def _without_query(word: "re.Match[str]") -> str:
    """Return a word, cut off at its query if it is a URL or a path."""
    text = word[0]
    slash = text.find("/")
    query = text.find("?", slash) if slash >= 0 else -1
    return text[:query] if 0 <= query < len(text) - 1 else text


def masked(text: str) -> str:
    """Return a text without the secrets that URLs carry."""
    for secret, replacement in _SECRETS:
        text = secret.sub(replacement, text)
    return _WORD.sub(_without_query, text) if "?" in text else text


def printable(text: str) -> str:
    """Return a text with everything that a terminal obeys, line breaks included, as visible escapes."""
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def shortened(text: str, length: int = LONGEST_LINE) -> str:
    """Return the beginning of a foreign text, before anything is made of it."""
    return text if len(text) <= length else f"{text[:length]}…"


class LineFormatter(logging.Formatter):
    """Formats a record as one line of bounded length; its traceback follows on lines of its own."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the base class's name
        return printable(shortened(super().formatMessage(record)))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the base class's name
        """Return the traceback, indented: no line of foreign text in it can pass for a record."""
        text = super().formatException(ei)
        if len(text) > LONGEST_TRACEBACK:
            # Masked first: in the middle of a secret nothing says that it is one.
            text = masked(text)
            half = LONGEST_TRACEBACK // 2
            text = f"{text[:half]}\n…\n{text[-half:]}"
        return "\n".join(f"  {printable(line)}" for line in text.split("\n"))

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and a traceback if there is one, without secrets.

        A request that Django refuses is no fault, so its line is all: anybody can send as many as they like.
        """
        if record.name.startswith(_REJECTED):
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
        return masked(super().format(record))


# They say of each task that it was sent, received and done: half a million lines on a day without orders.
_ROUTINE = ("celery.beat", "celery.worker.strategy", "celery.app.trace")
_TO_STDERR: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": LineFormatter}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
}


def configuration(*, level: str) -> dict[str, Any]:
    """Return Django's ``LOGGING``: everything from ``level`` on, to standard error.

    That a task went as it should is said at ``DEBUG`` alone; one that failed always is.
    """
    routine = {} if level == "DEBUG" else {name: {"level": "WARNING"} for name in _ROUTINE}
    return _TO_STDERR | {
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": routine
        | {
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
