"""What customers are told of their recurring bookings: notices in the app and e-mails.

Everything is written in the transaction of the change, once for each cause. Sentences are plain and
short; times are wall time of the booking's zone, amounts CHF.
"""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from accounts import notifications
from orders.models import Occurrence, OccurrenceReason, Order, RecurringBooking
from orders.notifications import chf, wall
from orders.payments import pay_links
from orders.recurring import skip_links, unpaid_places

PAGE = "/recurring"


def set_up(*, booking: RecurringBooking, now: datetime) -> None:
    """Confirm a new recurring booking."""
    _tell(
        booking,
        kind="recurring_set_up",
        title="Recurring booking set up",
        body=(
            f"{booking.provider.user.short_name} picks up your laundry {booking.rhythm}, "
            f"first on {_day(booking.first_on)}. We write to you two days before each pickup."
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
            f"{booking.provider.user.short_name} no longer comes {booking.rhythm}. "
            "Orders that you have paid take place as booked."
        ),
        key="ended",
        now=now,
    )


def placed(rows: Sequence[tuple[Occurrence, Order, datetime]], *, now: datetime) -> None:
    """Announce pickups two days ahead, each with a link that skips it; the instant is the one wanted."""
    notifications.notify_many([_placed(*row) for row in rows], now=now)


def _placed(occurrence: Occurrence, order: Order, wanted: datetime) -> notifications.NewNotification:
    booking = occurrence.booking
    name, at = booking.provider.user.short_name, wall(order.pickup_at)
    instead = "" if order.pickup_at == wanted else f" {_clock(wanted, booking)} was taken that day."
    return notifications.NewNotification(
        user_id=booking.customer_id,
        kind="recurring_placed",
        title="Your next pickup is booked",
        body=(
            f"{name} picks up your laundry on {at}, for {chf(order.total_amount)}.{instead} "
            "Not this time? Skip it with one tap, free of charge."
        ),
        link=skip_links.path_for(occurrence.pk),
        dedupe_key=_key(booking, f"{occurrence.on}:placed"),
    )


def _key(booking: RecurringBooking, key: str) -> str:
    return f"recurring:{booking.pk}:{key}"


def no_place(*, occurrence: Occurrence, now: datetime) -> None:
    """Say that a day had no free place."""
    booking, day = occurrence.booking, _day(occurrence.day)
    _tell(
        booking,
        kind="recurring_skipped",
        title="Pickup skipped",
        body=(
            f"{booking.provider.user.short_name} has no free place on {day}, so this pickup is skipped. "
            "Your recurring booking goes on."
        ),
        key=f"{occurrence.on}:no_place",
        now=now,
    )


def missed(*, occurrence: Occurrence, now: datetime) -> None:
    """Say that a pickup was not booked in time."""
    booking = occurrence.booking
    at = f"{_day(occurrence.day)}, {occurrence.moved_time or booking.preferred_time:%H:%M}"
    if occurrence.reason == OccurrenceReason.PROVIDER_AWAY:
        name = booking.provider.user.short_name
        body = f"{name} took no bookings, so your pickup on {at} does not take place."
    elif occurrence.reason == OccurrenceReason.UNPAID_PICKUPS:
        body = f"Other pickups were waiting for your payment, so your pickup on {at} does not take place."
    else:
        body = f"We could not book your pickup on {at} in time. We are sorry. Your recurring booking goes on."
    _tell(
        booking,
        kind="recurring_missed",
        title="Pickup does not take place",
        body=body,
        key=f"{occurrence.on}:missed",
        now=now,
    )


def waits_for_payment(*, occurrence: Occurrence, now: datetime) -> None:
    """Say that a pickup is booked once others are paid."""
    booking = occurrence.booking
    _tell(
        booking,
        kind="recurring_waits",
        title="Your next pickup waits for a payment",
        body=(
            f"Your pickup on {_day(occurrence.day)} is not booked yet: "
            f"{unpaid_places.MOST_UNPAID} pickups are waiting for your payment already. "
            "Pay or skip one of them, and we book it."
        ),
        key=f"{occurrence.on}:waits",
        now=now,
    )


def provider_away(*, occurrence: Occurrence, now: datetime) -> None:
    """Say that the provider takes no bookings, and what the customer can do."""
    booking = occurrence.booking
    name = booking.provider.user.short_name
    _tell(
        booking,
        kind="recurring_provider_away",
        title=f"{name} takes no bookings at the moment",
        body=(
            f"Your pickup on {_day(occurrence.day)} cannot be booked. You can choose another provider, pause "
            "or cancel your recurring booking. Until then we keep trying."
        ),
        key=f"away:{now:%Y%m%d%H%M%S}",
        now=now,
    )


def please_pay(*, occurrence: Occurrence, order: Order, has_card: bool, now: datetime) -> None:
    """Ask for the payment that the saved card did not make, with a link."""
    why = "Your card could not be charged without you." if has_card else "You have no saved card."
    until, at = wall(order.hold_expires_at or now), wall(order.pickup_at)
    _tell(
        occurrence.booking,
        kind="recurring_payment",
        title="Please pay for your pickup",
        body=(
            f"{why} Pay {chf(order.total_amount)} by {until} to keep your pickup on {at}, "
            "else this one is skipped."
        ),
        key=f"{occurrence.on}:pay",
        link=pay_links.path_for(order.pk),
        now=now,
    )


def reminder(*, occurrence: Occurrence, order: Order, due_at: datetime, now: datetime) -> None:
    """Remind of a payment that is still open."""
    _tell(
        occurrence.booking,
        kind="recurring_payment",
        title="Your pickup still waits for your payment",
        body=(
            f"Pay {chf(order.total_amount)} by {wall(order.hold_expires_at or now)} to keep your pickup on "
            f"{wall(order.pickup_at)}."
        ),
        key=f"{occurrence.on}:remind:{due_at:%Y%m%d%H%M}",
        link=pay_links.path_for(order.pk),
        now=now,
    )


def _day(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"


def _clock(at: datetime, booking: RecurringBooking) -> str:
    return f"{at.astimezone(ZoneInfo(booking.time_zone)):%H:%M}"


def _tell(
    booking: RecurringBooking, *, kind: str, title: str, body: str, key: str, now: datetime, link: str = PAGE
) -> None:
    notifications.notify(
        user_id=booking.customer_id,
        kind=kind,
        title=title,
        body=body,
        link=link,
        dedupe_key=_key(booking, key),
        now=now,
    )
