"""One line a record, whatever it holds."""

import logging


class LineFormatter(logging.Formatter):
    """Write a record on one line: line breaks that came from outside are shown, not obeyed."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the base class's name
        """Return the line with carriage returns and line feeds escaped."""
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")
