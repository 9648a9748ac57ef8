"""The saved card is charged when the order is placed; else its owner is asked and reminded to pay."""

from datetime import timedelta

import pytest

from accounts import email_budget
from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for
from demo.stripe_standin.testing import SUCCESS
from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job
from orders import tasks
from orders.models import Occurrence, Payment, SavedCard
from orders.payments import off_session, pay_links
from orders.payments.off_session import Outcome
from orders.payments.tests.cards import AUTHENTICATES_ALWAYS, FAILS_WHEN_CHARGED, OTHER, save
from orders.payments.tests.fixtures import books_agree_with, pay
from orders.recurring import charging
from orders.recurring.tests.running_bookings import (
    CALL,
    at,
    notice_texts,
    occurrence_on,
    order_on,
    set_up,
    status_on,
    tick,
)
from scheduling.models import TimeSlot

pytestmark = [pytest.mark.at(NOW), pytest.mark.usefixtures("stripe")]

MONDAY = "2026-11-23"
DUE = at("2026-11-21 09:00")
HELD_UNTIL = at("2026-11-22 21:00")


def go_to(time_machine, instant) -> int:
    time_machine.move_to(instant)
    return tick()


def confirmations(stripe) -> int:
    return len([call for call in stripe.calls("POST") if call.path.endswith("/confirm")])


def test_the_default_card_is_charged_and_the_order_confirmed(time_machine, booking, stripe, alice) -> None:
    save(stripe, alice)

    go_to(time_machine, DUE)

    order = order_on(booking, MONDAY)
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert status_on(booking, MONDAY) == "paid"
    assert stripe.captured() == 2750
    assert notice_texts(alice, "recurring_payment") == []
    assert len(notice_texts(alice, "order_confirmed")) == 1
    for later in range(1, 4):
        go_to(time_machine, DUE + timedelta(hours=later))
    assert stripe.captured() == 2750
    assert books_agree_with(stripe)


def test_the_chosen_card_is_charged(time_machine, stripe, alice, salon) -> None:
    save(stripe, alice)
    chosen = save(stripe, alice, OTHER)
    set_up(alice, salon, paymentMethodId=str(chosen.pk))

    go_to(time_machine, DUE)

    method = stripe.objects("payment_intent")[0]["payment_method"]
    assert method == chosen.payment_method_id


def test_in_place_of_a_chosen_card_that_was_removed_the_default_is_charged(
    time_machine, stripe, alice, salon
) -> None:
    default = save(stripe, alice)
    chosen = save(stripe, alice, OTHER)
    booking = set_up(alice, salon, paymentMethodId=str(chosen.pk))
    SavedCard.objects.filter(pk=chosen.pk).update(removed_at=time_machine.now)

    go_to(time_machine, DUE)

    assert status_on(booking, MONDAY) == "paid"
    assert stripe.objects("payment_intent")[0]["payment_method"] == default.payment_method_id


def test_an_intent_that_stripe_has_forgotten_is_made_anew_and_charged(
    time_machine, booking, stripe, alice
) -> None:
    save(stripe, alice)
    stripe.fault("reset_before", "POST /v1/payment_intents/*/confirm", times=3)
    go_to(time_machine, DUE)
    assert status_on(booking, MONDAY) != "paid"
    stripe.standin.faults.clear()
    Payment.objects.update(intent_id="pi_gone")

    go_to(time_machine, DUE + timedelta(hours=1))

    assert status_on(booking, MONDAY) == "paid"
    assert stripe.captured() == 2750


@pytest.mark.parametrize("card", [AUTHENTICATES_ALWAYS, FAILS_WHEN_CHARGED])
def test_a_card_that_needs_its_owner_brings_a_link_to_pay(time_machine, booking, stripe, alice, card) -> None:
    save(stripe, alice, card)

    go_to(time_machine, DUE)

    assert status_on(booking, MONDAY) == "needs_payment"
    notice = Notification.objects.get(user=alice, kind="recurring_payment")
    assert notice.title == "Please pay for your pickup"
    assert notice.body == (
        "Your card could not be charged without you. Pay CHF 27.50 by Sun 22 Nov, 21:00 to keep your pickup "
        "on Mon 23 Nov, 09:00-10:00, else this one is skipped."
    )
    assert notice.link.startswith("/pay/")
    linked = pay_links.linked(token=notice.link.removeprefix("/pay/"), now=DUE)
    assert linked.state is pay_links.LinkState.PAYABLE


