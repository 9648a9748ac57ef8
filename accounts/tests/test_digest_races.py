"""Two acts at the same instant tell one person: what waits comes in one email, not in two."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Barrier, Event

import pytest
from django.core import mail
from django.db import connection
from django.db.models import Func

from accounts import digests, email_budget, notifications, readers
from accounts.models import Notification, User
from accounts.notice_texts import NoticeText
from accounts.notifications import NewNotification
from conftest import NOW
from marketplace.jobs import outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.tests.racing import START_WITHIN_SECONDS, race, refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]
TEXT = NoticeText("any", "{count} edited", "Order {count}")


def notice(user: User, number: int) -> NewNotification:
    return NewNotification(user.pk, "order_edited", TEXT.of(count=number), "", f"order:{number}:edited")


@pytest.fixture
def at_its_limit(alice) -> User:
    """Return alice, to whom as many emails went as go at once: the next notices wait."""
    for number in range(email_budget.AT_ONCE_OF_A_KIND):
        notifications.notify_many([notice(alice, number)], now=NOW - timedelta(minutes=10))
    outbox.relay(now=NOW)
    mail.outbox.clear()
    return alice


def tell_at_once(user: User, monkeypatch: pytest.MonkeyPatch, tell: Callable[..., None]) -> None:
    """Tell the user two things in two transactions, each of which sees nothing of the other."""
    meeting, look = Barrier(2), readers.readers_of

    def look_together(*args, **options):
        found = look(*args, **options)
        meeting.wait(START_WITHIN_SECONDS)
        return found

    if connection.features.has_select_for_update or not hasattr(tell, "__wrapped__"):
        # A transaction of SQLite keeps every other writer out.
        monkeypatch.setattr(readers, "readers_of", look_together)
    instants = [NOW, NOW + timedelta(milliseconds=5)]
    outcomes = race([partial(tell, [notice(user, 7 + n)], now=at) for n, at in enumerate(instants)])
    assert not refused(outcomes), refused(outcomes)
    monkeypatch.setattr(readers, "readers_of", look)


def mails_of_a_day() -> list[str]:
    for minutes in (0, 2, 3, 30):
        outbox.relay(now=NOW + timedelta(minutes=minutes))
    return [str(message.body) for message in mail.outbox]


def test_what_two_acts_say_at_once_comes_in_one_mail(now, at_its_limit, monkeypatch) -> None:
    tell_at_once(at_its_limit, monkeypatch, notifications.notify_many)

    (body,) = mails_of_a_day()

    assert "Order 7" in body
    assert "Order 8" in body


def test_control_without_gathering_each_comes_in_its_own(now, at_its_limit, monkeypatch) -> None:
    monkeypatch.setattr(email_budget, "gather", lambda **_: None)
    tell = notifications.notify_many
    if not connection.features.has_select_for_update:
        tell = tell.__wrapped__
    tell_at_once(at_its_limit, monkeypatch, tell)

    assert len(mails_of_a_day()) == 2


def relay_at_once(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two workers take an email each; the earlier one is overtaken before it has collected."""
    gather, is_taken, is_overtaken = email_budget.gather, Event(), Event()
    first = min(notice.email_due_at for notice in held_notices(user))

    def overtaken(*, due_at, **whose) -> None:
        if due_at == first:
            is_taken.set()
            is_overtaken.wait(START_WITHIN_SECONDS)
        gather(due_at=due_at, **whose)

    def relay_second() -> None:
        is_taken.wait(START_WITHIN_SECONDS)
        try:
            relay_first()
        finally:
            is_overtaken.set()

    def relay_first() -> None:
        outbox.relay(now=NOW + timedelta(minutes=3), queue=outbox.Queue.MAIL, limit=1)

    monkeypatch.setattr(email_budget, "gather", overtaken)
    outcomes = race([relay_first, relay_second])
    assert not refused(outcomes), refused(outcomes)
    monkeypatch.setattr(email_budget, "gather", gather)


