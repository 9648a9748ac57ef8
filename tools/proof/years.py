"""R31: a simulated year of the whole marketplace by each of ten seeds, in two processes beside each other."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields

FILE = "orders/tests/year/test_living.py"
# Each process takes another seed when it is done with one.
ARGUMENTS = ("-n", "2", "--dist", "worksteal", f"{FILE}::test_a_year_by_seed")
SEEDS, DAYS, ORDERS, SECONDS = 10, 365, 20_000, 3600
ASKED = f"{SEEDS} seeds x {DAYS} days, {ORDERS:,} orders: 0 violations within an hour"
_LIVED = re.compile(r"(\d+) days, (\d+) orders, (\d+) acts, (\d+) at once, 0 violations")


@dataclass(frozen=True)
class Lived:
    """What some seeds have lived together."""

    seeds: int
    days: int
    orders: int
    acts: int
    at_once: int

    def __str__(self) -> str:
        said = (f"{getattr(self, one.name):,} {one.name.replace('_', ' ')}" for one in fields(self))
        return ", ".join(said)

    def is_enough(self, *, seconds: float) -> bool:
        """Tell whether this is what the row asks for."""
        return (
            self.seeds >= SEEDS and self.days >= SEEDS * DAYS and self.orders >= ORDERS and seconds <= SECONDS
        )


def lived(records: Iterable[str]) -> Lived:
    """Sum up what the tests have recorded, a text for each seed."""
    found = [[int(number) for number in year.groups()] for text in records if (year := _LIVED.search(text))]
    return Lived(len(found), *(sum(numbers) for numbers in zip(*found, strict=True)) if found else (0,) * 4)
