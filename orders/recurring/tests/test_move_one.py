"""Moving one pickup of a recurring booking, once."""

from datetime import date, time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.proof import record
from orders.models import Occurrence, RecurringBooking
from orders.recurring.tests.running_bookings import (
    CALL,
    act,
    at,
    give_week,
    occurrence_on,
    order_on,
    set_up,
    shown,
    tick,
)
from orders.tests.booking import pay
from orders.tests.test_taking_over import ask_others
from providers.models import Provider
from scheduling.models import DayOff, TimeSlot, WeeklyWindow

pytestmark = pytest.mark.at(NOW)

MONDAY, NEXT = "2026-11-23", "2026-11-30"
DUE = at("2026-11-21 09:00")


@pytest.fixture
def hours(salon) -> None:
    """Make the slots of the four weeks."""
    for later in range(1, 28):
        for hour in (9, 11, 15):
            make_slot(salon, day=date(2026, 11, 18) + timedelta(days=later), start=time(hour))


def place(time_machine) -> None:
    time_machine.move_to(DUE)
    tick()


def to(day: str, wall: str = "11:00") -> dict[str, str]:
    return {"date": day, "time": wall}


def test_a_planned_pickup_is_placed_on_its_new_day(time_machine, booking, hours) -> None:
    entry = act(booking, MONDAY, "move", to("2026-11-24")).json()

    row = entry["occurrences"][0]
    assert (row["date"], row["time"], row["originalDate"]) == ("2026-11-24", "11:00", MONDAY)
    assert (row["canMove"], row["canSkip"], entry["nextBookingDate"]) == (False, True, "2026-11-24")
    time_machine.move_to(DUE)
    assert tick() == 0
    time_machine.move_to(at("2026-11-22 11:00"))
    assert tick() == 1
    assert order_on(booking, MONDAY).pickup_at == at("2026-11-24 11:00")


def test_a_pickup_is_moved_once(time_machine, booking, hours) -> None:
    act(booking, MONDAY, "move", to("2026-11-24"))

    again = act(booking, MONDAY, "move", to("2026-11-25"))

    assert (again.status_code, again.json()["code"]) == (409, "already_moved")
    assert occurrence_on(booking, MONDAY)["date"] == "2026-11-24"


def test_another_hour_of_the_same_day_is_a_move(time_machine, booking, hours) -> None:
    assert act(booking, MONDAY, "move", to(MONDAY, "15:00")).status_code == 200
    assert occurrence_on(booking, MONDAY)["time"] == "15:00"


def test_a_placed_order_moves_with_its_place_and_keeps_its_hold(time_machine, booking, hours) -> None:
    place(time_machine)

    response = act(booking, MONDAY, "move", to("2026-11-25"))

    assert response.status_code == 200, response.json()
    order = order_on(booking, MONDAY)
    assert (order.pickup_at, order.hold_expires_at) == (at("2026-11-25 11:00"), at("2026-11-22 21:00"))
    assert TimeSlot.objects.get(starts_at=at("2026-11-23 09:00")).booked == 0
    assert TimeSlot.objects.get(starts_at=order.pickup_at).booked == 1
    assert act(booking, MONDAY, "move", to("2026-11-26")).json()["code"] == "already_moved"


@pytest.mark.proof
def test_an_unpaid_order_is_never_held_longer_than_its_first_hold(time_machine, booking, salon, dora) -> None:
    place(time_machine)
    order = order_on(booking, MONDAY)
    first, ends = order.hold_expires_at, []
    path = f"/api/orders/{order.pk}/reschedule"
    # The further the day, the longer a hold that would follow from the new pickup.
    for number in range(10):
        day = date(2026, 11, 24) + timedelta(days=2 * number)
        make_slot(salon, day=day, start=time(15))
        if number == 0:
            moved = act(booking, MONDAY, "move", to(f"{day}", "15:00"))
        else:
            mover = client_for((booking.customer, dora)[number % 2])
            moved = mover.patch(path, {"newPickupDate": f"{day}", "newPickupTime": "15:00"})
        assert moved.status_code == 200, moved.json()
        order.refresh_from_db()
        assert order.pickup_at == at(f"{day} 15:00")
        ends.append(order.hold_expires_at)
        time_machine.move_to(clock.now() + timedelta(hours=3))

    assert ends == [first] * 10
    time_machine.move_to(first)
    tick()

    order.refresh_from_db()
    assert (order.status, order.cancel_reason) == ("cancelled", "payment_not_completed")
    assert not TimeSlot.objects.filter(provider=salon, booked__gt=0).exists()
    record("T18", f"{len(ends)} moves: released at its first hold", "10 moves: never later than the first")


