"""Placing due occurrences: 48 hours before its pickup an occurrence becomes an order with a reservation.

One transaction locks occurrences, writes their orders and marks them. Ordinary ones of a batch share a
transaction and its statements; special cases, and those of a failed batch, get one each. Locked rows are
skipped, so any number of workers may run at once; a run with nothing due is one query on a small index.
"""

import logging
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from marketplace import clock
from marketplace.errors import DomainError
from marketplace.jobs import due, obstacles, outbox, sweeping
from marketplace.jobs.models import Job
from orders.checkout import placing
from orders.checkout.care_profiles import care_for
from orders.lifecycle import unproven_customers
from orders.models import SYSTEM, Occurrence, OccurrenceReason, OccurrenceStatus, Order, RecurringBooking
from orders.prices.pricing import price_of
from orders.recurring import (
    charging,
    deadlines,
    recurring_actions,
    recurring_notifications,
    unpaid_reservations,
)
from providers.models import Provider
from scheduling.generating import generate
from scheduling.models import TimeSlot
from scheduling.selectors import nearest_free
from scheduling.slots import SlotClosed, SlotFull, SlotPast

KIND = "recurring order"
BATCH = 100
POLICY = due.Policy(first_pause=timedelta(minutes=1))
RETRY_AWAY = timedelta(minutes=30)
# The nearest slot may be reserved by somebody else meanwhile; then the next nearest is tried.
TRIES = 5
log = logging.getLogger(__name__)


def place_due(*, now: datetime) -> int:
    """Place every due occurrence; return the number of new orders. May run twice and late.

    Ordinary ones are placed in batches, the rest one by one: too late ones are marked as missed, those
    without a free slot as skipped, each with a notice; the booking of a closed account ends. One that fails
    is retried later and does not stop the others. After a worker died with a batch, everything is placed one
    by one.
    """
    placed = 0

    def together(ids: list[UUID]) -> set[UUID]:
        nonlocal placed
        made = _try_together(ids, now)
        placed += len(made)
        return made

    def one_by_one(ids: list[UUID]) -> None:
        nonlocal placed
        placed += _one_by_one(_due(now).filter(pk__in=ids), now)

    with outbox.coalesce_wakeups():
        sweeping.sweep_together(KIND, _due_batches(now), together=together, one_by_one=one_by_one, now=now)
        if placed:
            outbox.wake(charging.TASK)
    return placed


def _due(now: datetime) -> QuerySet[Occurrence]:
    return Occurrence.objects.filter(status=OccurrenceStatus.PLANNED, place_at__lte=now)


def _due_batches(now: datetime) -> Iterator[list[UUID]]:
    """Yield the ids of due occurrences in batches, the earliest first, by keyset pagination.

    Within a batch the order is random, so that concurrent workers rarely compete for the same rows.
    """
    after = Q()
    due_now = _due(now).order_by("place_at", "id").values_list("id", "place_at")
    while rows := list(due_now.filter(after)[:BATCH]):
        yield [occurrence_id for occurrence_id, _ in random.sample(rows, len(rows))]
        if len(rows) < BATCH:
            return
        last_id, last_at = rows[-1]
        after = Q(place_at__gt=last_at) | Q(place_at=last_at, id__gt=last_id)


def _try_together(ids: list[UUID], now: datetime) -> set[UUID]:
    """Place the ordinary occurrences of a batch, all or nothing; return their ids."""
    if not _skips_locked() and not _due(now).filter(pk__in=ids).exists():
        return set()

    with transaction.atomic():
        return _place_together(ids, now)


def _one_by_one(rows: QuerySet[Occurrence], now: datetime) -> int:
    """Process occurrences one by one; return how many were placed."""

    def place(job: Job, instant: datetime) -> bool:
        return _try(job.subject, instant)

    rows = rows.order_by("place_at", "id")
    return sweeping.sweep_counting(KIND, rows, act=place, policy=POLICY, now=now)


def _place_together(ids: list[UUID], now: datetime) -> set[UUID]:
    rows = _within_limit([row for row in _locked_rows(now).filter(pk__in=ids) if _is_ordinary(row, now)])
    wanted = [row.pickup_at for row in rows]
    order_requests = [
        _order_request(row, pickup_at, now) for row, pickup_at in zip(rows, wanted, strict=True)
    ]
    orders = placing.place_many(order_requests, actor=SYSTEM, now=now) if order_requests else []
    made = [
        (row, order, pickup_at)
        for row, order, pickup_at in zip(rows, orders, wanted, strict=True)
        if order is not None
    ]
    if made:
        _mark_placed([(row, order) for row, order, _ in made], now)
        recurring_notifications.placed(made, now=now)
    return {row.pk for row, *_ in made}


