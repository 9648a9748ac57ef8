"""Rows of the plumbing go when their time is up, and not before."""

from datetime import timedelta

from django.contrib.sessions.models import Session

from conftest import NOW
from marketplace.jobs.tasks import prune
from marketplace.models import IdempotencyRecord, LiveEvent, OutboxMessage


def test_prunes_what_is_past_its_time(alice, now) -> None:
    for days in (29, 31):
        IdempotencyRecord.objects.create(
            account=alice,
            key=f"{days}",
            fingerprint="",
            status=200,
            answer={},
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


def test_keeps_messages_that_are_not_done(db, now) -> None:
    long_ago = NOW - timedelta(days=90)
    OutboxMessage.objects.create(topic="parked", payload={}, created_at=long_ago, due_at=long_ago)

    prune()

    assert OutboxMessage.objects.count() == 1
