"""No event is lost to a reader, whatever the order in which writers commit."""

import threading
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from conftest import NOW, client_for
from marketplace.events import log_reader
from marketplace.events.models import LiveEvent
from marketplace.tests.test_events import tell


@pytest.mark.only_postgres
def test_events_that_become_visible_out_of_order_are_all_notified(
    transactional_db, alice, monkeypatch
) -> None:
    tell(alice, 0)
    reader = log_reader.LogReader()
    written, commit = threading.Event(), threading.Event()

    def slow() -> None:
        with transaction.atomic():
            tell(alice, 1)
            written.set()
            commit.wait(10)
        connection.close()

    late = threading.Thread(target=slow)
    late.start()
    assert written.wait(10)
    tell(alice, 2)

    first = [event.data["orderId"] for event in reader.read()]
    cursor = reader.settled
    commit.set()
    late.join()
    second = [event.data["orderId"] for event in reader.read()]

    assert (first, second) == (["2"], ["1"])
    # A page that disconnected in between gets both when it returns with its cursor.
    missed = log_reader.replay(account_id=alice.pk, after=log_reader.Cursor(cursor, NOW), now=NOW).events
    retold = [event.data["orderId"] for event in missed]
    assert retold in (["1", "2"], ["0", "1", "2"])
    # Gaps from before it began to read are given up as well.
    monkeypatch.setattr(log_reader, "GAP_SECONDS", 0)
    reader.read()
    assert reader.settled == LiveEvent.objects.latest("pk").pk


@contextmanager
def written_but_not_committed(user, number: int):
    """Have another connection write an event; yields a function that lets it commit, and waits for that."""
    written, commit = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            tell(user, number)
            written.set()
            commit.wait(10)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert written.wait(10)

    def let_go() -> None:
        commit.set()
        writer.join()

    yield let_go
    let_go()


def events_for_a_late_reader(user) -> list[str]:
    """Start a reader while an event is uncommitted; it commits right after the reader's first statement."""
    with written_but_not_committed(user, 1) as commit:
        if connection.vendor == "postgresql":
            tell(user, 2)  # gets the higher id, and commits first

        def then_commit(execute, *statement):
            rows = execute(*statement)
            commit()
            return rows

        with connection.execute_wrapper(then_commit):
            reader = log_reader.LogReader()
        return [event.data["orderId"] for event in reader.read()]


def test_an_event_that_is_committed_while_a_reader_begins_is_notified(transactional_db, alice) -> None:
    assert events_for_a_late_reader(alice) == ["1"]


@pytest.mark.only_postgres
def test_control_with_two_statements_it_is_lost(transactional_db, alice, monkeypatch) -> None:
    one_statement = log_reader._newest

    def two_statements() -> tuple[list[int], bool]:
        numbers, _ = one_statement()
        with connection.cursor() as cursor:
            # Of this database alone: others of the server may be in use as well.
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()"
            )
            return numbers, bool(cursor.fetchone()[0])

    monkeypatch.setattr(log_reader, "_newest", two_statements)

    # The server's own background transactions may hide the loss by chance, so several attempts are made.
    assert any(events_for_a_late_reader(alice) == [] for _ in range(5))


@pytest.mark.only_postgres
def test_a_page_without_asgi_comes_back_to_a_place_before_what_is_under_way(transactional_db, alice) -> None:
    with written_but_not_committed(alice, 1) as commit:
        tell(alice, 2)
        opening = b"".join(client_for(alice).get("/api/events").streaming_content).decode()
        cursor = opening.split("id: ")[1].splitlines()[0]
        commit()

    back = client_for(alice).get("/api/events", headers={"Last-Event-ID": cursor})

    assert '"orderId":"1"' in b"".join(back.streaming_content).decode()


@pytest.mark.only_postgres
def test_a_number_that_never_appears_is_waited_for_only_so_long(transactional_db, alice, monkeypatch) -> None:
    tell(alice)
    reader = log_reader.LogReader()
    high = reader.high
    LiveEvent.objects.create(pk=high + 5, account=alice, topic="order", data={}, created_at=NOW)

    reader.read()
    assert reader.settled <= high

    monkeypatch.setattr(log_reader, "GAP_SECONDS", 0)
    reader.read()
    assert reader.settled == high + 5
