"""`make test` ends with what failed, by name: a log of ten thousand lines hides it otherwise."""

import sys

from tools.check import Checks


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
