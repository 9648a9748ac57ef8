"""Editing a running recurring booking: another pattern, day, time or service."""

from datetime import date, time, timedelta
from functools import partial

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.proof import figure
from marketplace.tests.racing import insisting, race
from orders.checks.invariants import violations
from orders.models import Occurrence, Order, RecurringBooking
from orders.payments.tests.cards import save
from orders.recurring import occurrence_placing, pattern, replanning
from orders.recurring.tests.fixtures import MONDAYS, RULES, make_bookings, make_providers
from orders.recurring.tests.running_bookings import (
    CALL,
    act,
    ask,
    at,
    days,
    give_week,
    monthly,
    order_on,
    shown,
    tick,
)
from scheduling.models import WeeklyWindow

pytestmark = pytest.mark.at(NOW)

# NOW is Wednesday, 18 November 2026.
MONDAY, NEXT = "2026-11-23", "2026-11-30"
THURSDAYS = ["2026-11-19", "2026-11-26", "2026-12-03", "2026-12-10", "2026-12-17", "2026-12-24"]
REASON = "Another pickup of this booking is on that day."
real = pytest.mark.django_db(transaction=True)


def edit(booking: RecurringBooking, **changes):
    return client_for(booking.customer).patch(f"{CALL}/{booking.pk}", changes)


def edited(booking: RecurringBooking, **changes) -> dict:
    response = edit(booking, **changes)
    assert response.status_code == 200, response.json()
    assert response.json() == shown(booking)
    assert violations() == []
    return response.json()


# --- The plan --------------------------------------------------------------------------------------------


def test_what_is_planned_follows_another_day(booking) -> None:
    entry = edited(booking, dayOfWeek=4)

    assert days(entry) == days(entry, "planned") == THURSDAYS
    assert (entry["dayOfWeek"], entry["nextBookingDate"]) == (4, "2026-11-19")


def test_the_first_date_is_from_tomorrow_on(booking) -> None:
    assert edited(booking, dayOfWeek=3)["nextBookingDate"] == "2026-11-25"


def test_every_second_week_begins_at_the_next_date(time_machine, booking) -> None:
    time_machine.move_to(at("2026-11-25 10:00"))
    tick()

    entry = edited(booking, recurringPattern="biweekly")

    # Made biweekly after the pickup of last Monday, the new series begins on 30 November.
    assert days(entry, "planned") == ["2026-11-30", "2026-12-14", "2026-12-28"]
    time_machine.move_to(at("2026-12-20 10:00"))
    tick()
    assert "2027-01-25" in days(shown(booking), "planned")
    assert violations() == []


def test_weeks_become_months_and_back(booking) -> None:
    entry = edited(booking, recurringPattern="monthly", dayOfMonth=28)
    assert (entry["recurringPattern"], entry["dayOfWeek"], entry["dayOfMonth"]) == ("monthly", None, 28)
    assert days(entry) == ["2026-11-28", "2026-12-28"]

    entry = edited(booking, recurringPattern="weekly", dayOfWeek=1, dayOfMonth=None)
    assert (entry["dayOfWeek"], entry["dayOfMonth"]) == (1, None)
    assert days(entry)[:2] == [MONDAY, NEXT]


def test_another_time_keeps_the_dates(time_machine, booking) -> None:
    before = days(shown(booking))

    entry = edited(booking, preferredTime="17:00")

    assert days(entry) == before
    assert {row["time"] for row in entry["occurrences"]} == {"17:00"}
    time_machine.move_to(at("2026-11-21 16:59"))
    assert tick() == 0
    time_machine.move_to(at("2026-11-21 17:00"))
    assert tick() == 1
    assert order_on(booking, MONDAY).pickup_at == at("2026-11-23 17:00")


