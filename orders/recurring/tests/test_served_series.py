"""The addresses of a recurring booking must be served: set up, changed, by another provider, as orders."""

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from orders.models import Order, RecurringBooking
from orders.recurring.tests.running_bookings import CALL, at, give_week, recurring_payload, set_up, tick
from orders.tests.booking import ADDRESS
from providers.models import Provider, ServiceArea

pytestmark = pytest.mark.at(NOW)

GENEVA = "Rue du Rhône 30, Geneva 1204"
WINTERTHUR = "Marktgasse 3, Winterthur 8400"


@pytest.fixture
def camille(db) -> Provider:
    """Return a provider in Geneva with a free hour, who works every day."""
    provider = make_provider(make_user("camille"), "1201")
    give_week(provider)
    make_slot(provider)
    return provider


def patched(booking: RecurringBooking, **changes: str):
    return client_for(booking.customer).patch(f"{CALL}/{booking.pk}", changes)


def test_is_refused_where_the_provider_does_not_come(now, alice, salon, camille) -> None:
    body = recurring_payload(salon, pickupAddress=GENEVA, deliveryAddress=GENEVA)

    response = client_for(alice).post(CALL, body)

    assert (response.status_code, response.json()["code"]) == (400, "not_served")
    assert [one["id"] for one in response.json()["providers"]] == [str(camille.pk)]
    assert not RecurringBooking.objects.exists()


@pytest.mark.parametrize(("address", "code"), [(GENEVA, "not_served"), ("x, abc", "unknown_postal_code")])
def test_a_new_address_must_be_served(now, alice, salon, address, code) -> None:
    booking = set_up(alice, salon)

    response = patched(booking, deliveryAddress=address, specialInstructions="Ring twice")

    assert (response.status_code, response.json()["code"], list(response.json()["fields"])) == (
        400,
        code,
        ["deliveryAddress"],
    )
    booking.refresh_from_db()
    assert (booking.delivery_address, booking.special_instructions) == (ADDRESS, "")
    assert patched(booking, deliveryAddress=WINTERTHUR).status_code == 200


def test_another_provider_must_come_to_both_addresses(now, alice, salon, camille) -> None:
    booking = set_up(alice, salon)

    response = patched(booking, providerId=str(camille.pk))

    assert (response.status_code, response.json()["code"]) == (400, "not_served")
    assert set(response.json()["fields"]) == {"pickupAddress", "deliveryAddress"}
    booking.refresh_from_db()
    assert booking.provider_id == salon.pk
    moved = patched(booking, providerId=str(camille.pk), pickupAddress=GENEVA, deliveryAddress=GENEVA)
    assert moved.status_code == 200, moved.json()


def test_a_booking_of_earlier_times_keeps_its_text(now, alice, salon, time_machine) -> None:
    booking = set_up(alice, salon)
    RecurringBooking.objects.filter(pk=booking.pk).update(pickup_address="Hinterhof")

    response = patched(booking, pickupAddress="Hinterhof", weight="12")

    assert response.status_code == 200, response.json()
    time_machine.move_to(at("2026-11-21 09:00"))
    assert tick() == 1
    order = Order.objects.get()
    assert (order.pickup_address, order.pickup_postal_code) == ("Hinterhof", None)


def test_its_orders_carry_the_postal_codes(now, alice, chiara, salon, time_machine) -> None:
    set_up(alice, salon, deliveryAddress=WINTERTHUR)
    set_up(chiara, salon, deliveryAddress=WINTERTHUR)
    time_machine.move_to(at("2026-11-21 09:00"))

    assert tick() == 2

    codes = set(Order.objects.values_list("pickup_postal_code", "delivery_postal_code"))
    assert codes == {("8001", "8400")}


def test_goes_on_when_its_provider_serves_fewer_codes_later(now, alice, salon, time_machine) -> None:
    set_up(alice, salon)
    ServiceArea.objects.filter(provider=salon).update(postal_code="1201")
    time_machine.move_to(at("2026-11-21 09:00"))

    assert tick() == 1
