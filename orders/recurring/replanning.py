"""Changing an active recurring booking: service, addresses, provider, pattern, time.

Placed orders stay as they are. Planned occurrences follow the change, in a transaction that locks the
booking: the placing task skips locked rows, and what it had locked before is placed by the time that the lock
is got.
"""

from collections.abc import Collection
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from accounts import locks
from marketplace import clock
from marketplace.errors import Invalid
from marketplace.money import ZERO
from orders.lifecycle.addresses import check_served
from orders.models import Occurrence, OccurrenceReason, OccurrenceStatus, RecurringBooking, RecurringPattern
from orders.prices.pricing import price_of, refuse_if_changed
from orders.recurring import (
    charging,
    deadlines,
    immediate_charges,
    occurrences,
    pattern,
    recurring_actions,
    recurring_selectors,
)
from orders.recurring.recurring_actions import FirstPickup

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
    *,
    booking_id: UUID,
    changes: dict[str, Any],
    now: datetime,
    expected_total: Decimal | None = None,
    expected_charge: Decimal | None = None,
) -> RecurringBooking:
    """Change a booking; ``changes`` maps columns to new values.

    A change of service, weight or add-ons applies the present prices; otherwise the agreed ones stay.
    ``expected_total`` is the price of a pickup that the customer saw, ``expected_charge`` what they saw to be
    charged at once, for pickups that are less than 48 hours away then or that wait for another card, both in
    CHF.

    With another pattern or day the series begins anew, on its first date from tomorrow on. A date that has
    its order already is not placed again. Addresses are checked again when they or the provider change.
    Raises ``Invalid`` (400), ``NotFound`` (404), ``price_changed`` or
    ``charged_at_once`` (409) and what :func:`orders.recurring.recurring_actions.create` raises of a provider.
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
    charge = ZERO
    if after != before:
        locks.lock_account(booking.customer_id)
        recurring_actions.claim_hour(booking)
        planned = _follow(booking, is_new_rule=after[0] != before[0], now=now)
        charge = immediate_charges.amount_of(booking, planned, now=now)
    if [getattr(booking, name) for name in columns] == stored:
        return booking
    booking.save(update_fields=columns)
    if "saved_card_id" in changes:
        charge += _try_new_card(booking, now)
    immediate_charges.refuse_unseen(charge, expected=expected_charge)
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


class _Replanned(NamedTuple):
    """The pickups without an order as a new plan leaves them; nothing is saved."""

    kept: list[Occurrence]
    left_out: list[Occurrence]
    made: list[Occurrence]
    dates: list[date]

    @property
    def planned(self) -> list[Occurrence]:
        """Return those that take place."""
        return [row for row in [*self.kept, *self.made] if row.status == OccurrenceStatus.PLANNED]


def next_pickup(
    booking: RecurringBooking, *, rule: pattern.Rule, preferred_time: time, now: datetime
) -> FirstPickup:
    """Return the next pickup without an order, if :func:`change` gave the booking this plan now.

    The instance takes the plan on and is not saved. Raises ``AlreadyCancelled`` (409).
    """
    recurring_actions.refuse_ended(booking)
    is_new_rule = rule != occurrences.rule_of(booking)
    booking.pattern, booking.day_of_week, booking.day_of_month = (
        rule.pattern,
        rule.day_of_week,
        rule.day_of_month,
    )
    booking.preferred_time = preferred_time
    after = _replanned(booking, _open_rows(booking), is_new_rule=is_new_rule, now=now)
    coming = [row.pickup_at for row in after.planned if not immediate_charges.is_too_late(row, now=now)]
    if not coming:
        day = recurring_selectors.next_date_by_rule(booking)
        coming = [booking.pickup_on(day)]
    return FirstPickup(min(coming), deadlines.place_at(min(coming)))


def _follow(booking: RecurringBooking, *, is_new_rule: bool, now: datetime) -> list[Occurrence]:
    """Update the occurrences without an order; return those that take place.

    Raises ``provider_does_not_work`` (409).
    """
    rows = _open_rows(booking).select_for_update(no_key=True)
    after = _replanned(booking, rows, is_new_rule=is_new_rule, now=now)
    days = after.dates if is_new_rule else occurrences.coming(booking, after.kept)
    recurring_actions.check_week(booking.provider, days=days, booking=booking)
    booking.occurrences.filter(pk__in=[row.pk for row in after.left_out]).delete()
    Occurrence.objects.bulk_update(after.kept, ["moved_to", "moved_time", "place_at"])
    Occurrence.objects.bulk_create(after.made)
    if any(row.place_at <= now for row in after.planned):
        occurrences.wake_placing()
    return after.planned


def _replanned(
    booking: RecurringBooking, open_rows: QuerySet[Occurrence], *, is_new_rule: bool, now: datetime
) -> _Replanned:
    """Return what becomes of the rows without an order; another rule begins anew from tomorrow on."""
    rows = list(open_rows)
    for row in rows:
        row.booking = booking
    left_out, dates = [], {}
    if is_new_rule:
        today = clock.local_date(now)
        booking.first_on = pattern.first_after(occurrences.rule_of(booking), day=today)
        booking.extended_until = today
        dates = {row.on: row for row in occurrences.extend(booking, today=today)}
        left_out = [row for row in rows if _is_left_out(row, dates)]
        rows = [row for row in rows if row not in left_out]
        _take_back_moves(booking, rows)
    for row in rows:
        row.place_at = deadlines.place_at(row.pickup_at)
    return _Replanned(rows, left_out, _missing(booking, dates, rows) if is_new_rule else [], list(dates))


def _open_rows(booking: RecurringBooking) -> QuerySet[Occurrence]:
    """Return the planned and skipped occurrences without an order."""
    open_statuses = [OccurrenceStatus.PLANNED, OccurrenceStatus.SKIPPED]
    return booking.occurrences.filter(status__in=open_statuses, order__isnull=True)


def _is_left_out(row: Occurrence, dates: Collection[date]) -> bool:
    """Tell whether a row is planned, or skipped, on a day outside the new dates."""
    is_coming = row.status == OccurrenceStatus.PLANNED or row.on >= row.booking.first_on
    return is_coming and row.on not in dates


def _take_back_moves(booking: RecurringBooking, rows: list[Occurrence]) -> None:
    """Undo moves to days that are now dates of the series."""
    rule = occurrences.rule_of(booking)
    for row in rows:
        day = row.moved_to
        if day not in {None, row.on} and pattern.is_date_of(rule, first_on=booking.first_on, day=row.day):
            row.moved_to = row.moved_time = None


def _missing(
    booking: RecurringBooking, dates: dict[date, Occurrence], kept: list[Occurrence]
) -> list[Occurrence]:
    """Return the missing rows of the new dates.

    A day to which an occurrence was moved needs none. A day to which an order was rescheduled gets a skipped
    one, so that nobody comes twice.
    """
    others = booking.occurrences.exclude(pk__in=_open_rows(booking)).select_related("order")
    taken: set[date] = set()
    booked: set[date] = set()
    for row in [*kept, *others]:
        taken |= {row.on, row.day}
        if row.status == OccurrenceStatus.PLACED and row.order is not None:
            booked.add(clock.local_date(row.order.pickup_at))
    made = [row for day, row in dates.items() if day not in taken]
    for row in made:
        if row.on in booked:
            row.status, row.reason = OccurrenceStatus.SKIPPED, OccurrenceReason.OTHER_PICKUP
    return made


def _try_new_card(booking: RecurringBooking, now: datetime) -> Decimal:
    """Charge the newly chosen card for orders whose owner was asked to pay; return how much, in CHF."""
    asked = booking.occurrences.filter(status=OccurrenceStatus.PLACED, asked_at__isnull=False)
    charging.charge_anew(asked=asked, now=now)
    waiting = filter(charging.waits_for_payment, asked.select_related("order"))
    return sum((row.order.total_amount for row in waiting if row.order is not None), ZERO)
