"""Time in tests: it stands still where the run begins, and moves only where a test moves it.

All of the test's process stands still, libraries included: a session, a signed link or a webhook's
signature is as old for Django, allauth and Stripe's SDK as it is for the product. What measures how
long something takes (``time.monotonic``) runs on, so that no wait hangs. A process that a test starts
lives at the test's instant, too, and there time goes on.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine

from marketplace import clock

# Python imports the module ``sitecustomize`` of this folder before anything of the program.
IN_CHILDREN = Path(__file__).parent / "child_time"


class TimeMachine:
    """The instant at which a test is, and the ways to move it."""

    def __init__(self, travel: time_machine.TimeMachineFixture, monkeypatch, start: datetime) -> None:
        self._travel = travel
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("PYTHONPATH", str(IN_CHILDREN))
        self.move_to(start)

    @property
    def now(self) -> datetime:
        """Return the instant at which the test is, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - here it is the test's

    def move_to(self, instant: datetime) -> None:
        """Let it be an instant from now on."""
        # In another zone than the settings' the library would change the process's local time.
        self._travel.move_to(instant.astimezone(clock.ZURICH), tick=False)
        self._tell_children()

    def shift(self, delta: timedelta) -> None:
        """Let time pass."""
        self._travel.shift(delta)
        self._tell_children()

    def run(self) -> None:
        """Let time go on from here, for a test that waits for what another thread does in a while."""
        self._travel.move_to(self.now.astimezone(clock.ZURICH), tick=True)

    def _tell_children(self) -> None:
        machine = time_machine.escape_hatch.time.time()  # noqa: TID251 - a child starts at the machine's time
        ahead = self.now.timestamp() - machine
        self._monkeypatch.setenv("SECONDS_AHEAD", repr(ahead))
