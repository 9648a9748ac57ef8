"""GET and POST …/cancellation, and declining: fee, refund, and the reservation released once."""

from datetime import time, timedelta
from decimal import Decimal

import pytest
from django.utils import translation

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot, make_user
from marketplace import clock
from marketplace.events.models import LiveEvent
from marketplace.tests.proof import record
from orders.lifecycle.refund_rows import request_refund
from orders.models import CancelReason, LedgerEntry, Order, OrderEvent, Refund, Reservation
from orders.tests.booking import advance, book, pay
from orders.tests.money import books
from scheduling.models import TimeSlot

pytestmark = pytest.mark.at(NOW)

MOST_CHARACTERS = 200  # of an operator's note


@pytest.mark.parametrize(
    ("before_pickup", "refund", "fee"),
    [
        (timedelta(minutes=60, seconds=1), "27.50", "0.00"),
        (timedelta(minutes=60), "27.50", "0.00"),
        (timedelta(minutes=60, seconds=-1), "15.00", "12.50"),
        (timedelta(seconds=-1), "15.00", "12.50"),
    ],
)
def test_is_free_until_an_hour_before_pickup(soon, alice, time_machine, before_pickup, refund, fee) -> None:
    time_machine.move_to(soon.pickup_at - before_pickup)
    client = client_for(alice)

    shown = client.get(f"/api/orders/{soon.pk}/cancellation").json()
    done = client.post(f"/api/orders/{soon.pk}/cancellation")

    assert (shown["allowed"], shown["refund"], shown["fee"]) == (True, refund, fee)
    assert (done.status_code, done.json()["status"], done.json()["refundedAmount"]) == (
        200,
        "cancelled",
        refund,
    )
    assert str(Refund.objects.get().amount) == refund
    owed = [str(row.amount) for row in LedgerEntry.objects.filter(account="provider")]
    assert owed == ([] if fee == "0.00" else [f"-{fee}"])


@pytest.mark.parametrize(
    ("after_booking", "fee"),
    [
        (timedelta(minutes=60, seconds=-1), "0.00"),
        (timedelta(minutes=60), "0.00"),
        (timedelta(minutes=60, seconds=1), "12.50"),
    ],
)
def test_is_free_for_an_hour_after_booking(now, alice, salon, time_machine, after_booking, fee) -> None:
    order = book(alice, make_slot(salon, day=clock.local_date(NOW), start=time(10)))
    pay(order)

    time_machine.move_to(NOW + after_booking)

    assert client_for(alice).get(f"/api/orders/{order.pk}/cancellation").json()["fee"] == fee


def test_the_fee_is_the_share_that_applied_when_it_was_booked(now, alice, salon, time_machine) -> None:
    salon.late_fee_percent = 33
    salon.save()
    slot = make_slot(salon, day=clock.local_date(NOW), start=time(12))
    order = book(alice, slot, weight="10.5", serviceType="ironing")
    pay(order)
    salon.late_fee_percent = 100
    salon.save()

    time_machine.move_to(order.pickup_at)
    shown = client_for(alice).get(f"/api/orders/{order.pk}/cancellation").json()

    # 33 % of 8.75 are 2.8875.
    assert (shown["fee"], shown["refund"]) == ("2.89", "8.36")


def test_half_a_rappen_of_the_fee_is_rounded_up(now, alice, salon, time_machine) -> None:
    order = book(alice, make_slot(salon, day=clock.local_date(NOW), start=time(12)), weight="11.5")
    pay(order)

    time_machine.move_to(order.pickup_at)
    shown = client_for(alice).get(f"/api/orders/{order.pk}/cancellation").json()

    # 50 % of 30.25 are 15.125.
    assert (shown["fee"], shown["refund"]) == ("15.13", "17.62")