def test_a_nearer_pickup_shortens_the_hold_for_good(time_machine, booking, salon) -> None:
    place(time_machine)
    order = order_on(booking, MONDAY)
    for day, hour in [(date(2026, 11, 22), 20), (date(2026, 12, 9), 15)]:
        make_slot(salon, day=day, start=time(hour))
        body = {"newPickupDate": f"{day}", "newPickupTime": f"{hour}:00"}
        moved = client_for(booking.customer).patch(f"/api/orders/{order.pk}/reschedule", body)
        assert moved.status_code == 200, moved.json()

    order.refresh_from_db()
    assert order.hold_expires_at == at("2026-11-22 08:00")


def test_an_unpaid_order_cannot_move_to_where_it_could_not_be_paid(time_machine, booking, hours) -> None:
    place(time_machine)
    time_machine.move_to(at("2026-11-22 08:30"))
    path = f"/api/orders/{order_on(booking, MONDAY).pk}/reschedule"

    response = client_for(booking.customer).patch(
        path, {"newPickupDate": "2026-11-22", "newPickupTime": "09:00"}
    )

    assert (response.status_code, response.json()["code"]) == (409, "payment_required")
    assert order_on(booking, MONDAY).pickup_at == at("2026-11-23 09:00")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("day", "wall", "status", "code"),
    [
        ("2026-11-24", "12:00", 409, "slot_closed"),
        ("2026-11-25", "11:00", 409, "slot_full"),
        ("2026-11-26", "11:00", 409, "slot_closed"),
        ("2026-11-17", "11:00", 409, "slot_past"),
        ("2026-11-18", "10:00", 409, "slot_past"),
        (NEXT, "11:00", 409, "other_pickup_that_day"),
        ("2027-03-01", "11:00", 400, "invalid"),
        ("0001-01-01", "11:00", 400, "invalid"),
        ("2026-02-30", "11:00", 400, "invalid"),
        ("2026-11-24", "24:00", 400, "invalid"),
        ("2026-11-24", "", 400, "invalid"),
    ],
)
def test_a_move_that_cannot_be_is_refused_clearly(
    time_machine, booking, hours, day, wall, status, code
) -> None:
    TimeSlot.objects.filter(starts_at=at("2026-11-25 11:00")).update(booked=0, capacity=0)
    TimeSlot.objects.filter(starts_at=at("2026-11-26 11:00")).update(is_closed=True)

    response = act(booking, MONDAY, "move", to(day, wall))

    assert (response.status_code, response.json()["code"]) == (status, code), response.json()
    assert occurrence_on(booking, MONDAY)["date"] == MONDAY


def test_two_pickups_cannot_move_to_one_day(time_machine, booking, hours) -> None:
    act(booking, MONDAY, "move", to("2026-12-02"))

    response = act(booking, NEXT, "move", to("2026-12-02", "15:00"))

    assert (response.status_code, response.json()["code"]) == (409, "other_pickup_that_day")


def test_beyond_the_slots_the_week_decides(time_machine, booking, salon) -> None:
    WeeklyWindow.objects.filter(provider=salon, weekday=0).delete()

    sunday = act(booking, "2026-12-28", "move", to("2026-12-27"))
    assert (sunday.status_code, sunday.json()["code"]) == (409, "slot_closed")
    assert act(booking, "2026-12-28", "move", to("2026-12-29")).status_code == 200


@pytest.mark.parametrize(
    ("day", "status", "code"),
    [
        # Mondays of the series beyond six weeks, which have no occurrence yet.
        ("2027-01-04", 409, "other_pickup_that_day"),
        ("2027-01-11", 409, "other_pickup_that_day"),
        ("2027-01-12", 200, None),
        ("2027-01-17", 200, None),  # sixty days ahead
        ("2027-01-18", 400, "invalid"),
    ],
)
def test_a_move_beyond_six_weeks_meets_no_other_pickup(time_machine, booking, day, status, code) -> None:
    response = act(booking, "2026-12-28", "move", to(day))

    assert (response.status_code, response.json().get("code")) == (status, code), response.json()
    if status == 200:
        assert offered(booking, "2026-12-21", day) == []
    time_machine.shift(timedelta(days=20))
    tick()
    pickups = [row["date"] for row in shown(booking)["occurrences"] if row["status"] != "skipped"]
    assert len(pickups) == len(set(pickups))


