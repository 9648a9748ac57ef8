"""A history as data: acts with their arguments, which can be carried out again, shortened and printed.

An act is a function of the world. What it does follows from its arguments and from the world alone, never
from chance: chance has chosen the arguments. An act about something that is not there (any more, because the
act before it was left out) does nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

Arguments = dict[str, Any]
# Chooses the arguments of an act that could be done now; ``None`` if there is nothing to do it with.
Plan = Callable[[Any, Random], Arguments | None]


class Violation(AssertionError):
    """Something that must hold does not. ``kind`` is the same however a history gets there."""

    # Whether an act itself found it, so that a repetition need not look after every step.
    by_an_act = False

    def __init__(self, kind: str, details: str = "") -> None:
        super().__init__(f"{kind}: {details}" if details else kind)
        self.kind = kind


@dataclass(frozen=True)
class Step:
    """One act of a history."""

    act: str
    arguments: Arguments = field(default_factory=dict)

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"{self.act}({said})"


@dataclass(frozen=True)
class Act:
    """What somebody can do: how it is planned, how it is done, and how often it comes up."""

    name: str
    plan: Plan
    do: Callable[..., None]
    weight: float


ACTS: dict[str, Act] = {}


def act(plan: Plan, *, weight: float) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a function of the world as an act of histories, under its name."""

    def register(do: Callable[..., None]) -> Callable[..., None]:
        ACTS[do.__name__] = Act(do.__name__, plan, do, weight)
        return do

    return register


def as_test(steps: list[Step], found: Violation, *, seed: int) -> str:
    """Print a history as a test; its fixture has a method for each act."""
    year = "committed_year" if any(step.act == "two_at_once" for step in steps) else "year"
    lines = [f"    {year}.{step}" for step in steps]
    name = "".join(letter if letter.isalnum() else "_" for letter in found.kind.lower()).strip("_")
    comment = [f"    # {line}" for line in str(found).splitlines()]
    return "\n".join([f"def test_{name[:60]}_of_seed_{seed}({year}) -> None:", *lines, *comment])


Fails = Callable[[list[Step]], Violation | None]


def shortest(steps: list[Step], found: Violation, fails: Fails, *, tries: int = 200) -> list[Step]:
    """Drop acts while the same violation is left: halves, then quarters, to single acts.

    ``fails`` carries a history out in a new world, at most ``tries`` times.
    """
    left, parts = steps, 2
    for guess in _guesses(steps):
        tries -= 1
        if (again := fails(guess)) is not None and again.kind == found.kind:
            left = guess
            break
    while tries > 0 and len(left) > 1:
        size = max(1, len(left) // parts)
        # The end first: what was long before is more often needed than what came between.
        for start in reversed(range(0, len(left), size)):
            shorter = left[:start] + left[start + size :]
            tries -= 1
            again = fails(shorter) if shorter else None
            if again is not None and again.kind == found.kind:
                left, parts = shorter, max(parts - 1, 2)
                break
            if tries <= 0:
                break
        else:
            if size == 1:
                break
            parts = min(parts * 2, len(left))
    return left


def _guesses(steps: list[Step]) -> list[list[Step]]:
    """Return what may be enough: the acts about the order of the last one, without time or with it."""
    order = steps[-1].arguments.get("order")
    own = [step for step in steps if order is not None and step.arguments.get("order") == order]
    timed = [step for step in steps if step in own or step.act in {"waits", "delivers_webhooks"}]
    return [guess for guess in (own, timed) if 1 < len(guess) < len(steps)]
