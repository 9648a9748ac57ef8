"""Every row that a test records has its line in what ``make proof`` prints."""

import re
from pathlib import Path

from tools.proof.rows import TITLES

ROOT = Path(__file__).parents[2]
OURS = ("accounts", "demo", "marketplace", "orders", "providers", "scheduling", "tools")
ROWS = re.compile(r"\brecord\(\s*f?\"([^\"]+)\"")


def test_every_row_that_is_recorded_has_a_title() -> None:
    files = [path for room in OURS for path in (ROOT / room).rglob("test_*.py")]
    named = {row for path in files for text in ROWS.findall(path.read_text()) for row in text.split(", ")}
    recorded = {row.split(" ")[0] for row in named}

    assert len(recorded) > 40
    assert recorded - {*TITLES} == set()
