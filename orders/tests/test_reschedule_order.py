"""PATCH …/reschedule: order and reservation move to another Swiss wall time, or nothing does."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot, make_user
from marketplace import clock
from orders.models import Reservation
from orders.tests.booking import advance, book, pay

pytestmark = pytest.mark.at(NOW)


def ask(user, order, day: str = "2026-11-20", wall: str = "14:00", **headers):
    body = {"newPickupDate": day, "newPickupTime": wall}
    return client_for(user).patch(f"/api/orders/{order.pk}/reschedule", body, headers=headers)


@pytest.fixture
def later(salon):
    return make_slot(salon, day=date(2026, 11, 20), start=time(14))


def test_moves_the_pickup_and_the_place(paid_order, alice, bruno, slot, later) -> None:
    response = ask(alice, paid_order)

    assert response.status_code == 200, response.json()
    assert response.json()["pickupTime"] == "2026-11-20T13:00:00Z"
    slot.refresh_from_db()
    later.refresh_from_db()
    assert (slot.booked, later.booked) == (0, 1)
    assert Reservation.objects.get(released_at=None).slot == later
    assert alice.notifications.filter(kind="order_rescheduled").exists()
    assert (
        "Thu 19 Nov, 12:00-13:00 to Fri 20 Nov, 14:00-15:00"
        in bruno.notifications.get(kind="order_rescheduled").body
    )


def test_another_minute_of_the_same_hour_changes_nothing(paid_order, alice, slot) -> None:
    response = ask(alice, paid_order, day="2026-11-19", wall="12:59")

    assert response.json()["pickupTime"] == "2026-11-19T11:00:00Z"
    slot.refresh_from_db()
    paid_order.refresh_from_db()
    assert (slot.booked, paid_order.pickup_at) == (1, slot.starts_at)
    assert not alice.notifications.filter(kind="order_rescheduled").exists()


def test_moves_to_the_beginning_of_the_hour(paid_order, alice, later) -> None:
    response = ask(alice, paid_order, wall="14:59")

    assert response.json()["pickupTime"] == "2026-11-20T13:00:00Z"


@pytest.mark.parametrize(("at", "status"), [("09:59", 200), ("10:00", 409), ("10:01", 409)])
def test_a_slot_that_has_begun_takes_no_new_time(now, alice, salon, time_machine, at, status) -> None:
    today = clock.local_date(NOW)
    long = make_slot(salon, day=today, start=time(10))
    long.end_time, long.ends_at = time(12), long.starts_at + timedelta(hours=2)
    long.save()
    order = book(alice, long, pickupTime=(long.starts_at + timedelta(minutes=90)).isoformat())
    hour, minute = (int(part) for part in at.split(":"))
    time_machine.move_to(clock.at_wall_time(today, time(hour, minute)))

    response = ask(alice, order, day=today.isoformat(), wall="11:45")

    assert response.status_code == status, response.json()
    if status == 409:
        assert response.json()["code"] == "slot_past"


@pytest.mark.parametrize("instantly", [True, False])
def test_an_unpaid_order_moves_as_its_provider_accepted_when_it_was_placed(
    now, alice, salon, slot, instantly
) -> None:
    soon = make_slot(salon, day=clock.local_date(NOW), start=time(10))
    salon.accepts_instantly = instantly
    salon.save(update_fields=["accepts_instantly"])
    order = book(alice, slot)
    salon.accepts_instantly = not instantly
    salon.save(update_fields=["accepts_instantly"])
    shown = client_for(alice).get(f"/api/orders/{order.pk}").json()

    response = ask(alice, order, day=soon.date.isoformat(), wall="10:00")

    assert shown["acceptsInstantly"] is instantly
    assert response.status_code == (200 if instantly else 409), response.json()


def test_keeps_time_and_place_when_the_other_hour_is_full(paid_order, alice, salon, slot) -> None:
    full = make_slot(salon, day=date(2026, 11, 20), start=time(14), capacity=1)
    book(make_user("emil"), full)

    response = ask(alice, paid_order)

    assert (response.status_code, response.json()["code"]) == (409, "slot_full")
    slot.refresh_from_db()
    paid_order.refresh_from_db()
    assert (slot.booked, paid_order.pickup_at) == (1, slot.starts_at)


def test_refuses_an_hour_without_a_slot(paid_order, alice) -> None:
    assert ask(alice, paid_order, wall="23:00").json()["code"] == "slot_closed"


@pytest.mark.parametrize(("left", "allowed"), [(3601, True), (3600, True), (3599, False)])
def test_is_possible_until_an_hour_before_pickup(
    paid_order, alice, later, time_machine, left, allowed
) -> None:
    instant = paid_order.pickup_at - timedelta(seconds=left)
    time_machine.move_to(instant)

    response = ask(alice, paid_order)

    assert response.status_code == (200 if allowed else 409)
    if not allowed:
        assert response.json()["code"] == "too_late_to_reschedule"


def test_is_possible_for_an_hour_after_booking(now, alice, salon, later, time_machine) -> None:
    order = book(alice, make_slot(salon, day=clock.local_date(NOW), start=time(10)))
    time_machine.move_to(NOW + timedelta(minutes=60))

    assert ask(alice, order).status_code == 200


def test_refuses_once_picked_up(paid_order, alice, later) -> None:
    advance(paid_order, to="pickup")

    assert ask(alice, paid_order).json()["code"] == "too_late_to_reschedule"


@pytest.mark.parametrize(
    ("day", "wall", "field"),
    [
        ("20.11.2026", "14:00", "newPickupDate"),
        ("2026-02-30", "14:00", "newPickupDate"),
        ("\uff12\uff10\uff12\uff16-11-20", "14:00", "newPickupDate"),
        ("2026-11-20", "\uff11\uff14:00", "newPickupTime"),
        ("9999-12-31", "23:59", "newPickupDate"),
        ("0001-01-01", "00:00", "newPickupDate"),
        ("2026-11-20", "25:00", "newPickupTime"),
        ("2026-11-20", "", "newPickupTime"),
    ],
)
def test_refuses_bad_input_by_name(paid_order, alice, day, wall, field) -> None:
    response = ask(alice, paid_order, day=day, wall=wall)

    assert (response.status_code, set(response.json()["fields"])) == (400, {field})


def test_wall_time_is_swiss_in_summer_too(now, alice, salon) -> None:
    summer = make_slot(salon, day=date(2027, 7, 1), start=time(9))
    order = book(alice, make_slot(salon))

    ask(alice, order, day="2027-07-01", wall="09:00")

    order.refresh_from_db()
    assert order.pickup_at == summer.starts_at == datetime(2027, 7, 1, 7, tzinfo=UTC)


def test_only_the_customer_or_an_operator_moves_it(paid_order, bruno, chiara, dora, later) -> None:
    assert ask(bruno, paid_order).status_code == 403
    assert ask(chiara, paid_order).status_code == 404
    assert ask(None, paid_order).status_code == 401
    assert ask(dora, paid_order).status_code == 200


def test_a_stale_version_is_not_moved(paid_order, alice, later) -> None:
    response = ask(alice, paid_order, **{"If-Match": '"1"'})

    assert (response.status_code, response.json()["code"]) == (409, "version_conflict")


def test_a_cancelled_order_is_not_moved(now, alice, slot, later) -> None:
    order = book(alice, slot)
    pay(order)
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    assert ask(alice, order).json()["code"] == "too_late_to_reschedule"
