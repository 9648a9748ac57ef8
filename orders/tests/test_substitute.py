"""A provider who is an hour late and silent: both sides are offered help, and the customer may move on."""

from datetime import time, timedelta
from functools import partial

import pytest

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.racing import insisting, race
from orders.lifecycle import substitutes
from orders.models import HandBack, Order, Refund
from orders.tests.booking import advance, book, pay
from orders.tests.invariant_checks import invariants_hold

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
HOUR = timedelta(hours=1)


@pytest.fixture
def order(alice, salon):
    """Return a paid order with its pickup on Thursday 19 November, 12:00-13:00."""
    placed = book(alice, make_slot(salon))
    pay(placed)
    return placed


@pytest.fixture
def at(order, time_machine):
    """Move the clock to some time after the end of the pickup's hour."""
    return lambda **time: time_machine.move_to(order.pickup_at + HOUR + timedelta(**time))


def neighbor(name: str, order, *, hours: int):
    """Return another provider with an hour free, ``hours`` after the pickup's."""
    provider = make_provider(make_user(name, phone="+41 70 555 00 05"))
    local = (order.pickup_at + hours * HOUR).astimezone(clock.ZURICH)
    make_slot(provider, day=local.date(), start=local.time())
    return provider


def call(user, method, path, body=None):
    return getattr(client_for(user), method)(f"/api/{path}", body)


def choose(user, order, *, accept=True):
    return call(user, "post", f"orders/{order.pk}/substitute", {"accept": accept})


def offer_due(order, *, hours=1, minutes=0) -> int:
    return substitutes.offer_due(now=order.pickup_at + HOUR + timedelta(hours=hours, minutes=minutes))


def test_who_is_an_hour_late_and_silent_is_offered_help_once(order, alice, bruno, at) -> None:
    assert offer_due(order, hours=0, minutes=59) == 0

    assert [offer_due(order), offer_due(order), offer_due(order, hours=2)] == [1, 0, 0]

    at(hours=1)
    for user in (alice, bruno):
        shown = call(user, "get", f"orders/{order.pk}").json()
        assert (shown["status"], shown["substituteOfferedAt"]) == ("confirmed", "2026-11-19T13:00:00Z")
    titles = set(Notification.objects.filter(kind="order_late").values_list("user", "title"))
    assert titles == {
        (alice.pk, "Bruno M. is late for your pickup"),
        (bruno.pk, "Alice M. has been waiting for you for over an hour"),
    }


def test_who_has_written_is_not_silent_until_an_hour_later(order, bruno, at) -> None:
    at(minutes=30)
    call(bruno, "post", f"orders/{order.pk}/messages", {"body": "The tram stands still."})

    assert [offer_due(order), offer_due(order, minutes=29), offer_due(order, minutes=30)] == [0, 0, 1]


def test_a_message_of_the_customer_is_no_sign_of_the_provider(order, alice, at) -> None:
    at(minutes=30)
    call(alice, "post", f"orders/{order.pk}/messages", {"body": "Where are you?"})

    assert offer_due(order) == 1


def test_after_an_outage_everybody_has_an_hour_to_say_what_they_could_not(order) -> None:
    offer_due(order, hours=-2)

    assert [offer_due(order, minutes=minutes) for minutes in (0, 30, 59, 60)] == [0, 0, 0, 1]


def test_a_restart_of_half_an_hour_is_no_outage(order) -> None:
    offer_due(order, minutes=-30)

    assert offer_due(order) == 1


def test_who_has_come_is_not_late(order) -> None:
    advance(order, to="pickup")

    assert offer_due(order) == 0


@pytest.mark.breaks_invariants
def test_unpaid_or_long_forgotten_orders_are_left_alone(order) -> None:
    assert offer_due(order, hours=24) == 0
    Order.objects.update(payment_status="unpaid")

    assert offer_due(order) == 0


