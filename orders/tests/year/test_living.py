"""A year of the marketplace by seed: whatever its parties do, what must hold holds after each step.

`make year SEED=… DAYS=…` lives one; what fails is printed as a short test in the words of the domain.
"""

import os
import sys
from random import Random
from time import process_time

import pytest
from django.db import connection

from marketplace.tests.proof import figure, record
from orders.tests.year import living
from orders.tests.year.history import Violation

TRIES = 200


def lived(new_world, seed: int, days: int) -> str:
    """Live some days, and return what there was; fails with the shortest history."""
    with new_world(seed=seed) as world:
        try:
            living.live(world, Random(seed), days=days)
        except Violation as found:
            violation, steps = found, world.done
        else:
            at_once = sum(step.act == "two_at_once" for step in world.done)
            return f"{days} days, {world.placed} orders, {len(world.done)} acts, {at_once} at once"
    failure = living.shrunk(new_world, steps, violation, tries=TRIES)
    raise AssertionError(living.printed(failure, seed=seed))


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.race
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "seed", [int(os.environ["SEED"])] if "SEED" in os.environ else range(1, figure(2, 11))
)
def test_a_year_by_seed(new_committed_world, capsys, seed) -> None:
    # The same year on both databases: a day is enough of it on the second one, but for the proof.
    a_few = 3 if connection.vendor == "postgresql" else 1
    days, began = int(os.environ.get("DAYS", figure(a_few, 365))), process_time()

    said = lived(new_committed_world, seed, days)

    figures = f"seed {seed}: {said}, 0 violations, {process_time() - began:.0f} s of computing"
    if "SEED" in os.environ:
        with capsys.disabled():
            sys.stdout.write(f"\n{figures}\n")
    record("R31 year", figures, "10 x 365 days, 20,000 orders: 0 violations")
