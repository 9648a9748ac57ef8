"""The weekly run pays each provider their earnings of the week: once, completely, even if late."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot
from marketplace.jobs.models import Job
from orders.checks.invariants import violations
from orders.lifecycle import cancelling
from orders.lifecycle.refund_rows import request_refund
from orders.models import Actor, ActorRole, Dispute, Payout, PayoutLine, PayoutRun
from orders.payments import refunding
from orders.payouts import holding, paying, weekly_run
from orders.payouts.payable import end_of, payable, present_week, week_to_pay
from orders.payouts.tests.earning import (
    IBAN,
    MONDAY,
    NEXT_MONDAY,
    WEEK,
    completed,
    dispute,
    give_account,
    owed,
    payout_of,
)
from orders.tests.booking import advance, book, pay

pytestmark = pytest.mark.at(NOW)

D = Decimal
SATURDAY_NIGHT = datetime(2026, 11, 21, 22, 59, 59, tzinfo=UTC)
SUNDAY = datetime(2026, 11, 21, 23, 0, tzinfo=UTC)  # 00:00 in Zurich


@pytest.mark.parametrize(
    ("instant", "monday"),
    [
        (datetime(2026, 11, 22, 22, 59, tzinfo=UTC), "2026-11-16"),
        (datetime(2026, 11, 22, 23, 0, tzinfo=UTC), "2026-11-23"),
        (datetime(2026, 3, 29, 21, 59, tzinfo=UTC), "2026-03-23"),  # the day of 23 hours
        (datetime(2026, 3, 29, 22, 0, tzinfo=UTC), "2026-03-30"),
    ],
)
def test_a_week_begins_on_monday_at_midnight_in_zurich(instant, monday) -> None:
    assert str(present_week(instant)) == monday
    assert end_of(week_to_pay(instant)) <= instant


def test_pays_what_the_orders_of_the_week_left(now, alice, salon) -> None:
    give_account(salon)
    orders = [completed(alice, salon) for _ in range(2)]

    payout = payout_of(salon)

    assert (payout.week, payout.amount, payout.status) == (WEEK, D("50.00"), "due")
    assert (payout.holder, payout.iban) == ("Bruno Meier", IBAN)
    assert {line.entry.order_id for line in payout.lines.all()} == {order.pk for order in orders}
    assert PayoutRun.objects.get().finished_at == MONDAY


def test_pays_the_fee_of_a_late_cancellation(now, alice, salon) -> None:
    order = book(alice, make_slot(salon))
    pay(order)
    customer = Actor(ActorRole.CUSTOMER, alice.pk)
    cancelling.cancel_order(order_id=order.pk, actor=customer, now=order.pickup_at - timedelta(minutes=30))

    assert payout_of(salon).amount == D("12.50")


def test_makes_nothing_before_the_week_is_over(now, alice, salon) -> None:
    completed(alice, salon)

    assert weekly_run.make_due(now=NOW + timedelta(days=4)) == 0
    assert not Payout.objects.exists()


def test_makes_one_payout_however_often_it_runs(now, alice, salon) -> None:
    completed(alice, salon)

    made = [weekly_run.make_due(now=MONDAY + timedelta(hours=hour)) for hour in range(3)]

    assert made == [1, 0, 0]
    assert weekly_run.make_payout(provider_id=salon.pk, week=WEEK, now=MONDAY) is None
    assert Payout.objects.count() == PayoutLine.objects.count() == 1


def test_once_the_payouts_of_a_week_stand_a_run_is_one_look(
    now, alice, salon, django_assert_num_queries
) -> None:
    completed(alice, salon)
    weekly_run.make_due(now=MONDAY)

    with django_assert_num_queries(1):
        weekly_run.make_due(now=MONDAY)


def test_a_late_order_of_the_week_waits_for_the_next_payout(now, alice, salon) -> None:
    in_time, late = completed(alice, salon, at=SATURDAY_NIGHT), completed(alice, salon, at=SUNDAY)

    first, second = payout_of(salon), payout_of(salon, now=NEXT_MONDAY)

    assert [line.entry.order_id for line in first.lines.all()] == [in_time.pk]
    assert [line.entry.order_id for line in second.lines.all()] == [late.pk]


def test_the_share_is_the_providers_a_day_after_the_pickup_hour(now, alice, salon) -> None:
    give_account(salon)
    saturday, sunday = (
        make_slot(salon, day=date(2026, 11, day), start=hour)
        for day, hour in [(21, time(22)), (22, time(10))]
    )
    orders = []
    for slot in (saturday, sunday):
        order = book(alice, slot)
        pay(order)
        # All stages in four calls right after the payment, days before the pickup.
        orders.append(advance(order, to="completed"))

    first, second = payout_of(salon), payout_of(salon, now=NEXT_MONDAY)

    assert [line.entry.order_id for line in first.lines.all()] == [orders[0].pk]
    assert [line.entry.order_id for line in second.lines.all()] == [orders[1].pk]


def test_the_share_is_the_providers_a_day_after_it_was_said_to_be_done(
    now, alice, salon, time_machine
) -> None:
    order = completed(alice, salon)
    in_time, sent_late = order, book(alice, salon.slots.get())
    pay(sent_late)
    sent_late = advance(sent_late, to="delivery")
    time_machine.move_to(SUNDAY + timedelta(hours=3))
    body = {"status": "completed", "at": SATURDAY_NIGHT.isoformat()}
    response = client_for(salon.user).post(f"/api/orders/{sent_late.pk}/status", body)
    assert response.status_code == 200, response.json()

    first, second = payout_of(salon), payout_of(salon, now=NEXT_MONDAY)

    assert [line.entry.order_id for line in first.lines.all()] == [in_time.pk]
    assert [line.entry.order_id for line in second.lines.all()] == [sent_late.pk]


def test_after_weeks_of_downtime_one_payout_takes_what_was_left(now, alice, salon) -> None:
    completed(alice, salon)
    completed(alice, salon, at=NOW + timedelta(days=7))

    payout = payout_of(salon, now=MONDAY + timedelta(days=17))

    assert (str(payout.week), payout.amount) == ("2026-11-30", D("50.00"))
    assert Payout.objects.count() == 1


@pytest.mark.parametrize("status", sorted({*Dispute.Status} - {"won", "lost", "warning_closed", "prevented"}))
def test_holds_back_what_is_disputed(now, alice, salon, status) -> None:
    completed(alice, salon)
    contested = completed(alice, salon)
    row = dispute(contested, status)

    first = payout_of(salon)
    Dispute.objects.filter(pk=row.pk).update(status=Dispute.Status.WON)
    second = payout_of(salon, now=NEXT_MONDAY)

    assert first.amount == D("25.00")
    assert [line.entry.order_id for line in second.lines.all()] == [contested.pk]


def test_holds_back_what_support_looks_into(now, alice, salon, dora) -> None:
    order = completed(alice, salon)
    holding.hold(order=order, actor_id=dora.pk, reason="A shirt is missing", now=NOW)

    weekly_run.make_due(now=MONDAY)
    assert not Payout.objects.exists()

    holding.release(order=order)
    assert payout_of(salon, now=NEXT_MONDAY).amount == D("25.00")


def refund(order, amount: str, dora, *, at: datetime) -> None:
    order.refresh_from_db()
    refunding.refund_order(
        actor=Actor(ActorRole.OPERATOR, dora.pk),
        order_id=order.pk,
        amount=D(amount),
        note="Damaged",
        key=order.pk,
        now=at,
    )


def test_the_next_payout_nets_what_was_returned_after_one(now, alice, salon, dora) -> None:
    give_account(salon)
    order = completed(alice, salon)
    first = payout_of(salon)
    paying.mark_paid(payout_id=first.pk, actor_id=dora.pk, now=MONDAY)
    refund(order, "10.00", dora, at=MONDAY + timedelta(hours=5))
    assert owed(salon) == D("-10.00")
    completed(alice, salon, at=MONDAY + timedelta(days=1))

    second = payout_of(salon, now=NEXT_MONDAY)

    assert (first.amount, second.amount) == (D("25.00"), D("15.00"))
    assert sorted(line.amount for line in second.lines.all()) == [D("-10.00"), D("25.00")]
    assert owed(salon) == second.amount


def test_a_negative_balance_is_carried_until_a_week_is_positive(now, alice, salon, dora) -> None:
    give_account(salon)
    order = completed(alice, salon)
    first = payout_of(salon)
    paying.mark_paid(payout_id=first.pk, actor_id=dora.pk, now=MONDAY)
    refund(order, "27.50", dora, at=MONDAY + timedelta(hours=5))

    for weeks in (1, 2):
        assert weekly_run.make_due(now=MONDAY + timedelta(weeks=weeks)) == 0
    completed(alice, salon, at=MONDAY + timedelta(days=15))
    assert weekly_run.make_due(now=MONDAY + timedelta(weeks=3)) == 0  # earned 25, owes 25
    completed(alice, salon, at=MONDAY + timedelta(days=22))
    last = payout_of(salon, now=MONDAY + timedelta(weeks=4))

    assert last.amount == D("25.00")
    assert last.lines.count() == 3


def test_a_refund_before_the_payout_makes_it_smaller(now, alice, salon) -> None:
    order = completed(alice, salon)
    with transaction.atomic():
        request_refund(order=order, amount=D("5.00"), reason="damage", now=NOW)

    assert payout_of(salon).amount == D("20.00")


def test_what_is_returned_once_the_week_is_over_is_netted_by_the_next_payout(now, alice, salon) -> None:
    order = completed(alice, salon)
    with transaction.atomic():
        request_refund(order=order, amount=D("5.00"), reason="damage", now=MONDAY - timedelta(hours=1))
    completed(alice, salon, at=MONDAY)

    first, second = payout_of(salon), payout_of(salon, now=NEXT_MONDAY)

    assert (first.amount, second.amount) == (D("25.00"), D("20.00"))


def test_what_the_bank_returned_is_due_with_the_next_payout(now, alice, salon, dora) -> None:
    give_account(salon)
    completed(alice, salon)
    first = payout_of(salon)
    paying.mark_paid(payout_id=first.pk, actor_id=dora.pk, now=MONDAY)
    assert owed(salon) == D("0.00")

    paying.mark_failed(payout_id=first.pk, note="Account closed", now=MONDAY + timedelta(days=1))
    assert owed(salon) == D("25.00")
    second = payout_of(salon, now=NEXT_MONDAY)

    assert (second.amount, second.status) == (D("25.00"), "due")
    assert violations() == []


def test_asks_a_provider_without_an_account_for_one(now, alice, salon) -> None:
    completed(alice, salon)

    payout = payout_of(salon)

    assert payout.iban == ""
    [notice] = Notification.objects.filter(user=salon.user, kind="payout_waits")
    assert notice.link == "/provider/earnings"
    give_account(salon, now=MONDAY)
    payout.refresh_from_db()
    assert payout.iban == IBAN


def test_one_bad_provider_holds_up_no_other(now, monkeypatch, alice, salon, chiara) -> None:
    other = make_provider(chiara)
    completed(alice, salon)
    completed(alice, other)
    make = weekly_run.make_payout

    def fails_for_one(**facts):
        if facts["provider_id"] == salon.pk:
            raise RuntimeError("bad row")
        return make(**facts)

    monkeypatch.setattr(weekly_run, "make_payout", fails_for_one)
    weekly_run.make_due(now=MONDAY)

    assert [payout.provider_id for payout in Payout.objects.all()] == [other.pk]
    assert Job.objects.get().last_error == "RuntimeError: bad row"
    assert PayoutRun.objects.get().finished_at is None

    monkeypatch.undo()
    weekly_run.make_due(now=MONDAY + timedelta(minutes=10))
    assert Payout.objects.count() == 2
    assert PayoutRun.objects.get().finished_at is not None


@pytest.mark.breaks_invariants
@pytest.mark.parametrize(
    "change",
    [
        {"amount": D("0.00")},
        {"amount": D("-1.00")},
        {"status": "sent"},
        {"iban": IBAN},
        {"status": "paid", "paid_at": NOW},
        {"status": "paid", "iban": IBAN, "holder": "Bruno"},
        {"paid_at": NOW},
    ],
)
def test_the_database_refuses_what_a_payout_cannot_be(alice, salon, change) -> None:
    fields = {"provider": salon, "week": WEEK, "amount": D("1.00"), "created_at": NOW} | change

    with pytest.raises(IntegrityError), transaction.atomic():
        Payout.objects.create(**fields)


def test_the_database_refuses_to_pay_an_entry_out_twice(now, alice, salon) -> None:
    completed(alice, salon)
    payout = payout_of(salon)
    line = payout.lines.get()

    with pytest.raises(IntegrityError), transaction.atomic():
        PayoutLine.objects.create(payout=payout, entry=line.entry, amount=line.amount)


def test_an_unpaid_or_running_order_is_not_paid_out(now, alice, salon) -> None:
    slot = make_slot(salon)
    book(alice, slot)
    pay(book(alice, slot))

    assert not payable(week=WEEK).exists()
