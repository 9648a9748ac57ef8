"""The postal code of an address: the web app's tests read the same lines."""

import json
from pathlib import Path

import pytest

from marketplace import postal_codes
from marketplace.tests.proof import record

LINES = json.loads(Path(__file__).with_name("address_lines.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("line", "code"), LINES)
def test_the_postal_code_of_an_address(line, code) -> None:
    assert postal_codes.of_address(line) == code


@pytest.mark.proof
def test_there_are_as_many_lines_as_are_wanted() -> None:
    assert len({line for line, _ in LINES}) == len(LINES) >= 120
    assert {line: postal_codes.of_address(line) for line, _ in LINES} == dict(LINES)

    record("D3", f"{len(LINES)} lines, each read as its table says", "120 lines, equal answers")


@pytest.mark.parametrize(
    ("line", "is_there"), [("Städtle 5, Vaduz 9490", True), ("Weg 1, Zürich 8001", False)]
)
def test_liechtenstein_is_notified_apart(line, is_there) -> None:
    assert postal_codes.names_liechtenstein(line) is is_there
