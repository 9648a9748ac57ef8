"""`make test` ends with the names of failures, as the log is too long to search."""

import sys

import pytest

from tools.check import BESIDE_POSTGRES, BESIDE_SQLITE, Checks, Task
from tools.console import ROOT


def summary(program: str, capsys) -> str:
    checks = Checks()
    checks.command("unit tests", [sys.executable, "-c", program])

    assert checks.close() == 1
    return capsys.readouterr().out.split("=== Summary")[1]


def test_a_failed_test_is_named_below_the_summary(capsys) -> None:
    program = (
        "print('\\33[31mFAILED tests/test_pay.py::test_twice - refused\\33[0m');"
        "print('tests/test_pay.py ....');"
        "raise SystemExit(1)"
    )

    said = summary(program, capsys)

    assert "--- unit tests\nFAILED tests/test_pay.py::test_twice - refused\n" in said
    assert "...." not in said


def test_a_check_that_names_nothing_ends_with_its_last_words(capsys) -> None:
    said = summary("print('too big by half'); raise SystemExit(1)", capsys)

    assert "--- unit tests\ntoo big by half\n" in said


def test_a_green_run_says_nothing_more(capsys) -> None:
    checks = Checks()
    checks.command("unit tests", [sys.executable, "-c", "print('an error that was expected')"])

    assert checks.close() == 0
    assert capsys.readouterr().out.split("=== Summary")[1].count("\n") == 4


@pytest.mark.parametrize(
    "line", ["FLAKY journeys/tabs.spec.ts:12 seven tabs", "FLAKY sends what changed: expected 1 to be 2"]
)
def test_what_passed_only_the_second_time_is_named_in_a_green_run(capsys, line) -> None:
    checks = Checks()
    checks.command("browser tests", [sys.executable, "-c", f"print('✓ one (12ms)'); print('{line}')"])

    assert checks.close() == 0
    said = capsys.readouterr().out.split("=== Summary")[1]
    assert f"a bug to be mended all the same\n{line}\n\n1 passed" in said


def test_of_checks_beside_each_other_each_is_shown_whole_and_a_failure_is_named(capsys) -> None:
    def task(title: str, code: int) -> Task:
        program = (
            f"print('{title} begins'); import time; time.sleep(0.2); print('{title} ends'); exit({code})"
        )
        return Task(title, [sys.executable, "-u", "-c", program])

    checks = Checks()
    checks.beside_each_other([task("one", 0), task("two", 1)], [task("three", 0)])

    assert checks.close() == 1
    shown, summary = capsys.readouterr().out.split("=== Summary")
    for title in ("one", "two", "three"):
        assert f"=== {title}\n{title} begins\n{title} ends\n" in shown
    assert shown.index("one ends") < shown.index("two begins")
    assert "--- two\ntwo begins\ntwo ends\n" in summary
    assert "2 passed, 1 failed" in summary


def test_what_runs_on_one_database_alone_is_there() -> None:
    for pattern in (*BESIDE_SQLITE, *BESIDE_POSTGRES):
        assert list(ROOT.glob(pattern)), pattern
