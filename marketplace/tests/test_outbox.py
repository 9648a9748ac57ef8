"""Messages are relayed exactly when their change is committed, and none is lost."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Lock

import pytest
from celery import current_app
from django.contrib.admin.models import LogEntry
from django.db import close_old_connections, connection, transaction
from django.urls import reverse

from accounts import personal_export
from conftest import NOW, client_for
from marketplace.jobs import due, outbox, pruning
from marketplace.jobs.models import OutboxMessage
from marketplace.jobs.tasks import relay_exports, relay_outbox
from marketplace.tests.proof import figure, record
from orders.privacy.erasing import FORGET_TOPIC


@pytest.fixture
def letters(handles) -> list[str]:
    """Return the payloads that the handler of the topic ``letter`` has received."""
    received: list[str] = []
    handles("letter", lambda payload, _now: received.append(payload["to"]))
    return received


def write_letter(to: str = "alice", **times) -> None:
    outbox.enqueue(topic="letter", payload={"to": to}, now=NOW, **times)


def test_a_message_is_handed_on_once(db, letters) -> None:
    write_letter()

    first = outbox.relay(now=NOW)
    second = outbox.relay(now=NOW)

    assert letters == ["alice"]
    assert (first.done, second.done) == (1, 0)


@pytest.mark.proof
def test_a_message_of_a_rolled_back_change_is_never_handed_on(transactional_db, letters) -> None:
    with transaction.atomic():
        write_letter()
        transaction.set_rollback(True)

    outbox.relay(now=NOW)

    assert letters == []
    record("T7", "rollback: 0 sends", "0 sends")


def test_a_message_waits_until_it_is_due(db, letters) -> None:
    write_letter(due_at=NOW + timedelta(minutes=5))

    outbox.relay(now=NOW + timedelta(minutes=4))
    assert letters == []

    outbox.relay(now=NOW + timedelta(minutes=5))
    assert letters == ["alice"]


def test_the_relay_is_woken_once_for_each_transaction(
    db, letters, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_options: woken.append(name))

    with django_capture_on_commit_callbacks(execute=True):
        write_letter("alice")
        write_letter("chiara")

    assert woken == ["marketplace.relay_outbox"]


def test_a_wake_up_that_waits_too_long_expires_in_favour_of_the_next_sweep(
    db, letters, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    woken: dict[str, object] = {}
    monkeypatch.setattr(current_app, "send_task", lambda _name, **options: woken.update(options))

    with django_capture_on_commit_callbacks(execute=True):
        write_letter("alice")

    assert woken["expires"] == 5.0


def test_a_copy_of_data_is_made_beside_the_sweeps_and_one_at_a_time(db, handles, now) -> None:
    at_once, most = [], []

    def make(payload, _now) -> None:
        at_once.append(payload["to"])
        most.append(len(at_once))
        # What another process of the worker does meanwhile.
        relay_exports()
        at_once.remove(payload["to"])

    handles("letter", make, queue=outbox.Queue.EXPORTS)
    write_letter("alice")
    write_letter("chiara")

    relay_outbox()
    assert most == []
    relay_exports()

    assert most == [1, 1]
    assert not OutboxMessage.objects.filter(done_at=None).exists()


def test_a_sweep_wakes_the_relay_once_for_all_its_transactions(
    django_capture_on_commit_callbacks, db, letters, monkeypatch
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_options: woken.append(name))

    with django_capture_on_commit_callbacks(execute=True), outbox.coalesce_wakeups():
        for _ in range(3):
            with django_capture_on_commit_callbacks(execute=True):
                write_letter()
        assert woken == []

    assert woken == ["marketplace.relay_outbox"]


def test_a_broker_that_is_down_loses_nothing(
    db, letters, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    def error_response(*_arguments, **_options) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(current_app, "send_task", error_response)

    with django_capture_on_commit_callbacks(execute=True):
        write_letter()
    outbox.relay(now=NOW)

    assert letters == ["alice"]


def test_a_handler_runs_outside_any_transaction(transactional_db, handles) -> None:
    inside: list[bool] = []
    handles("letter", lambda *_: inside.append(connection.in_atomic_block))
    write_letter()

    outbox.relay(now=NOW)

    assert inside == [False]


@pytest.mark.proof
def test_a_relay_that_died_holding_a_message_is_replaced(db, letters, now) -> None:
    write_letter()
    # The claim is committed, then the process is killed: nothing else happens.
    due.claim(OutboxMessage.objects.all(), now=NOW, policy=outbox.POLICY)

    outbox.relay(now=NOW + outbox.POLICY.lease - timedelta(seconds=1))
    assert letters == []

    outbox.relay(now=NOW + outbox.POLICY.lease)
    assert letters == ["alice"]
    record("T7", "killed before hand-over: 1 send after the lease", "1 send after restart")


@pytest.mark.proof
def test_poison_fails_for_good_and_blocks_nobody(db, letters, handles) -> None:
    tries: list[object] = []
    others = figure(99, 499)

    def fail(payload, _now) -> None:
        tries.append(payload)
        raise ValueError("poison")

    handles("poison", fail)
    for number in range(others):
        write_letter(f"customer {number}")
    outbox.enqueue(topic="poison", payload={}, now=NOW - timedelta(seconds=1))

    outbox.relay(now=NOW)
    assert len(letters) == others
    for hours in range(1, 10):
        outbox.relay(now=NOW + timedelta(hours=hours))

    failed = OutboxMessage.objects.get(topic="poison")
    assert len(tries) == outbox.POLICY.max_attempts == 5
    assert failed.failed_at is not None
    assert failed.last_error == "ValueError: poison"
    record("T8", f"{others} done, 1 failed after 5 tries", "99 done, 1 failed <= 5 tries")
    record("T15 (outbox)", f"1 of {others + 1} fails: {others} are done", "499 of 500 done")


def test_a_topic_without_a_handler_fails_for_good_too(db) -> None:
    outbox.enqueue(topic="nobody knows this", payload={}, now=NOW)

    for hours in range(6):
        outbox.relay(now=NOW + timedelta(hours=hours))

    assert OutboxMessage.objects.get().failed_at is not None


def test_an_operator_sends_a_failed_message_again(db, dora, letters) -> None:
    message = OutboxMessage.objects.create(
        topic="letter", payload={"to": "alice"}, created_at=NOW, due_at=NOW, attempts=5, failed_at=NOW
    )
    operator_client = client_for(dora)
    page = reverse("admin:marketplace_outboxmessage_changelist")

    shown = operator_client.get(page, {"state": "failed"})
    response = operator_client.post(
        page, {"action": "try_again", "_selected_action": [message.pk]}, format="multipart", follow=True
    )
    relay_outbox()

    assert "letter" in shown.content.decode()
    assert "1 done" in response.content.decode()
    assert letters == ["alice"]


@pytest.mark.parametrize("words", ["subject", "body", "title"])
def test_the_page_of_a_message_does_not_show_its_words(operator_client, words) -> None:
    message = OutboxMessage.objects.create(
        topic="letter", payload={"to": "alice", words: "The code is 4711"}, created_at=NOW, due_at=NOW
    )

    page = operator_client.get(reverse("admin:marketplace_outboxmessage_change", args=[message.pk])).text

    assert "letter" in page
    assert "alice" in page
    assert "4711" not in page


def set_aside(client, *messages):
    chosen = {"action": "set_aside", "_selected_action": [str(message.pk) for message in messages]}
    page = reverse("admin:marketplace_outboxmessage_changelist")
    asked = client.post(page, chosen, follow=True).content.decode()
    shown = re.findall(r'name="as_shown" value="([^"]+)"', asked)
    if not shown:
        return asked
    return client.post(page, chosen | {"as_shown": shown, "confirmed": "yes"}, follow=True).content.decode()


def test_an_operator_sets_aside_what_can_never_be_sent(operator_client, letters, settings) -> None:
    message = OutboxMessage.objects.create(
        topic="letter", payload={"to": "nobody"}, created_at=NOW, due_at=NOW, failed_at=NOW, last_error="550"
    )
    assert failed_messages(operator_client, settings) == ("1", 1)

    assert "1 done" in set_aside(operator_client, message)
    relay_outbox()

    message.refresh_from_db()
    assert (message.done_at, message.failed_at, message.last_error) == (NOW, None, "550")
    assert failed_messages(operator_client, settings) == ("0", 0)
    assert letters == []
    assert LogEntry.objects.get(object_id=str(message.pk)).change_message == "Pressed “Set aside”."
    pruning.prune(now=NOW + timedelta(days=settings.KEEP_DONE_MESSAGES_DAYS, seconds=1))
    assert not OutboxMessage.objects.exists()


def failed_messages(client, settings) -> tuple[str, float]:
    """Return how many failed messages the dashboard and the alarms count."""
    settings.METRICS_TOKEN = "t"
    figures = client.get("/metrics", HTTP_AUTHORIZATION="Bearer t").content.decode()
    (alarm,) = re.findall(r'^marketplace_failed\{kind="messages"\} (\S+)$', figures, re.MULTILINE)
    (queue,) = [queue for queue in client.get("/admin/").context["queues"] if queue.title == "Message failed"]
    return str(queue.count), float(alarm)


@pytest.mark.parametrize(
    ("topic", "failed_at"), [("letter", None), (FORGET_TOPIC, NOW), (personal_export.TOPIC, NOW)]
)
def test_what_waits_or_has_to_be_done_is_not_set_aside(operator_client, topic, failed_at) -> None:
    message = OutboxMessage.objects.create(
        topic=topic, payload={}, created_at=NOW, due_at=NOW, failed_at=failed_at
    )

    assert "0 done, 1 refused" in set_aside(operator_client, message)

    message.refresh_from_db()
    assert (message.done_at, message.failed_at) == (None, failed_at)


@pytest.mark.parametrize(
    ("topic", "failed_at", "offered"),
    [
        ("letter", NOW, ["try_it_again", "set_it_aside"]),
        (FORGET_TOPIC, NOW, ["try_it_again"]),
        ("letter", None, []),
    ],
)
def test_the_page_of_a_failed_message_has_the_buttons_of_the_list(
    operator_client, topic, failed_at, offered
) -> None:
    message = OutboxMessage.objects.create(
        topic=topic, payload={}, created_at=NOW, due_at=NOW, failed_at=failed_at
    )

    page = operator_client.get(reverse("admin:marketplace_outboxmessage_change", args=[message.pk]))

    buttons = {
        name: reverse(f"admin:marketplace_outboxmessage_{name}", args=[message.pk])
        for name in ("try_it_again", "set_it_aside")
    }
    shown = page.content.decode()
    assert [name for name, address in buttons.items() if f'"{address}"' in shown] == offered


@pytest.mark.race
@pytest.mark.proof
def test_four_relays_at_once_lose_and_double_nothing(transactional_db, handles) -> None:
    count = figure(400, 10_000)
    received: list[int] = []
    lock = Lock()

    def receive(payload, _now) -> None:
        with lock:
            received.append(payload["number"])

    handles("letter", receive)
    OutboxMessage.objects.bulk_create(
        OutboxMessage(topic="letter", payload={"number": number}, created_at=NOW, due_at=NOW)
        for number in range(count)
    )

    def drain(_worker: int) -> None:
        try:
            while outbox.relay(now=NOW).done:
                pass
        finally:
            close_old_connections()
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(drain, range(4)))

    assert sorted(received) == list(range(count))
    assert not OutboxMessage.objects.filter(done_at=None).exists()
    record("T7", f"{count} rows drained by 4 relays, 0 lost, 0 doubled", "10000 rows drained, 0 lost")
