"""A pickup is an hour, said as one everywhere, however long the provider's slots are."""

import re
from datetime import UTC, date, datetime, time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from orders.lifecycle import lateness
from orders.models import Order
from orders.tests.booking import book, pay
from scheduling.models import TimeSlot

pytestmark = pytest.mark.at(NOW)
LIST = "/admin/orders/order/"


def slot_of(provider, minutes: int, day: date, start: time) -> TimeSlot:
    """Return a slot of a length."""
    slot = make_slot(provider, day=day, start=start)
    slot.ends_at = slot.starts_at + timedelta(minutes=minutes)
    slot.end_time = (datetime.combine(day, start) + timedelta(minutes=minutes)).time()
    slot.save()
    return slot


@pytest.fixture(params=[15, 60, 240], ids=lambda minutes: f"{minutes}_minutes")
def order(request, now, alice, salon, stripe) -> Order:
    """Return a paid order for Thursday 19 November, 12:15; the next day has a slot at 14:30."""
    slot_of(salon, request.param, date(2026, 11, 20), time(14, 30))
    made = book(alice, slot_of(salon, request.param, date(2026, 11, 19), time(12, 15)))
    pay(made)
    return made


def shown_to(user, order: Order) -> tuple[datetime, datetime]:
    data = client_for(user).get(f"/api/orders/{order.pk}").json()
    return datetime.fromisoformat(data["pickupTime"]), datetime.fromisoformat(data["pickupUntil"])


def calendar_of(user, order: Order) -> str:
    return client_for(user).get(f"/api/orders/{order.pk}/calendar.ics").content.decode()


def test_screens_notices_calendar_and_admin_site_name_one_hour(order, alice, bruno, operator_client) -> None:
    begins = datetime(2026, 11, 19, 11, 15, tzinfo=UTC)
    for user in (alice, bruno):
        assert shown_to(user, order) == (begins, begins + timedelta(hours=1))
        assert "Thu 19 Nov, 12:15-13:15" in user.notifications.get(kind="order_confirmed").body
        assert "DTSTART;TZID=Europe/Zurich:20261119T121500" in calendar_of(user, order)
        assert "DTEND;TZID=Europe/Zurich:20261119T131500" in calendar_of(user, order)
    for page in (LIST, f"{LIST}{order.pk}/change/"):
        # The list shows them on two lines.
        shown = re.sub(r"<[^>]+>|\s+", " ", operator_client.get(page).content.decode())
        assert re.search("Thu 19 Nov, +12:15-13:15", shown)


def test_the_hour_moves_with_the_pickup(order, alice, bruno) -> None:
    wanted = {"newPickupDate": "2026-11-20", "newPickupTime": "14:30"}
    moved = client_for(alice).patch(f"/api/orders/{order.pk}/reschedule", wanted)

    assert moved.status_code == 200, moved.json()
    begins = datetime(2026, 11, 20, 13, 30, tzinfo=UTC)
    for user in (alice, bruno):
        assert shown_to(user, order) == (begins, begins + timedelta(hours=1))
        assert "Fri 20 Nov, 14:30-15:30" in user.notifications.get(kind="order_rescheduled").body


def test_a_pickup_is_late_from_the_end_of_its_hour_on(order, alice, time_machine) -> None:
    ends = datetime(2026, 11, 19, 12, 15, tzinfo=UTC)
    due = client_for(alice).get(f"/api/orders/{order.pk}").json()["deadline"]
    assert due == {"step": "pickup", "at": "2026-11-19T12:15:00Z"}

    for moment, is_late in ((ends - timedelta(seconds=1), False), (ends, True)):
        assert lateness.is_late(Order.objects.get(), now=moment) is is_late
        assert Order.objects.filter(lateness.late_pickups(moment)).exists() is is_late


def test_damage_can_be_reported_for_a_day_from_the_end_of_its_hour(order, alice, bruno, time_machine) -> None:
    """Also of an order that was done before its hour."""
    for status in ("pickup", "washing", "delivery", "completed"):
        assert client_for(bruno).post(f"/api/orders/{order.pk}/status", {"status": status}).status_code == 200
    ends = datetime(2026, 11, 19, 12, 15, tzinfo=UTC)
    report = {"description": "A burn on the sleeve.", "photos": []}

    time_machine.move_to(ends + timedelta(hours=24, seconds=1))
    late = client_for(alice).post(f"/api/orders/{order.pk}/claims", report)
    time_machine.move_to(ends + timedelta(hours=24, seconds=-1))
    in_time = client_for(alice).post(f"/api/orders/{order.pk}/claims", report)

    assert (late.status_code, late.json()["code"]) == (409, "claim_window_over")
    assert in_time.status_code == 201, in_time.json()