def test_the_fee_is_at_most_what_an_earlier_refund_left(soon, alice, time_machine) -> None:
    request_refund(order=soon, amount=Decimal("20.00"), reason="damage", now=NOW)
    time_machine.move_to(soon.pickup_at)
    client = client_for(alice)

    shown = client.get(f"/api/orders/{soon.pk}/cancellation").json()
    done = client.post(f"/api/orders/{soon.pk}/cancellation").json()

    assert (shown["fee"], shown["refund"]) == ("7.50", "0.00")
    assert (done["status"], done["refundedAmount"]) == ("cancelled", "20.00")
    assert books() == {"stripe": Decimal("7.50"), "provider": Decimal("-7.50")}


def test_an_unpaid_order_costs_nothing_to_cancel(order, alice) -> None:
    client = client_for(alice)

    shown = client.get(f"/api/orders/{order.pk}/cancellation").json()
    done = client.post(f"/api/orders/{order.pk}/cancellation").json()

    assert (shown["allowed"], shown["refund"], shown["fee"]) == (True, "0.00", "0.00")
    assert (done["status"], done["paymentStatus"]) == ("cancelled", "unpaid")
    assert not Refund.objects.exists()


def test_gives_the_place_back_once(paid_order, alice, slot) -> None:
    client = client_for(alice)

    first = client.post(f"/api/orders/{paid_order.pk}/cancellation")
    second = client.post(f"/api/orders/{paid_order.pk}/cancellation")

    assert (first.status_code, second.status_code) == (200, 409)
    assert second.json()["code"] == "transition_not_allowed"
    slot.refresh_from_db()
    assert slot.booked == 0
    assert Reservation.objects.get().released_at == NOW
    assert Refund.objects.count() == 1


def test_the_cancelled_order_says_why_and_when(paid_order, alice, bruno) -> None:
    data = client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation").json()

    assert data["cancellationReason"] == "You cancelled this order."
    (theirs,) = client_for(bruno).get("/api/provider/orders").json()
    assert theirs["cancellationReason"] == "The customer cancelled this order."
    assert data["timeline"][-1] == {"status": "cancelled", "at": "2026-11-18T08:30:00Z"}
    assert len(data["timeline"]) == 7
    assert data["allowedTransitions"] == []
    assert data["paymentStatus"] == "refunded"


@pytest.mark.parametrize("stage", ["pickup", "washing", "delivery", "completed"])
def test_refuses_once_the_laundry_is_picked_up(paid_order, alice, stage) -> None:
    advance(paid_order, to=stage)
    client = client_for(alice)

    shown = client.get(f"/api/orders/{paid_order.pk}/cancellation").json()
    done = client.post(f"/api/orders/{paid_order.pk}/cancellation")

    assert (shown["allowed"], shown["refund"], shown["fee"]) == (False, "0.00", "0.00")
    assert (done.status_code, done.json()["code"]) == (409, "transition_not_allowed")


def test_a_provider_declines_and_everything_goes_back(now, alice, bruno, salon, time_machine) -> None:
    salon.accepts_instantly = False
    salon.save()
    order = book(alice, make_slot(salon, day=clock.local_date(NOW), start=time(12)))
    pay(order)
    time_machine.move_to(order.pickup_at - timedelta(minutes=1))

    done = client_for(bruno).post(f"/api/orders/{order.pk}/status", {"status": "cancelled"})

    assert done.status_code == 200
    assert (done.json()["paymentStatus"], done.json()["refundedAmount"]) == ("refunded", "27.50")
    assert done.json()["cancellationReason"] == "You declined this order."
    shown = client_for(alice).get(f"/api/orders/{order.pk}").json()
    assert shown["cancellationReason"] == "Bruno M. could not take this order."
    assert TimeSlot.objects.get().booked == 0


def test_a_provider_does_not_use_the_customers_cancellation(paid_order, bruno) -> None:
    response = client_for(bruno).post(f"/api/orders/{paid_order.pk}/cancellation")

    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")


def test_an_operator_returns_everything_however_late(soon, dora, time_machine) -> None:
    time_machine.move_to(soon.pickup_at)

    done = client_for(dora).post(f"/api/orders/{soon.pk}/cancellation", {"reason": "Flooded"}).json()

    assert (done["status"], done["refundedAmount"]) == ("cancelled", "27.50")


