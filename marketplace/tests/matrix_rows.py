"""A row of the permission matrix: one call, and the status that each kind of person gets."""

from dataclasses import dataclass, field
from typing import Any

# Columns: guest, alice (customer), chiara (another), bruno (provider), emil (another), dora (operator).
# Office: emma (support), otto (operations), fina (finance), udo (second factor not given).
PEOPLE = ["guest", "alice", "chiara", "bruno", "emil", "dora"]
STAFF = ["emma", "otto", "fina", "udo"]
ACTORS = PEOPLE + STAFF
OPERATORS = {*STAFF, "dora"}


@dataclass(frozen=True)
class Row:
    """One call: what is sent, and the status that each actor gets, in the order of ``PEOPLE``.

    ``staff`` goes on in the order of ``STAFF``; left out where an operator is an account like any other.
    """

    method: str
    path: str
    expected: str
    body: dict[str, Any] | None = None
    csrf: bool = True
    keys: str = ""
    query: str = ""
    asks_stripe: bool = False
    staff: str = ""
    statuses: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        people = dict(zip(PEOPLE, map(int, self.expected.split()), strict=True))
        if not self.staff and people["dora"] != people["chiara"]:
            raise ValueError(f"{self} is different for operators: say what each of them gets")
        staff = self.staff or " ".join([str(people["chiara"])] * len(STAFF))
        statuses = people | dict(zip(STAFF, map(int, staff.split()), strict=True))
        object.__setattr__(self, "statuses", statuses)

    def __str__(self) -> str:
        return f"{self.method} {self.path}"