@pytest.mark.parametrize(("month", "charges"), [(10, 0), (11, 1)])
def test_an_expired_card_is_not_charged(time_machine, booking, stripe, alice, month, charges) -> None:
    save(stripe, alice)
    SavedCard.objects.update(exp_year=2026, exp_month=month)

    go_to(time_machine, DUE)

    assert (confirmations(stripe), stripe.captured()) == (charges, 2750 * charges)
    assert Occurrence.objects.filter(asked_at=DUE).count() == 1 - charges
    assert len(notice_texts(alice, "recurring_payment")) == 1 - charges


def test_without_a_card_the_customer_gets_the_link_as_well(time_machine, booking, alice) -> None:
    go_to(time_machine, DUE)

    assert notice_texts(alice, "recurring_payment")[0].startswith(
        "Please pay for your pickup: You have no saved card. Pay CHF 27.50 by Sun 22 Nov, 21:00"
    )


def test_they_are_reminded_at_half_time_and_two_hours_before_the_end(time_machine, booking, alice) -> None:
    instant = DUE
    reminded = []
    while instant < HELD_UNTIL:
        before = len(notice_texts(alice, "recurring_payment"))
        go_to(time_machine, instant)
        if len(notice_texts(alice, "recurring_payment")) > before:
            reminded.append(instant)
        instant += timedelta(minutes=30)

    assert reminded == [DUE, at("2026-11-22 03:00"), at("2026-11-22 19:00")]
    assert notice_texts(alice, "recurring_payment")[-1] == (
        "Your pickup still waits for your payment: Pay CHF 27.50 by Sun 22 Nov, 21:00 to keep your pickup on "
        "Mon 23 Nov, 09:00-10:00."
    )


def test_a_last_try_that_ends_by_a_crash_still_asks_the_owner(
    time_machine, booking, stripe, alice, monkeypatch, caplog
) -> None:
    save(stripe, alice)

    def crash(**_):
        raise RuntimeError("out of memory")

    monkeypatch.setattr(off_session, "charge", crash)
    for minutes in (0, 5, 15, 35, 75):
        assert len(notice_texts(alice, "recurring_payment")) == (1 if minutes > 35 else 0)
        go_to(time_machine, DUE + timedelta(minutes=minutes))

    assert len(notice_texts(alice, "recurring_payment")) == 1
    assert "out of memory" in caplog.text


def test_a_last_try_that_is_killed_still_asks_the_owner(
    time_machine, booking, stripe, alice, monkeypatch
) -> None:
    save(stripe, alice)

    def killed(**_):
        raise KeyboardInterrupt

    with monkeypatch.context() as worker:
        worker.setattr(off_session, "charge", killed)
        for minutes in range(0, 40, 11):
            with pytest.raises(KeyboardInterrupt):
                go_to(time_machine, DUE + timedelta(minutes=minutes))
    assert notice_texts(alice, "recurring_payment") == []

    monkeypatch.setattr(off_session, "charge", lambda **_: Outcome.TRY_LATER)
    go_to(time_machine, DUE + timedelta(minutes=44))

    assert len(notice_texts(alice, "recurring_payment")) == 1


def test_whoever_does_not_pay_loses_that_one_pickup_and_no_other(time_machine, booking, alice) -> None:
    go_to(time_machine, DUE)
    go_to(time_machine, HELD_UNTIL)

    order = order_on(booking, MONDAY)
    assert (order.status, order.cancel_reason) == ("cancelled", "payment_not_completed")
    assert status_on(booking, MONDAY) == "skipped"
    assert occurrence_on(booking, MONDAY)["reason"] == "The payment was not completed in time."
    assert TimeSlot.objects.get(starts_at=order.pickup_at).booked == 0
    assert notice_texts(alice, "order_cancelled") == [
        "Order cancelled: The payment was not completed in time. Your recurring booking goes on."
    ]
    assert go_to(time_machine, DUE + timedelta(days=7)) == 1


