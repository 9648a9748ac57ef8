"""One line a record, whatever it holds."""

import logging
from typing import Any


class LineFormatter(logging.Formatter):
    """Write a record on one line: line breaks that came from outside are shown, not obeyed."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the base class's name
        """Return the line with carriage returns and line feeds escaped."""
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")


def configuration(*, level: str) -> dict[str, Any]:
    """Return Django's ``LOGGING``: everything from ``level`` on, to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": LineFormatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # At DEBUG the SDK writes whole answers, client secrets included.
            "stripe": {"level": "WARNING"},
            # A refusal is an answer, not a fault: the access log has it.
            "django.request": {"level": "ERROR"},
        },
    }
