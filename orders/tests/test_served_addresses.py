"""Both addresses of an order need a Swiss postal code that the provider serves."""

import pytest

from conftest import client_for, make_provider, make_slot, make_user
from marketplace.tests.proof import record
from orders.models import Order, RecurringBooking
from orders.recurring.tests import running_bookings
from orders.tests.booking import ADDRESS, book, order_payload
from providers.distance import serves
from providers.models import Provider, ServiceArea

GENEVA = "Rue du Rhône 30, Geneva 1204"
LAUSANNE = "Rue de Bourg 11, Lausanne 1003"
WINTERTHUR = "Marktgasse 3, Winterthur 8400"

# Forty addresses that a provider of 8001 does not serve.
UNKNOWN = [
    "x, abc",
    "Bahnhofstrasse 1, Zurich",
    "Bahnhofstrasse 1, Zurich 0000",
    "Bahnhofstrasse 1, Zurich 9999",
    "Bahnhofstrasse 1, Zurich 800",
    "Bahnhofstrasse 1, Zurich 80011",
    "Bahnhofstrasse 1, Zurich 8001a",
    "Bahnhofstrasse 1, Zurich a8001",
    "Bahnhofstrasse 1, Zurich _8001",
    "Bahnhofstrasse 1, Zurich 8 0 0 1",
    "Bahnhofstrasse 1, Zurich, box 8001",
    "Bahnhofstrasse 1, Zurich \uff18\uff10\uff10\uff11",
    "Bahnhofstrasse 1, Zurich \u0668\u0660\u0660\u0661",
    "Bahnhofstrasse 1, Zurich 800\uff11",
    "Städtle 5, Vaduz 9490",
    "Städtle 5, Vaduz FL-9490",
    "Im Bretscha 22, Schaan 9494",
    "Kaiserstrasse 1, 10115 Berlin",
    "Seestrasse 1, 78462 Konstanz",
    "Rathausstraße 4, A-6900 Bregenz",
    "Rathausstraße 4, AT-6900 Bregenz",
    "Rue Neuve 1, B-1000 Bruxelles",
    "Boulevard Royal 2, L-1009 Luxembourg",
    "10 Downing Street, London SW1A 2AA",
    "5th Avenue, New York 10001",
    "- - - -",
    "0000",
]
OUTSIDE = [
    GENEVA,
    LAUSANNE,
    "Freie Strasse 27, Basel 4051",
    "Marktgasse 18, Bern 3011",
    "Multergasse 5, St. Gallen 9000",
    "Pilatusstrasse 22, Lucerne 6003",
    "Bahnhofstrasse 3, Chur 7000",
    "Via Nassa 5, Lugano 6900",
    "Bahnhofstrasse 4, Zermatt 3920",
    "8001 Bahnhofstrasse 1, Geneva 1201",
    "Zurich 8001, no: Geneva 1201",
    "Bahnhofplatz 1, CH-4051 Basel",
    "6900 Bregenz, Austria",
]
WITHIN = [
    ADDRESS,
    "Bahnhofstrasse 1, 8001 Zurich",
    "Bahnhofstrasse 1, CH-8001 Zurich",
    f"{ADDRESS}, 2nd floor",
    "Weg 1204, Zurich 8001",
    "8001",
    WINTERTHUR,
]


@pytest.fixture
def camille(db) -> Provider:
    """Return a provider in Geneva with a free hour."""
    provider = make_provider(make_user("camille"), "1201", "1202")
    make_slot(provider)
    return provider


def nothing_happened(slot) -> bool:
    slot.refresh_from_db()
    return slot.booked == 0 and not Order.objects.exists() and not RecurringBooking.objects.exists()


@pytest.mark.parametrize("field", ["pickupAddress", "deliveryAddress"])
def test_forty_addresses_outside_are_refused_by_name(
    now, settings, alice, salon, slot, camille, field
) -> None:
    settings.BOOKINGS_PER_HOUR = 1_000
    series = running_bookings.recurring_payload(salon)
    for address, code in [(it, "unknown_postal_code") for it in UNKNOWN] + [
        (it, "not_served") for it in OUTSIDE
    ]:
        for path, body in (("/api/orders", order_payload(slot)), ("/api/recurring-bookings", series)):
            response = client_for(alice).post(path, body | {field: address})

            data = response.json()
            assert (response.status_code, data["code"], list(data["fields"])) == (400, code, [field]), address
            assert ("providers" in data) == (code == "not_served")
    assert nothing_happened(slot)
    assert len(UNKNOWN) + len(OUTSIDE) == 40
    record("R22", f"40 addresses as {field}: 400 with code and field, nothing placed", "40 addresses")


