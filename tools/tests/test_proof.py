"""Every row that a test records has a line in the output of ``make proof``."""

import re
from pathlib import Path

import pytest

from tools.proof import __main__ as proof
from tools.proof import years
from tools.proof.__main__ import rows_of
from tools.proof.cases import CASES, Cases
from tools.proof.rows import BROWSER, PROGRAMS, TITLES, WEB_APP

ROOT = Path(__file__).parents[2]
OURS = ("accounts", "demo", "marketplace", "orders", "providers", "scheduling", "tools")
ROWS = re.compile(r"\brecord\(\s*f?\"([^\"]+)\"")


def test_every_row_that_is_recorded_has_a_title() -> None:
    files = [path for room in OURS for path in (ROOT / room).rglob("test_*.py")]
    named = {row for path in files for text in ROWS.findall(path.read_text()) for row in text.split(", ")}
    recorded = {row.split(" ")[0] for row in named}

    assert len(recorded) > 40
    assert recorded - {*TITLES} == set()


@pytest.mark.parametrize("row", TITLES)
def test_every_row_is_found_by_its_name(row: str) -> None:
    assert rows_of(row) == [row]
    assert rows_of(f"{row} (rule)") == [row]


def test_every_row_that_is_proven_without_a_record_has_a_title_and_tests() -> None:
    e2e = ROOT / "frontend" / "e2e"
    paths = [path.relative_to(e2e).as_posix() for path in e2e.rglob("*.spec.ts")]

    assert {*CASES, *BROWSER, *WEB_APP, *PROGRAMS} <= {*TITLES}
    assert all((ROOT / "frontend" / test).is_file() for test, _asked in WEB_APP.values())
    for tests, _asked, _rest in BROWSER.values():
        for test in tests.split():
            assert any(path.startswith(test) for path in paths), test


@pytest.mark.parametrize("row", CASES)
def test_every_test_of_a_row_of_cases_is_there(row: str) -> None:
    for address in CASES[row].tests:
        file, _, name = address.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), address


@pytest.mark.parametrize(
    ("code", "said", "reached"),
    [
        (0, "30 passed in 2.00s", ["30 cases of 2 tests pass"]),
        (0, "29 passed in 2.00s", []),
        (1, "1 failed, 30 passed in 2.00s", []),
        (4, "ERROR: not found: test_gone.py::test_it", []),
    ],
)
def test_a_row_of_cases_is_proven_by_as_many_as_are_asked(
    code: int, said: str, reached: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "CASES", {"S10": Cases(("one.py::test_it", "two.py::test_it"), 30, "files")})
    monkeypatch.setattr(proof, "run_tests", lambda _arguments, _env: (code, said))
    log = tmp_path / "proof.jsonl"
    log.touch()

    failed = proof.prove_cases([], log, {}, "sqlite")

    assert [line["reached"] for line in proof.read(log)] == reached
    assert bool(failed) is not bool(reached)


def test_every_row_has_a_place_where_it_is_proven() -> None:
    places = proof.places_of(TITLES)

    assert [row for row, found in places.items() if not found] == []
    assert places["R1"] == places["T11"] == places["R31"] == {"sqlite", "postgresql"}
    assert places["S9"] == {"sqlite", "postgresql"}
    assert places["S28"] == {"sqlite"}
    assert places["D3"] == {"sqlite", "postgresql", "web app"}
    assert (places["W1"], places["S17"], places["T17"]) == ({"browser"}, {"source"}, {"calendar"})


@pytest.mark.parametrize(
    ("chosen", "is_proven_on", "missing"),
    [
        ("", ["sqlite", "postgresql"], []),
        ("", ["postgresql"], ["sqlite"]),
        ("", [], ["postgresql", "sqlite"]),
        ("postgres", ["postgresql"], []),
        ("sqlite", ["postgresql"], ["sqlite"]),
        ("postgres", [], ["postgresql"]),
    ],
)
def test_a_row_is_proven_on_each_database_that_runs(
    chosen: str,
    is_proven_on: list[str],
    missing: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = tmp_path / "proof.jsonl"
    log.touch()
    for database in is_proven_on:
        proof.write(log, row="T11 (wait)", reached="3.1 s", asked="<= 3.5 s", database=database)

    is_complete = proof.report(log, ["T11"], proof.LEFT_OUT[chosen])

    lines = [line.split() for line in capsys.readouterr().out.splitlines() if "NOT PROVEN" in line]
    assert [line[1] for line in lines] == missing
    assert is_complete is not bool(missing)


def test_ten_years_are_summed_up_and_fewer_are_not_enough() -> None:
    records = [
        f"seed {seed}: 365 days, 2100 orders, 9000 acts, 90 at once, 0 violations" for seed in range(10)
    ]

    assert str(years.lived(records)) == "10 seeds, 3,650 days, 21,000 orders, 90,000 acts, 900 at once"
    assert years.lived(records).is_enough(seconds=3000)
    assert not years.lived(records).is_enough(seconds=3601)
    assert not years.lived(records[1:]).is_enough(seconds=3000)
    assert not years.lived(["11 refunds"]).is_enough(seconds=3000)
