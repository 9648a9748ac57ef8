"""The factory of browser tests: its orders are like any other."""

from datetime import timedelta

import pytest

from accounts.models import Notification
from demo.tests.factory_calls import (
    ALICE,
    EACH_END_OF_A_WEEK,
    HAND_MADE,
    ORDER,
    SALON,
    SUNDAY_NIGHT,
    ask,
    browser_of,
    make,
    make_order,
    seen_by,
    violations,
)
from marketplace import clock
from orders.models import LedgerEntry, Order, OrderStatus, Payment, Payout, Refund
from orders.recurring.charging import charge_due
from providers.models import Provider
from scheduling.models import TimeSlot

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("status", ["confirmed", "pickup", "washing", "delivery", "completed"])
def test_makes_an_order_in_a_state_that_both_sides_see(stripe, status) -> None:
    world, order = make_order(status=status)

    assert seen_by(world, "alice", order)["status"] == order["status"] == status
    assert seen_by(world, "salon", order)["status"] == status
    assert order["paymentStatus"] == "paid"
    assert stripe.captured() == int(Order.objects.get().total_amount * 100)
    assert TimeSlot.objects.get(booked=1).starts_at == Order.objects.get().pickup_at
    assert LedgerEntry.objects.exists()
    assert Notification.objects.filter(
        user_id=world["users"]["alice"]["id"], kind__startswith="order"
    ).exists()
    assert violations() == []


def test_makes_orders_that_nobody_has_paid(stripe) -> None:
    world, order = make_order(status="pending")

    assert (order["status"], order["paymentStatus"]) == ("pending", "unpaid")
    assert seen_by(world, "alice", order)["status"] == "pending"
    assert Payment.objects.count() == 0
    assert TimeSlot.objects.filter(booked=1).count() == 1


def test_makes_orders_whose_card_was_declined(stripe) -> None:
    _, order = make_order(status="pending", payment="declined")

    assert (order["status"], order["paymentStatus"]) == ("pending", "failed")
    assert stripe.captured() == 0


def test_makes_orders_that_wait_for_their_provider(stripe) -> None:
    world, order = make_order(provider=HAND_MADE, status="pending", payment="paid")

    assert (order["status"], order["paymentStatus"]) == ("pending", "paid")
    assert "confirmed" in seen_by(world, "salon", order)["allowedTransitions"]


def test_lets_a_provider_confirm_by_hand_what_is_further(stripe) -> None:
    _, order = make_order(provider=HAND_MADE, status="washing")

    assert order["status"] == "washing"


@pytest.mark.parametrize(
    ("by", "provider", "payment", "left"),
    [
        ("customer", SALON, "paid", "refunded"),
        ("customer", SALON, "unpaid", "unpaid"),
        ("operator", SALON, "paid", "refunded"),
        ("provider", HAND_MADE, "paid", "refunded"),
    ],
)
def test_makes_cancelled_orders_whose_money_is_back(stripe, by, provider, payment, left) -> None:
    _, order = make_order(provider=provider, status="cancelled", cancelledBy=by, payment=payment)

    assert (order["status"], order["paymentStatus"]) == ("cancelled", left)
    assert stripe.captured() == 0
    assert {refund.status for refund in Refund.objects.all()} <= {"succeeded"}
    assert TimeSlot.objects.filter(booked__gt=0).count() == 0
    assert violations() == []


def test_returns_a_part_of_the_money(stripe) -> None:
    _, order = make_order(status="completed", refund={"amount": "5.00"})

    assert order["paymentStatus"] == "partially_refunded"
    assert stripe.captured() == int(Order.objects.get().total_amount * 100) - 500
    assert violations() == []


def test_returns_everything_to_a_bank_that_does_not_take_it(stripe) -> None:
    make_order(status="completed", card="refusesRefunds", refund={})

    assert Refund.objects.get().amount == Order.objects.get().total_amount


def test_has_a_bank_take_a_payment_back(stripe) -> None:
    make_order(status="completed", card="disputed")

    assert Order.objects.get().disputed_amount == Order.objects.get().total_amount


def test_makes_what_belongs_to_an_order(stripe) -> None:
    messages = [{"from": "customer", "body": "Ring twice."}, {"from": "provider", "body": "I will."}]
    review = {"rating": 4, "comment": "Clean.", "reply": "Thank you."}
    extras = {"addOns": {"shirt": 2}, "specialInstructions": "The bag is red.", "weight": "12.5"}

    world, order = make_order(status="completed", messages=messages, review=review, **extras)

    lines = browser_of(world, "alice").get(f"/api/orders/{order['id']}/messages").json()
    assert [(line["body"], line["mine"]) for line in lines] == [("Ring twice.", True), ("I will.", False)]
    seen = seen_by(world, "alice", order)
    assert seen["specialInstructions"] == "The bag is red."
    assert Provider.objects.get().rating == 4
    assert Order.objects.get().review.answer == "Thank you."
    assert Order.objects.get().lines.filter(kind="shirt", quantity=2).exists()


