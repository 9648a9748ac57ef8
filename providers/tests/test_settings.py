"""Providers' settings: read, changed, validated, and visible to customers at once."""

from copy import copy
from datetime import time, timedelta
from decimal import Decimal
from functools import partial

import pytest

from conftest import NOW, client_for, make_provider, make_slot, make_user
from marketplace.tests.racing import insisting, race, refused, succeeded
from orders.models import Order, RecurringBooking
from orders.recurring.tests.running_bookings import give_week, set_up
from orders.tests.booking import book, pay
from providers import catalogue, profile
from providers.models import PostalCode, Provider, ServiceArea

ADDRESS = "/api/provider/settings"


def changed(user, values, **headers):
    return client_for(user).patch(ADDRESS, values, headers=headers)


def on_page(salon):
    return client_for().get(f"/api/providers/details/{salon.pk}").json()


def test_shows_what_is_set(now, bruno, salon) -> None:
    response = client_for(bruno).get(ADDRESS)

    assert response.status_code == 200
    assert response.json() == {
        "providerId": str(salon.pk),
        "etag": response["ETag"],
        "photoUrl": None,
        "businessName": "Brunos Waschsalon",
        "bio": "",
        "specialties": [],
        "acceptsInstantly": True,
        "lateFeePercent": 50,
        "serviceArea": ["8001"],
        "areas": [
            {"postalCode": "8001", "city": "Zurich"}
            | {key: on_page(salon)["areas"][0][key] for key in ("latitude", "longitude")}
        ],
    }


@pytest.mark.parametrize("status", ["draft", "submitted", "changes", "rejected"])
def test_who_does_not_work_yet_has_none(now, bruno, salon, status) -> None:
    Provider.objects.update(status=status)

    for response in (client_for(bruno).get(ADDRESS), changed(bruno, {"bio": "Hello."})):
        assert (response.status_code, response.json()["code"]) == (403, "permission_denied")
    assert Provider.objects.get().bio == ""


def test_what_is_saved_is_on_the_page_and_in_the_list_at_once(now, bruno, salon, slot) -> None:
    assert client_for().get("/api/providers").json()[0]["businessName"] == "Brunos Waschsalon"

    response = changed(
        bruno,
        {
            "businessName": "  Bruno wäscht ",
            "bio": "Since 2019.\n\nTwo machines.",
            "specialties": ["Delicates", "Wool", "delicates"],
            "acceptsInstantly": False,
            "lateFeePercent": 0,
            "serviceArea": ["8400", "8001", "8400"],
        },
    )

    assert response.status_code == 200, response.json()
    said = response.json()
    assert (said["specialties"], said["serviceArea"]) == (["Delicates", "Wool"], ["8400", "8001"])
    listed = client_for().get("/api/providers").json()[0]
    assert (listed["businessName"], listed["acceptsInstantly"]) == ("Bruno wäscht", False)
    assert listed["serviceArea"] == ["8400", "8001"]
    assert on_page(salon)["bio"] == "Since 2019.\n\nTwo machines."
    near = client_for().get("/api/providers/8400").json()
    assert [one["distanceKm"] for one in near] == [0]


def test_what_is_left_out_stays(now, bruno, salon) -> None:
    changed(bruno, {"bio": "Hello.", "lateFeePercent": 30})
    changed(bruno, {"specialties": ["Wool"]})

    salon.refresh_from_db()
    assert (salon.bio, salon.late_fee_percent, salon.specialties) == ("Hello.", 30, ["Wool"])
    assert profile.codes_of(salon) == ["8001"]


def test_a_paused_provider_may_change_too(now, bruno, salon) -> None:
    Provider.objects.update(status="paused")

    assert changed(bruno, {"bio": "Back in May."}).status_code == 200


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"businessName": "x" * 121}, "businessName"),
        ({"businessName": 7}, "businessName"),
        ({"bio": "x" * 1001}, "bio"),
        ({"specialties": ["x"] * 9}, "specialties"),
        ({"specialties": ["x" * 31]}, "specialties"),
        ({"specialties": [" "]}, "specialties"),
        ({"specialties": "Wool"}, "specialties"),
        ({"acceptsInstantly": "yes"}, "acceptsInstantly"),
        ({"lateFeePercent": 101}, "lateFeePercent"),
        ({"lateFeePercent": -1}, "lateFeePercent"),
        ({"lateFeePercent": 12.5}, "lateFeePercent"),
        ({"lateFeePercent": "10"}, "lateFeePercent"),
        ({"serviceArea": []}, "serviceArea"),
        ({"serviceArea": ["0000"]}, "serviceArea"),
        ({"serviceArea": ["80011"]}, "serviceArea"),
        ({"serviceArea": [8001]}, "serviceArea"),
        ({"serviceArea": [str(code) for code in range(8000, 8061)]}, "serviceArea"),
        ({"rating": 5}, "rating"),
        ({"status": "approved", "bio": "Hello."}, "status"),
        ({"photoUrl": "https://example.org/x.jpg"}, "photoUrl"),
        ({"lateFeePercent": None}, "lateFeePercent"),
    ],
)
def test_what_cannot_be_is_refused_by_name_and_changes_nothing(now, bruno, salon, values, field) -> None:
    before, version = client_for(bruno).get(ADDRESS).json(), catalogue.version()

    response = changed(bruno, {"businessName": "Other"} | values)

    assert (response.status_code, list(response.json()["fields"])) == (400, [field])
    assert client_for(bruno).get(ADDRESS).json() == before
    assert catalogue.version() == version


