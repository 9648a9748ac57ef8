"""A handed back order: the customer is asked, then other providers; the first to accept gets it."""

from datetime import timedelta
from functools import partial

import pytest
from django.contrib.admin.models import LogEntry

from accounts.models import Notification
from accounts.tests.push_stand_in import Browser
from accounts.tests.pushing import relay, service, subscribed
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace import clock
from marketplace.events.models import LiveEvent
from orders.lifecycle import holds
from orders.models import HandBack, HandBackOffer, LedgerEntry, Order, Refund
from orders.tests.booking import advance, book, pay
from orders.tests.hand_backs import (
    REASON,
    agree,
    choose,
    hand_back,
    later,
    offers,
    other_provider,
    say,
    take,
)
from orders.tests.invariant_checks import invariants_hold
from providers.models import Provider, ServiceArea

__all__ = ["invariants_hold", "service"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


@pytest.fixture
def slot(salon):
    return make_slot(salon)


@pytest.fixture
def order(alice, slot):
    placed = book(alice, slot)
    pay(placed)
    return placed


@pytest.fixture
def emil():
    return other_provider("emil")


def test_the_customer_is_asked_first_and_may_cancel_free_of_charge(order, alice, bruno, emil) -> None:
    shown = hand_back(bruno, order)

    assert shown["status"] == "confirmed"
    assert shown["handBackBy"] == "2026-11-18T10:30:00Z"
    assert say(alice, order, method="get").json() == {
        "stage": "customer",
        "reason": "My machine broke.",
        "pickupTime": "2026-11-19T11:00:00Z",
        "until": "2026-11-18T10:30:00Z",
        "neighbours": 0,
    }
    assert "My machine broke." in Notification.objects.get(user=alice, kind="order_handed_back").body
    assert offers(emil) == []


def test_cancelling_costs_nothing_however_near_the_pickup_is(order, alice, bruno, emil, time_machine) -> None:
    later(time_machine, hours=25, minutes=20)  # 70 minutes before the pickup
    Order.objects.update(created_at=NOW - timedelta(days=2), free_until_minutes_before_pickup=90)
    preview = partial(client_for(alice).get, f"/api/orders/{order.pk}/cancellation")
    assert preview().json()["fee"] == "12.50"

    hand_back(bruno, order)

    assert preview().json()["fee"] == "0.00"
    cancelled = client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {"expectedFee": "0.00"})
    assert cancelled.json()["status"] == "cancelled"
    assert HandBack.objects.get().outcome == "cancelled"
    assert Refund.objects.get().amount == order.total_amount


def test_providers_see_what_it_is_and_not_where(order, alice, bruno, emil) -> None:
    hand_back(bruno, order)
    agree(alice, order)

    (offer,) = offers(emil)

    assert offer["orderId"] == str(order.pk)
    assert (offer["postalCode"], offer["city"], offer["customerName"]) == ("8001", "Zurich", "Alice M.")
    assert "Bahnhofstrasse" not in str(offer)
    assert client_for(emil.user).get(f"/api/orders/{order.pk}").status_code == 404
    assert Notification.objects.filter(user=emil.user, kind="hand_back_offer").count() == 1


def test_the_first_to_accept_comes_instead_at_the_same_price(order, alice, bruno, emil, salon, slot) -> None:
    hand_back(bruno, order)
    agree(alice, order)

    taken = take(emil, order).json()

    assert (taken["providerId"], taken["status"], taken["handBackBy"]) == (str(emil.pk), "confirmed", None)
    assert (taken["totalAmount"], taken["pickupTime"]) == ("27.50", slot.starts_at.isoformat()[:-6] + "Z")
    assert taken["customer"]["phone"] is None or taken["customer"]["lastName"] == "Meier"
    slot.refresh_from_db()
    assert (slot.booked, emil.slots.get().booked) == (0, 1)
    assert client_for(bruno).get(f"/api/orders/{order.pk}").status_code == 404
    assert HandBack.objects.get().outcome == "taken"
    titles = set(Notification.objects.values_list("title", flat=True))
    assert {"Emil M. comes instead", "Your order was taken over", "New order"} <= titles


def test_each_job_that_somebody_takes_over_is_a_push_of_its_own(order, slot, alice, bruno, emil, service):
    phone = subscribed(bruno, Browser(service, "phone"))
    second = book(alice, slot)
    pay(second)
    for one in (order, second):
        hand_back(bruno, one)
        agree(alice, one)
        assert take(emil, one).status_code == 200

    relay()

    taken = [shown for shown in phone.shown() if shown["title"] == "Your order was taken over"]
    assert len({shown["tag"] for shown in taken}) == len(taken) == 2
    assert {shown["path"] for shown in taken} == {f"/provider#{one.pk}" for one in (order, second)}