WAYS = {"cancellation": ("cancellation", {}), "status": ("status", {"status": "cancelled"})}


@pytest.mark.parametrize("reason", [{}, {"reason": ""}, {"reason": "   "}])
@pytest.mark.parametrize("way", WAYS)
def test_an_operator_has_to_say_why(way, reason, paid_order, dora) -> None:
    path, body = WAYS[way]

    response = client_for(dora).post(f"/api/orders/{paid_order.pk}/{path}", body | reason)

    assert (response.status_code, response.json()["code"]) == (400, "reason_required")
    assert response.json()["fields"] == {"reason": ["Please say why. The customer reads it."]}
    paid_order.refresh_from_db()
    assert (paid_order.status, Refund.objects.count()) == ("confirmed", 0)


@pytest.mark.parametrize("way", WAYS)
def test_the_customer_reads_why_an_operator_cancelled(way, paid_order, alice, dora) -> None:
    path, body = WAYS[way]

    client_for(dora).post(f"/api/orders/{paid_order.pk}/{path}", body | {"reason": "The salon is flooded"})

    data = client_for(alice).get(f"/api/orders/{paid_order.pk}").json()["cancellationReason"]
    assert data == "The order was cancelled by our support team: The salon is flooded."


def test_what_is_over_is_said_before_a_reason_is_asked_for(paid_order, alice, dora) -> None:
    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation")

    response = client_for(dora).post(f"/api/orders/{paid_order.pk}/cancellation")

    assert response.status_code == 409


def test_a_customer_needs_no_reason_and_none_is_kept(paid_order, alice) -> None:
    response = client_for(alice).post(
        f"/api/orders/{paid_order.pk}/cancellation", {"reason": "Changed my mind"}
    )

    paid_order.refresh_from_db()
    assert (response.status_code, paid_order.cancel_note) == (200, "")


def test_strangers_and_visitors_find_no_cancellation(paid_order, chiara) -> None:
    for method in ("get", "post"):
        address = f"/api/orders/{paid_order.pk}/cancellation"
        assert getattr(client_for(chiara), method)(address).status_code == 404
        assert getattr(client_for(), method)(address).status_code == 401


def test_a_stale_version_is_not_cancelled(paid_order, alice) -> None:
    response = client_for(alice).post(
        f"/api/orders/{paid_order.pk}/cancellation", headers={"If-Match": '"1"'}
    )

    assert (response.status_code, response.json()["code"]) == (409, "version_conflict")
    assert response.json()["current"]["status"] == "confirmed"


def test_the_preview_says_that_it_is_cancelled_already(paid_order, alice) -> None:
    client, call = client_for(alice), f"/api/orders/{paid_order.pk}/cancellation"
    client.post(call)

    shown = client.get(call).json()

    assert (shown["allowed"], shown["reason"]) == (False, "This order is already cancelled.")


def test_the_preview_says_that_it_is_too_late(paid_order, alice) -> None:
    advance(paid_order, to="washing")

    shown = client_for(alice).get(f"/api/orders/{paid_order.pk}/cancellation").json()

    assert (shown["allowed"], shown["reason"]) == (False, "This order can no longer be cancelled.")


def test_the_preview_changes_nothing(paid_order, alice) -> None:
    before = Order.objects.values().get()

    client_for(alice).get(f"/api/orders/{paid_order.pk}/cancellation")

    assert Order.objects.values().get() == before


def moved(order: Order) -> tuple:
    """Return everything that a cancellation would change."""
    return (
        Order.objects.values().get(pk=order.pk),
        TimeSlot.objects.get().booked,
        Refund.objects.count(),
        LedgerEntry.objects.count(),
        LiveEvent.objects.count(),
    )