def test_the_next_order_is_of_the_new_service_and_price(time_machine, booking) -> None:
    entry = edited(booking, serviceType="premium", weight="12", deliveryAddress="Langstrasse 2, Zurich 8004")

    assert (entry["serviceType"], entry["totalAmount"]) == ("premium", "39.50")
    time_machine.move_to(at("2026-11-21 09:00"))
    assert tick() == 1
    order = order_on(booking, MONDAY)
    assert (order.service_type, str(order.total_amount)) == ("premium", "39.50")
    assert order.delivery_address == "Langstrasse 2, Zurich 8004"


def test_the_same_plan_again_changes_nothing(time_machine, booking) -> None:
    edited(booking, recurringPattern="biweekly")
    time_machine.move_to(at("2026-11-24 10:00"))
    tick()
    before = shown(booking)

    assert edited(booking, recurringPattern="biweekly", dayOfWeek=1, preferredTime="09:00") == before


def test_a_first_date_that_is_near_is_placed_at_once(time_machine, booking) -> None:
    edited(booking, dayOfWeek=4)

    assert tick() == 1
    assert order_on(booking, "2026-11-19").pickup_at == at("2026-11-19 09:00")


# --- Existing orders and moves ---------------------------------------------------------------------------


def test_what_is_placed_stays_and_its_date_is_not_placed_twice(time_machine, booking, alice, stripe) -> None:
    save(stripe, alice)
    time_machine.move_to(at("2026-11-21 09:00"))
    tick()
    order = order_on(booking, MONDAY)

    entry = edited(booking, preferredTime="15:00", recurringPattern="biweekly")
    assert days(entry) == [MONDAY, "2026-12-07", "2026-12-21"]
    assert (entry["occurrences"][0]["status"], entry["occurrences"][0]["time"]) == ("paid", "09:00")
    entry = edited(booking, dayOfWeek=2)
    assert days(entry) == [MONDAY, "2026-11-24", "2026-12-08", "2026-12-22"]
    entry = edited(booking, dayOfWeek=1, recurringPattern="weekly")

    assert days(entry, "paid") == [MONDAY]
    assert days(entry, "planned")[0] == NEXT
    assert tick() == 0
    assert [one.pk for one in Order.objects.all()] == [order.pk]


# Midnight in Zurich is on the day before in UTC.
@pytest.mark.parametrize("hour", [9, 0])
def test_a_day_to_which_an_order_was_rescheduled_is_not_placed_again(
    time_machine, booking, salon, hour
) -> None:
    make_slot(salon, day=date(2026, 11, 24), start=time(hour))
    time_machine.move_to(at("2026-11-21 09:00"))
    tick()
    path = f"/api/orders/{order_on(booking, MONDAY).pk}/reschedule"
    moved = client_for(booking.customer).patch(
        path, {"newPickupDate": "2026-11-24", "newPickupTime": f"{hour:02}:00"}
    )
    assert moved.status_code == 200, moved.json()

    entry = edited(booking, dayOfWeek=2)

    tuesdays = [row for row in entry["occurrences"] if row["date"] == "2026-11-24"]
    assert [(row["status"], row["reason"]) for row in tuesdays] == [
        ("needs_payment", None),
        ("skipped", REASON),
    ]
    time_machine.move_to(at("2026-11-22 09:00"))
    assert tick() == 0


def test_a_skipped_date_stays_skipped_where_it_still_is_one_and_goes_elsewhere(time_machine, booking) -> None:
    act(booking, NEXT, "skip")
    act(booking, "2026-12-07", "skip")

    entry = edited(booking, recurringPattern="biweekly")

    assert days(entry) == [MONDAY, "2026-12-07", "2026-12-21"]
    assert days(entry, "skipped") == ["2026-12-07"]
    assert days(edited(booking, dayOfWeek=4), "skipped") == []


