"""Messages that stay unread: one email after two minutes, however many there are."""

from datetime import time, timedelta
from functools import partial
from threading import Thread

import pytest
from django.db import connection, transaction

from conftest import NOW, client_for, make_slot
from marketplace.jobs import outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import race
from orders import messaging
from orders.models import MessageDigest, Order
from orders.tests.booking import book, pay
from orders.tests.test_messages import send_photo

pytestmark = pytest.mark.usefixtures("now")


@pytest.fixture
def order(paid_order) -> Order:
    """Return alice's paid order: before that its provider is told nothing."""
    return paid_order


@pytest.fixture
def at(time_machine):
    """Return a function that moves time to an interval after ``NOW`` and runs what is due then."""

    def move(**after: float) -> None:
        instant = NOW + timedelta(**after)
        time_machine.move_to(instant)
        outbox.relay(now=instant)
        outbox.relay(now=instant)

    OutboxMessage.objects.all().delete()
    move()
    return move


def write(order, user, body: str = "Hello") -> None:
    assert client_for(user).post(f"/api/orders/{order.pk}/messages", {"body": body}).status_code == 201


def to(user, mails) -> list[str]:
    return [mail.body for mail in mails if mail.to == [user.email]]


def test_what_is_unread_after_two_minutes_goes_out_in_one_email(order, alice, bruno, at, mailoutbox) -> None:
    for second, body in enumerate(("Is 12:15 fine?", "Or 12:30?", "Second floor.")):
        at(seconds=second)
        write(order, alice, body)
    at(seconds=119)
    assert to(bruno, mailoutbox) == []

    at(seconds=121)

    (mail,) = to(bruno, mailoutbox)
    assert "Is 12:15 fine?\nOr 12:30?\nSecond floor.\n" in mail
    assert f"/provider#{order.pk}/messages\n" in mail
    assert to(alice, mailoutbox) == []
    at(hours=5)
    assert len(to(bruno, mailoutbox)) == 1


@pytest.mark.parametrize("way", ["conversation", "bell", "answer"])
def test_what_was_read_in_time_is_not_emailed(order, alice, bruno, at, mailoutbox, way) -> None:
    write(order, alice)
    reader = client_for(bruno)

    if way == "conversation":
        assert reader.post(f"/api/orders/{order.pk}/messages/read").status_code == 204
    elif way == "bell":
        reader.post("/api/notifications/read", {})
    else:
        write(order, bruno, "Yes")
    at(minutes=3)

    assert to(bruno, mailoutbox) == []
    assert bruno.notifications.filter(kind="message", read_at=None).count() == 0


def test_reading_one_conversation_leaves_the_others(order, salon, alice, bruno, at) -> None:
    other = book(alice, make_slot(salon, start=time(15)))
    pay(other)
    write(order, alice)
    write(other, alice)

    client_for(bruno).post(f"/api/orders/{order.pk}/messages/read")

    left = bruno.notifications.filter(kind="message", read_at=None).values_list("link", flat=True)
    assert list(left) == [f"/provider#{other.pk}/messages"]


def test_after_reading_the_next_one_waits_two_minutes_again(order, alice, bruno, at, mailoutbox) -> None:
    write(order, alice)
    at(minutes=3)
    client_for(bruno).post(f"/api/orders/{order.pk}/messages/read")
    at(minutes=4)

    write(order, alice, "One more thing")
    at(minutes=5)
    assert len(to(bruno, mailoutbox)) == 1
    at(minutes=6)

    assert len(to(bruno, mailoutbox)) == 2


def test_a_digest_that_was_given_up_is_planned_anew(order, alice, bruno, at, mailoutbox) -> None:
    write(order, alice, "Lost")
    OutboxMessage.objects.all().delete()
    at(hours=2)

    write(order, alice, "Found")
    at(hours=3)

    (mail,) = to(bruno, mailoutbox)
    assert "Lost\nFound\n" in mail


