"""A year of the marketplace by seed: whatever its parties do, what must hold holds after each step.

`make year SEED=… DAYS=…` lives one; what fails is printed as a short test in the words of the domain.
"""

import os
import sys
from random import Random
from time import process_time

import pytest

from marketplace.tests.proof import figure, record
from orders.tests.year import living
from orders.tests.year.history import Violation

TRIES = 200


def lived(new_world, seed: int, days: int) -> tuple[int, int]:
    """Live some days, and return how many orders and acts there were; fails with the shortest history."""
    with new_world(seed=seed) as world:
        # In a year everything is looked at less often the more there is; what is found is then looked for.
        world.every_step = days < 30
        try:
            living.live(world, Random(seed), days=days)
        except Violation as found:
            violation, steps = found, world.done
        else:
            return world.placed, len(world.done)
    failure = living.shrunk(new_world, steps, violation, tries=TRIES)
    raise AssertionError(living.printed(failure, seed=seed))


@pytest.mark.proof
@pytest.mark.parametrize(
    "seed", [int(os.environ["SEED"])] if "SEED" in os.environ else range(1, figure(2, 11))
)
def test_a_year_by_seed(new_world, capsys, seed) -> None:
    days, began = int(os.environ.get("DAYS", figure(5, 365))), process_time()

    orders, acts = lived(new_world, seed, days)

    said = f"seed {seed}: {days} days, {orders} orders, {acts} acts, 0 violations"
    if "SEED" in os.environ:
        with capsys.disabled():
            sys.stdout.write(f"\n{said}, {process_time() - began:.0f} s of computing\n")
    record("R31 year", said, "10 x 365 days, 20,000 orders: 0 violations")