def test_a_moved_pickup_stays_moved_unless_its_date_goes_or_its_day_is_one_itself(booking, salon) -> None:
    for day in ("2026-11-24", "2026-12-07"):
        make_slot(salon, day=date.fromisoformat(day), start=time(11))
    biweekly = RecurringBooking.objects.get(pk=booking.pk)
    edited(biweekly, recurringPattern="biweekly")
    act(booking, MONDAY, "move", {"date": "2026-11-30", "time": "11:00"})
    make_slot(salon, day=date(2026, 11, 30), start=time(11))
    assert act(booking, MONDAY, "move", {"date": NEXT, "time": "11:00"}).status_code == 200

    entry = edited(booking, preferredTime="13:00")
    assert [(row["date"], row["time"]) for row in entry["occurrences"][:2]] == [
        (NEXT, "11:00"),
        ("2026-12-07", "13:00"),
    ]

    entry = edited(booking, recurringPattern="weekly")
    assert [(row["date"], row["time"]) for row in entry["occurrences"][:2]] == [
        (MONDAY, "13:00"),
        (NEXT, "13:00"),
    ]


def test_a_pause_holds_for_the_new_dates_and_ends_as_before(booking) -> None:
    client = client_for(booking.customer)
    client.post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-05"})

    entry = edited(booking, dayOfWeek=4, preferredTime="11:00")
    assert days(entry, "skipped") == THURSDAYS[:3]
    assert (entry["pausedUntil"], entry["nextBookingDate"]) == ("2026-12-05", THURSDAYS[3])

    entry = client.post(f"{CALL}/{booking.pk}/resume").json()
    assert days(entry, "planned") == THURSDAYS
    assert {row["time"] for row in entry["occurrences"]} == {"11:00"}


# --- Refused ---------------------------------------------------------------------------------------------


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"recurringPattern": "monthly"}, "dayOfMonth", "Please choose a day of the month from 1 to 28."),
        (
            {"recurringPattern": "monthly", "dayOfMonth": 29},
            "dayOfMonth",
            "Please choose a day of the month from 1 to 28.",
        ),
        (
            {"recurringPattern": "monthly", "dayOfMonth": 31},
            "dayOfMonth",
            "Please choose a day of the month from 1 to 28.",
        ),
        (
            {"recurringPattern": "monthly", "dayOfMonth": 5, "dayOfWeek": 1},
            "dayOfWeek",
            "A monthly booking has a day of the month only.",
        ),
        ({"dayOfMonth": 5}, "dayOfMonth", "A weekly or biweekly booking has a day of the week only."),
        ({"dayOfWeek": None}, "dayOfWeek", "Please choose a day of the week."),
        ({"dayOfWeek": 7}, "dayOfWeek", "Please choose a day of the week."),
        ({"dayOfWeek": True}, "dayOfWeek", "Please choose a day of the week."),
        ({"recurringPattern": "daily"}, "recurringPattern", "Please choose weekly, biweekly or monthly."),
        ({"preferredTime": "10:00"}, "preferredTime", "Please choose 09:00, 11:00, 13:00, 15:00 or 17:00."),
        ({"preferredTime": None}, "preferredTime", "Please choose 09:00, 11:00, 13:00, 15:00 or 17:00."),
        ({"serviceType": "dry"}, "serviceType", "Please choose standard, premium or ironing."),
    ],
)
def test_bad_input_is_named_and_changes_nothing(booking, changes, field, sentence) -> None:
    before = shown(booking)

    response = edit(booking, specialInstructions="changed", **changes)

    assert response.status_code == 400, response.json()
    assert response.json()["fields"][field] == [sentence]
    assert shown(booking) == before


def test_months_need_a_day_of_the_week_to_become_weeks(now, alice, salon) -> None:
    booking = RecurringBooking.objects.get(pk=ask(alice, monthly(salon, 5)).json()["id"])

    response = edit(booking, recurringPattern="weekly")

    assert response.status_code == 400
    assert response.json()["fields"] == {"dayOfWeek": ["Please choose a day of the week."]}


