"""Input and output of a benchmark."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    """One line of the table: a figure with the floor that a release needs and the target."""

    id: str
    what: str
    figure: float
    floor: float
    target: float
    lower_is_better: bool = False
    detail: str = ""

    def reaches(self, bar: float) -> bool:
        """Tell whether the figure meets a floor or target."""
        return self.figure <= bar if self.lower_is_better else self.figure >= bar


@dataclass(frozen=True)
class Context:
    """The environment of a benchmark.

    ``environment`` makes a production start on a database of the benchmark's own (PostgreSQL,
    migrated, otherwise empty); Django of this process is set up with the same. ``port`` is free.
    """

    environment: dict[str, str]
    port: int
    rounds: int = 3
    seconds: float = 2.0


def interleaved(rounds: int, *measures: Callable[[], float]) -> list[float]:
    """Take every measure once per round, so that slow moments affect all, and return the medians."""
    taken: list[list[float]] = [[] for _ in measures]
    for _ in range(rounds):
        for number, measure in enumerate(measures):
            taken[number].append(measure())
    return [median(figures) for figures in taken]
