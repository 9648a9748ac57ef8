"""An act that a transaction asks for many times runs once after its commit."""

import pytest
from django.db import transaction

from marketplace.db.after_commit import once_after_commit

done: list[str] = []


def ring() -> None:
    done.append("ring")


def knock() -> None:
    done.append("knock")


@pytest.fixture(autouse=True)
def quiet(transactional_db) -> None:
    """Start with no calls recorded."""
    done.clear()


def test_is_called_once_for_each_transaction() -> None:
    for _ in range(2):
        with transaction.atomic():
            once_after_commit(ring)
            once_after_commit(knock)
            once_after_commit(ring)

    assert done == ["ring", "knock", "ring", "knock"]


def test_is_called_at_once_outside_a_transaction() -> None:
    once_after_commit(ring)
    once_after_commit(ring)

    assert done == ["ring", "ring"]


def test_a_rolled_back_transaction_calls_nothing_and_keeps_nothing_from_the_next() -> None:
    with transaction.atomic():
        once_after_commit(ring)
        transaction.set_rollback(True)
    assert done == []

    with transaction.atomic():
        once_after_commit(ring)

    assert done == ["ring"]


def test_a_rolled_back_savepoint_takes_only_its_own_request_along() -> None:
    def in_a_savepoint(*, rolled_back: bool) -> None:
        with transaction.atomic():
            once_after_commit(ring)
            transaction.set_rollback(rolled_back)

    with transaction.atomic():
        in_a_savepoint(rolled_back=True)
    assert done == []

    with transaction.atomic():
        in_a_savepoint(rolled_back=True)
        once_after_commit(ring)
        in_a_savepoint(rolled_back=True)

    assert done == ["ring"]


def test_an_act_may_ask_for_itself_again() -> None:
    def ring_twice() -> None:
        done.append("ring")
        if len(done) < 2:
            once_after_commit(ring_twice)

    with transaction.atomic():
        once_after_commit(ring_twice)

    assert done == ["ring", "ring"]