def test_open_pages_of_providers_hear_of_an_offer_and_of_its_end(order, alice, bruno, emil) -> None:
    other = other_provider("fiona")
    hand_back(bruno, order)
    events = LiveEvent.objects.filter(account_id=other.user_id, topic="order")
    agree(alice, order)
    assert [event.data for event in events] == [{"orderId": str(order.pk)}]

    assert take(emil, order).status_code == 200

    assert events.all().count() == 2
    assert offers(other) == []


def test_open_pages_of_providers_hear_that_the_customer_cancelled(order, alice, bruno, emil) -> None:
    hand_back(bruno, order)
    agree(alice, order)
    events = LiveEvent.objects.filter(account_id=emil.user_id, topic="order")
    assert events.count() == 1

    response = client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    assert response.status_code == 200
    assert events.all().count() == 2
    assert offers(emil) == []


def test_who_did_the_work_earns_it(order, alice, bruno, emil) -> None:
    hand_back(bruno, order)
    agree(alice, order)
    take(emil, order)

    order.refresh_from_db()
    advance(Order.objects.get(), to="completed")

    earned = LedgerEntry.objects.get(account="provider")
    assert (earned.provider, -earned.amount) == (emil, order.service_amount)


def test_three_are_asked_and_no_more(order, alice, bruno) -> None:
    asked = [other_provider(f"neighbour{number}") for number in range(5)]

    hand_back(bruno, order)
    agree(alice, order)

    assert HandBackOffer.objects.count() == 3
    assert sum(len(offers(provider)) for provider in asked) == 3
    assert say(alice, order, method="get").json()["neighbours"] == 3


def test_without_a_provider_everything_goes_back_at_once(order, alice, bruno) -> None:
    shown = hand_back(bruno, order)

    assert shown["status"] == "cancelled"
    assert shown["cancellationReason"] == "You could not do this order, and nobody has taken it over."
    assert client_for(alice).get(f"/api/orders/{order.pk}").json()["cancellationReason"] == (
        "Bruno M. could not do this order, and nobody has taken it over."
    )
    assert Refund.objects.get().amount == order.total_amount


def test_less_than_an_hour_before_the_pickup_nobody_is_asked(order, bruno, emil, time_machine) -> None:
    later(time_machine, hours=26)  # half an hour before the pickup

    assert hand_back(bruno, order)["status"] == "cancelled"
    assert not HandBackOffer.objects.exists()


@pytest.mark.parametrize("agreed", [True, False])
def test_what_nobody_took_in_two_hours_is_cancelled_and_returned(
    order, alice, bruno, emil, time_machine, agreed
) -> None:
    hand_back(bruno, order)
    if agreed:
        agree(alice, order)
    assert holds.cancel_untaken(now=NOW + timedelta(minutes=119)) == 0

    for _ in range(2):
        holds.cancel_untaken(now=NOW + timedelta(hours=2))

    order.refresh_from_db()
    assert (order.status, order.cancel_reason) == ("cancelled", "handed_back")
    assert Refund.objects.get().amount == order.total_amount
    later(time_machine, hours=2)
    assert offers(emil) == []
    code = take(emil, order).json()["code"]
    assert code == ("offer_gone" if agreed else "not_found")


def test_when_everybody_declines_nobody_waits(order, alice, bruno, emil) -> None:
    hand_back(bruno, order)
    agree(alice, order)

    for _ in range(2):
        response = client_for(emil.user).post(f"/api/provider/offers/{order.pk}/decline")
        assert response.status_code == 204

    order.refresh_from_db()
    assert order.status == "cancelled"


def test_who_declined_cannot_take_it_after_all(order, alice, bruno, emil, chiara) -> None:
    other_provider("fanny")
    hand_back(bruno, order)
    agree(alice, order)
    client_for(emil.user).post(f"/api/provider/offers/{order.pk}/decline")

    response = take(emil, order)

    assert (response.status_code, response.json()["code"]) == (409, "offer_gone")
    order.refresh_from_db()
    assert order.provider.user == bruno


def test_who_pauses_meanwhile_neither_sees_nor_takes_an_offer(order, alice, bruno, emil) -> None:
    hand_back(bruno, order)
    agree(alice, order)
    Provider.objects.filter(pk=emil.pk).update(status=Provider.Status.PAUSED)

    response = take(emil, order)

    assert offers(emil) == []
    assert (response.status_code, response.json()["code"]) == (409, "offer_gone")


@pytest.fixture
def fay(salon):
    """Return a provider who comes to Bern as well, as the salon does from now on."""
    provider = other_provider("fay")
    for one in (salon, provider):
        ServiceArea.objects.create(provider=one, postal_code="3011", position=1)
    return provider


