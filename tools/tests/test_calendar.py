"""The calendar sweep: its instants, and its stored results."""

from datetime import datetime
from pathlib import Path

from tools.proof.calendar import DEMO, INSTANTS, JOURNEYS, PAGES, WHOLE, Memory, parts_at

ROOT = Path(__file__).parents[2]


def words_at(instant: str) -> list[list[str]]:
    """Return the arguments of each part's command at an instant."""
    return [list(part.command[3:]) for part in parts_at(instant)]


def test_there_are_24_instants_each_a_time_that_exists() -> None:
    assert len(set(INSTANTS)) == 24
    for instant in INSTANTS:
        assert f"{datetime.fromisoformat(instant):%Y-%m-%dT%H:%M}" == instant


def test_every_weekday_is_there_in_the_morning_and_in_the_evening() -> None:
    times = {(datetime.fromisoformat(instant).weekday(), instant[11:]) for instant in INSTANTS}

    assert {(weekday, time) for weekday in range(7) for time in ("07:30", "17:30")} <= times


def test_the_demonstration_the_journeys_and_the_pages_are_run_at_each() -> None:
    for instant in INSTANTS:
        assert words_at(instant)[:2] == [["backend", DEMO], ["e2e", *JOURNEYS, *PAGES]]


def test_everything_is_run_at_six_of_them() -> None:
    assert len(set(WHOLE)) == 6
    assert {*WHOLE} <= {*INSTANTS}
    for instant in INSTANTS:
        assert words_at(instant)[2:] == ([["backend"], ["e2e"]] if instant in WHOLE else [])


def test_a_dozen_journeys_and_the_layout_of_the_pages_are_browser_tests() -> None:
    assert len(JOURNEYS) == 12
    for path in (*JOURNEYS, *PAGES):
        assert (ROOT / "frontend" / "e2e" / path).is_file(), path
    assert (ROOT / DEMO).is_file()


def test_what_passed_is_remembered_for_its_commit(tmp_path) -> None:
    Memory(tmp_path, "one").add(INSTANTS[0], "demo data")

    assert Memory(tmp_path, "one").has(INSTANTS[0], "demo data")
    assert not Memory(tmp_path, "one").has(INSTANTS[1], "demo data")
    assert not Memory(tmp_path, "another").has(INSTANTS[0], "demo data")


def test_nothing_is_remembered_of_a_checkout_that_has_changed(tmp_path) -> None:
    Memory(tmp_path, None).add(INSTANTS[0], "demo data")

    assert list(tmp_path.iterdir()) == []
