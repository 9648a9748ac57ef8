"""Acts that can be repeated mail their people a few times, not each time, and strangers never."""

from collections import Counter
from datetime import date, time, timedelta

import pytest
from django.core import mail

from accounts import email_budget
from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace import clock
from marketplace.jobs import outbox
from marketplace.tests.proof import figure, record
from orders.models import Order
from orders.recurring.tests.running_bookings import CALL, recurring_payload
from orders.tests.booking import book, order_payload, pay
from scheduling.models import WeeklyWindow

pytestmark = pytest.mark.at(NOW)
DAY = timedelta(days=1)


@pytest.fixture
def order(now, alice, salon) -> Order:
    """Return alice's paid order in two days, of which nobody has heard for a while."""
    order = book(alice, make_slot(salon, day=clock.local_date(NOW) + 2 * DAY))
    pay(order)
    settle()
    Notification.objects.update(created_at=NOW - DAY, email_due_at=None)
    return order


def settle() -> None:
    """Send what is due within a day, and forget it."""
    outbox.relay(now=clock.now() + DAY)
    mail.outbox.clear()


def mails() -> Counter[str]:
    """Return the number of emails by recipient, with those that wait for their hour."""
    outbox.relay(now=clock.now() + DAY)
    return Counter(message.to[0] for message in mail.outbox)


@pytest.mark.proof
def test_a_hundred_edits_mail_the_provider_three_times_at_most(order, alice, bruno) -> None:
    client, edits = client_for(alice), figure(20, 100)
    for number in range(edits):
        body = {"specialInstructions": f"Note {number}"}
        assert client.patch(f"/api/orders/{order.pk}", body).status_code == 200

    found = mails()

    assert 1 <= found[bruno.email] <= 3
    assert Notification.objects.filter(user=bruno, kind="order_edited").count() == edits
    record("S24 edits", f"{edits} edits: {found[bruno.email]} mails", "100 edits: at most 3 mails")


@pytest.mark.proof
def test_a_hundred_moves_mail_each_side_three_times_at_most(order, alice, bruno, salon) -> None:
    day = clock.local_date(NOW) + 2 * DAY
    make_slot(salon, day=day, start=time(15))
    moves = figure(20, 100)
    for number in range(moves):
        move(alice, order, day, ("15:00", "12:00")[number % 2])

    found = mails()

    assert 1 <= found[bruno.email] <= 3
    assert 1 <= found[alice.email] <= 3
    assert "15:00" in mail.outbox[-1].body
    record("S24 moves", f"{moves} moves: {max(found.values())} mails each", "100 moves: at most 3 mails")


def move(alice, order: Order, day: date, wall: str) -> None:
    body = {"newPickupDate": day.isoformat(), "newPickupTime": wall}
    assert client_for(alice).patch(f"/api/orders/{order.pk}/reschedule", body).status_code == 200


def test_moves_of_an_unpaid_order_tell_its_provider_nothing(now, alice, bruno, salon) -> None:
    day = clock.local_date(NOW) + 2 * DAY
    make_slot(salon, day=day, start=time(15))
    order = book(alice, make_slot(salon, day=day))
    for wall in ("15:00", "12:00", "15:00"):
        move(alice, order, day, wall)

    assert mails()[bruno.email] == 0
    assert not Notification.objects.filter(user=bruno).exists()


@pytest.mark.proof
@pytest.mark.parametrize(("is_proven", "most"), [(True, 3), (False, 0)])
def test_placing_and_cancelling_mails_no_stranger(now, alice, slot, is_proven, most) -> None:
    alice.email_verified_at = NOW if is_proven else None
    alice.save()
    client = client_for(alice)
    for _ in range(20):
        placed = client.post("/api/orders", order_payload(slot))
        assert placed.status_code == 201
        order = f"/api/orders/{placed.json()['id']}"
        assert client.post(f"{order}/messages", {"body": "Buy my pills"}).status_code == 201
        assert client.post(f"{order}/cancellation").status_code == 200

    found = mails()

    assert found[alice.email] <= most
    assert sum(found.values()) == found[alice.email]
    assert not Notification.objects.filter(user=slot.provider.user).exists()
    assert Notification.objects.filter(user=alice, kind="order_cancelled").count() == 20
    record(f"S24 cancel {is_proven}", f"20: {found[alice.email]} mails", f"at most {most}")


@pytest.mark.proof
@pytest.mark.parametrize(("is_proven", "most"), [(True, 3), (False, 0)])
def test_setting_up_and_ending_mails_no_stranger(now, alice, salon, is_proven, most) -> None:
    alice.email_verified_at = NOW if is_proven else None
    alice.save()
    for weekday in range(7):
        WeeklyWindow.objects.create(
            provider=salon,
            weekday=weekday,
            start_time=time(8),
            end_time=time(20),
            slot_minutes=60,
            capacity=3,
        )
    client = client_for(alice)
    for _ in range(20):
        made = client.post(CALL, recurring_payload(salon))
        assert made.status_code == 201
        assert client.delete(f"{CALL}/{made.json()['id']}").status_code == 200

    found = mails()

    assert found[alice.email] <= most
    record(f"S24 series {is_proven}", f"20: {found[alice.email]} mails", f"at most {most}")


def test_what_waited_comes_in_one_with_all_of_it(order, alice, bruno) -> None:
    client = client_for(alice)
    for note in ("One", "Two", "Three"):
        client.patch(f"/api/orders/{order.pk}", {"specialInstructions": note})
    outbox.relay(now=NOW)
    assert len(mail.outbox) == 1

    outbox.relay(now=NOW + email_budget.FIRST_PAUSE)

    assert len(mail.outbox) == 2
    assert (
        mail.outbox[1].body.count("Alice M. has changed")
        == mail.outbox[0].body.count("Alice M. has changed") * 2
    )


def test_pauses_between_such_mails_grow(order, alice, bruno, time_machine) -> None:
    client, sent = client_for(alice), []
    for minute in range(60):
        time_machine.move_to(NOW + timedelta(minutes=minute))
        client.patch(f"/api/orders/{order.pk}", {"specialInstructions": f"Note {minute}"})
        outbox.relay(now=clock.now())
        sent.append(len(mail.outbox))

    assert sent[-1] <= 10
    assert mails()[bruno.email] <= 11


def test_one_notice_now_and_then_is_mailed_at_once(order, alice, time_machine) -> None:
    client = client_for(alice)
    for minute in (0, 10):
        time_machine.move_to(NOW + timedelta(minutes=minute))
        client.patch(f"/api/orders/{order.pk}", {"specialInstructions": f"Note {minute}"})
        outbox.relay(now=clock.now())

    assert len(mail.outbox) == 2