def test_with_one_tap_a_neighbor_is_asked_for_the_next_free_hour(order, alice, bruno, at) -> None:
    emil, too_late = neighbor("emil", order, hours=4), neighbor("fiona", order, hours=6)
    too_soon = neighbor("gil", order, hours=2)
    offer_due(order)
    at(hours=1, minutes=10)  # 14:10

    shown = choose(alice, order)

    assert (shown.status_code, shown.json()["handBackBy"]) == (200, "2026-11-19T14:30:00Z")
    assert call(alice, "get", f"orders/{order.pk}/hand-back").json() == {
        "stage": "neighbours",
        "reason": "",
        "pickupTime": "2026-11-19T15:00:00Z",
        "until": "2026-11-19T14:30:00Z",
        "neighbours": 1,
    }
    (offer,) = call(emil.user, "get", "provider/offers").json()
    assert (offer["pickupTime"], offer["returnBy"]) == ("2026-11-19T15:00:00Z", "2026-11-22T15:00:00Z")
    assert "Thu 19 Nov, 16:00-17:00" in Notification.objects.get(user=emil.user, kind="hand_back_offer").body
    assert call(too_late.user, "get", "provider/offers").json() == []
    assert call(too_soon.user, "get", "provider/offers").json() == []
    assert Notification.objects.filter(user=bruno, title__contains="asked neighbors to come instead").exists()


def test_who_accepts_comes_at_the_new_hour_at_the_same_price(order, alice, bruno, salon, at) -> None:
    emil = neighbor("emil", order, hours=4)
    offer_due(order)
    at(hours=1, minutes=10)
    choose(alice, order)

    taken = call(emil.user, "post", f"provider/offers/{order.pk}/accept").json()

    assert (taken["providerId"], taken["pickupTime"]) == (str(emil.pk), "2026-11-19T15:00:00Z")
    assert (taken["totalAmount"], taken["handBackBy"], taken["substituteOfferedAt"]) == ("27.50", None, None)
    assert (salon.slots.get().booked, emil.slots.get().booked) == (0, 1)
    notice = Notification.objects.get(user=alice, title="Emil M. comes instead")
    assert notice.body == "On Thu 19 Nov, 16:00-17:00, at the same price."
    assert call(bruno, "get", f"orders/{order.pk}").status_code == 404
    assert substitutes.offer_due(now=order.pickup_at + 5 * HOUR) == 0


def test_where_nobody_is_free_everything_goes_back_at_once(order, alice, at) -> None:
    offer_due(order)
    at(hours=1)

    shown = choose(alice, order).json()

    assert shown["status"] == "cancelled"
    assert Refund.objects.get().amount == order.total_amount


def test_who_wants_nobody_else_gets_everything_back(order, alice, at) -> None:
    neighbor("emil", order, hours=4)
    offer_due(order)
    at(hours=1)
    assert call(alice, "get", f"orders/{order.pk}/cancellation").json()["fee"] == "0.00"

    shown = choose(alice, order, accept=False).json()

    assert (shown["status"], shown["refundedAmount"]) == ("cancelled", "27.50")
    assert not HandBack.objects.exists()


def test_who_came_after_all_ends_it(order, alice, bruno, at) -> None:
    emil = neighbor("emil", order, hours=4)
    offer_due(order)
    at(hours=1, minutes=10)
    choose(alice, order)

    moved = call(bruno, "post", f"orders/{order.pk}/status", {"status": "pickup"}).json()

    assert (moved["status"], moved["substituteOfferedAt"]) == ("pickup", None)
    assert call(emil.user, "post", f"provider/offers/{order.pk}/accept").json()["code"] == "offer_gone"


def test_the_timeline_of_either_side_says_that_the_customer_moved_on(
    order, alice, salon, at, operator_client
) -> None:
    neighbor("emil", order, hours=4)
    offer_due(order)
    at(hours=1, minutes=10)
    choose(alice, order)

    for address in (f"accounts/user/{alice.pk}", f"providers/provider/{salon.pk}"):
        lines = operator_client.get(f"/admin/{address}/timeline/").context["lines"]
        [said] = [line.sentence for line in lines if line.name == "Hand-back"]
        assert said.endswith(": The customer moved on from a late provider. Open")


def test_the_timeline_says_that_a_reason_was_erased(order, alice, bruno, at, operator_client) -> None:
    neighbor("emil", order, hours=4)
    offer_due(order)
    at(hours=1)
    call(bruno, "post", f"orders/{order.pk}/hand-back", {"reason": "My bicycle is broken."})
    at(hours=1, minutes=10)
    choose(alice, order)

    HandBack.objects.update(reason="")

    lines = operator_client.get(f"/admin/accounts/user/{alice.pk}/timeline/").context["lines"]
    [said] = [line.sentence for line in lines if line.name == "Hand-back"]
    assert said.endswith(": The reason is not kept any more. Open")


