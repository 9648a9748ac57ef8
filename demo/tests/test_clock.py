"""The movable clock: every reader of the product's clock sees the same moved time."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from conftest import NOW
from marketplace import clock


@pytest.fixture
def movable(settings, tmp_path) -> None:
    settings.CLOCK = "demo.clock.now"
    settings.VAR_DIR = tmp_path


def ahead() -> timedelta:
    return clock.now() - NOW


def test_it_shows_the_machines_time_until_it_is_moved(movable) -> None:
    assert ahead() == timedelta()


def test_it_moves_and_comes_back(movable, capsys) -> None:
    call_command("move_clock", "2h")
    call_command("move_clock", "30m")
    assert ahead() == timedelta(hours=2, minutes=30)

    call_command("move_clock", "--reset")
    assert ahead() == timedelta()
    assert "The clock shows" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["soon", "2", "2y", ""])
def test_it_refuses_what_is_no_duration(movable, text) -> None:
    with pytest.raises(CommandError):
        call_command("move_clock", text)


def test_it_refuses_where_nothing_would_read_it(settings) -> None:
    settings.CLOCK = ""
    with pytest.raises(CommandError, match="MOVABLE_CLOCK=1"):
        call_command("move_clock", "2h")