def test_sixty_postal_codes_are_possible_and_sixty_one_are_not(now, bruno, salon) -> None:
    codes = list(PostalCode.objects.order_by("code").values_list("code", flat=True)[:61])

    assert changed(bruno, {"serviceArea": codes[:60]}).status_code == 200
    response = changed(bruno, {"serviceArea": codes})
    assert (response.status_code, response.json()["code"]) == (400, "service_areas")
    assert profile.codes_of(salon) == codes[:60]


def test_a_code_that_left_the_table_may_stay_where_it_was(now, bruno, salon) -> None:
    ServiceArea.objects.create(provider=salon, postal_code="0001", position=1)

    assert changed(bruno, {"serviceArea": ["0001", "8001", "8002"]}).status_code == 200
    assert changed(bruno, {"serviceArea": ["0002", "8001"]}).status_code == 400


def test_what_somebody_saved_meanwhile_is_shown_and_kept(now, bruno, salon) -> None:
    seen = client_for(bruno).get(ADDRESS)["ETag"]
    saved = changed(bruno, {"lateFeePercent": 10}, **{"If-Match": seen})

    response = changed(bruno, {"bio": "Mine."}, **{"If-Match": seen})

    assert (response.status_code, response.json()["code"]) == (409, "version_conflict")
    assert response.json()["current"] == saved.json()
    assert saved.json()["etag"] == saved["ETag"]
    assert response["ETag"] == saved["ETag"] != seen
    again = changed(bruno, {"bio": "Mine."}, **{"If-Match": response["ETag"]})
    assert (again.status_code, again.json()["lateFeePercent"]) == (200, 10)


def test_another_order_of_the_postal_codes_is_another_version(now, bruno, salon) -> None:
    first = changed(bruno, {"serviceArea": ["8001", "8002"]})["ETag"]

    assert changed(bruno, {"serviceArea": ["8002", "8001"]})["ETag"] != first


# --- Running orders are unaffected ------------------------------------------------------------------------


def test_an_order_keeps_the_fee_under_which_it_was_placed(now, time_machine, alice, bruno, salon) -> None:
    order = book(alice, make_slot(salon))
    pay(order)

    assert changed(bruno, {"lateFeePercent": 100, "acceptsInstantly": False}).status_code == 200

    order.refresh_from_db()
    assert (order.late_fee_percent, order.accepts_instantly, order.status) == (50, True, "confirmed")
    late = order.pickup_at - timedelta(minutes=30)
    time_machine.move_to(late)
    preview = client_for(alice).get(f"/api/orders/{order.pk}/cancellation").json()
    assert Decimal(preview["fee"]) == order.service_amount / 2
    time_machine.move_to(NOW)
    assert book(alice, make_slot(salon, start=time(15))).late_fee_percent == 100


def test_orders_where_a_provider_no_longer_comes_go_on(now, alice, bruno, salon) -> None:
    order = book(alice, make_slot(salon))
    pay(order)

    assert changed(bruno, {"serviceArea": ["1201"]}).status_code == 200

    client, path = client_for(bruno), f"/api/orders/{order.pk}/status"
    for status in ("pickup", "washing", "delivery", "completed"):
        assert client.post(path, {"status": status}).status_code == 200
    assert Order.objects.get().status == "completed"
    assert client_for(alice).get(f"/api/orders/{order.pk}").status_code == 200


def test_recurring_bookings_where_a_provider_no_longer_comes_are_shown_and_go_on(
    now, alice, bruno, salon
) -> None:
    give_week(salon)
    booking = set_up(alice, salon)

    assert changed(bruno, {"serviceArea": ["1201"]}).status_code == 200

    shown = client_for(alice).get(f"/api/recurring-bookings/customer/{alice.pk}")
    assert [one["id"] for one in shown.json()] == [str(booking.pk)]
    assert RecurringBooking.objects.get().is_active


# --- Two tabs ---------------------------------------------------------------------------------------------


@pytest.fixture
def two_tabs(transactional_db, postal_codes):
    """Return a provider, and the outcomes of two tabs that save from the same version in parallel."""
    salon = make_provider(make_user("bruno"))
    seen = profile.version_of(salon, profile.codes_of(salon))
    values = [{"bio": "One", "service_area": ["8001"]}, {"bio": "Two", "late_fee_percent": 5}]
    save = partial(profile.change, provider_id=salon.pk, expected_version=seen)
    return salon, [partial(insisting, partial(save, values=one)) for one in values]


@pytest.mark.race
def test_of_two_tabs_that_save_at_once_one_is_notified(two_tabs) -> None:
    salon, acts = two_tabs

    outcomes = race(acts)

    assert len(succeeded(outcomes)) == len(refused(outcomes, profile.SettingsChanged)) == 1, outcomes
    salon.refresh_from_db()
    assert (salon.bio, salon.late_fee_percent) in {("One", 50), ("Two", 5)}


@pytest.mark.race
def test_control_without_the_lock_both_save_and_one_is_lost(two_tabs, monkeypatch) -> None:
    _, acts = two_tabs
    before = Provider.objects.select_related("user").get()
    monkeypatch.setattr(profile, "_locked", lambda _: copy(before))

    outcomes = race(acts)

    assert len(succeeded(outcomes)) == 2, outcomes
