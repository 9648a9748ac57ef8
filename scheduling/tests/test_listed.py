"""Bookings and closed slots show in the list of providers at once."""

import pytest

from conftest import NOW, client_for, make_slot
from providers import catalogue
from scheduling import slots

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


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

    slots.set_closed(slot_id=slot.pk, closed=True)
    assert names() == []