@pytest.fixture
def bruno_sleeps(bruno) -> None:
    """Give bruno quiet hours that hold ``NOW``, and end two hours later."""
    hours = {"from": "09:00", "until": "11:30"}
    response = client_for(bruno).put("/api/notifications/preferences", {"quietHours": hours})
    assert response.status_code == 200


@pytest.mark.usefixtures("bruno_sleeps")
def test_messages_of_a_night_are_one_email_at_its_end(order, alice, bruno, at, mailoutbox) -> None:
    for minutes, body in ((0, "Is 12:15 fine?"), (20, "Or 12:30?"), (90, "Second floor.")):
        at(minutes=minutes)
        write(order, alice, body)
    at(hours=1, minutes=59)
    assert to(bruno, mailoutbox) == []

    at(hours=2)

    (mail,) = to(bruno, mailoutbox)
    assert "Is 12:15 fine?\nOr 12:30?\nSecond floor.\n" in mail


@pytest.mark.usefixtures("bruno_sleeps")
def test_what_was_read_during_the_night_is_not_emailed(order, alice, bruno, at, mailoutbox) -> None:
    for minutes in (0, 20, 40, 80):
        at(minutes=minutes)
        write(order, alice)
        at(minutes=minutes + 5)
        assert client_for(bruno).post(f"/api/orders/{order.pk}/messages/read").status_code == 204

    at(hours=2, minutes=5)

    assert to(bruno, mailoutbox) == []


@pytest.mark.proof
@pytest.mark.parametrize(("messages", "said"), [(11, "1 earlier one, and:"), (12, "2 earlier ones, and:")])
def test_the_email_counts_what_it_does_not_show(order, alice, bruno, at, mailoutbox, messages, said) -> None:
    for number in range(messages):
        at(seconds=number)
        write(order, alice, f"Message {number}")

    at(seconds=121)

    (mail,) = to(bruno, mailoutbox)
    assert f"{said}\nMessage {messages - 10}\n" in mail


def test_hundreds_of_messages_are_two_emails_at_most(order, alice, bruno, at, mailoutbox) -> None:
    messages = figure(50, 200)
    for number in range(messages):
        at(minutes=21 * number / messages)
        write(order, alice, f"Message {number}")
    at(hours=1, minutes=30)

    mails = to(bruno, mailoutbox)
    assert 1 <= len(mails) <= 2
    assert f"Message {messages - 1}" in mails[-1]
    record("S21 emails", f"{messages} messages: {len(mails)} emails", "at most 2")


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
@pytest.mark.only_postgres
def test_a_message_written_while_an_email_is_put_together_is_emailed_too(
    order, alice, bruno, at, mailoutbox, time_machine
) -> None:
    write(order, alice, "Is 12:15 fine?")
    digest = MessageDigest.objects.get(user=bruno)
    time_machine.move_to(NOW + timedelta(seconds=122))
    late = Thread(target=lambda: race([partial(write, order, alice, "Or 12:30?")]))

    with transaction.atomic():
        # The digest has read the unread messages, but its transaction is still open.
        messaging.handle_digest({"digestId": digest.pk}, NOW + timedelta(seconds=121))
        late.start()
        waits_or_ends(late)
    late.join()
    at(hours=2)

    assert "Or 12:30?" in "".join(to(bruno, mailoutbox))


def waits_or_ends(thread: Thread) -> None:
    """Return once a thread waits for a lock, or has ended."""
    while thread.is_alive():
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return


def test_a_photo_is_named_in_the_language_of_the_email(order, alice, bruno, at, mailoutbox) -> None:
    write(order, alice, "Look:")
    at(seconds=1)
    send_photo(alice, order)
    assert client_for(bruno).patch("/api/profile", {"language": "de"}).status_code == 200

    at(minutes=3)

    (mail,) = to(bruno, mailoutbox)
    assert "Look:\nEin Foto\n" in mail
