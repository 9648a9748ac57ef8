"""The return time, in the order and in the calendar file (RFC 5545)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace import clock
from orders.models import Order
from orders.tests.booking import ADDRESS, book, order_payload, pay

pytestmark = pytest.mark.at(NOW)


@pytest.mark.parametrize(("service", "hours"), [("standard", 72), ("premium", 48), ("ironing", 48)])
def test_an_order_says_until_when_it_is_back(now, alice, slot, service, hours) -> None:
    made = client_for(alice).post("/api/orders", order_payload(slot, serviceType=service)).json()

    promised = datetime.fromisoformat(made["returnBy"])
    assert promised == slot.starts_at + timedelta(hours=hours)
    assert client_for(alice).get(f"/api/orders/{made['id']}").json()["returnBy"] == made["returnBy"]
    prices = client_for().get("/api/config").json()["prices"]
    assert prices["returnWithinHours"][service] == hours


def test_the_promise_moves_with_the_pickup(paid_order, alice, salon) -> None:
    later = make_slot(salon, day=date(2026, 11, 25))
    wanted = {"newPickupDate": "2026-11-25", "newPickupTime": "12:00"}

    moved = client_for(alice).patch(f"/api/orders/{paid_order.pk}/reschedule", wanted).json()

    assert datetime.fromisoformat(moved["returnBy"]) == later.starts_at + timedelta(hours=72)


def test_an_order_says_until_when_somebody_comes_for_it(order, alice, salon) -> None:
    def until(client) -> datetime:
        return datetime.fromisoformat(client.get(f"/api/orders/{order.pk}").json()["pickupUntil"])

    for client in (client_for(alice), client_for(salon.user)):
        assert until(client) == order.pickup_at + timedelta(hours=1)

    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")
    assert until(client_for(alice)) == order.pickup_at + timedelta(hours=1)


# --- The calendar file ----------------------------------------------------------------------------


def file_of(user, order: Order) -> str:
    response = client_for(user).get(f"/api/orders/{order.pk}/calendar.ics")
    assert (response.status_code, response["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return response.content.decode()


def entries(text: str) -> list[dict[str, str]]:
    """Parse the events: lines end with CRLF, those that begin with a blank continue the line before."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    found: list[dict[str, str]] = []
    for line in text.replace("\r\n ", "").split("\r\n"):
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and ":" in line:
            name, value = line.split(":", 1)
            found[-1].setdefault(name, value)
    return found


def test_the_file_has_pickup_and_return_in_swiss_time(paid_order, alice) -> None:
    pickup, back = entries(file_of(alice, paid_order))

    assert pickup["DTSTART;TZID=Europe/Zurich"] == "20261119T120000"
    assert pickup["DTEND;TZID=Europe/Zurich"] == "20261119T130000"
    assert pickup["SUMMARY"] == "Laundry pickup: Bruno M."
    assert pickup["LOCATION"] == ADDRESS.replace(",", "\\,")
    assert pickup["STATUS"] == back["STATUS"] == "CONFIRMED"
    assert (back["DTSTART;VALUE=DATE"], back["DTEND;VALUE=DATE"]) == ("20261122", "20261123")
    assert pickup["UID"] != back["UID"]
    assert str(paid_order.pk) in pickup["URL"]


def test_texts_are_escaped_and_folded_between_characters(order, alice) -> None:
    note = "Ring twice; second floor, left.\nÄöü 🧺 \\ " + "ü" * 200
    client_for(alice).patch(f"/api/orders/{order.pk}", {"specialInstructions": note})

    pickup = entries(file_of(alice, order))[0]

    expected = note.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")
    assert pickup["DESCRIPTION"] == expected
    assert pickup["STATUS"] == "TENTATIVE"


def test_nobody_writes_lines_into_somebody_elses_calendar(order, alice) -> None:
    evil = "x\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nACTION:PROCEDURE"
    client_for(alice).patch(f"/api/orders/{order.pk}", {"specialInstructions": evil})

    text = file_of(alice, order)

    assert "BEGIN:VALARM" not in text.split("\r\n")
    assert len(entries(text)) == 2


def test_a_moved_or_cancelled_order_replaces_its_entries(paid_order, alice, salon) -> None:
    before = entries(file_of(alice, paid_order))[0]
    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation", {})

    after = entries(file_of(alice, paid_order))[0]

    assert (after["UID"], after["STATUS"]) == (before["UID"], "CANCELLED")
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])
    assert after["DTEND;TZID=Europe/Zurich"] == "20261119T130000"


def test_a_provider_reads_no_address_before_payment(order, alice, bruno) -> None:
    assert "LOCATION" not in entries(file_of(bruno, order))[0]
    assert entries(file_of(bruno, order))[0]["SUMMARY"] == "Laundry pickup: Alice M."

    pay(order)

    assert entries(file_of(bruno, order))[0]["LOCATION"] == ADDRESS.replace(",", "\\,")


@pytest.mark.parametrize("user", ["chiara", None])
def test_strangers_get_no_file(order, chiara, user) -> None:
    response = client_for(chiara if user else None).get(f"/api/orders/{order.pk}/calendar.ics")

    assert response.status_code == (404 if user else 401)


@pytest.mark.parametrize("day", [date(2026, 10, 25), date(2027, 3, 28)])
@pytest.mark.parametrize("hour", [1, 2, 3, 9])
def test_the_hour_is_right_on_the_days_of_the_clock_change(alice, salon, time_machine, day, hour) -> None:
    time_machine.move_to(clock.at_wall_time(day, time(0)) - timedelta(days=1))
    starts_at = clock.at_wall_time(day, time(hour))
    slot = make_slot(salon, day=day, start=time(hour))
    order = book(alice, slot, pickupTime=starts_at.isoformat())

    pickup = entries(file_of(alice, order))[0]

    shown = datetime.strptime(pickup["DTSTART;TZID=Europe/Zurich"], "%Y%m%dT%H%M%S")  # noqa: DTZ007 - wall time
    assert shown.replace(tzinfo=ZoneInfo("Europe/Zurich")).astimezone(UTC) == starts_at


def test_the_second_of_two_equal_hours_stands_in_utc(alice, salon, time_machine) -> None:
    second = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    time_machine.move_to(second - timedelta(days=1))
    slot = make_slot(salon, day=date(2026, 10, 25), start=time(2))
    type(slot).objects.filter(pk=slot.pk).update(starts_at=second, ends_at=second + timedelta(hours=1))
    slot.refresh_from_db()

    assert entries(file_of(alice, book(alice, slot)))[0]["DTSTART"] == "20261025T013000Z"


# --- By hand ------------------------------------------------------------------------------------------


def test_an_order_that_waits_for_its_provider_says_until_when(now, alice, bruno, salon, slot) -> None:
    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])
    order = book(alice, slot)
    address = f"/api/orders/{order.pk}"
    assert client_for(alice).get(address).json()["answerBy"] is None

    pay(order)

    for user in (alice, bruno):
        seen = client_for(user).get(address).json()
        assert seen["needsProviderAnswer"]
        assert datetime.fromisoformat(seen["answerBy"]) == NOW + timedelta(hours=2)
    client_for(bruno).post(f"{address}/status", {"status": "confirmed"})
    assert client_for(alice).get(address).json()["answerBy"] is None
