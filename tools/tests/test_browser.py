"""The browser in which the browser tests run."""

from pathlib import Path

import pytest

from tools import services
from tools.browser import are_journeys


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["journeys/"], True),
        (["journeys/booking", "journeys/week"], True),
        ([], False),
        (["--last-failed"], False),
        (["journeys/booking", "nightly/push"], False),
    ],
)
def test_what_asks_for_more_than_journeys_gets_no_headless_shell(arguments, expected) -> None:
    assert are_journeys(arguments) is expected


@pytest.mark.parametrize(("headless_shell", "name"), [(True, services.HEADLESS_SHELL), (False, "chromium")])
def test_of_two_browsers_the_one_that_is_enough_is_chosen(
    monkeypatch, tmp_path: Path, headless_shell, name
) -> None:
    monkeypatch.delenv("CHROMIUM_PATH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    for program in (services.HEADLESS_SHELL, "chromium"):
        (tmp_path / program).touch(mode=0o755)

    found = services.require_chromium(headless_shell=headless_shell)

    assert found == str(tmp_path / name)
