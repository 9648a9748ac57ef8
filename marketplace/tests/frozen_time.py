"""Time in tests: frozen at the start of the run, and moved only by tests.

The whole process is frozen, libraries included: a session, a signed link or a webhook's signature is as old
for Django, allauth and Stripe's SDK as it is for the product. Monotonic clocks (``time.monotonic``) run on,
so that no wait hangs. A process that a test starts begins at the test's instant, and runs on from there.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine

from marketplace import clock

# Python imports the module ``sitecustomize`` of this folder before the program.
IN_CHILDREN = Path(__file__).parent / "child_time"


class TimeMachine:
    """The test's instant, and the ways to move it."""

    def __init__(self, travel: time_machine.TimeMachineFixture, monkeypatch, start: datetime) -> None:
        self._travel = travel
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("PYTHONPATH", str(IN_CHILDREN))
        self.move_to(start)

    @property
    def now(self) -> datetime:
        """Return the instant at which the test is, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - it is frozen here

    def move_to(self, instant: datetime) -> None:
        """Freeze time at another instant."""
        # In the settings' zone: with another one the library would change the process's local time zone.
        self._travel.move_to(instant.astimezone(clock.ZURICH), tick=False)
        self._tell_children()

    def shift(self, delta: timedelta) -> None:
        """Move time on."""
        self._travel.shift(delta)
        self._tell_children()

    def run(self) -> None:
        """Let time run from here, for a test that waits for another thread."""
        self._travel.move_to(self.now.astimezone(clock.ZURICH), tick=True)

    def _tell_children(self) -> None:
        machine = time_machine.escape_hatch.time.time()  # noqa: TID251 - a child starts at the real time
        ahead = self.now.timestamp() - machine
        self._monkeypatch.setenv("SECONDS_AHEAD", repr(ahead))
