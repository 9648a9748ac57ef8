"""An error in one row delays no other, and a task that reaches its time limit ends all the same."""

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from conftest import NOW
from marketplace.jobs import obstacles, outbox
from marketplace.jobs.due import isolate_errors
from marketplace.jobs.models import OutboxMessage


def test_a_failure_is_notified_and_holds_up_nothing_else(caplog) -> None:
    errors: list[str] = []

    for number in range(3):
        with isolate_errors("Row %s could not be done", number, errors=errors):
            if number == 1:
                raise ValueError("it is odd")

    assert errors == ["Row 1 could not be done: it is odd"]
    assert "Row 1 could not be done" in caplog.text


def test_the_end_of_the_tasks_time_is_no_failure_of_a_row() -> None:
    errors: list[str] = []

    with pytest.raises(SoftTimeLimitExceeded), isolate_errors("Row could not be done", errors=errors):
        raise SoftTimeLimitExceeded

    assert errors == []


@pytest.mark.django_db
def test_a_row_that_somebody_else_holds_is_looked_at_once_in_a_run(handles) -> None:
    looked: list[int] = []

    def handle(payload, _now) -> None:
        looked.append(payload["n"])
        if payload["n"] == 0:
            raise obstacles.Busy

    handles("letter", handle)
    OutboxMessage.objects.bulk_create(
        OutboxMessage(topic="letter", payload={"n": n}, created_at=NOW, due_at=NOW) for n in range(3)
    )

    outbox.relay(now=NOW)

    assert sorted(looked) == [0, 1, 2]
    assert OutboxMessage.objects.get(done_at=None).attempts == 0
