"""What customers are told of their recurring bookings: notices in the app and e-mails.

Everything is written in the transaction of the change, once for each cause. Sentences are plain and
short; times are wall time of the booking's zone, amounts CHF.
"""

from datetime import datetime

from accounts import notifying
from orders.models import RecurringBooking, RecurringPattern

PAGE = "/recurring"
_DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]


def rhythm(booking: RecurringBooking) -> str:
    """Return how often, as people say it: ``every Monday at 09:00``, ``on day 5 of each month at …``."""
    wall = f"{booking.preferred_time:%H:%M}"
    if booking.day_of_week is None:
        return f"on day {booking.day_of_month} of each month at {wall}"
    day = _DAYS[booking.day_of_week]
    if booking.pattern == RecurringPattern.WEEKLY:
        return f"every {day} at {wall}"
    return f"every second {day} at {wall}"


def set_up(*, booking: RecurringBooking, now: datetime) -> None:
    """Confirm a new recurring booking."""
    first = f"{booking.first_on:%a} {booking.first_on.day} {booking.first_on:%b}"
    _tell(
        booking,
        kind="recurring_set_up",
        title="Recurring booking set up",
        body=(
            f"{booking.provider.user.short_name} picks up your laundry {rhythm(booking)}, first on {first}. "
            "We write to you two days before each pickup."
        ),
        key="set_up",
        now=now,
    )


def ended(*, booking: RecurringBooking, now: datetime) -> None:
    """Confirm the end of a recurring booking."""
    _tell(
        booking,
        kind="recurring_ended",
        title="Recurring booking cancelled",
        body=(
            f"{booking.provider.user.short_name} no longer comes {rhythm(booking)}. "
            "Orders that you have paid take place as booked."
        ),
        key="ended",
        now=now,
    )


def _tell(
    booking: RecurringBooking, *, kind: str, title: str, body: str, key: str, now: datetime, link: str = PAGE
) -> None:
    notifying.notify(
        user_id=booking.customer_id,
        kind=kind,
        title=title,
        body=body,
        link=link,
        dedupe_key=f"recurring:{booking.pk}:{key}",
        now=now,
    )