def held_notices(user: User) -> list[Notification]:
    notices = Notification.objects.filter(user=user)
    return [notice for notice in notices if email_budget.is_held(notice)]


def open_two_digests(user: User) -> None:
    """Leave two emails that are due, as two acts at once do that see nothing of each other."""
    notifications.notify_many([notice(user, 7)], now=NOW)
    notifications.notify_many([notice(user, 8)], now=NOW + timedelta(milliseconds=5))
    first, second = sorted(held_notices(user), key=lambda one: one.created_at)
    later = first.email_due_at + timedelta(milliseconds=5)
    Notification.objects.filter(pk=second.pk).update(email_due_at=later)
    payload = {"userId": str(user.pk), "dueAt": later.isoformat(), "language": second.language}
    outbox.enqueue(topic=digests.HELD_TOPIC, payload=payload, now=NOW, due_at=later)


def test_two_workers_at_once_send_one_mail(now, at_its_limit, monkeypatch) -> None:
    open_two_digests(at_its_limit)

    relay_at_once(at_its_limit, monkeypatch)

    (body,) = mails_of_a_day()
    assert "Order 7" in body
    assert "Order 8" in body
    assert not OutboxMessage.objects.filter(done_at=None).exists()


def test_control_without_waiting_two_workers_send_two(now, at_its_limit, monkeypatch) -> None:
    monkeypatch.setattr(digests, "_earlier_digest", lambda *_: None)
    open_two_digests(at_its_limit)

    relay_at_once(at_its_limit, monkeypatch)

    assert len(mails_of_a_day()) == 2


def test_what_is_committed_after_the_mail_is_still_sent(now, at_its_limit) -> None:
    user = at_its_limit
    notifications.notify_many([notice(user, 7)], now=NOW)
    first = Notification.objects.get(dedupe_key="order:7:edited").email_due_at
    assert first is not None
    outbox.relay(now=first)

    # Its transaction began before the mail, and had its own planned for a little later.
    late = NOW + timedelta(milliseconds=5)
    notifications.notify_many([notice(user, 8)], now=late)
    Notification.objects.filter(dedupe_key="order:8:edited").update(email_due_at=first + timedelta(minutes=1))
    payload = {"userId": str(user.pk), "dueAt": (first + timedelta(minutes=1)).isoformat()}
    digests.send_held(payload, first + timedelta(minutes=1))

    assert ["Order 7" in str(mail.outbox[0].body), "Order 8" in str(mail.outbox[1].body)] == [True, True]
    assert len(mail.outbox) == 2


# --- The limit of what is emailed at once ----------------------------------------------------------------


@pytest.fixture
def notified_once(alice) -> User:
    """Return alice, who had one email of the kind: one more may go at once."""
    notifications.notify_many([notice(alice, 0)], now=NOW - timedelta(minutes=10))
    return alice


def mailed_at_once(user: User) -> int:
    return len(Notification.objects.filter(user=user)) - len(held_notices(user))


def test_acts_on_different_orders_at_once_keep_to_the_limit(now, notified_once, monkeypatch) -> None:
    tell_at_once(notified_once, monkeypatch, notifications.notify_many)

    assert mailed_at_once(notified_once) == email_budget.AT_ONCE_OF_A_KIND
    assert Notification.objects.filter(user=notified_once).exclude(email_due_at=None).count() == 3


@pytest.mark.only_postgres
def test_control_without_the_lock_they_do_not(now, notified_once, monkeypatch) -> None:
    monkeypatch.setattr(email_budget.TryLock, "as_postgresql", Func.as_sql)
    tell_at_once(notified_once, monkeypatch, notifications.notify_many)

    assert mailed_at_once(notified_once) == email_budget.AT_ONCE_OF_A_KIND + 1


def test_what_follows_later_is_mailed_at_once_again(now, notified_once) -> None:
    notifications.notify_many([notice(notified_once, 1)], now=NOW)

    assert mailed_at_once(notified_once) == 2
