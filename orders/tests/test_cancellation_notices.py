"""What the two sides of an order read of its cancellation."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace import clock
from marketplace.events.models import LiveEvent
from orders.lifecycle import holds
from orders.lifecycle.refund_rows import request_refund
from orders.models import Order
from orders.tests.booking import book, pay
from providers import approving
from scheduling.models import TimeSlot

pytestmark = pytest.mark.at(NOW)


def test_both_sides_hear_of_it(paid_order, alice, bruno) -> None:
    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation")

    mine = alice.notifications.get(kind="order_cancelled")
    theirs = bruno.notifications.get(kind="order_cancelled")
    assert mine.body == "You cancelled this order. We are returning CHF 27.50 to you."
    assert theirs.link == f"/provider#{paid_order.pk}"
    assert theirs.body.endswith(" The customer cancelled this order. The place is free again.")
    assert LiveEvent.objects.filter(topic="order", data__status="cancelled").count() == 2


def test_the_provider_hears_what_they_keep_of_a_late_cancellation(soon, alice, bruno, time_machine) -> None:
    time_machine.move_to(soon.pickup_at - timedelta(minutes=30))

    client_for(alice).post(f"/api/orders/{soon.pk}/cancellation")

    theirs = bruno.notifications.get(kind="order_cancelled")
    assert theirs.body.endswith(" The customer cancelled this order. You keep CHF 12.50 of it.")
    jobs = client_for(bruno)
    for [job] in (
        jobs.get("/api/provider/orders").json(),
        jobs.get("/api/provider/orders/history").json()["orders"],
        [jobs.get(f"/api/orders/{soon.pk}").json()],
    ):
        assert (job["cancellationReason"], job["providerEarning"]) == (
            "The customer cancelled this order.",
            "12.50",
        )
    assert client_for(alice).get(f"/api/orders/{soon.pk}").json()["providerEarning"] is None


def test_no_place_becomes_free_by_a_cancellation_after_the_pickup(soon, bruno, dora, time_machine) -> None:
    time_machine.move_to(soon.pickup_at + timedelta(minutes=5))

    operator = client_for(dora)
    operator.post(f"/api/orders/{soon.pk}/status", {"status": "cancelled", "reason": "The street is closed."})

    theirs = bruno.notifications.get(kind="order_cancelled")
    assert theirs.body.endswith(" The order was cancelled by our support team.")


def test_no_place_becomes_free_on_a_day_off(paid_order, bruno, time_machine) -> None:
    provider = client_for(bruno)
    day = clock.local_date(paid_order.pickup_at).isoformat()
    off = {"startDate": day, "endDate": day}
    assert provider.post("/api/provider/days-off", off).status_code == 201

    provider.post(f"/api/orders/{paid_order.pk}/hand-back", {"reason": "I am ill."})

    theirs = bruno.notifications.get(kind="order_cancelled")
    assert theirs.body.endswith(" You could not do this order, and nobody has taken it over.")


def test_no_place_becomes_free_where_fewer_are_offered_than_booked(soon, alice, bruno, chiara) -> None:
    book(chiara, TimeSlot.objects.get())
    TimeSlot.objects.update(capacity=2, shrink_to=1)

    client_for(alice).post(f"/api/orders/{soon.pk}/cancellation")

    assert (TimeSlot.objects.get().booked, TimeSlot.objects.get().capacity) == (1, 1)
    theirs = bruno.notifications.get(kind="order_cancelled")
    assert theirs.body.endswith(" The customer cancelled this order.")


def test_no_place_becomes_free_during_a_pause(paid_order, alice, bruno) -> None:
    assert client_for(bruno).post("/api/provider/pause", {"until": None}).status_code == 200

    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation")

    theirs = bruno.notifications.get(kind="order_cancelled")
    assert theirs.body.endswith(" The customer cancelled this order.")


def test_an_operators_note_reaches_only_those_whom_the_form_names(
    operator_client, paid_order, alice, bruno
) -> None:
    address = reverse("admin:orders_order_to_cancelled", args=[paid_order.pk])
    note = "Bruno has not answered us for two days."

    form = operator_client.get(address).content.decode()
    operator_client.post(address, {"confirmed": "yes", "note": note})

    assert "the customer reads it" in form
    for user, reads_it in ((alice, True), (bruno, False)):
        data = client_for(user).get(f"/api/orders/{paid_order.pk}").json()
        assert (note in data["cancellationReason"]) == reads_it
        assert (note in user.notifications.get(kind="order_cancelled").body) == reads_it
    assert data["cancellationReason"] == "The order was cancelled by our support team."
    assert note not in client_for(bruno).get("/api/provider/orders").content.decode()
    shown = operator_client.get(reverse("admin:orders_order_change", args=[paid_order.pk]))
    assert note in shown.content.decode()


def hand_it_back(order, time_machine) -> None:
    client_for(order.provider.user).post(f"/api/orders/{order.pk}/hand-back", {"reason": "I am ill."})


def hand_it_back_while_paused(order, time_machine) -> None:
    approving.pause(provider_id=order.provider_id, now=NOW)
    hand_it_back(order, time_machine)


def leave_it_unanswered(order, time_machine) -> None:
    time_machine.move_to(order.answer_due_at)
    holds.cancel_unanswered(now=time_machine.now)


def accept_it_while_paused(order, time_machine) -> None:
    approving.pause(provider_id=order.provider_id, now=NOW, by_operator=True)
    client_for(order.provider.user).post(f"/api/orders/{order.pk}/status", {"status": "confirmed"})


@pytest.mark.parametrize(
    ("end", "instantly", "said"),
    [
        (
            hand_it_back,
            True,
            "You could not do this order, and nobody has taken it over. The place is free again.",
        ),
        (
            hand_it_back_while_paused,
            True,
            "You could not do this order, and nobody has taken it over.",
        ),
        (leave_it_unanswered, False, "You did not answer in time. The place is free again."),
        (accept_it_while_paused, False, "You take no bookings at the moment."),
    ],
)
def test_a_provider_reads_of_themselves_as_said_to_them(
    order, bruno, time_machine, end, instantly, said
) -> None:
    Order.objects.update(accepts_instantly=instantly)
    pay(order)

    end(order, time_machine)

    [theirs] = bruno.notifications.filter(kind="order_cancelled")
    assert theirs.body.endswith(f" {said}")
    assert bruno.short_name not in theirs.body


@pytest.mark.parametrize(
    ("before_pickup", "because"),
    [
        (timedelta(minutes=1), "The pickup is less than 60 minutes away, so"),
        (timedelta(0), "The time of the pickup has come, so"),
        (timedelta(minutes=-20), "The time of the pickup has come, so"),
    ],
)
def test_the_preview_says_why_a_fee_is_kept(soon, alice, time_machine, before_pickup, because) -> None:
    time_machine.move_to(soon.pickup_at - before_pickup)

    shown = client_for(alice).get(f"/api/orders/{soon.pk}/cancellation").json()

    assert (shown["fee"], shown["reason"]) == ("12.50", f"{because} 50 % of the service amount is kept.")


@pytest.mark.parametrize(
    ("before_pickup", "because"),
    [
        (timedelta(minutes=1), "The pickup is less than 60 minutes away, so"),
        (timedelta(0), "The time of the pickup has come, so"),
    ],
)
@pytest.mark.parametrize(
    ("refunded", "fee", "kept"),
    [
        ("15.00", "12.50", "50 % of the service amount is kept."),
        ("15.01", "12.49", "the rest of your payment is kept."),
    ],
)
def test_the_preview_names_the_share_only_where_it_is_what_is_kept(
    soon, alice, time_machine, before_pickup, because, refunded, fee, kept
) -> None:
    request_refund(order=soon, amount=Decimal(refunded), reason="damage", now=NOW)
    time_machine.move_to(soon.pickup_at - before_pickup)

    shown = client_for(alice).get(f"/api/orders/{soon.pk}/cancellation").json()

    assert (shown["fee"], shown["reason"]) == (fee, f"{because} {kept}")