@pytest.mark.parametrize("address", WITHIN)
def test_an_address_within_reach_is_taken_as_it_is(now, alice, slot, address) -> None:
    order = book(alice, slot, pickupAddress=f" {address} ")

    assert (order.pickup_address, order.delivery_address) == (address, ADDRESS)
    assert order.pickup_postal_code == ("8400" if address == WINTERTHUR else "8001")
    assert order.delivery_postal_code == "8001"


def test_both_addresses_are_named_when_both_are_wrong(now, alice, slot) -> None:
    response = client_for(alice).post(
        "/api/orders", order_payload(slot, pickupAddress="x", deliveryAddress="y")
    )

    assert set(response.json()["fields"]) == {"pickupAddress", "deliveryAddress"}


def test_an_address_that_is_not_served_comes_with_providers_who_serve_it(now, alice, slot, camille) -> None:
    listed = client_for(alice).get("/api/providers/1204").json()

    refused = (
        client_for(alice)
        .post("/api/orders", order_payload(slot, pickupAddress=GENEVA, deliveryAddress=GENEVA))
        .json()
    )

    assert (
        refused["message"]
        == "Bruno M. does not come to 1204. Please choose somebody who does, or another address."
    )
    assert refused["providers"] == listed
    assert [one["id"] for one in listed] == [str(camille.pk)]


def test_ones_own_business_is_not_offered_to_oneself(now, slot, camille) -> None:
    payload = order_payload(slot, pickupAddress=GENEVA, deliveryAddress=GENEVA)

    refused = client_for(camille.user).post("/api/orders", payload)

    assert (refused.json()["code"], refused.json()["providers"]) == ("not_served", [])


def test_at_most_three_providers_are_offered_the_nearest_first(now, alice, slot, camille) -> None:
    for number, code in enumerate(["1204", "1205", "1206", "1227"]):
        make_slot(make_provider(make_user(f"neighbour{number}"), code))

    refused = (
        client_for(alice)
        .post("/api/orders", order_payload(slot, pickupAddress=GENEVA, deliveryAddress=GENEVA))
        .json()
    )

    listed = client_for(alice).get("/api/providers/1204").json()
    assert refused["providers"] == listed[:3]


def test_providers_come_to_both_addresses(now, alice, slot, camille) -> None:
    wide = make_provider(make_user("wide"), "1003", "1204")
    make_slot(wide)

    refused = (
        client_for(alice)
        .post("/api/orders", order_payload(slot, pickupAddress=GENEVA, deliveryAddress=LAUSANNE))
        .json()
    )

    assert [one["id"] for one in refused["providers"]] == [str(wide.pk)]


@pytest.mark.parametrize("code", ["8001", "8400", "8600", "5400", "8200", "6300", "1204", "8808"])
def test_who_is_listed_for_a_postal_code_serves_it_and_nobody_else_does(now, salon, slot, code) -> None:
    ServiceArea.objects.create(provider=salon, postal_code="8620", position=1)
    listed = client_for().get(f"/api/providers/{code}").json()

    assert [one["id"] for one in listed] == ([str(salon.pk)] if serves(code, ["8001", "8620"]) else [])


def test_an_edit_moves_an_order_only_to_where_its_provider_comes(order, alice, camille) -> None:
    path = f"/api/orders/{order.pk}"
    refused = client_for(alice).patch(path, {"pickupAddress": GENEVA, "specialInstructions": "Ring twice"})
    unknown = client_for(alice).patch(path, {"deliveryAddress": "x, abc"})

    assert (refused.status_code, refused.json()["code"], list(refused.json()["fields"])) == (
        400,
        "not_served",
        ["pickupAddress"],
    )
    assert [one["id"] for one in refused.json()["providers"]] == [str(camille.pk)]
    assert (unknown.status_code, unknown.json()["code"]) == (400, "unknown_postal_code")
    order.refresh_from_db()
    assert (order.pickup_address, order.special_instructions, order.version) == (ADDRESS, "", 1)

    done = client_for(alice).patch(path, {"pickupAddress": WINTERTHUR})

    order.refresh_from_db()
    assert done.status_code == 200
    assert (order.pickup_address, order.pickup_postal_code) == (WINTERTHUR, "8400")
    assert (order.delivery_address, order.delivery_postal_code) == (ADDRESS, "8001")


def test_an_order_of_earlier_times_keeps_its_text(order, alice) -> None:
    old = {"pickup_address": "Hinterhof", "pickup_postal_code": None, "delivery_postal_code": None}
    Order.objects.filter(pk=order.pk).update(**old)

    response = client_for(alice).patch(
        f"/api/orders/{order.pk}", {"pickupAddress": "Hinterhof", "specialInstructions": "Ring twice"}
    )

    order.refresh_from_db()
    assert response.status_code == 200, response.json()
    assert (order.pickup_address, order.pickup_postal_code) == ("Hinterhof", None)
    assert order.special_instructions == "Ring twice"
