"""Recording of what a test proves, so that ``make proof`` can print a line for each row.

A test that proves a row of the quality page is marked ``proof``, takes its figures from
:func:`figure` (small in ``make test``, full in ``make proof``) and ends with :func:`record`.
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from django.db import connection

Case = TypeVar("Case")

FULL = os.environ.get("PROOF") == "1"


def figure(small: int, full: int) -> int:
    """Return the number of repetitions: ``full`` under ``make proof``, ``small`` otherwise."""
    return full if FULL else small


def sample(cases: Iterable[Case], *, every: int, first: int = 0) -> list[Case]:
    """Return all cases under ``make proof``, and otherwise only each ``every``-th from ``first`` on."""
    return list(cases) if FULL else list(cases)[first::every]


def record(row: str, reached: object, asked: object) -> None:
    """Record the figure that a test has reached for a row (``R1``), and the required one.

    Call it last, after the assertions: a row without a line has not been proven.
    """
    log = os.environ.get("PROOF_LOG")
    if not log:
        return
    line = {
        "row": row,
        "reached": str(reached),
        "asked": str(asked),
        "database": connection.vendor,
        "test": os.environ.get("PYTEST_CURRENT_TEST", "").split(" ")[0],
    }
    with Path(log).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