def test_whoever_pays_is_reminded_no_more(time_machine, booking, stripe, alice) -> None:
    go_to(time_machine, DUE)
    order = order_on(booking, MONDAY)

    pay(stripe, order)

    assert status_on(booking, MONDAY) == "paid"
    go_to(time_machine, HELD_UNTIL)
    assert len(notice_texts(alice, "recurring_payment")) == 1
    assert status_on(booking, MONDAY) == "paid"


@pytest.mark.parametrize("has_card", [False, True])
def test_nobody_is_charged_or_asked_for_an_order_that_was_cancelled_meanwhile(
    time_machine, booking, stripe, alice, has_card
) -> None:
    if has_card:
        save(stripe, alice)
    time_machine.move_to(DUE)
    tasks.place_recurring_orders()
    path = f"/api/orders/{order_on(booking, MONDAY).pk}/cancellation"
    assert client_for(alice).post(path, {"expectedFee": "0.00"}).status_code == 200

    assert tasks.charge_recurring_orders() == 0

    assert stripe.captured() == 0
    assert notice_texts(alice, "recurring_payment") == []
    assert not Occurrence.objects.filter(charge_at__isnull=False).exists()


def test_a_card_chosen_afterwards_is_charged_for_what_is_open(time_machine, booking, stripe, alice) -> None:
    save(stripe, alice, FAILS_WHEN_CHARGED)
    go_to(time_machine, DUE)
    better = save(stripe, alice, SUCCESS)

    client_for(alice).patch(f"{CALL}/{booking.pk}", {"paymentMethodId": str(better.pk)})
    go_to(time_machine, DUE + timedelta(minutes=5))

    assert status_on(booking, MONDAY) == "paid"
    assert stripe.captured() == 2750


def test_a_payment_after_the_end_brings_the_pickup_back(time_machine, booking, stripe, alice) -> None:
    from orders.payments.tests.fixtures import come_back, open_payment  # noqa: PLC0415

    go_to(time_machine, DUE)
    order = order_on(booking, MONDAY)
    intent_id = open_payment(order)
    go_to(time_machine, HELD_UNTIL)
    stripe.confirm(intent_id, SUCCESS)
    come_back(order)

    assert status_on(booking, MONDAY) == "paid"


# --- Stripe is unreachable, workers die ---------------------------------------------------------------------


def test_while_stripe_is_away_it_is_tried_again_and_charged_once(
    time_machine, booking, stripe, alice, monkeypatch
) -> None:
    save(stripe, alice)
    charge = off_session.charge
    monkeypatch.setattr(off_session, "charge", lambda **_: Outcome.TRY_LATER)
    for minutes in (0, 5, 15):
        go_to(time_machine, DUE + timedelta(minutes=minutes))
    assert status_on(booking, MONDAY) == "placed"
    assert notice_texts(alice, "recurring_payment") == []
    monkeypatch.setattr(off_session, "charge", charge)

    go_to(time_machine, DUE + timedelta(minutes=35))

    assert status_on(booking, MONDAY) == "paid"
    assert stripe.captured() == 2750


def test_when_that_lasts_its_owner_may_pay_as_well(time_machine, booking, stripe, alice, monkeypatch) -> None:
    save(stripe, alice)
    monkeypatch.setattr(off_session, "charge", lambda **_: Outcome.TRY_LATER)

    for minutes in (0, 5, 15, 35, 75, 135, 195):
        go_to(time_machine, DUE + timedelta(minutes=minutes))

    assert status_on(booking, MONDAY) == "needs_payment"
    assert len(notice_texts(alice, "recurring_payment")) == 1
    assert Occurrence.objects.get(on=MONDAY).charge_at is not None


