"""Changing an active recurring booking: service, addresses, provider, pattern, time.

Placed orders stay as they are. Planned occurrences follow the change, in a transaction that locks the
booking: the placing task skips locked rows, and what it had locked before is placed by the time that the lock
is got.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts import locks
from marketplace import clock
from marketplace.errors import Invalid
from orders.lifecycle.addresses import check_served
from orders.models import Occurrence, OccurrenceReason, OccurrenceStatus, RecurringBooking, RecurringPattern
from orders.prices.pricing import price_of, refuse_if_changed
from orders.recurring import charging, deadlines, occurrences, pattern, recurring_actions

# Columns that a change may write in addition to those that it names.
_FOLLOWING = (
    "provider",
    "provider_away_since",
    "repriced_at",
    "pattern",
    "day_of_week",
    "day_of_month",
    "first_on",
    "extended_until",
    "extend_on",
    "holds_hour",
)


@transaction.atomic
def change(
    *, booking_id: UUID, changes: dict[str, Any], now: datetime, expected_total: Decimal | None = None
) -> RecurringBooking:
    """Change a booking; ``changes`` maps columns to new values.

    A change of service, weight or add-ons applies the present prices; otherwise the agreed ones stay.
    ``expected_total`` is the price of a pickup that the customer saw, in CHF.

    With another pattern or day the series begins anew, on its first date from tomorrow on. A date that has
    its order already is not placed again. Addresses are checked again when they or the provider change.
    Raises ``Invalid`` (400), ``NotFound`` (404), ``price_changed`` (409) and
    what :func:`orders.recurring.recurring_actions.create` raises of a provider.
    """
    booking = recurring_actions.locked(booking_id=booking_id)
    before = (occurrences.rule_of(booking), booking.preferred_time, booking.provider_id)
    booked = (booking.service_type, booking.weight, booking.add_ons)
    columns = [*_FOLLOWING, *(changes.keys() - {"provider_id"})]
    stored = [getattr(booking, name) for name in columns]
    _write(booking, changes)
    if (booking.service_type, booking.weight, booking.add_ons) != booked:
        booking.repriced_at = now
    refuse_if_changed(price_of(booking), expected=expected_total)
    after = (occurrences.rule_of(booking), booking.preferred_time, booking.provider_id)
    if after != before:
        locks.lock_account(booking.customer_id)
        recurring_actions.claim_hour(booking)
        _follow(booking, is_new_rule=after[0] != before[0], now=now)
    if [getattr(booking, name) for name in columns] == stored:
        return booking
    booking.save(update_fields=columns)
    if "saved_card_id" in changes:
        _try_new_card(booking, now)
    return booking


def _write(booking: RecurringBooking, changes: dict[str, Any]) -> None:
    """Set the changes on the instance, not saved, after the checks of a new booking."""
    rule = requested_rule(booking, changes)
    provider_id = changes.get("provider_id", booking.provider_id)
    if provider_id != booking.provider_id:
        booking.provider = recurring_actions.chosen_provider(
            customer=booking.customer, provider_id=provider_id
        )
        booking.provider_away_since = None
    if "saved_card_id" in changes:
        recurring_actions.chosen_card(customer=booking.customer, card_id=changes["saved_card_id"])
    recurring_actions.refuse_express(changes.get("add_ons", {}))
    before = _addresses(booking)
    for name, value in changes.items():
        if name != "provider_id":
            setattr(booking, name, value.strip() if isinstance(value, str) else value)
    booking.pattern = rule.pattern
    booking.day_of_week, booking.day_of_month = rule.day_of_week, rule.day_of_month
    recurring_actions.clean_addresses(booking.pickup_address, booking.delivery_address)
    is_new = "provider_id" in changes
    new = {name: text for name, text in _addresses(booking).items() if is_new or text != before[name]}
    check_served(new, provider=booking.provider)


def _addresses(booking: RecurringBooking) -> dict[str, str]:
    return {"pickupAddress": booking.pickup_address, "deliveryAddress": booking.delivery_address}


def requested_rule(booking: RecurringBooking, changes: dict[str, Any]) -> pattern.Rule:
    """Return the rule of a booking after some changes, or raise 400 for a day that does not fit it.

    A day that is not in ``changes`` stays, unless the new pattern needs the other kind of day.
    """
    wanted = changes.get("pattern", booking.pattern)
    is_monthly = wanted == RecurringPattern.MONTHLY
    rule = pattern.Rule(
        wanted,
        changes.get("day_of_week", None if is_monthly else booking.day_of_week),
        changes.get("day_of_month", booking.day_of_month if is_monthly else None),
    )
    if wrong := pattern.wrong_days(rule):
        raise Invalid(next(iter(wrong.values())), fields={name: [text] for name, text in wrong.items()})
    return rule


def _follow(booking: RecurringBooking, *, is_new_rule: bool, now: datetime) -> None:
    """Update the occurrences without an order; 409 if the provider does not work at that time."""
    today = clock.local_date(now)
    if is_new_rule:
        booking.first_on = pattern.first_after(occurrences.rule_of(booking), day=today)
        booking.extended_until = today
        dates = {row.on: row for row in occurrences.extend(booking, today=today)}
        recurring_actions.check_week(booking.provider, days=list(dates), booking=booking)
        _leave_out(booking, list(dates))
    rows = _open_rows(booking)
    if is_new_rule:
        _take_back_moves(booking, rows)
    else:
        recurring_actions.check_week(
            booking.provider, days=occurrences.coming(booking, rows), booking=booking
        )
    for row in rows:
        row.place_at = deadlines.place_at(occurrences.pickup_of(row))
    Occurrence.objects.bulk_update(rows, ["moved_to", "moved_time", "place_at"])
    made = _fill_up(booking, dates) if is_new_rule else []
    if any(row.place_at <= now for row in rows + made if row.status == OccurrenceStatus.PLANNED):
        occurrences.wake_placing()


def _leave_out(booking: RecurringBooking, dates: list[date]) -> None:
    """Delete planned and skipped occurrences without an order on days outside the new dates."""
    coming = Q(status=OccurrenceStatus.PLANNED) | Q(status=OccurrenceStatus.SKIPPED, on__gte=booking.first_on)
    booking.occurrences.filter(coming, order__isnull=True).exclude(on__in=dates).delete()


def _open_rows(booking: RecurringBooking) -> list[Occurrence]:
    """Return the planned and skipped occurrences without an order, locked against changes."""
    rows = list(
        booking.occurrences.select_for_update(no_key=True).filter(
            status__in=[OccurrenceStatus.PLANNED, OccurrenceStatus.SKIPPED], order__isnull=True
        )
    )
    for row in rows:
        row.booking = booking
    return rows


def _take_back_moves(booking: RecurringBooking, rows: list[Occurrence]) -> None:
    """Undo moves to days that are now dates of the series."""
    rule = occurrences.rule_of(booking)
    for row in rows:
        day = row.moved_to
        if day not in {None, row.on} and pattern.is_date_of(rule, first_on=booking.first_on, day=row.day):
            row.moved_to = row.moved_time = None


def _fill_up(booking: RecurringBooking, dates: dict[date, Occurrence]) -> list[Occurrence]:
    """Create the missing rows of the new dates; return them.

    A day to which an occurrence was moved needs none. A day to which an order was rescheduled gets a skipped
    one, so that nobody comes twice.
    """
    taken: set[date] = set()
    booked: set[date] = set()
    for row in booking.occurrences.select_related("order"):
        taken |= {row.on, row.day}
        if row.status == OccurrenceStatus.PLACED and row.order is not None:
            booked.add(clock.local_date(row.order.pickup_at))
    made = [row for day, row in dates.items() if day not in taken]
    for row in made:
        if row.on in booked:
            row.status, row.reason = OccurrenceStatus.SKIPPED, OccurrenceReason.OTHER_PICKUP
    return Occurrence.objects.bulk_create(made)


def _try_new_card(booking: RecurringBooking, now: datetime) -> None:
    """Charge the newly chosen card for orders whose owner was asked to pay."""
    asked = booking.occurrences.filter(status=OccurrenceStatus.PLACED, asked_at__isnull=False)
    charging.charge_anew(asked=asked, now=now)
