"""SQLite has one writer at a time: the writers of a process queue, and nobody waits too long."""

import sqlite3
from contextlib import closing, contextmanager
from threading import Event, Thread
from time import monotonic

import pytest
from django.db import OperationalError, connection, connections, transaction

from accounts.models import User
from conftest import client_for
from marketplace.db.sqlite.base import Queue
from marketplace.errors import is_lock_timeout
from marketplace.tests.proof import FULL, record
from marketplace.tests.racing import race, refused

pytestmark = [pytest.mark.only_sqlite, pytest.mark.django_db(transaction=True)]


@contextmanager
def another_process_writing():
    """Hold SQLite's write lock on another connection, as another process would."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def rename(user: User) -> float:
    """Write in a transaction; return how long that took, in seconds."""
    began = monotonic()
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(first_name="Alina")
    return monotonic() - began


def test_turns_are_taken_in_the_order_of_coming() -> None:
    queue, order = Queue(), list[int]()
    assert queue.enter(0)

    def come(number: int) -> None:
        assert queue.enter(30)
        order.append(number)
        queue.leave()

    threads = [Thread(target=come, args=(number,)) for number in range(20)]
    for number, thread in enumerate(threads, start=1):
        thread.start()
        while len(queue._waiting) < number:
            pass
    queue.leave()
    for thread in threads:
        thread.join()

    assert order == list(range(20))


def test_who_gives_up_is_passed_over() -> None:
    queue = Queue()
    assert queue.enter(0)

    assert not queue.enter(0.01)
    queue.leave()

    assert queue.enter(0)


def test_while_another_process_writes_everybody_is_refused_in_time(alice, settings) -> None:
    settings.LOCK_WAIT_SECONDS = 3
    began = monotonic()

    with another_process_writing():
        outcomes = race([lambda: rename(alice)] * 8)

    assert len(refused(outcomes, OperationalError)) == 8
    assert all(is_lock_timeout(error) for error in refused(outcomes))
    # The waits for the queue and for the other process do not add up.
    assert monotonic() - began < 5.8
    assert rename(alice) < 1


@pytest.mark.proof
def test_the_api_says_that_it_is_busy(alice, settings) -> None:
    settings.LOCK_WAIT_SECONDS = 3 if FULL else 0.1
    client = client_for(alice)

    with another_process_writing():
        began = monotonic()
        response = client.patch("/api/profile", {"firstName": "Alina"})
        took = monotonic() - began

    assert (response.status_code, response.json()["code"], response["Retry-After"]) == (
        503,
        "database_busy",
        "1",
    )
    assert took <= 3.5
    record("T11 (SQLite)", f"answer after {took:.1f} s", "<= 3.5 s")


def test_a_turn_ends_with_its_transaction_however_that_ends(alice) -> None:
    def fail(*, closing_first: bool) -> None:
        with transaction.atomic():
            if closing_first:
                connection.close()
            raise ZeroDivisionError

    for closing_first in (False, True):
        with pytest.raises(ZeroDivisionError):
            fail(closing_first=closing_first)

    assert refused(race([lambda: rename(alice)] * 2)) == []


def test_a_turn_is_held_until_the_transaction_is_over(alice, settings) -> None:
    settings.LOCK_WAIT_SECONDS = 0.1
    within, done = Event(), Event()

    def write() -> None:
        with transaction.atomic():
            within.set()
            done.wait(10)
        connections.close_all()

    writer = Thread(target=write)
    writer.start()
    assert within.wait(10)
    with pytest.raises(OperationalError, match="locked"):
        rename(alice)
    # Reads do not queue.
    assert User.objects.get().first_name == "Alice"
    done.set()
    writer.join()

    assert rename(alice) >= 0
