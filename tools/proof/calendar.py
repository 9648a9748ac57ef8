"""T17: the demonstration, journeys and every page, at instants with calendar edge cases.

What passed at an instant is stored by commit (var/calendar/) and not repeated, so that the sweep can be run
in parts. ``AT=2027-03-28T01:30 make proof T=T17`` runs one instant.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tools.console import ROOT, say

# Zurich's wall time, as in AT. A week at the beginning and the end of a working day, the edges of a week,
# both clock changes (before and after), a leap day and a year's end.
INSTANTS = (
    *(f"2026-11-{day}T{hour}" for day in range(23, 30) for hour in ("07:30", "17:30")),
    *("2026-11-29T23:50", "2026-11-30T00:10"),
    *("2027-03-28T01:30", "2027-03-28T03:30", "2027-10-31T01:30", "2027-10-31T03:30"),
    *("2028-02-29T07:30", "2028-02-29T23:50"),
    *("2026-12-31T23:50", "2027-01-01T00:10"),
)
# Where everything runs: each clock change, the edges of a week and of a year, the leap day.
WHOLE = (
    *("2027-03-28T01:30", "2027-10-31T01:30"),
    *("2026-11-29T23:50", "2026-11-30T00:10"),
    *("2028-02-29T07:30", "2026-12-31T23:50"),
)
DEMO = "demo/tests/test_demo_data.py"
# The journeys that depend on days and hours.
JOURNEYS = (
    "nightly/apply.spec.ts",
    *(
        f"journeys/{name}.spec.ts"
        for name in (
            *("booking", "booking-new-person", "changes", "hand-back", "live-completion", "main-job"),
            *("offline-screens", "rebook", "recurring", "week", "your-first-payout"),
        )
    ),
)
# The layout of every page, from the smallest phone (320 px) to a desktop (1280 px).
PAGES = ("layout/covered.spec.ts", "layout/covered-times.spec.ts")
MEMORY = ROOT / "var" / "calendar"


@dataclass(frozen=True)
class Part:
    """A set of tests to run at an instant."""

    name: str
    command: tuple[str, ...]
    env: tuple[tuple[str, str], ...] = ()


_CHECK = (sys.executable, "-m", "tools.check")
_SWEPT = (("SWEEP", "all"),)
USUAL_PARTS = (
    Part("demo data", (*_CHECK, "backend", DEMO)),
    Part("journeys and pages", (*_CHECK, "e2e", *JOURNEYS, *PAGES), _SWEPT),
)
WHOLE_PARTS = (
    *USUAL_PARTS,
    Part("all back-end tests", (*_CHECK, "backend"), (("DB", "postgres"),)),
    # As in `make test-all`: every case of each is the figure of another row.
    Part("all browser tests", (*_CHECK, "e2e")),
)


def parts_at(instant: str) -> tuple[Part, ...]:
    """Return the parts to run at an instant."""
    return WHOLE_PARTS if instant in WHOLE else USUAL_PARTS


class Memory:
    """What passed for a commit; nothing is stored for a checkout with changes."""

    def __init__(self, folder: Path, commit: str | None) -> None:
        self._file = folder / f"{commit}.json" if commit else None
        self._passed: dict[str, list[str]] = {}
        if self._file and self._file.exists():
            self._passed = json.loads(self._file.read_text(encoding="utf-8"))

    def has(self, instant: str, part: str) -> bool:
        """Tell whether a part passed before."""
        return part in self._passed.get(instant, [])

    def add(self, instant: str, part: str) -> None:
        """Store that a part passed."""
        self._passed.setdefault(instant, []).append(part)
        if self._file:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps(self._passed, indent=1), encoding="utf-8")


def _git(*words: str) -> str:
    command = [shutil.which("git") or "git", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def commit_of_checkout() -> str | None:
    """Return the commit that is checked out, if there are no changes."""
    try:
        return None if _git("status", "--porcelain") else _git("rev-parse", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return None  # not a git checkout


def holds_at(instant: str, memory: Memory) -> bool:
    """Run what has not passed at an instant; return whether everything has now."""
    # Without the variables for the proof's own tests: these tests use other data.
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"VAR_DIR", "TESTING", "DATABASE_URL", "DB", "T", "PROOF", "PROOF_LOG"}
    }
    passed = True
    for part in parts_at(instant):
        if memory.has(instant, part.name):
            continue
        say(f"\n--- {instant}: {part.name}")
        env = environment | {"AT": instant} | dict(part.env)
        if subprocess.run(part.command, cwd=ROOT, env=env, check=False).returncode == 0:
            memory.add(instant, part.name)
        else:
            passed = False
    return passed


def sweep() -> tuple[int, int]:
    """Run the instant in AT, or all; return how many passed, and of how many."""
    chosen = os.environ.get("AT")
    memory = Memory(MEMORY, commit_of_checkout())
    instants = (chosen,) if chosen else INSTANTS
    held = [instant for instant in instants if holds_at(instant, memory)]
    for instant in instants:
        say(f"{'holds' if instant in held else 'FAILS':>7}  {instant}")
    return len(held), len(instants)
