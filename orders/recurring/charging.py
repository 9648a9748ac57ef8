"""Charging what was placed, and asking its owner where that is not possible.

A placed occurrence is due to be charged (``charge_at``) from the transaction that placed it, so
nothing that is killed in between loses it. Whoever takes a row moves its due time on first, as a
lease; Stripe is asked outside any transaction, through the order's one live payment, so a repeat
finds out what became of the first and never charges twice.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F

from marketplace.errors import Refusal
from orders.models import Occurrence, OccurrenceStatus, Order, OrderStatus, SavedCard
from orders.payments import off_session
from orders.payments.off_session import Outcome
from orders.payments.saved_cards import card_to_charge
from orders.recurring import deadlines, recurring_notifications

BATCH = 100
MANY = 1000
LEASE = timedelta(minutes=10)
FIRST_PAUSE = timedelta(minutes=5)
LONGEST_PAUSE = timedelta(hours=1)
# After so many failures of Stripe, its owner can pay as well as we can.
PATIENCE = 4
log = logging.getLogger(__name__)


def charge_due(*, now: datetime) -> int:
    """Charge the saved cards of what was placed; return how many orders were paid. Asks Stripe."""
    return sum(_try(row, now) for row in _take_due(now))


def _try(row: Occurrence, now: datetime) -> bool:
    try:
        return _charge(row, now)
    except Exception:
        # One that cannot be charged must not keep all the others from it; its lease runs out.
        log.exception("The order of an occurrence could not be charged: %s", row.pk)
        return False


def _take_due(now: datetime) -> Iterator[Occurrence]:
    """Yield the rows that are due, each taken for the length of a lease, and each tried once a run."""
    due = Occurrence.objects.filter(charge_at__isnull=False, charge_at__lte=now).order_by("charge_at")
    while ids := list(due.values_list("pk", "charge_at")[:BATCH]):
        for pk, charge_at in ids:
            # Comparing and moving is one statement: of two workers one gets the row.
            taken = Occurrence.objects.filter(pk=pk, charge_at=charge_at).update(
                charge_at=now + LEASE, charge_attempts=F("charge_attempts") + 1
            )
            if taken:
                yield Occurrence.objects.select_related("booking", "order").get(pk=pk)


def _charge(row: Occurrence, now: datetime) -> bool:
    order = row.order
    if order is None or order.status != OrderStatus.PENDING or order.is_paid:
        _done(row)
        return False
    card = card_to_charge(user_id=order.customer_id, chosen_id=row.booking.saved_card_id)
    outcome = _ask_stripe(order, card, now) if card else Outcome.NEEDS_OWNER
    if outcome is Outcome.PAID:
        _done(row)
    elif outcome is Outcome.NEEDS_OWNER:
        ask_owner(occurrence_id=row.pk, has_card=card is not None, tried_again=False, now=now)
    else:
        _later(row, now)
    return outcome is Outcome.PAID


def _ask_stripe(order: Order, card: SavedCard, now: datetime) -> Outcome:
    try:
        return off_session.charge(order_id=order.pk, card=card, now=now)
    except Refusal as refusal:
        # Paid or over in the meantime, which the next look finds; or for an operator to look at.
        log.warning("Order %s takes no charge: %s", order.pk, refusal.code)
        return Outcome.TRY_LATER


def _done(row: Occurrence) -> None:
    Occurrence.objects.filter(pk=row.pk).update(charge_at=None)


def _later(row: Occurrence, now: datetime) -> None:
    """Try again later, ever more seldom; when that has lasted a while, let the owner pay as well."""
    attempts = row.charge_attempts
    pause = min(FIRST_PAUSE * 2 ** min(attempts - 1, 8), LONGEST_PAUSE)
    Occurrence.objects.filter(pk=row.pk, charge_at__isnull=False).update(charge_at=now + pause)
    if attempts == PATIENCE:
        ask_owner(occurrence_id=row.pk, has_card=True, tried_again=True, now=now)


@transaction.atomic
def ask_owner(*, occurrence_id: UUID, has_card: bool, tried_again: bool, now: datetime) -> bool:
    """Send the owner a link to pay, once, and note when to remind them; tell whether they were asked.

    ``tried_again`` says that the card is tried later as well. Nothing happens to an order that is paid
    or over.
    """
    row = _waiting(occurrence_id)
    if row is None or row.order is None:
        return False
    changes: dict[str, datetime | None] = {} if tried_again else {"charge_at": None}
    asked = row.asked_at is None
    if asked:
        row.asked_at = now
        ends_at = row.order.hold_expires_at or now
        row.remind_at = deadlines.next_reminder(asked_at=now, ends_at=ends_at, now=now)
        changes |= {"asked_at": now, "remind_at": row.remind_at}
        recurring_notifications.please_pay(occurrence=row, order=row.order, has_card=has_card, now=now)
    if changes:
        Occurrence.objects.filter(pk=row.pk).update(**changes)
    return asked


def _waiting(occurrence_id: UUID) -> Occurrence | None:
    """Return an occurrence whose order is unpaid, the order locked; the row's due times are cleared else."""
    found = Occurrence.objects.filter(pk=occurrence_id, status=OccurrenceStatus.PLACED)
    order_id = found.values_list("order_id", flat=True).first()
    order = order_id and Order.objects.select_for_update(no_key=True).filter(pk=order_id).first()
    if not order or order.status != OrderStatus.PENDING or order.is_paid:
        found.update(charge_at=None, remind_at=None)
        return None
    row = found.select_related("booking__provider__user", "booking__saved_card").first()
    if row is not None:
        row.order = order
    return row


def remind_due(*, now: datetime) -> int:
    """Remind those who were asked to pay, at half time and two hours before the end; return how many."""
    due = Occurrence.objects.filter(remind_at__isnull=False, remind_at__lte=now).order_by("remind_at")
    return sum(_try_to_remind(pk, now) for pk in list(due.values_list("pk", flat=True)[:MANY]))


def _try_to_remind(occurrence_id: UUID, now: datetime) -> bool:
    try:
        return _remind(occurrence_id=occurrence_id, now=now)
    except Exception:
        log.exception("A reminder that is due could not be written: %s", occurrence_id)
        return False


@transaction.atomic
def _remind(*, occurrence_id: UUID, now: datetime) -> bool:
    row = _waiting(occurrence_id)
    if row is None or row.order is None or row.remind_at is None or row.remind_at > now:
        return False
    ends_at = row.order.hold_expires_at or now
    due_at = row.remind_at
    row.remind_at = deadlines.next_reminder(asked_at=row.asked_at or now, ends_at=ends_at, now=now)
    row.save(update_fields=["remind_at"])
    if now >= ends_at:
        return False
    recurring_notifications.reminder(occurrence=row, order=row.order, due_at=due_at, now=now)
    return True
