"""The instant at which checks run: nothing that they find may depend on when somebody starts them."""

import os
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tools.console import give_up

# An ordinary Tuesday morning, in Zurich's wall time.
USUAL = "2026-11-24T09:30"


def chosen_instant() -> datetime:
    """Return the instant that ``AT`` names in Zurich's wall time ("2027-03-28T01:30"), in UTC."""
    text = os.environ.get("AT") or USUAL
    try:
        wall = datetime.strptime(text, "%Y-%m-%dT%H:%M")  # noqa: DTZ007 - the zone comes with the next line
    except ValueError:
        give_up(f"AT={text} is not a time in Zurich: write it as {USUAL}.")
    return wall.replace(tzinfo=ZoneInfo("Europe/Zurich")).astimezone(UTC)
