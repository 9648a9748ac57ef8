"""Rows of due work: leases, attempts and pauses, and that no row delays another."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

from conftest import NOW
from marketplace.jobs import due, obstacles, outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.tests.proof import record
from marketplace.tests.server import database_url

MINUTE = timedelta(minutes=1)


@pytest.fixture
def elapsed(monkeypatch):
    """Return the seconds that runs believe have passed, in a list; a test adds to them."""
    seconds = [0.0]
    monkeypatch.setattr(due, "monotonic", lambda: seconds[0])
    return seconds


@pytest.fixture
def letters(handles) -> list[int]:
    """Return the payloads that the handler of the topic ``letter`` has received."""
    received: list[int] = []
    handles("letter", lambda payload, _now: received.append(payload["n"]))
    return received


def write(count: int) -> None:
    OutboxMessage.objects.bulk_create(
        OutboxMessage(topic="letter", payload={"n": n}, created_at=NOW, due_at=NOW) for n in range(count)
    )


# --- T13: the lease -----------------------------------------------------------------------------------


@pytest.mark.proof
def test_a_relay_of_six_minutes_beside_a_second_one_calls_each_handler_once(
    db, monkeypatch, elapsed, handles
) -> None:
    count = 500
    received: list[int] = []
    write(count)

    def receive(payload, _now) -> None:
        received.append(payload["n"])
        if payload["n"] % 40 == 0:
            # This relay hangs for half a minute, and a second one starts at the later instant.
            elapsed[0] += 30
            beside = NOW + timedelta(seconds=elapsed[0])
            if len(received) < count - 60:
                due.process_due(
                    OutboxMessage.objects.filter(done_at=None),
                    act=lambda message, _: received.append(message.payload["n"]),
                    finish=outbox._finish,
                    policy=due.Policy(run_for=timedelta(hours=1)),
                    now=beside,
                    limit=40,
                )

    handles("letter", receive)
    monkeypatch.setattr(outbox, "POLICY", due.Policy(run_for=timedelta(hours=1)))

    outbox.relay(now=NOW)
    outbox.relay(now=NOW + timedelta(hours=1))

    assert elapsed[0] >= 180
    assert sorted(received) == list(range(count))
    record("T13", f"{count} messages, two relays, {elapsed[0]:.0f} s: each once", "each handler called once")


def test_the_lease_runs_from_the_claim_and_not_from_the_tasks_beginning(
    db, monkeypatch, elapsed, handles
) -> None:
    leases: list[timedelta] = []
    write(41)

    def slow(payload, _now) -> None:
        elapsed[0] += 5
        lease = OutboxMessage.objects.get(payload__n=payload["n"]).leased_until
        leases.append(lease - (NOW + timedelta(seconds=elapsed[0])))

    handles("letter", slow)
    monkeypatch.setattr(outbox, "POLICY", due.Policy(run_for=timedelta(hours=1)))
    outbox.relay(now=NOW)

    assert len(leases) == 41
    assert min(leases) >= outbox.POLICY.lease / 2 - timedelta(seconds=10)


def test_a_later_batch_is_taken_for_a_whole_lease(db, monkeypatch, elapsed, handles) -> None:
    waiting: list[timedelta] = []
    write(outbox.POLICY.batch + 2)

    def slow(payload, _now) -> None:
        if payload["n"] == outbox.POLICY.batch:
            last = OutboxMessage.objects.get(payload__n=payload["n"] + 1)
            waiting.append(last.leased_until - (NOW + timedelta(seconds=elapsed[0])))
        elapsed[0] += 5

    handles("letter", slow)
    monkeypatch.setattr(outbox, "POLICY", due.Policy(run_for=timedelta(hours=1)))
    outbox.relay(now=NOW)

    assert waiting == [outbox.POLICY.lease]


def test_a_result_after_a_lost_lease_changes_nothing(db, handles) -> None:
    write(1)

    def overtaken(payload, _now) -> None:
        # The lease has expired and another relay has claimed the row, but has not finished it.
        OutboxMessage.objects.update(attempts=2, leased_until=NOW + 9 * MINUTE, due_at=NOW + 9 * MINUTE)

    handles("letter", overtaken)
    outbox.relay(now=NOW)

    message = OutboxMessage.objects.get()
    assert (message.done_at, message.attempts, message.leased_until) == (None, 2, NOW + 9 * MINUTE)


def test_a_failure_after_a_lost_lease_changes_nothing_either(db, handles) -> None:
    write(1)

    def overtaken(payload, _now) -> None:
        OutboxMessage.objects.update(done_at=NOW, leased_until=None, attempts=2)
        raise ValueError("too late")

    handles("letter", overtaken)
    outbox.relay(now=NOW)

    message = OutboxMessage.objects.get()
    assert (message.done_at, message.attempts, message.last_error) == (NOW, 2, "")


def test_what_somebody_else_has_taken_is_left_alone(db, letters, elapsed, monkeypatch, handles) -> None:
    write(2)

    def receive(payload, _now) -> None:
        letters.append(payload["n"])
        if payload["n"] == 0:
            elapsed[0] += 200
            until = NOW + 9 * MINUTE
            OutboxMessage.objects.filter(payload__n=1).update(attempts=2, leased_until=until, due_at=until)

    handles("letter", receive)
    monkeypatch.setattr(outbox, "POLICY", due.Policy(run_for=timedelta(hours=1)))
    outbox.relay(now=NOW)

    assert letters == [0]


# --- Pauses and outages -------------------------------------------------------------------------------


def test_the_pauses_grow_fourfold_until_the_fifth_attempt(db, handles) -> None:
    handles("letter", lambda *_: 1 / 0)
    write(1)
    now, pauses = NOW, []

    for _ in range(5):
        outbox.relay(now=now)
        message = OutboxMessage.objects.get()
        pauses.append((message.due_at - now).total_seconds())
        now = message.due_at

    assert pauses == [10, 40, 160, 640, 2560]
    assert message.failed_at is not None
    assert outbox.relay(now=now + timedelta(days=9)).total == 0


def test_no_pause_is_longer_than_two_hours() -> None:
    pauses = [due.Policy().pause_after(attempts) for attempts in range(1, 40)]

    assert pauses == sorted(pauses)
    assert max(pauses) == pauses[-1] == timedelta(hours=2)


def test_what_a_slow_batch_leaves_is_given_back_at_once(db, handles, elapsed, letters) -> None:
    write(5)

    def slow(payload, _now) -> None:
        letters.append(payload["n"])
        elapsed[0] += 25

    handles("letter", slow)
    outbox.relay(now=NOW)

    assert letters == [0, 1]
    left = OutboxMessage.objects.filter(done_at=None)
    assert set(left.values_list("attempts", "leased_until")) == {(0, None)}
    outbox.relay(now=NOW + MINUTE)
    assert letters == [0, 1, 2, 3]


def test_an_outage_costs_no_attempt_and_ends_the_run_for_all(db, handles) -> None:
    asked: list[int] = []

    def unreachable(payload, _now) -> None:
        asked.append(payload["n"])
        raise obstacles.Outage("nobody answers")

    handles("letter", unreachable)
    write(30)
    for minutes in range(10):
        outbox.relay(now=NOW + minutes * MINUTE)

    assert len(asked) == 20
    assert set(OutboxMessage.objects.values_list("attempts", "failed_at", "leased_until")) == {
        (0, None, None)
    }


def test_a_row_that_reaches_the_time_limit_is_counted_and_its_mates_are_not(db, handles) -> None:
    def hanging(payload, _now) -> None:
        if payload["n"] == 1:
            raise SoftTimeLimitExceeded

    handles("letter", hanging)
    write(4)
    outbox.relay(now=NOW)

    rows = OutboxMessage.objects.order_by("id").values_list("done_at", "attempts", "last_error")
    assert list(rows) == [(NOW, 1, ""), (None, 1, due.TOOK_TOO_LONG), (None, 0, ""), (None, 0, "")]


# --- T16: a row that ends its worker ------------------------------------------------------------------

WORKER = """
import os, sys
import django
django.setup()
from datetime import datetime
from marketplace.jobs import outbox
def handle(payload, now):
    if payload["n"] == 7:
        os._exit(9)
