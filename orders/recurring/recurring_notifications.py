"""Notifications about recurring bookings: notices in the app and emails.

All are written in the transaction of the change, once for each cause. The texts are in
:mod:`orders.notice_texts`; times are wall time, amounts CHF.
"""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from accounts import notifications
from accounts.notice_texts import Said, Value
from marketplace import wall_time
from orders import notice_texts as texts
from orders.models import Occurrence, OccurrenceReason, Order, RecurringBooking
from orders.payments import pay_links
from orders.recurring import skip_links, unpaid_reservations

PAGE = "/recurring"


def set_up(*, booking: RecurringBooking, is_own: bool, now: datetime) -> None:
    """Confirm a new recurring booking."""
    said = texts.SET_UP.of(name=_name(booking), rhythm=lambda: booking.rhythm, day=booking.first_on)
    _tell(booking, kind="recurring_set_up", said=said, key="set_up", is_own=is_own, now=now)


def ended(*, booking: RecurringBooking, is_own: bool, now: datetime) -> None:
    """Confirm the end of a recurring booking."""
    said = texts.ENDED.of(name=_name(booking), rhythm=lambda: booking.rhythm)
    _tell(booking, kind="recurring_ended", said=said, key="ended", is_own=is_own, now=now)


def placed(rows: Sequence[tuple[Occurrence, Order, datetime]], *, now: datetime) -> None:
    """Announce placed pickups, each with a link to skip it; the instant of a row is the wanted one."""
    notifications.notify_many([_placed(*row) for row in rows], now=now)


def _placed(occurrence: Occurrence, order: Order, wanted: datetime) -> notifications.NewNotification:
    booking = occurrence.booking
    name, when, amount = _name(booking), order.pickup_window, order.total_amount
    said = texts.PLACED.of(name=name, when=when, amount=amount)
    if order.pickup_at != wanted:
        local = wanted.astimezone(ZoneInfo(booking.time_zone)).time()
        said = texts.PLACED_INSTEAD.of(name=name, when=when, amount=amount, wanted=local)
    return notifications.NewNotification(
        user_id=booking.customer_id,
        kind="recurring_placed",
        said=said,
        link=skip_links.path_for(occurrence.pk),
        dedupe_key=_key(booking, f"{occurrence.on}:placed"),
    )


def _key(booking: RecurringBooking, key: str) -> str:
    return f"recurring:{booking.pk}:{key}"


def no_capacity(*, occurrence: Occurrence, now: datetime) -> None:
    """Notify that there was no free slot on the day."""
    said = texts.NO_CAPACITY.of(name=_name(occurrence.booking), day=occurrence.day)
    _tell(occurrence.booking, kind="recurring_skipped", said=said, key=f"{occurrence.on}:no_place", now=now)


def missed(*, occurrence: Occurrence, now: datetime) -> None:
    """Notify that a pickup was not booked in time."""
    booking = occurrence.booking

    def when() -> str:
        return wall_time.window(occurrence.pickup_at)

    said = texts.MISSED.of(when=when)
    if occurrence.reason == OccurrenceReason.PROVIDER_AWAY:
        said = texts.MISSED_AWAY.of(name=_name(booking), when=when)
    elif occurrence.reason == OccurrenceReason.UNPAID_PICKUPS:
        said = texts.MISSED_UNPAID.of(when=when)
    _tell(booking, kind="recurring_missed", said=said, key=f"{occurrence.on}:missed", now=now)


def waits_for_payment(*, occurrence: Occurrence, now: datetime) -> None:
    """Notify that a pickup is booked only once others are paid."""
    said = texts.WAITS.of(day=occurrence.day, count=unpaid_reservations.MOST_UNPAID)
    _tell(occurrence.booking, kind="recurring_waits", said=said, key=f"{occurrence.on}:waits", now=now)


def waits_for_proof(*, occurrence: Occurrence, now: datetime) -> None:
    """Notify that a pickup is booked only once the email address is confirmed."""
    said = texts.WAITS_FOR_PROOF.of(day=occurrence.day)
    _tell(occurrence.booking, kind="recurring_waits", said=said, key=f"{occurrence.on}:unproven", now=now)


def provider_away(*, occurrence: Occurrence, now: datetime) -> None:
    """Notify that the provider takes no bookings."""
    said = texts.AWAY.of(name=_name(occurrence.booking), day=occurrence.day)
    key = f"away:{now:%Y%m%d%H%M%S}"
    _tell(occurrence.booking, kind="recurring_provider_away", said=said, key=key, now=now)


def please_pay(*, occurrence: Occurrence, order: Order, has_card: bool, now: datetime) -> None:
    """Send a link to pay, because the saved card could not be charged."""
    text = texts.PLEASE_PAY if has_card else texts.PLEASE_PAY_NO_CARD
    _ask(occurrence, order, text.of(**_due(order, now)), f"{occurrence.on}:pay", now)


def reminder(*, occurrence: Occurrence, order: Order, due_at: datetime, now: datetime) -> None:
    """Remind of a payment."""
    said = texts.REMINDER.of(**_due(order, now))
    _ask(occurrence, order, said, f"{occurrence.on}:remind:{due_at:%Y%m%d%H%M}", now)


def _due(order: Order, now: datetime) -> dict[str, Value]:
    return {
        "amount": order.total_amount,
        "until": order.hold_expires_at or now,
        "when": order.pickup_window,
    }


def _ask(occurrence: Occurrence, order: Order, said: Said, key: str, now: datetime) -> None:
    link = pay_links.path_for(order.pk)
    _tell(occurrence.booking, kind="recurring_payment", said=said, key=key, link=link, now=now)


def _name(booking: RecurringBooking) -> str:
    return booking.provider.user.short_name


def _tell(
    booking: RecurringBooking,
    *,
    kind: str,
    said: Said,
    key: str,
    now: datetime,
    link: str = PAGE,
    is_own: bool = False,
) -> None:
    notifications.notify(
        user_id=booking.customer_id,
        kind=kind,
        said=said,
        link=link,
        dedupe_key=_key(booking, key),
        now=now,
        is_own=is_own,
    )
