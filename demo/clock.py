"""A clock that can be moved: the machine's, plus an offset that every process reads from one file.

Used only by a demonstration or a test that sets ``MOVABLE_CLOCK=1``. Move it forward only, as existing rows
expect time to advance: see ``manage.py move_clock``.
"""

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone


def _file() -> Path:
    return Path(settings.VAR_DIR) / "clock"


def offset() -> timedelta:
    """Return how far the clock is ahead of the machine's."""
    try:
        return timedelta(seconds=float(_file().read_text()))
    except (FileNotFoundError, ValueError):
        return timedelta()


def set_offset(value: timedelta) -> None:
    """Move the clock; every process sees it the next time that it reads the clock."""
    file = _file()
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_text(str(value.total_seconds()))
    fresh.rename(file)


def now() -> datetime:
    """Return the moved time, aware, in UTC."""
    return timezone.now() + offset()
