"""A guard of the product that is taken away is found, and the history that finds it is short."""

from random import Random

import pytest

from marketplace.tests.proof import figure, record
from orders.tests.year import living
from orders.tests.year.guards import GUARDS
from orders.tests.year.history import Step, Violation, as_test, shortest

SEEDS, DAYS = range(1, 6), 21
# The short histories to which a year was shrunk.
BOOKS = Step(
    "books",
    {
        "order": "order 1",
        "who": "alice",
        "provider": "bruno",
        "day": "2026-11-20",
        "wall": "09:00",
        "service": "standard",
        "kilos": "10",
    },
)
SHORT = {
    "an_unpaid_order_is_not_confirmed": [
        BOOKS,
        Step("takes_a_step", {"order": "order 1", "to": "confirmed"}),
    ],
    "what_is_not_paid_in_time_ends": [BOOKS, Step("waits", {"minutes": 500, "tasks_in_order": 1})],
}


def found_by(new_world, seed: int) -> tuple[Violation | None, int]:
    """Return what a year finds, and after how many acts."""
    with new_world(seed=seed) as world:
        try:
            living.live(world, Random(seed), days=DAYS)
        except Violation as found:
            return found, len(world.done)
        return None, len(world.done)


@pytest.mark.proof
@pytest.mark.parametrize("name", list(GUARDS)[: figure(1, len(GUARDS))])
def test_a_guard_that_is_taken_away_is_found_by_a_year(new_world, monkeypatch, name) -> None:
    GUARDS[name](monkeypatch)

    found, acts = None, 0
    for seed in SEEDS:
        found, more = found_by(new_world, seed)
        acts += more
        if found is not None:
            break

    assert found is not None
    record(f"R31 {name}", f"{found.kind}, after {acts:,} acts", "found")


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("is_taken_away", [True, False])
def test_a_short_history_tells_whether_a_guard_is_there(new_world, monkeypatch, name, is_taken_away) -> None:
    if is_taken_away:
        GUARDS[name](monkeypatch)

    found = living.fails(new_world, list(SHORT[name]))

    assert (found is not None) == is_taken_away


def test_a_history_is_shrunk_to_what_it_needs_and_printed_as_a_test() -> None:
    def needs_two_and_seven(steps: list[Step]) -> Violation | None:
        left = {step.arguments["minutes"] for step in steps}
        return Violation("an order waits for ever", "of all things") if {2, 7} <= left else None

    history = [Step("waits", {"minutes": number}) for number in range(20)]
    found = needs_two_and_seven(history)
    assert found is not None

    short = shortest(history, found, needs_two_and_seven)

    assert as_test(short, found, seed=4) == (
        "def test_an_order_waits_for_ever_of_seed_4(year) -> None:\n"
        "    year.waits(minutes=2)\n"
        "    year.waits(minutes=7)\n"
        "    # an order waits for ever: of all things"
    )
