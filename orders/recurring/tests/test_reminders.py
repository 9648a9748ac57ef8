"""When somebody is asked to pay, and reminded: at the right moment, and never for what is paid or over."""

from datetime import timedelta

import pytest

from conftest import WEDNESDAY as NOW
from orders import tasks
from orders.models import Occurrence
from orders.payments.tests.fixtures import pay
from orders.recurring import charging
from orders.recurring.tests.running_bookings import at, notice_texts, order_on, set_up, tick

pytestmark = pytest.mark.at(NOW)

MONDAY = "2026-11-23"
DUE = at("2026-11-21 09:00")
HALF_TIME = at("2026-11-22 03:00")
HELD_UNTIL = at("2026-11-22 21:00")


@pytest.fixture
def booking(time_machine, stripe, alice, salon):
    """Return alice's booking of every Monday at 09:00 with bruno, who answers by hand; she has no card."""
    salon.accepts_instantly = False
    salon.save()
    return set_up(alice, salon)


@pytest.fixture
def asked(time_machine, booking, alice):
    """Return the booking after alice was asked to pay for Monday."""
    time_machine.move_to(DUE)
    tick()
    assert len(notice_texts(alice, "recurring_payment")) == 1
    return booking


def test_whoever_pays_before_the_charge_is_asked_for_nothing(time_machine, stripe, booking, alice) -> None:
    time_machine.move_to(DUE)
    tasks.place_recurring_orders()
    pay(stripe, order_on(booking, MONDAY))
    assert order_on(booking, MONDAY).status == "pending"

    assert tasks.charge_recurring_orders() == 0

    assert notice_texts(alice, "recurring_payment") == []
    assert Occurrence.objects.get(on=MONDAY).charge_at is None


def test_whoever_has_paid_is_not_reminded_while_the_provider_is_to_answer(
    time_machine, stripe, asked, alice
) -> None:
    time_machine.move_to(HALF_TIME - timedelta(minutes=30))
    pay(stripe, order_on(asked, MONDAY))
    assert order_on(asked, MONDAY).status == "pending"

    time_machine.move_to(HALF_TIME)
    assert charging.remind_due(now=HALF_TIME) == 0

    assert len(notice_texts(alice, "recurring_payment")) == 1
    assert Occurrence.objects.get(on=MONDAY).remind_at is None


@pytest.mark.parametrize(("seconds", "reminded"), [(-1, 0), (0, 1), (1, 1)])
def test_a_reminder_goes_out_at_its_moment_and_once(time_machine, asked, alice, seconds, reminded) -> None:
    instant = HALF_TIME + timedelta(seconds=seconds)
    time_machine.move_to(instant)

    assert charging.remind_due(now=instant) == reminded
    assert charging.remind_due(now=instant) == 0

    assert len(notice_texts(alice, "recurring_payment")) == 1 + reminded
    due_next = HELD_UNTIL - timedelta(hours=2) if reminded else HALF_TIME
    assert Occurrence.objects.get(on=MONDAY).remind_at == due_next


@pytest.mark.parametrize(("seconds", "reminded"), [(-1, 1), (0, 0), (1, 0)])
def test_nobody_is_reminded_once_the_time_to_pay_is_over(
    time_machine, asked, alice, seconds, reminded
) -> None:
    instant = HELD_UNTIL + timedelta(seconds=seconds)
    time_machine.move_to(instant)

    assert charging.remind_due(now=instant) == reminded

    assert len(notice_texts(alice, "recurring_payment")) == 1 + reminded
    assert Occurrence.objects.get(on=MONDAY).remind_at is None