@pytest.fixture
def given_up(time_machine, booking, stripe, alice, monkeypatch) -> Job:
    """Return the failed job of a charge whose order is still held; Stripe is reachable again."""
    save(stripe, alice)
    with monkeypatch.context() as away:
        away.setattr(off_session, "charge", lambda **_: Outcome.TRY_LATER)
        go_to(time_machine, DUE)
        # As if one worker after another had died with it.
        Job.objects.filter(kind=charging.CHARGE).update(attempts=charging.CHARGING.max_attempts - 1)
        go_to(time_machine, DUE + timedelta(minutes=5))
    job = Job.objects.get(kind=charging.CHARGE)
    assert job.failed_at is not None
    assert len(notice_texts(alice, "recurring_payment")) == 1
    return job


def test_an_operator_has_a_charge_that_was_given_up_tried_again(time_machine, booking, given_up) -> None:
    go_to(time_machine, DUE + timedelta(hours=1))
    assert status_on(booking, MONDAY) == "needs_payment"

    due.retry(given_up, now=DUE + timedelta(hours=1))
    go_to(time_machine, DUE + timedelta(hours=1))

    assert status_on(booking, MONDAY) == "paid"


def test_another_card_is_charged_though_the_first_was_given_up(
    time_machine, booking, stripe, alice, given_up
) -> None:
    better = save(stripe, alice, OTHER)

    client_for(alice).patch(f"{CALL}/{booking.pk}", {"paymentMethodId": str(better.pk)})
    go_to(time_machine, DUE + timedelta(minutes=10))

    assert status_on(booking, MONDAY) == "paid"
    assert not Job.objects.filter(kind=charging.CHARGE).exists()


@pytest.mark.parametrize("paid", [False, True])
def test_a_worker_that_dies_before_or_after_charging_charges_once(
    time_machine, booking, stripe, alice, monkeypatch, paid
) -> None:
    save(stripe, alice)
    charge = off_session.charge

    def dies(**arguments):
        if paid:
            charge(**arguments)
        raise SystemExit("killed")

    monkeypatch.setattr(off_session, "charge", dies)
    time_machine.move_to(DUE)
    tasks.place_recurring_orders()
    with pytest.raises(SystemExit):
        tasks.charge_recurring_orders()
    monkeypatch.setattr(off_session, "charge", charge)

    go_to(time_machine, DUE + timedelta(minutes=5))
    assert status_on(booking, MONDAY) == ("paid" if paid else "placed")
    go_to(time_machine, DUE + charging.CHARGING.lease)

    assert status_on(booking, MONDAY) == "paid"
    assert (stripe.captured(), confirmations(stripe), Payment.objects.count()) == (2750, 1, 1)


def test_a_card_is_tried_at_least_hourly_until_the_longest_hold_is_over() -> None:
    pauses = [charging.CHARGING.pause_after(failure) for failure in range(1, charging.CHARGING.max_attempts)]

    assert max(pauses) == timedelta(hours=1)
    assert sum(pauses, timedelta()) >= timedelta(hours=36)


def test_one_that_fails_holds_up_no_other(time_machine, stripe, alice, chiara, salon, monkeypatch) -> None:
    first, second = set_up(alice, salon), set_up(chiara, salon)
    save(stripe, alice)
    save(stripe, chiara)
    charge = off_session.charge

    def failing(**arguments):
        if arguments["order"].customer_id == alice.pk:
            raise ValueError("on purpose")
        return charge(**arguments)

    monkeypatch.setattr(off_session, "charge", failing)
    go_to(time_machine, DUE)

    assert (status_on(first, MONDAY), status_on(second, MONDAY)) == ("placed", "paid")


def test_the_mails_carry_the_links(time_machine, booking, alice, mailoutbox, settings) -> None:
    go_to(time_machine, DUE)
    outbox.relay(now=time_machine.now)
    outbox.relay(now=time_machine.now + email_budget.FIRST_PAUSE)

    links = [word for mail in mailoutbox for word in mail.body.split() if "/skip/" in word or "/pay/" in word]
    assert len(links) == 2
    assert all(link.startswith(settings.PUBLIC_URL) for link in links)
