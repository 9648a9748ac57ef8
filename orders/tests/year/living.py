"""Living: choosing acts by a seed, carrying them out, and looking; then shrinking what fails."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from orders.tests.year import (
    at_once,
    customers,
    faults,
    operators,
    own_orders,
    passing_time,
    proposals,
    providers,
    series,
    stripe_side,
)
from orders.tests.year.checking import check, check_touched
from orders.tests.year.history import ACTS, Step, Violation, as_test, shortest
from orders.tests.year.world import World

# The modules whose acts histories are made of.
ALL = (
    customers,
    own_orders,
    series,
    providers,
    operators,
    stripe_side,
    passing_time,
    proposals,
    faults,
    at_once,
)
NewWorld = Callable[[], AbstractContextManager[World]]


@dataclass
class Failure:
    """What was found, and the shortest history that leads there."""

    found: Violation
    steps: list[Step]


def next_step(world: World, random: Random) -> Step:
    """Choose what happens next: an act for which there is an occasion."""
    names, weights = zip(*((name, act.weight) for name, act in ACTS.items()), strict=True)
    while True:
        (name,) = random.choices(names, weights)
        arguments = ACTS[name].plan(world, random)
        if arguments is not None:
            return Step(name, arguments)


def live(world: World, random: Random, *, days: int) -> None:
    """Live some days. Raises :class:`Violation`; the history is ``world.done``.

    After each step the orders that it was about or has changed are looked at, after each day everything.
    """
    until = world.now + timedelta(days=days)
    while world.now < until:
        day = world.today
        world.carry_out(next_step(world, random))
        check_touched(world)
        if world.today != day:
            check(world)
    check(world)


def fails(new_world: NewWorld, steps: list[Step], *, looks: bool = True) -> Violation | None:
    """Carry a history out in a new world, looking after every step; return what it violates."""
    with new_world() as world:
        try:
            for step in steps:
                world.carry_out(step)
                if looks:
                    check(world)
        except Violation as found:
            del steps[len(world.done) :]
            return found
    return None


def shrunk(new_world: NewWorld, steps: list[Step], found: Violation, *, tries: int) -> Failure:
    """Return the shortest history found that still fails."""
    looks = not found.by_an_act
    again = fails(new_world, steps, looks=looks)
    if again is None:
        return Failure(found, steps)
    short = shortest(steps, again, lambda some: fails(new_world, some, looks=looks), tries=tries)
    return Failure(fails(new_world, short, looks=looks) or again, short)


def printed(failure: Failure, *, seed: int) -> str:
    """Return what is printed of a failure: the test in the words of the domain."""
    return f"{failure.found}\n\n{as_test(failure.steps, failure.found, seed=seed)}\n"