def test_makes_orders_that_are_handed_back_and_offered(stripe) -> None:
    providers = [SALON, {"ref": "other"}]
    order = ORDER | {"handBack": {"agreed": True}}

    world = make({"users": [ALICE], "providers": providers, "orders": [order]})

    offers = browser_of(world, "other").get("/api/provider/offers").json()
    assert [offer["orderId"] for offer in offers] == [world["orders"]["order"]["id"]]


def test_requests_codes_at_the_door(stripe) -> None:
    make_order(status="pickup", handoverCodes=True)

    assert Order.objects.get().handovers.exclude(code="").count() == 2


def test_books_the_hour_that_is_asked_for(stripe, now) -> None:
    _, order = make_order(pickup={"days": 3, "time": "17:00"})

    assert order["startTime"] == "17:00"
    assert order["date"] == f"{clock.local_date(now) + timedelta(days=3)}"


@pytest.mark.parametrize(
    "instant", [pytest.param(SUNDAY_NIGHT, marks=pytest.mark.at(SUNDAY_NIGHT)), pytest.param(None)]
)
def test_makes_a_past_whose_steps_lie_in_the_past(stripe, now, instant) -> None:
    world, order = make_order(
        provider=HAND_MADE, status="completed", pickup={"days": -9, "time": "10:00"}, review={"rating": 5}
    )

    made = Order.objects.get()
    times = list(made.events.order_by("id").values_list("at", flat=True))
    assert times == sorted(times)
    assert len(times) == len(OrderStatus.values) - 1
    assert times[0] == made.pickup_at - timedelta(hours=17)
    assert times[-1] < now - timedelta(days=7)
    assert made.customer.date_joined < made.created_at
    assert Provider.objects.get().approved_at < made.created_at
    # Their future hours exist, too.
    assert TimeSlot.objects.filter(starts_at__gt=now).exists()
    assert seen_by(world, "alice", order)["status"] == "completed"
    assert violations() == []


@pytest.mark.parametrize("instant", EACH_END_OF_A_WEEK)
def test_makes_the_payout_of_what_was_earned_up_to_last_week(stripe, instant) -> None:
    past = {"status": "completed", "pickup": {"days": -10, "time": "10:00"}}
    make_order(provider=SALON | {"payout": True}, **past)

    payout = Payout.objects.get()
    assert (payout.status, payout.iban) == ("due", "")
    assert payout.amount == -LedgerEntry.objects.filter(account="provider").get().amount
    assert violations() == []


def test_makes_no_payout_of_nothing(stripe) -> None:
    world = {"users": [ALICE], "providers": [SALON | {"payout": True}], "orders": [ORDER]}

    response = ask(world)

    assert (response.status_code, response.json()["code"]) == (400, "impossible_state")
    assert list(response.json()["fields"]) == ["providers.0.payout"]


def test_makes_an_order_that_was_placed_earlier(stripe, now) -> None:
    make_order(placedHoursAgo=30, pickup={"days": 2})

    assert Order.objects.get().created_at == now - timedelta(hours=30)


def test_makes_more_orders_of_a_customer_than_may_wait_for_their_payment(stripe) -> None:
    orders = [ORDER | {"ref": f"o{number}", "pickup": {"days": 1 + number % 2}} for number in range(7)]

    world = make({"users": [ALICE], "providers": [SALON], "orders": orders})

    assert {order["status"] for order in world["orders"].values()} == {"confirmed"}


def test_makes_recurring_bookings(stripe, now) -> None:
    customer = ALICE | {"cards": ["visa", "amex"]}
    booked = {"customer": "alice", "provider": "salon", "card": "amex"}
    recurring = [
        booked | {"ref": "weekly", "days": 1, "time": "13:00"},
        booked
        | {"ref": "monthly", "pattern": "monthly", "dayOfMonth": 15, "time": "09:00", "pausedDays": 30},
    ]

    world = make({"users": [customer], "providers": [SALON], "recurring": recurring})

    alice = world["users"]["alice"]
    found = browser_of(world, "alice").get(f"/api/recurring-bookings/customer/{alice['id']}").json()
    assert {one["id"] for one in found} == {one["id"] for one in world["recurring"].values()}
    # The occurrence within two days is placed already.
    first = Order.objects.get()
    assert clock.local_date(first.pickup_at) == clock.local_date(now) + timedelta(days=1)
    charge_due(now=now)
    first.refresh_from_db()
    assert first.payment_status == "paid"