def _is_ordinary(row: Occurrence, now: datetime) -> bool:
    return (
        row.booking.customer.is_active
        and row.booking.customer.email_verified_at is not None
        and row.booking.provider.status == Provider.Status.APPROVED
        and not _is_too_late(row, row.pickup_at, now)
    )


def _is_too_late(row: Occurrence, pickup_at: datetime, now: datetime) -> bool:
    instantly = row.booking.provider.accepts_instantly
    return deadlines.too_late(pickup_at=pickup_at, instantly=instantly, now=now)


def _latest_before(row: Occurrence) -> timedelta:
    return deadlines.latest_before(instantly=row.booking.provider.accepts_instantly)


def _within_limit(rows: list[Occurrence]) -> list[Occurrence]:
    """Leave out occurrences beyond the limit of unpaid reservations; they are processed one by one."""
    held = unpaid_reservations.held_by([row.booking.customer_id for row in rows])
    allowed = []
    for row in rows:
        held[row.booking.customer_id] += 1
        if held[row.booking.customer_id] <= unpaid_reservations.MOST_UNPAID:
            allowed.append(row)
    return allowed


def _skips_locked() -> bool:
    return connection.features.has_select_for_update_skip_locked


@transaction.atomic
def _try(occurrence_id: UUID, now: datetime) -> bool:
    """Process one occurrence if it is still due; raises :class:`obstacles.Busy` if it is locked."""
    occurrence = _locked(occurrence_id, now)
    if occurrence is None and _due(now).filter(pk=occurrence_id).exists():
        raise obstacles.Busy
    return occurrence is not None and _settle(occurrence, now)


def _locked(occurrence_id: UUID, now: datetime) -> Occurrence | None:
    """Return the occurrence, locked with its booking, if it is still due and not locked."""
    return _locked_rows(now).filter(pk=occurrence_id).first()


def _locked_rows(now: datetime) -> QuerySet[Occurrence]:
    return (
        _due(now)
        .select_for_update(
            of=("self", "booking"),
            no_key=True,
            skip_locked=_skips_locked(),
        )
        .select_related("booking__customer__care_profile", "booking__provider__user")
    )


def _settle(occurrence: Occurrence, now: datetime) -> bool:
    """Place, postpone or close a locked occurrence; return whether it was placed."""
    booking, pickup_at = occurrence.booking, occurrence.pickup_at
    away, customer_id = booking.provider.status != Provider.Status.APPROVED, booking.customer_id
    if not booking.customer.is_active:
        # Not when the account is closed: that locks it before the booking, and placing the other way round.
        recurring_actions.end(booking_id=booking.pk, actor=SYSTEM, now=now)
    elif _is_too_late(occurrence, pickup_at, now):
        _close(occurrence, OccurrenceStatus.MISSED, _why_missed(occurrence, pickup_at))
        recurring_notifications.missed(occurrence=occurrence, now=now)
    elif away:
        _wait_for_customer(occurrence, pickup_at, now)
    elif unpaid_reservations.held_by([customer_id])[customer_id] >= unpaid_reservations.MOST_UNPAID:
        _wait_for_payment(occurrence, pickup_at, now)
    elif unproven_customers.holds_half_with_others(
        customer=booking.customer, provider_id=booking.provider_id, pickup_at=pickup_at, now=now
    ):
        recurring_notifications.waits_for_proof(occurrence=occurrence, now=now)
        _try_again_soon(occurrence, pickup_at, now)
    elif (order := _order(occurrence, pickup_at, now)) is None:
        _close(occurrence, OccurrenceStatus.SKIPPED, OccurrenceReason.NO_CAPACITY)
        recurring_notifications.no_capacity(occurrence=occurrence, now=now)
    else:
        _mark_placed([(occurrence, order)], now)
        recurring_notifications.placed([(occurrence, order, pickup_at)], now=now)
        return True
    if not away and booking.provider_away_since is not None:
        # The next absence is notified anew.
        booking.provider_away_since = None
        booking.save(update_fields=["provider_away_since"])
    return False


def _why_missed(occurrence: Occurrence, pickup_at: datetime) -> OccurrenceReason:
    is_away = occurrence.booking.provider.status != Provider.Status.APPROVED
    if is_away or _was_found_away(occurrence, pickup_at):
        return OccurrenceReason.PROVIDER_AWAY
    waited = occurrence.waiting_since is not None
    return OccurrenceReason.UNPAID_PICKUPS if waited else OccurrenceReason.TOO_LATE


def _was_found_away(occurrence: Occurrence, pickup_at: datetime) -> bool:
    """Return whether the provider took no bookings when this pickup was to be placed.

    What was found of an earlier pickup says nothing of this one.
    """
    since = occurrence.booking.provider_away_since
    return since is not None and since >= deadlines.place_at(pickup_at)


