"""Skipping a single pickup, or moving it once.

A planned occurrence is changed by a conditional UPDATE; one that has become an order is changed like any
order, with its refund and reservation. The order is then locked first, as everywhere: whatever cancels, pays
or moves an order locks it before it writes to the occurrence.
"""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts import locks
from marketplace import clock
from marketplace.errors import Invalid
from marketplace.postal_codes import of_address
from orders import locking
from orders.lifecycle import cancelling
from orders.lifecycle.answering import refuse_if_too_soon
from orders.lifecycle.open_pickups import refuse_second_pickup
from orders.lifecycle.order_actions import reschedule
from orders.models import Actor, Occurrence, OccurrenceReason, OccurrenceStatus, OrderStatus
from orders.models.choices import SKIPPED_NOTE
from orders.recurring import deadlines, immediate_charges, occurrences, pattern
from orders.recurring.recurring_errors import (
    AlreadyMoved,
    AlreadyOver,
    NotAStart,
    OtherPickupThatDay,
    TooLateToSkip,
    no_such_pickup,
)
from providers.horizon import horizon_days
from scheduling import slots
from scheduling.selectors import start_at, starts_on, works_at

MOVED_WITHIN = timedelta(days=60)


def _found(occurrence_id: UUID) -> Occurrence:
    found = Occurrence.objects.select_related("booking__provider", "order__provider")
    row = found.filter(pk=occurrence_id).first()
    if row is None:
        raise no_such_pickup()
    return row


def _movable(occurrence_id: UUID) -> Occurrence:
    """Return a pickup that may still be moved, with its order locked if it has one, or raise (409)."""
    row = _found(occurrence_id)
    if row.order_id is not None:
        locking.locked_order(order_id=row.order_id)
        row = _found(occurrence_id)  # read again under the lock
    if row.status not in {OccurrenceStatus.PLANNED, OccurrenceStatus.PLACED}:
        raise AlreadyOver
    if row.moved_to is not None:
        raise AlreadyMoved
    return row


@transaction.atomic
def skip(*, occurrence_id: UUID, actor: Actor, now: datetime) -> None:
    """Skip one pickup; if its order is placed, cancel and refund it.

    Raises ``AlreadyOver``, and ``TooLateToSkip`` if cancelling costs a fee or is not allowed (409).
    """
    row = _found(occurrence_id)
    if row.status == OccurrenceStatus.PLANNED:
        planned = Occurrence.objects.filter(pk=row.pk, status=OccurrenceStatus.PLANNED)
        if planned.update(status=OccurrenceStatus.SKIPPED, reason=OccurrenceReason.BY_CUSTOMER):
            return
        row = _found(occurrence_id)  # a worker has placed it just now
    if row.status != OccurrenceStatus.PLACED or row.order_id is None:
        raise AlreadyOver
    order = locking.locked_order(order_id=row.order_id)
    if not Occurrence.objects.filter(pk=row.pk, status=OccurrenceStatus.PLACED).exists():
        raise AlreadyOver  # cancelled while we waited for the lock
    decision = cancelling.preview(order, now=now, by=actor.role)
    if not decision.allowed or decision.fee:
        raise TooLateToSkip
    cancelling.cancel_locked(order=order, actor=actor, now=now, note=SKIPPED_NOTE)


@transaction.atomic
def move(
    *,
    actor: Actor,
    occurrence_id: UUID,
    day: date,
    wall: time,
    now: datetime,
    expected_charge: Decimal | None = None,
    refuse_second: bool = False,
) -> None:
    """Move one pickup to another day and wall time, once.

    ``expected_charge`` is what the customer saw to be charged at once, in CHF: the order of a pickup that is
    less than 48 hours away then is placed now. ``refuse_second`` refuses an hour for which the customer has
    another pickup, booked or planned, with anybody.

    The time must be the start of a slot, or, beyond the generated slots, of the provider's week. Raises
    ``Invalid`` (400) for a day beyond the next weeks, and 409 ``already_moved``, ``already_skipped``,
    ``other_pickup_that_day``, ``not_a_slot_start``, ``slot_full``, ``slot_closed``, ``slot_past``,
    ``instant_provider_needed``, ``pickup_exists``, ``charged_at_once``, or ``too_late_to_reschedule`` for an
    order.
    """
    if refuse_second:
        # Before the order, as whoever closes an account does.
        locks.lock_account(_found(occurrence_id).booking.customer_id)
    row = _movable(occurrence_id)
    pickup_at = _new_time(row, day, wall, now)
    start = start_at(provider_id=row.arranged.provider_id, pickup_at=pickup_at)
    if start is not None and start != wall:
        raise NotAStart(wall, start)
    if row.status == OccurrenceStatus.PLANNED:
        if refuse_second:
            customer_id = row.booking.customer_id
            refuse_second_pickup(customer_id=customer_id, pickup_at=pickup_at, now=now, moved=row.pk)
        _check_free(row, day, wall, pickup_at, now)
        if _write(row, day, wall, place_at=deadlines.place_at(pickup_at)):
            row.moved_to, row.moved_time, row.place_at = day, wall, deadlines.place_at(pickup_at)
            charge = immediate_charges.amount_of(row.booking, [row], now=now)
            immediate_charges.refuse_unseen(charge, expected=expected_charge)
            if row.place_at <= now:
                occurrences.wake_placing()
            return
        row = _movable(occurrence_id)  # a worker has placed it just now
    if row.order_id is None or not _write(row, day, wall, place_at=row.place_at):
        raise AlreadyMoved
    reschedule(actor=actor, order_id=row.order_id, pickup_at=pickup_at, now=now, refuse_second=refuse_second)


