"""The instant at which checks run, so that results do not depend on the time of the run."""

import os
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tools.console import give_up

# A Tuesday, 09:30 in Zurich: the start of the browser tests.
TUESDAY = datetime(2026, 11, 24, 8, 30, tzinfo=UTC)


def chosen_instant(usual: datetime) -> datetime:
    """Return the instant that ``AT`` names in Zurich's wall time ("2027-03-28T01:30"), in UTC."""
    text = os.environ.get("AT")
    if not text:
        return usual
    try:
        wall = datetime.strptime(text, "%Y-%m-%dT%H:%M")  # noqa: DTZ007 - the zone comes with the next line
    except ValueError:
        give_up(f"AT={text} is not a time in Zurich: write it as 2027-03-28T01:30.")
    # Not by marketplace.clock: `make` runs this before .venv with Django is there.
    return wall.replace(tzinfo=ZoneInfo("Europe/Zurich")).astimezone(UTC)