def _close(occurrence: Occurrence, status: OccurrenceStatus, reason: OccurrenceReason) -> None:
    occurrence.status, occurrence.reason = status, reason
    occurrence.save(update_fields=["status", "reason"])


def _mark_placed(placed: list[tuple[Occurrence, Order]], now: datetime) -> None:
    """Mark occurrences as placed; raises, and so rolls back, unless all were still planned."""
    for occurrence, order in placed:
        occurrence.status, occurrence.order, occurrence.charge_at = OccurrenceStatus.PLACED, order, now
    planned = Occurrence.objects.filter(status=OccurrenceStatus.PLANNED)
    marked = planned.bulk_update([row for row, _ in placed], ["status", "order", "charge_at"])
    if marked != len(placed):
        raise RuntimeError("an occurrence was placed by somebody else")
    back = [row.booking_id for row, _ in placed if row.booking.provider_away_since is not None]
    if back:
        RecurringBooking.objects.filter(pk__in=back).update(provider_away_since=None)


def _wait_for_customer(occurrence: Occurrence, pickup_at: datetime, now: datetime) -> None:
    """Notify the customer once that the provider takes no bookings, and retry until it is too late."""
    booking = occurrence.booking
    if not _was_found_away(occurrence, pickup_at):
        booking.provider_away_since = now
        booking.save(update_fields=["provider_away_since"])
        recurring_notifications.provider_away(occurrence=occurrence, now=now)
    occurrence.place_at = min(now + RETRY_AWAY, pickup_at - _latest_before(occurrence))
    occurrence.save(update_fields=["place_at"])


def _wait_for_payment(occurrence: Occurrence, pickup_at: datetime, now: datetime) -> None:
    """Retry soon; notify the customer once, unless a card is still to be charged for unpaid orders."""
    if occurrence.waiting_since is None and unpaid_reservations.owner_was_asked(
        occurrence.booking.customer_id
    ):
        occurrence.waiting_since = now
        recurring_notifications.waits_for_payment(occurrence=occurrence, now=now)
    _try_again_soon(occurrence, pickup_at, now)


def _try_again_soon(occurrence: Occurrence, pickup_at: datetime, now: datetime) -> None:
    occurrence.place_at = min(
        now + unpaid_reservations.TRY_AGAIN_AFTER, pickup_at - _latest_before(occurrence)
    )
    occurrence.save(update_fields=["place_at", "waiting_since"])


# --- Finding a slot -----------------------------------------------------------------------------------


def _order(occurrence: Occurrence, pickup_at: datetime, now: datetime) -> Order | None:
    """Place the order at its hour, or in the nearest free slot of that day; ``None`` if there is none."""
    try:
        return _place(occurrence, pickup_at, now)
    except (SlotFull, SlotPast):
        # A slot of several hours may have begun long before the pickup.
        pass
    except SlotClosed:
        # The slots of that day may not have been generated yet.
        generate(
            provider_ids=[occurrence.booking.provider_id],
            start_on=occurrence.day,
            end_on=occurrence.day,
            now=now,
        )
    for _ in range(TRIES):
        slot = _nearest(occurrence, pickup_at, now)
        if slot is None:
            return None
        try:
            return _place(occurrence, pickup_at if _covers(slot, pickup_at) else slot.starts_at, now)
        except DomainError as error:
            log.info("The nearest place is gone: %s", error.code)
    return None


def _nearest(occurrence: Occurrence, pickup_at: datetime, now: datetime) -> TimeSlot | None:
    # An earlier slot could not be paid and answered in time.
    return nearest_free(
        provider_id=occurrence.booking.provider_id,
        day=clock.local_date(pickup_at),
        wall=clock.local_time(pickup_at),
        now=now + _latest_before(occurrence),
    )


def _covers(slot: TimeSlot, pickup_at: datetime) -> bool:
    return slot.starts_at <= pickup_at < slot.ends_at


def _place(occurrence: Occurrence, pickup_at: datetime, now: datetime) -> Order:
    return placing.place(order_request=_order_request(occurrence, pickup_at, now), actor=SYSTEM, now=now)


def _order_request(occurrence: Occurrence, pickup_at: datetime, now: datetime) -> placing.OrderRequest:
    booking = occurrence.booking
    return placing.OrderRequest(
        customer=booking.customer,
        provider=booking.provider,
        work=placing.Work(
            service_type=booking.service_type,
            weight=booking.weight,
            pickup_address=booking.pickup_address,
            delivery_address=booking.delivery_address,
            special_instructions=booking.special_instructions,
            care=care_for(booking.customer),
        ),
        pickup_at=pickup_at,
        hold_expires_at=deadlines.hold_ends(pickup_at=pickup_at, now=now),
        cost=price_of(booking),
    )
