"""The instant at which checks run."""

from datetime import UTC, datetime

import pytest

from tools.instant import chosen_instant


def test_it_is_an_ordinary_tuesday_morning(monkeypatch) -> None:
    monkeypatch.delenv("AT", raising=False)
    assert chosen_instant() == datetime(2026, 11, 24, 8, 30, tzinfo=UTC)


def test_another_is_named_in_zurichs_time(monkeypatch) -> None:
    monkeypatch.setenv("AT", "2027-06-06T23:50")
    assert chosen_instant() == datetime(2027, 6, 6, 21, 50, tzinfo=UTC)


@pytest.mark.parametrize("text", ["tomorrow", "2027-02-29T09:30", "2027-06-06", "09:30", "2027-06-06T09:30Z"])
def test_what_is_no_time_is_refused_in_a_sentence(monkeypatch, capsys, text) -> None:
    monkeypatch.setenv("AT", text)
    with pytest.raises(SystemExit):
        chosen_instant()
    assert "is not a time in Zurich" in capsys.readouterr().err
