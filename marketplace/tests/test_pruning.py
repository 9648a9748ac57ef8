"""Rows of the infrastructure are deleted after their retention, and not before."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session

from accounts.models import Notification
from accounts.tasks import prune_notifications
from conftest import NOW, client_for, make_slot
from marketplace.events.models import LiveEvent
from marketplace.http.models import IdempotencyRecord
from marketplace.jobs.models import OutboxMessage
from marketplace.jobs.tasks import prune
from orders.models import Order, StripeEvent
from orders.tasks import prune_webhook_events
from orders.tests.booking import order_payload


def test_prunes_what_is_past_its_time(alice, now) -> None:
    for days in (29, 31):
        IdempotencyRecord.objects.create(
            account=alice,
            key=f"{days}",
            fingerprint="",
            status=200,
            body={},
            created_at=now - timedelta(days),
        )
    for days in (6, 8):
        done = now - timedelta(days=days)
        OutboxMessage.objects.create(topic=f"{days}", payload={}, created_at=done, due_at=done, done_at=done)
    for hours in (23, 25):
        LiveEvent.objects.create(
            account=alice, topic=f"{hours}", data={}, created_at=now - timedelta(hours=hours)
        )
    for hours in (-1, 1):
        Session.objects.create(
            session_key=f"{hours}", session_data="", expire_date=now + timedelta(hours=hours)
        )

    prune()

    assert [record.key for record in IdempotencyRecord.objects.all()] == ["29"]
    assert [message.topic for message in OutboxMessage.objects.all()] == ["6"]
    assert [event.topic for event in LiveEvent.objects.all()] == ["23"]
    assert [session.session_key for session in Session.objects.all()] == ["1"]


@pytest.mark.parametrize(("hours", "is_packed"), [(47, False), (49, True)])
def test_a_repeat_gets_the_first_answer_also_once_it_is_packed(alice, now, salon, hours, is_packed) -> None:
    slot, client = make_slot(salon), client_for(alice)
    first = client.post("/api/orders", order_payload(slot), headers={"idempotency-key": "one"})
    IdempotencyRecord.objects.update(created_at=now - timedelta(hours=hours))

    prune()

    record = IdempotencyRecord.objects.get()
    assert (record.packed is not None) == is_packed
    if is_packed:
        assert len(record.packed) < len(first.content) * 0.4
        assert record.body == {}
    again = client.post("/api/orders", order_payload(slot), headers={"idempotency-key": "one"})
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert Order.objects.count() == 1


def test_deletes_notices_a_year_after_they_were_read_and_keeps_unread_ones(alice, now) -> None:
    def notice(key: str, days_ago: int, read_days_ago: int | None) -> None:
        Notification.objects.create(
            user=alice,
            kind="message",
            title=key,
            body="-",
            dedupe_key=key,
            created_at=now - timedelta(days=days_ago),
            read_at=None if read_days_ago is None else now - timedelta(days=read_days_ago),
        )

    Notification.objects.all().delete()
    notice("read long ago", 400, 366)
    notice("read later", 400, 364)
    notice("unread", 400, None)

    assert prune_notifications() == 1
    assert {notice.title for notice in Notification.objects.all()} == {"read later", "unread"}


def test_deletes_webhook_events_after_ninety_days(db, now, settings) -> None:
    for days in (89, 91):
        received = now - timedelta(days=days)
        event = StripeEvent(event_id=f"evt_{days}", type="charge.refunded", received_at=received)
        event.processed_at = received
        event.save()

    assert prune_webhook_events() == 1
    assert StripeEvent.objects.get().event_id == "evt_89"
    settings.KEEP_WEBHOOK_EVENTS_DAYS = 30
    assert prune_webhook_events() == 1


def test_keeps_webhook_events_that_have_failed_until_an_operator_has_dealt_with_them(db, now) -> None:
    received = now - timedelta(days=400)
    event = StripeEvent.objects.create(
        event_id="evt_failed", type="charge.refunded", received_at=received, failed_at=received
    )

    assert prune_webhook_events() == 0

    StripeEvent.objects.update(processed_at=now)
    assert prune_webhook_events() == 1
    assert not StripeEvent.objects.filter(pk=event.pk).exists()


def test_keeps_messages_that_are_not_done(db, now) -> None:
    long_ago = NOW - timedelta(days=90)
    OutboxMessage.objects.create(topic="failed", payload={}, created_at=long_ago, due_at=long_ago)

    prune()

    assert OutboxMessage.objects.count() == 1