@pytest.mark.proof
@pytest.mark.parametrize(
    ("seen_at", "sent_at", "fee", "refund"),
    [
        # The deadline passes while the dialog is open, or the pickup is rescheduled meanwhile.
        (timedelta(seconds=-1), timedelta(seconds=1), "12.50", "15.00"),
        (timedelta(seconds=1), timedelta(seconds=-1), "0.00", "27.50"),
    ],
)
def test_a_fee_that_changed_since_it_was_shown_is_not_charged(
    soon, alice, time_machine, seen_at, sent_at, fee, refund
) -> None:
    line, client = soon.pickup_at - timedelta(minutes=60), client_for(alice)
    address = f"/api/orders/{soon.pk}/cancellation"
    time_machine.move_to(line + seen_at)
    shown = client.get(address).json()
    before = moved(soon)

    time_machine.move_to(line + sent_at)
    refused = client.post(address, {"expectedFee": shown["fee"]})

    assert (refused.status_code, refused.json()["code"]) == (409, "fee_changed")
    assert refused.json()["preview"] == {"fee": fee, "refund": refund}
    assert moved(soon) == before
    agreed = client.post(address, {"expectedFee": fee})
    assert (agreed.status_code, agreed.json()["refundedAmount"]) == (200, refund)
    record(
        "R20", f"{sent_at.total_seconds():+.0f} s: {fee} instead of {shown['fee']}, nothing moved", "+- 1 s"
    )


@pytest.mark.parametrize("seconds", [-1, 0, 1])
def test_the_fee_that_was_shown_is_the_fee_that_is_charged(soon, alice, time_machine, seconds) -> None:
    time_machine.move_to(soon.pickup_at - timedelta(minutes=60) + timedelta(seconds=seconds))
    client, address = client_for(alice), f"/api/orders/{soon.pk}/cancellation"
    shown = client.get(address).json()

    done = client.post(address, {"expectedFee": shown["fee"]})

    assert (done.status_code, done.json()["refundedAmount"]) == (200, shown["refund"])


@pytest.mark.parametrize("fee", ["much", "", None, [], "NaN", "1.234", 10**9])
def test_a_fee_that_is_no_amount_is_refused(soon, alice, fee) -> None:
    before = moved(soon)

    response = client_for(alice).post(f"/api/orders/{soon.pk}/cancellation", {"expectedFee": fee})

    assert (response.status_code, list(response.json()["fields"])) == (400, ["expectedFee"])
    assert moved(soon) == before


def test_the_place_is_free_for_somebody_else(now, alice, salon) -> None:
    slot = make_slot(salon, capacity=1)
    order = book(alice, slot)

    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    assert book(make_user("emil"), slot).pickup_at == slot.starts_at


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("length", [1, 173, 174, 199, 200])
@pytest.mark.parametrize("door", ["cancellation", "status"])
def test_an_operators_reason_may_be_as_long_as_the_form_allows(soon, dora, door, length) -> None:
    note = "ü" * length
    body = {"reason": note} | ({"status": "cancelled"} if door == "status" else {})

    done = client_for(dora).post(f"/api/orders/{soon.pk}/{door}", body)

    assert (done.status_code, done.json()["status"]) == (200, "cancelled")
    soon.refresh_from_db()
    assert soon.cancel_note == note
    assert soon.events.get(to_status="cancelled").reason == f"Cancelled by the operator: {note}"
    record("S27 composed", f"a reason of {length} characters: {done.status_code}", "composed text has room")


@pytest.mark.parametrize("door", ["cancellation", "status"])
def test_a_longer_reason_is_refused_and_changes_nothing(soon, dora, door) -> None:
    body = {"reason": "x" * 201, "status": "cancelled"}

    refused = client_for(dora).post(f"/api/orders/{soon.pk}/{door}", body)

    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["reason"])
    soon.refresh_from_db()
    assert soon.status == "confirmed"


@pytest.mark.parametrize("because", CancelReason.values)
def test_every_reason_has_room_for_a_note_of_full_length(because) -> None:
    column = OrderEvent._meta.get_field("reason").max_length

    with translation.override("en"):
        assert len(f"{CancelReason(because).label}: ") + MOST_CHARACTERS <= column