def test_who_does_not_come_to_a_changed_address_neither_sees_nor_takes_an_offer(
    order, alice, bruno, emil, fay
) -> None:
    hand_back(bruno, order)
    agree(alice, order)

    moved = {"deliveryAddress": "Marktgasse 1, 3011 Bern"}
    assert client_for(alice).patch(f"/api/orders/{order.pk}", moved).status_code == 200

    assert (offers(emil), len(offers(fay))) == ([], 1)
    assert say(alice, order, method="get").json()["neighbours"] == 1
    response = take(emil, order)
    assert (response.status_code, response.json()["code"]) == (409, "offer_gone")
    assert take(fay, order).json()["deliveryAddress"] == "Marktgasse 1, 3011 Bern"


def test_when_all_who_come_to_a_changed_address_decline_nobody_waits(order, alice, bruno, emil, fay) -> None:
    hand_back(bruno, order)
    agree(alice, order)
    client_for(alice).patch(f"/api/orders/{order.pk}", {"pickupAddress": "Marktgasse 1, 3011 Bern"})

    client_for(fay.user).post(f"/api/provider/offers/{order.pk}/decline")

    order.refresh_from_db()
    assert order.status == "cancelled"


def test_the_provider_can_do_it_after_all_until_somebody_took_it(order, alice, bruno, emil) -> None:
    hand_back(bruno, order)
    agree(alice, order)

    assert say(bruno, order, method="delete").json()["handBackBy"] is None

    assert take(emil, order).json()["code"] == "offer_gone"
    assert say(bruno, order, method="delete").json()["code"] == "not_handed_back"
    assert HandBack.objects.get().outcome == "kept"


def test_who_handed_it_back_or_said_no_before_is_not_asked_again(order, alice, bruno, emil) -> None:
    fay, gil = other_provider("fay"), other_provider("gil")
    hand_back(bruno, order)
    agree(alice, order)
    client_for(fay.user).post(f"/api/provider/offers/{order.pk}/decline")
    take(emil, order)

    hand_back(emil.user, order)
    agree(alice, order)

    asked = HandBackOffer.objects.filter(hand_back__ended_at=None)
    assert [offer.provider for offer in asked] == [gil]


def test_an_order_that_goes_on_is_no_longer_handed_back(order, alice, bruno, emil) -> None:
    hand_back(bruno, order)
    agree(alice, order)

    moved = client_for(bruno).post(f"/api/orders/{order.pk}/status", {"status": "pickup"})

    assert moved.status_code == 200
    assert HandBack.objects.get().outcome == "moved_on"
    assert take(emil, order).json()["code"] == "offer_gone"


def test_while_it_is_handed_back_the_hour_stays(order, alice, bruno, emil, salon) -> None:
    other = make_slot(salon, day=clock.local_date(NOW) + timedelta(days=3))
    hand_back(bruno, order)
    wall = other.starts_at.astimezone(clock.ZURICH)

    response = client_for(alice).patch(
        f"/api/orders/{order.pk}/reschedule",
        {"newPickupDate": f"{wall:%Y-%m-%d}", "newPickupTime": f"{wall:%H:%M}"},
    )

    assert (response.status_code, response.json()["code"]) == (409, "handed_back")


def test_only_what_can_be_handed_back_is(order, alice, bruno, slot) -> None:
    assert say(bruno, order, body={"reason": " "}).status_code == 400
    assert say(bruno, order, body={}).status_code == 400
    unpaid = book(alice, slot)
    assert say(bruno, unpaid, body=REASON).json()["code"] == "cannot_hand_back"
    advance(order, to="pickup")
    assert say(bruno, order, body=REASON).json()["code"] == "cannot_hand_back"


def test_handing_back_twice_is_refused(order, bruno, emil) -> None:
    hand_back(bruno, order)

    assert say(bruno, order, body=REASON).json()["code"] == "cannot_hand_back"
    assert HandBack.objects.count() == 1
    entry = LogEntry.objects.get(object_id=str(order.pk))
    assert (entry.user, entry.change_message) == (bruno, "Refused (cannot_hand_back).")


def test_agreeing_twice_asks_once(order, alice, bruno, emil) -> None:
    hand_back(bruno, order)
    agree(alice, order)

    assert choose(alice, order).json()["code"] == "already_agreed"
    assert HandBackOffer.objects.count() == 1


def test_a_provider_whose_hour_has_filled_up_cannot_take_it(order, alice, bruno, chiara) -> None:
    full = other_provider("emil", capacity=1)
    hand_back(bruno, order)
    agree(alice, order)
    book(chiara, full.slots.get())

    assert take(full, order).json()["code"] == "slot_full"
    order.refresh_from_db()
    assert order.provider.user == bruno