def hours_on(*, occurrence_id: UUID, day: date, now: datetime) -> list[time]:
    """Return the wall times of a day to which a pickup could be moved now; :func:`move` checks the rest.

    Raises ``Invalid`` (400) for a day beyond the next weeks.
    """
    row = _found(occurrence_id)
    _check_day(day, now)
    if _is_taken(row, day):
        return []
    is_booked = row.status == OccurrenceStatus.PLACED
    starts = starts_on(provider_id=row.arranged.provider_id, day=day, now=now, is_booked=is_booked)
    instants = {wall: row.booking.pickup_on(day, wall) for wall in starts}
    instantly = _is_confirmed_at_once(row)
    return [
        wall
        for wall, at in instants.items()
        if not deadlines.too_late(pickup_at=at, instantly=instantly, now=now)
    ]


def _is_confirmed_at_once(row: Occurrence) -> bool:
    """Tell whether nobody has to accept the new hour first; an order has its own terms."""
    if row.order is None:
        return row.booking.provider.accepts_instantly
    return row.order.accepts_instantly or row.order.status != OrderStatus.PENDING


def _check_day(day: date, now: datetime) -> None:
    if not date(2000, 1, 1) <= day <= clock.local_date(now) + MOVED_WITHIN:
        sentence = _("Please choose a day within the next weeks.")
        raise Invalid(sentence, fields={"date": [sentence]})


def _is_taken(row: Occurrence, day: date) -> bool:
    """Tell whether the series has another pickup on a day."""
    booking = row.booking
    rule = occurrences.rule_of(booking)
    own = pattern.is_date_of(rule, first_on=booking.first_on, day=day) and day != row.on
    others = booking.occurrences.annotate(pickup_on=Coalesce("moved_to", "on")).exclude(pk=row.pk)
    return own or others.filter(pickup_on=day).exists()


def _new_time(row: Occurrence, day: date, wall: time, now: datetime) -> datetime:
    """Return the instant of the new pickup, after the checks that need no slots."""
    _check_day(day, now)
    pickup_at = row.booking.pickup_on(day, wall)
    if deadlines.too_late(pickup_at=pickup_at, instantly=True, now=now):
        raise slots.SlotPast(_("This hour is too near or past. Please choose a later time."))
    booking = row.booking
    # For a placed order ``reschedule`` checks this, and only if it is not confirmed yet.
    if row.status == OccurrenceStatus.PLANNED:
        addresses = (booking.pickup_address, booking.delivery_address)
        refuse_if_too_soon(
            provider=booking.provider,
            instantly=booking.provider.accepts_instantly,
            pickup_at=pickup_at,
            postal_codes=[of_address(text) for text in addresses],
            now=now,
        )
    if _is_taken(row, day):
        raise OtherPickupThatDay
    return pickup_at


def _check_free(row: Occurrence, day: date, wall: time, pickup_at: datetime, now: datetime) -> None:
    """Raise if the hour is full or closed; beyond the generated slots check the provider's week."""
    provider_id = row.booking.provider_id
    if day > horizon_days(now)[1] and works_at(provider_id=provider_id, day=day, wall=wall):
        return
    slots.check_free(provider_id=provider_id, pickup_at=pickup_at, now=now)


def _write(row: Occurrence, day: date, wall: time, *, place_at: datetime) -> bool:
    """Write the new day and time, unless the row's status has changed or it was moved; return whether."""
    still = Occurrence.objects.filter(pk=row.pk, status=row.status, moved_to__isnull=True)
    try:
        with transaction.atomic():
            return bool(still.update(moved_to=day, moved_time=wall, place_at=place_at))
    except IntegrityError as error:
        raise OtherPickupThatDay from error
