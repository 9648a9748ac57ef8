"""Helpers for tests of recurring bookings."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from accounts.models import Notification, User
from conftest import client_for
from marketplace import clock
from orders import tasks
from orders.models import Order, RecurringBooking
from orders.recurring.recurring_actions import PREFERRED_TIMES
from orders.tests.booking import ADDRESS
from providers.models import Provider
from scheduling.models import WeeklyWindow

CALL = "/api/recurring-bookings"


def give_week(provider: Provider, *, capacity: int = 3, start: time = time(8), end: time = time(20)) -> None:
    """Let a provider work every day."""
    WeeklyWindow.objects.bulk_create(
        WeeklyWindow(provider=provider, weekday=day, start_time=start, end_time=end, capacity=capacity)
        for day in range(7)
    )


def recurring_payload(provider: Provider, **changes: Any) -> dict[str, Any]:
    """Return the body of ``POST /api/recurring-bookings``: every Monday at 09:00."""
    return {
        "providerId": str(provider.pk),
        "serviceType": "standard",
        "pickupAddress": ADDRESS,
        "deliveryAddress": ADDRESS,
        "recurringPattern": "weekly",
        "dayOfWeek": 1,
        "preferredTime": "09:00",
        "specialInstructions": "",
    } | changes


def monthly(provider: Provider, day: int, **changes: Any) -> dict[str, Any]:
    """Return the body for a day of each month."""
    body = recurring_payload(provider, recurringPattern="monthly", dayOfMonth=day, **changes)
    del body["dayOfWeek"]
    return body


def ask(customer: User | None, body: dict[str, Any], **headers: str):
    """Call ``POST /api/recurring-bookings``."""
    return client_for(customer).post(CALL, body, headers=headers or None)


def set_up(customer: User, provider: Provider, **changes: Any) -> RecurringBooking:
    """Set up a recurring booking through the API and return its row."""
    response = ask(customer, recurring_payload(provider, **changes))
    assert response.status_code == 201, response.json()
    return RecurringBooking.objects.get(pk=response.json()["id"])


def set_up_many(customer: User, provider: Provider, number: int, *, after: int = 0) -> list[RecurringBooking]:
    """Set up bookings at different days and hours; ``after`` is how many there are already."""
    hours = [
        {"dayOfWeek": day, "preferredTime": f"{wall:%H:%M}"} for day in range(7) for wall in PREFERRED_TIMES
    ]
    return [set_up(customer, provider, **changes) for changes in hours[after : after + number]]


def shown(booking: RecurringBooking) -> dict[str, Any]:
    """Return the JSON of a booking in its customer's list."""
    response = client_for(booking.customer).get(f"{CALL}/customer/{booking.customer_id}")
    assert response.status_code == 200, response.json()
    return next(entry for entry in response.json() if entry["id"] == str(booking.pk))


def days(entry: dict[str, Any], *statuses: str) -> list[str]:
    """Return the dates of the occurrences with one of the statuses (default: all)."""
    return [row["date"] for row in entry["occurrences"] if not statuses or row["status"] in statuses]


def at(text: str) -> datetime:
    """Return an instant given in Swiss wall time, for example ``2026-11-21 09:00``."""
    return datetime.fromisoformat(text).replace(tzinfo=clock.ZURICH).astimezone(UTC)


# When the order of the first pickup, on Monday the 23rd at 09:00, is due to be placed.
DUE = at("2026-11-21 09:00")


def status_on(booking: RecurringBooking, day: str) -> str:
    """Return the status of one occurrence in its customer's list."""
    return occurrence_on(booking, day)["status"]


def occurrence_on(booking: RecurringBooking, day: str) -> dict[str, Any]:
    """Return the JSON of the occurrence whose date by the pattern is ``day``."""
    return next(row for row in shown(booking)["occurrences"] if row["originalDate"] == day)


def order_on(booking: RecurringBooking, day: str) -> Order:
    """Return the order of an occurrence."""
    return Order.objects.get(pk=occurrence_on(booking, day)["orderId"])


def act(booking: RecurringBooking, day: str, what: str, body: dict[str, Any] | None = None):
    """Skip or move the occurrence of a day as its customer."""
    path = f"{CALL}/{booking.pk}/occurrences/{occurrence_on(booking, day)['id']}/{what}"
    return client_for(booking.customer).post(path, body or {})


def notice_texts(user: User, kind: str) -> list[str]:
    """Return the texts of the notices of a kind, oldest first."""
    notices = Notification.objects.filter(user=user, kind=kind).order_by("created_at")
    return [f"{notice.title}: {notice.body}" for notice in notices]


def tick() -> int:
    """Run the tasks of recurring bookings once, as beat does; return the number of placed orders."""
    tasks.extend_recurring_bookings()
    placed = tasks.place_recurring_orders()
    tasks.charge_recurring_orders()
    tasks.remind_of_recurring_payments()
    tasks.expire_unpaid_orders()
    return placed


def at_due(time_machine, later: timedelta = timedelta()) -> int:
    """Run the tasks at ``DUE``, or later."""
    time_machine.move_to(DUE + later)
    return tick()
