"""The instant at which checks run."""

from datetime import UTC, datetime

import pytest

from tools.instant import TUESDAY, chosen_instant


def test_it_is_the_usual_one_where_nobody_chooses(monkeypatch) -> None:
    monkeypatch.delenv("AT", raising=False)
    assert chosen_instant(TUESDAY) == TUESDAY


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2027-06-06T23:50", datetime(2027, 6, 6, 21, 50, tzinfo=UTC)),
        ("2027-03-28T01:30", datetime(2027, 3, 28, 0, 30, tzinfo=UTC)),
        ("2028-02-29T17:30", datetime(2028, 2, 29, 16, 30, tzinfo=UTC)),
    ],
)
def test_another_is_named_in_zurichs_time(monkeypatch, text, instant) -> None:
    monkeypatch.setenv("AT", text)
    assert chosen_instant(TUESDAY) == instant


@pytest.mark.parametrize("text", ["tomorrow", "2027-02-29T09:30", "2027-06-06", "09:30", "2027-06-06T09:30Z"])
def test_what_is_no_time_is_refused_in_a_sentence(monkeypatch, capsys, text) -> None:
    monkeypatch.setenv("AT", text)
    with pytest.raises(SystemExit):
        chosen_instant(TUESDAY)
    assert "is not a time in Zurich" in capsys.readouterr().err
