"""Many recurring bookings at once, written as rows: for races, outages and killed workers."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from accounts.models import Notification, User
from conftest import make_provider, make_user
from marketplace import clock
from orders.models import Occurrence, Order, RecurringBooking
from orders.recurring import occurrences, pattern
from orders.recurring.pattern import Rule
from orders.recurring.recurring_actions import PREFERRED_TIMES
from orders.recurring.tests.running_bookings import give_week
from orders.tests.booking import ADDRESS
from providers.models import Provider

MONDAYS = Rule("weekly", 1)
RULES = [
    *(Rule("weekly", weekday) for weekday in range(7)),
    *(Rule("biweekly", weekday) for weekday in range(7)),
    *(Rule("monthly", None, day) for day in range(1, 29)),
]


def make_bookings(
    rules: Sequence[Rule],
    *,
    providers: Sequence[Provider],
    customers: Sequence[User],
    now: datetime | None = None,
) -> list[RecurringBooking]:
    """Insert a booking with its occurrences for each rule, spread over providers, customers and hours."""
    now = now or clock.now()
    today, bookings, rows = clock.local_date(now), [], []
    for number, rule in enumerate(rules):
        booking = RecurringBooking(
            customer=customers[number % len(customers)],
            provider=providers[number % len(providers)],
            service_type="standard",
            pickup_address=ADDRESS,
            delivery_address=ADDRESS,
            pattern=rule.pattern,
            day_of_week=rule.day_of_week,
            day_of_month=rule.day_of_month,
            preferred_time=PREFERRED_TIMES[number % len(PREFERRED_TIMES)],
            first_on=pattern.first_after(rule, day=today),
            created_at=now,
            extended_until=today,
        )
        rows += occurrences.extend(booking, today=today)
        bookings.append(booking)
    RecurringBooking.objects.bulk_create(bookings)
    Occurrence.objects.bulk_create(rows)
    return bookings


def make_providers(number: int, name: str = "salon") -> list[Provider]:
    """Return providers who work every day, with capacity 50 in each hour."""
    providers = [make_provider(make_user(f"{name}{n}")) for n in range(number)]
    for provider in providers:
        give_week(provider, capacity=50)
    return providers


def instant(day: date, wall: time) -> datetime:
    """Return the instant of a Swiss wall time."""
    return clock.at_wall_time(day, wall)


def state_of(bookings: Sequence[RecurringBooking]) -> list[Any]:
    """Return the results of placing and charging for some bookings, comparable between sets."""
    found = []
    for number, booking in enumerate(bookings):
        orders = Order.objects.filter(occurrence__booking=booking).order_by("pickup_at")
        notices = Notification.objects.filter(user=booking.customer).order_by("kind", "title", "body")
        found.append(
            (
                number,
                list(booking.occurrences.order_by("on").values_list("on", "moved_to", "status", "reason")),
                list(orders.values_list("pickup_at", "status", "payment_status", "total_amount")),
                list(notices.values_list("kind", "title", "body")),
                Order.objects.filter(customer=booking.customer).count(),
            )
        )
    return found