def test_only_the_start_of_a_slot_is_taken(time_machine, booking, hours) -> None:
    between = act(booking, MONDAY, "move", to("2026-11-24", "11:30"))
    assert (between.status_code, between.json()["code"]) == (409, "not_a_slot_start")
    assert between.json()["message"] == "No pickup begins at 11:30. Please choose 11:00 or another start."
    assert act(booking, MONDAY, "move", to(MONDAY, "09:01")).json()["code"] == "not_a_slot_start"
    place(time_machine)

    placed = act(booking, MONDAY, "move", to("2026-11-24", "11:59"))

    assert (placed.status_code, placed.json()["code"]) == (409, "not_a_slot_start")
    row = occurrence_on(booking, MONDAY)
    assert (row["date"], row["time"], row["canMove"]) == (MONDAY, "09:00", True)


def test_beyond_the_slots_only_a_start_that_the_week_makes_is_taken(time_machine, booking, salon) -> None:
    WeeklyWindow.objects.filter(provider=salon).update(start_time=time(8, 30), slot_minutes=90)

    between = act(booking, "2026-12-28", "move", to("2026-12-29", "11:00"))
    assert (between.status_code, between.json()["code"]) == (409, "not_a_slot_start")
    assert between.json()["message"].startswith("No pickup begins at 11:00. Please choose 10:00 or")
    assert act(booking, "2026-12-28", "move", to("2026-12-29", "10:00")).status_code == 200


def offered(booking: RecurringBooking, day: str, on: str) -> list[str]:
    path = f"{CALL}/{booking.pk}/occurrences/{occurrence_on(booking, day)['id']}/move?date={on}"
    response = client_for(booking.customer).get(path)
    assert (response.status_code, response.json()["date"]) == (200, on), response.json()
    return response.json()["times"]


def test_what_is_offered_is_what_a_move_takes(time_machine, booking, salon, hours) -> None:
    TimeSlot.objects.filter(starts_at=at("2026-11-25 11:00")).update(booked=0, capacity=0)
    TimeSlot.objects.filter(starts_at=at("2026-11-25 09:00")).update(is_closed=True)
    DayOff.objects.create(provider=salon, start_on="2026-12-30", end_on="2026-12-30")

    assert offered(booking, MONDAY, MONDAY) == ["09:00", "11:00", "15:00"]
    assert offered(booking, MONDAY, "2026-11-25") == ["15:00"]
    assert offered(booking, MONDAY, NEXT) == []  # the day of the series' next pickup
    assert offered(booking, MONDAY, "2026-11-18") == []
    late = offered(booking, "2026-12-28", "2026-12-29")
    assert (late[0], late[-1], len(late)) == ("08:00", "19:00", 12)
    assert offered(booking, "2026-12-28", "2026-12-30") == []
    for wall in late[:1]:
        assert act(booking, "2026-12-28", "move", to("2026-12-29", wall)).status_code == 200
    Provider.objects.filter(pk=salon.pk).update(status=Provider.Status.PAUSED)
    assert offered(booking, MONDAY, "2026-11-26") == []


def test_far_ahead_a_slot_by_hand_takes_the_place_of_the_week_s(time_machine, booking, salon, hours) -> None:
    for day in ("2026-12-29", "2026-12-30"):
        body = {"date": day, "startTime": "10:30", "endTime": "12:00", "maxBookings": 1}
        added = client_for(salon.user).post("/api/time-slots", {"providerId": str(salon.pk)} | body)
        assert added.status_code == 201, added.json()

    times = offered(booking, "2026-12-28", "2026-12-29")

    assert times[:4] == ["08:00", "09:00", "10:30", "12:00"]
    assert act(booking, "2026-12-28", "move", to("2026-12-29", "10:30")).status_code == 200
    place(time_machine)
    # An order needs a slot, and those of the week are not made yet.
    assert offered(booking, MONDAY, "2026-12-30") == ["10:30"]


def another(name: str, *walls: int) -> Provider:
    """Return another provider who works every day, with slots on Tuesday 24."""
    provider = make_provider(make_user(name))
    give_week(provider)
    for hour in walls:
        make_slot(provider, day=date(2026, 11, 24), start=time(hour))
    return provider


def test_an_order_moves_within_the_hours_of_who_comes_not_of_the_series_new_provider(
    time_machine, booking, salon, hours
) -> None:
    other = another("emil", 13)
    place(time_machine)
    changed = client_for(booking.customer).patch(f"{CALL}/{booking.pk}", {"providerId": str(other.pk)})
    assert changed.status_code == 200, changed.json()

    first, second = shown(booking)["occurrences"][:2]
    assert (first["providerId"], second["providerId"]) == (str(salon.pk), str(other.pk))
    assert offered(booking, MONDAY, "2026-11-24") == ["09:00", "11:00", "15:00"]
    assert offered(booking, NEXT, "2026-11-24") == ["13:00"]
    # Off the series' new provider's start, on that of the order's.
    assert act(booking, MONDAY, "move", to("2026-11-24", "13:00")).json()["code"] == "slot_closed"
    assert act(booking, MONDAY, "move", to("2026-11-24", "15:00")).status_code == 200
    assert order_on(booking, MONDAY).reservations.get(released_at=None).slot.provider == salon