def test_a_time_at_which_the_provider_does_not_work_is_refused_whole(booking, salon) -> None:
    WeeklyWindow.objects.filter(provider=salon, weekday=4).delete()
    WeeklyWindow.objects.filter(provider=salon).update(end_time=time(16))
    before = shown(booking)

    for changes in ({"dayOfWeek": 4}, {"preferredTime": "17:00"}):
        response = edit(booking, specialInstructions="changed", **changes)
        assert (response.status_code, response.json()["code"]) == (409, "provider_does_not_work")
    assert "does not work every Monday at 17:00." in response.json()["message"]
    assert shown(booking) == before


def test_another_provider_and_another_day_go_together(booking) -> None:
    other = make_provider(make_user("emil"))
    give_week(other)
    WeeklyWindow.objects.filter(provider=other).exclude(weekday=4).delete()
    assert edit(booking, providerId=str(other.pk)).json()["code"] == "provider_does_not_work"

    entry = edited(booking, providerId=str(other.pk), dayOfWeek=4)

    assert (entry["providerId"], days(entry, "planned")) == (str(other.pk), THURSDAYS)


def test_what_has_ended_is_not_edited(booking) -> None:
    client_for(booking.customer).delete(f"{CALL}/{booking.pk}")

    response = edit(booking, dayOfWeek=4)

    assert (response.status_code, response.json()["code"]) == (409, "already_cancelled")


# --- Every plan into every other, and while it is placed ---------------------------------------------------


@pytest.mark.proof
def test_every_plan_can_become_every_other(db, now) -> None:
    # A customer each, as nobody may have two bookings at the same hour.
    [provider], customers = make_providers(1), [make_user(f"emil{n}") for n in range(len(RULES))]
    step = figure(7, 1)
    bookings = make_bookings(RULES, providers=[provider], customers=customers)
    for number, booking in enumerate(bookings):
        for wanted in RULES[number % step :: step]:
            changes = {
                "pattern": wanted.pattern,
                "day_of_week": wanted.day_of_week,
                "day_of_month": wanted.day_of_month,
            }
            replanning.change(booking_id=booking.pk, changes=changes, now=NOW)
            first = pattern.first_after(wanted, day=clock.local_date(NOW))
            last = clock.local_date(NOW) + timedelta(days=42)
            dates = pattern.dates_between(wanted, first_on=first, after=clock.local_date(NOW), until=last)
            rows = Occurrence.objects.filter(booking=booking, status="planned")
            assert list(rows.values_list("on", flat=True)) == list(dates)
    assert violations() == []


DUE = at("2026-11-21 17:00")


@pytest.mark.race
@real
def test_editing_while_workers_place_leaves_one_order_a_day_of_one_plan(db) -> None:
    number = figure(24, 200)
    customers = [make_user(f"emil{n}") for n in range(number)]
    bookings = make_bookings([MONDAYS] * number, providers=make_providers(4), customers=customers)

    def edit_all() -> int:
        for booking in bookings:
            insisting(
                partial(
                    replanning.change,
                    booking_id=booking.pk,
                    changes={"pattern": "biweekly", "day_of_week": 2, "service_type": "premium"},
                    now=DUE,
                )
            )
        return 0

    def place() -> int:
        return sum(occurrence_placing.place_due(now=DUE) for _ in range(6))

    outcomes = race([edit_all, edit_all, partial(insisting, place), partial(insisting, place)])

    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    occurrence_placing.place_due(now=DUE + timedelta(days=1))
    monday, tuesday = (MONDAY, "standard"), ("2026-11-24", "premium")
    for booking in bookings:
        orders = Order.objects.filter(occurrence__booking=booking).order_by("pickup_at")
        placed = [(clock.local_date(order.pickup_at).isoformat(), order.service_type) for order in orders]
        # What was placed before the change stays; the first date of the new plan is placed in any case.
        assert placed in ([tuesday], [monday, tuesday])
        planned = booking.occurrences.filter(status="planned").values_list("on", flat=True)
        assert [day.isoformat() for day in planned] == ["2026-12-08", "2026-12-22"]
    assert violations() == []
