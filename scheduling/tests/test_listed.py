"""Every change that a provider list shows is in it at once: bookings, slots, pauses, ratings."""

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from orders.tests.booking import advance, book, pay, rated_by_provider
from providers import catalogue, reviews
from providers.models import Review
from scheduling import slots
from scheduling.manual_slots import set_closed
from scheduling.models import TimeSlot
from scheduling.tests.week_fixtures import put, window, works

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


def names():
    return [provider["user"]["firstName"] for provider in client_for().get("/api/providers/8001").json()]


def test_drops_a_provider_with_the_booking_of_the_last_place_and_brings_them_back(salon):
    catalogue.touch()
    slot = make_slot(salon, capacity=1)
    assert names() == ["Bruno"]

    slots.reserve(provider_id=salon.pk, pickup_at=slot.starts_at, now=NOW)
    assert names() == []

    slots.release(slot_id=slot.pk, now=NOW)
    assert names() == ["Bruno"]


def test_closing_a_slot_shows_at_once(salon, slot):
    catalogue.touch()
    assert names() == ["Bruno"]

    set_closed(slot_id=slot.pk, closed=True, note="A test", now=NOW)
    assert names() == []


def test_a_batch_that_takes_the_last_places_shows_at_once(salon):
    catalogue.touch()
    slot = make_slot(salon, capacity=2)
    assert names() == ["Bruno"]

    given = slots.reserve_many(wanted=[(salon.pk, slot.starts_at)] * 2, now=NOW)

    assert [one.pk for one in given if one is not None] == [slot.pk] * 2
    assert names() == []


def test_a_pause_and_its_end_show_at_once(salon, bruno):
    works(salon)
    catalogue.touch()
    assert names() == ["Bruno"]

    client_for(bruno).post("/api/provider/pause", {"until": None})
    assert names() == []

    client_for(bruno).post("/api/provider/resume")
    assert names() == ["Bruno"]


def test_a_week_that_is_emptied_and_filled_again_shows_at_once(salon, bruno):
    put(bruno, window())
    catalogue.touch()
    assert names() == ["Bruno"]

    put(bruno)
    assert names() == []

    put(bruno, window())
    assert names() == ["Bruno"]


def test_a_slot_by_hand_shows_at_once(salon, bruno):
    catalogue.touch()
    assert names() == []
    body = {
        "providerId": str(salon.pk),
        "date": "2026-11-23",
        "startTime": "09:00",
        "endTime": "10:00",
        "maxBookings": 1,
    }

    assert client_for(bruno).post("/api/time-slots", body).status_code == 201
    assert names() == ["Bruno"]

    slots.reserve(provider_id=salon.pk, pickup_at=TimeSlot.objects.get().starts_at, now=NOW)
    assert names() == []
    assert client_for(bruno).post("/api/time-slots", body | {"maxBookings": 2}).status_code == 200
    assert names() == ["Bruno"]


def ratings():
    listed = client_for().get("/api/providers/8001").json()
    return [(provider["rating"], provider["reviewCount"]) for provider in listed]


def test_a_rating_shows_at_once_and_so_does_hiding_it(salon, slot, alice):
    order = book(alice, slot)
    pay(order)
    rated_by_provider(advance(order, to="completed"))
    catalogue.touch()
    assert ratings() == [(0, 0)]

    response = client_for(alice).post("/api/reviews", {"orderId": str(order.pk), "rating": 4})
    assert response.status_code == 201
    assert ratings() == [(4.0, 1)]

    review = Review.objects.get()
    reviews.hide_review(review_id=review.pk, now=NOW)
    assert ratings() == [(0, 0)]
    reviews.show_review(review_id=review.pk)
    assert ratings() == [(4.0, 1)]