def test_a_late_provider_cannot_take_back_an_order_from_which_the_customer_moved_on(
    order, alice, bruno, at
) -> None:
    emil = neighbor("emil", order, hours=4)
    offer_due(order)
    at(hours=1, minutes=10)
    choose(alice, order)

    response = call(bruno, "delete", f"orders/{order.pk}/hand-back")

    assert (response.status_code, response.json()["code"]) == (409, "customer_moved_on")
    assert len(call(emil.user, "get", "provider/offers").json()) == 1
    assert call(alice, "post", f"orders/{order.pk}/cancellation", {}).json()["refundedAmount"] == "27.50"


def test_a_late_provider_who_keeps_the_order_stays_late(order, alice, bruno, at) -> None:
    emil = neighbor("emil", order, hours=5)
    offer_due(order)
    at(hours=1, minutes=10)
    call(bruno, "post", f"orders/{order.pk}/hand-back", {"reason": "My bicycle is broken."})

    shown = call(bruno, "delete", f"orders/{order.pk}/hand-back").json()

    assert (shown["handBackBy"], shown["substituteOfferedAt"]) == (None, "2026-11-19T13:00:00Z")
    notice = Notification.objects.get(user=alice, title="Bruno M. does your pickup after all")
    assert notice.body == "They are still late: you can still ask a neighbor or cancel free of charge."
    assert call(alice, "get", f"orders/{order.pk}/cancellation").json()["fee"] == "0.00"
    assert choose(alice, order).json()["handBackBy"] is not None
    assert len(call(emil.user, "get", "provider/offers").json()) == 1


def test_the_provider_hands_it_back_late_and_the_customer_is_asked(order, alice, bruno, at) -> None:
    emil = neighbor("emil", order, hours=4)
    reason = {"reason": "My bicycle is broken."}
    at(minutes=30)
    assert call(bruno, "post", f"orders/{order.pk}/hand-back", reason).json()["code"] == "cannot_hand_back"
    offer_due(order)
    at(hours=1, minutes=10)

    shown = call(bruno, "post", f"orders/{order.pk}/hand-back", reason).json()

    assert (shown["status"], shown["handBackBy"]) == ("confirmed", "2026-11-19T14:30:00Z")
    asked = call(alice, "get", f"orders/{order.pk}/hand-back").json()
    assert (asked["stage"], asked["pickupTime"]) == ("customer", "2026-11-19T15:00:00Z")
    assert call(emil.user, "get", "provider/offers").json() == []
    assert choose(alice, order).status_code == 200
    assert len(call(emil.user, "get", "provider/offers").json()) == 1


def test_an_express_order_stays_on_its_day(order, alice, at) -> None:
    Order.objects.update(is_express=True)
    neighbor("emil", order, hours=22)
    offer_due(order)
    at(hours=1)

    assert choose(alice, order).json()["status"] == "cancelled"


def test_the_customer_may_take_another_hour_with_the_same_provider(order, alice, salon, at) -> None:
    make_slot(salon, start=time(17))
    offer_due(order)
    at(hours=1)

    moved = call(
        alice,
        "patch",
        f"orders/{order.pk}/reschedule",
        {"newPickupDate": "2026-11-19", "newPickupTime": "17:00"},
    ).json()

    assert (moved["pickupTime"], moved["substituteOfferedAt"]) == ("2026-11-19T16:00:00Z", None)


def test_there_is_nothing_to_choose_before_it_is_offered(order, alice, bruno, chiara, at) -> None:
    at(minutes=30)

    for accept in (True, False):
        response = choose(alice, order, accept=accept)
        assert (response.status_code, response.json()["code"]) == (409, "not_handed_back")
    assert choose(bruno, order).status_code == 403
    assert choose(chiara, order).status_code == 404
    assert choose(alice, order, accept="perhaps").status_code == 400


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_workers_offer_it_once(order) -> None:
    offered = race([partial(insisting, partial(offer_due, order)) for _ in range(2)])

    assert sorted(offered) == [0, 1]
    assert Notification.objects.filter(kind="order_late").count() == 2