outbox.register("letter", handle)
outbox.relay(now=datetime.fromisoformat(sys.argv[1]))
"""


def work_in_a_process(now) -> int:
    env = os.environ | {
        "TESTING": "1",
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
    }
    done = subprocess.run(  # noqa: S603 - our own script in our own interpreter
        [sys.executable, "-c", WORKER, now.isoformat()],
        env=env, cwd=settings.BASE_DIR, capture_output=True, check=False,
    )  # fmt: skip
    return done.returncode


@pytest.mark.proof
def test_a_message_that_ends_its_worker_fails_for_good_and_its_mates_are_delivered(transactional_db) -> None:
    write(20)
    now, codes = NOW, []

    while OutboxMessage.objects.filter(done_at=None, failed_at=None).exists() and len(codes) < 12:
        codes.append(work_in_a_process(now))
        now += outbox.POLICY.lease

    killer = OutboxMessage.objects.get(payload__n=7)
    assert codes.count(9) == 5
    assert (killer.failed_at is not None, killer.last_error) == (True, due.WORKER_ENDED)
    delivered = OutboxMessage.objects.filter(done_at__isnull=False).count()
    assert delivered == 19
    record("T16", f"failed after {codes.count(9)}, {delivered} of 19 delivered", "failed after 5, 19 of 19")