def test_an_order_that_was_taken_over_moves_within_the_hours_of_who_took_it(
    time_machine, booking, salon, hours, stripe
) -> None:
    other = another("emil", 13)
    make_slot(other, day=date(2026, 11, 23), start=time(9))
    place(time_machine)
    order = order_on(booking, MONDAY)
    pay(order)
    ask_others(order)
    taken = client_for(other.user).post(f"/api/provider/offers/{order.pk}/accept")
    assert taken.status_code == 200, taken.json()

    assert offered(booking, MONDAY, "2026-11-24") == ["13:00"]
    assert act(booking, MONDAY, "move", to("2026-11-24", "13:00")).status_code == 200


def test_a_pickup_that_its_provider_handed_back_is_skipped_and_not_moved(
    time_machine, booking, salon, hours, stripe
) -> None:
    make_slot(another("emil"), day=date(2026, 11, 23), start=time(9))
    place(time_machine)
    order = order_on(booking, MONDAY)
    pay(order)
    client_for(salon.user).post(f"/api/orders/{order.pk}/hand-back", {"reason": "Ill."})

    row = occurrence_on(booking, MONDAY)
    assert (row["canSkip"], row["canMove"]) == (True, False)
    assert act(booking, MONDAY, "move", to("2026-11-24")).json()["code"] == "handed_back"


def test_within_the_hour_nothing_moves_even_where_skipping_costs_nothing(
    time_machine, booking, salon, hours, stripe
) -> None:
    Provider.objects.filter(pk=salon.pk).update(late_fee_percent=0)
    place(time_machine)
    pay(order_on(booking, MONDAY))
    time_machine.move_to(at("2026-11-23 08:30"))

    row = occurrence_on(booking, MONDAY)
    assert (row["canSkip"], row["canMove"]) == (True, False)
    assert act(booking, MONDAY, "move", to("2026-11-24")).json()["code"] == "too_late_to_reschedule"


def test_an_accepted_order_moves_to_an_hour_that_nobody_has_to_accept(
    time_machine, booking, salon, hours, stripe
) -> None:
    Provider.objects.filter(pk=salon.pk).update(accepts_instantly=False)
    place(time_machine)
    order = order_on(booking, MONDAY)
    pay(order)
    time_machine.move_to(at("2026-11-22 09:30"))
    assert offered(booking, MONDAY, "2026-11-22") == ["15:00"]
    client_for(salon.user).post(f"/api/orders/{order.pk}/status", {"status": "confirmed"})

    assert offered(booking, MONDAY, "2026-11-22") == ["11:00", "15:00"]
    assert act(booking, MONDAY, "move", to("2026-11-22", "11:00")).status_code == 200


@pytest.mark.parametrize("day", ["", "soon", "2026-02-30", "2027-03-01", "0001-01-01"])
def test_hours_are_offered_for_days_of_the_next_weeks(time_machine, booking, day) -> None:
    path = f"{CALL}/{booking.pk}/occurrences/{occurrence_on(booking, MONDAY)['id']}/move?date={day}"

    response = client_for(booking.customer).get(path)

    assert response.status_code == 400
    assert "date" in response.json()["fields"]


def test_one_moved_near_is_placed_at_once_by_the_task(time_machine, booking, hours) -> None:
    act(booking, MONDAY, "move", to("2026-11-19"))

    assert tick() == 1
    assert order_on(booking, MONDAY).pickup_at == at("2026-11-19 11:00")


def test_the_pickups_of_others_are_not_found(time_machine, booking, chiara, alice, salon) -> None:
    other = set_up(chiara, salon)
    mine = Occurrence.objects.filter(booking=booking).first()

    for client, series in ((client_for(chiara), booking), (client_for(chiara), other)):
        for what in ("skip", "move"):
            path = f"{CALL}/{series.pk}/occurrences/{mine.pk}/{what}"
            assert client.post(path, to("2026-11-24")).status_code == 404
            assert what == "skip" or client.get(f"{path}?date=2026-11-24").status_code == 404
    assert shown(booking)["occurrences"][0]["status"] == "planned"
