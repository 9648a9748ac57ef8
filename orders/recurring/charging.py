"""Charging the orders of recurring bookings, and asking the customer to pay if that fails.

``charge_at`` is set in the transaction that places the order, so a killed worker loses no charge. Stripe is
called outside any transaction, through the order's one live payment, so a retry finds the result of the first
call and never charges twice.
"""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from marketplace.errors import DomainError
from marketplace.jobs import due, obstacles, outbox, sweeping
from marketplace.jobs.models import Job
from orders import locking
from orders.lifecycle import parties
from orders.models import Occurrence, OccurrenceStatus, Order, OrderStatus
from orders.payments import off_session
from orders.payments.off_session import Outcome
from orders.payments.saved_cards import card_to_charge
from orders.recurring import deadlines, recurring_notifications

TASK = "orders.charge_recurring_orders"
CHARGE = "recurring charge"
REMIND = "recurring reminder"
# The retries, at least one an hour, span the longest hold. A try may take several calls to Stripe, so the
# lease is long enough that no other worker charges the card meanwhile.
CHARGING = due.Policy(
    lease=timedelta(minutes=10),
    batch=10,
    max_attempts=40,
    first_pause=timedelta(minutes=5),
    pause_factor=2,
    longest_pause=timedelta(hours=1),
)
REMINDING = due.Policy(batch=100, first_pause=timedelta(minutes=1))
# After so many failed tries the customer is asked to pay, too.
PATIENCE = 4
log = logging.getLogger(__name__)


def charge_due(*, now: datetime) -> int:
    """Charge the saved cards of placed orders; return how many were paid. Calls Stripe."""

    def charge(job: Job, instant: datetime) -> bool:
        try:
            return _charge(job, instant)
        except Exception:
            if job.attempts == PATIENCE:
                ask_owner(occurrence_id=job.subject, has_card=True, tried_again=True, now=instant)
            raise

    waiting = Occurrence.objects.filter(charge_at__isnull=False, charge_at__lte=now).order_by("charge_at")
    with outbox.coalesce_wakeups():
        return sweeping.sweep_counting(
            CHARGE, waiting, act=charge, policy=CHARGING, now=now, when_failed=_ask_at_last
        )


def _charge(job: Job, now: datetime) -> bool:
    """Charge one order if it is still unpaid; return whether it is paid. Raises what is to be retried."""
    card = card_to_charge(owner="order__customer_id", chosen="booking__saved_card_id")
    sides = ("order__customer", "order__provider__user")
    found = Occurrence.objects.select_related(*sides).annotate(card_id=card)
    row = found.filter(pk=job.subject).first()
    if row is None or row.charge_at is None:
        return False
    order = row.order
    if order is None or order.status != OrderStatus.PENDING or order.was_paid:
        _done(row)
        return False
    if parties.missing_side(order):
        _end(order, now)
        return False
    if job.attempts > PATIENCE and row.asked_at is None:
        # The try number PATIENCE did not ask the owner, for example because its worker was killed.
        ask_owner(occurrence_id=row.pk, has_card=True, tried_again=True, now=now)
    outcome = _ask_stripe(order, row.card_id, now) if row.card_id else Outcome.NEEDS_OWNER
    if outcome is Outcome.TRY_LATER:
        raise obstacles.NotDone("Stripe has not decided.")
    if outcome is Outcome.PAID:
        _done(row)
    else:
        ask_owner(occurrence_id=row.pk, has_card=row.card_id is not None, tried_again=False, now=now)
    return outcome is Outcome.PAID


@transaction.atomic
def _end(order: Order, now: datetime) -> None:
    parties.end_if_one_is_missing(order=locking.locked_order(order_id=order.pk), now=now)


def _ask_stripe(order: Order, card_id: UUID, now: datetime) -> Outcome:
    try:
        return off_session.charge(order=order, card_id=card_id, now=now)
    except DomainError as error:
        # Paid or cancelled meanwhile, which the retry finds; or a mismatch for an operator.
        log.warning("Order %s takes no charge: %s", order.pk, error.code)
        return Outcome.TRY_LATER


def _done(row: Occurrence) -> None:
    Occurrence.objects.filter(pk=row.pk).update(charge_at=None)


def _ask_at_last(job: Job, now: datetime) -> None:
    """Ask the owner to pay after the last try has failed, or was killed.

    ``charge_at`` stays, so that an operator's Retry charges the card after all.
    """
    ask_owner(occurrence_id=job.subject, has_card=True, tried_again=True, now=now)


def waits_for_payment(row: Occurrence) -> bool:
    """Tell whether the owner was asked to pay the order: another card is charged for it at once."""
    order = row.order
    return (
        row.status == OccurrenceStatus.PLACED
        and row.asked_at is not None
        and order is not None
        and order.status == OrderStatus.PENDING
        and not order.was_paid
    )


def charge_anew(*, asked: QuerySet[Occurrence], now: datetime) -> None:
    """Charge the newly chosen card for orders whose owner was asked to pay."""
    given_up = Job.objects.filter(kind=CHARGE, failed_at__isnull=False).values("subject")
    rests = Q(charge_at__isnull=True) | Q(pk__in=given_up)
    waiting = list(asked.filter(rests).values_list("pk", flat=True))
    if waiting:
        Occurrence.objects.filter(pk__in=waiting).update(charge_at=now)
        sweeping.forget(CHARGE, waiting)
        outbox.wake(TASK)


@transaction.atomic
def ask_owner(*, occurrence_id: UUID, has_card: bool, tried_again: bool, now: datetime) -> bool:
    """Send the owner a link to pay, once, and schedule a reminder; return whether it was sent now.

    ``tried_again`` says that the card will be retried. Does nothing for an order that is paid or over.
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
    """Return an occurrence whose order, now locked, is unpaid; else clear its due times, return ``None``."""
    found = Occurrence.objects.filter(pk=occurrence_id, status=OccurrenceStatus.PLACED)
    order_id = found.values_list("order_id", flat=True).first()
    order = order_id and Order.objects.select_for_update(no_key=True).filter(pk=order_id).first()
    if not order or order.status != OrderStatus.PENDING or order.was_paid:
        found.update(charge_at=None, remind_at=None)
        return None
    row = found.select_related("booking__provider__user", "booking__saved_card").first()
    if row is not None:
        row.order = order
    return row


def remind_due(*, now: datetime) -> int:
    """Remind those who were asked to pay, half-way and two hours before the end; return how many."""

    def remind(job: Job, instant: datetime) -> bool:
        return _remind(occurrence_id=job.subject, now=instant)

    waiting = Occurrence.objects.filter(remind_at__isnull=False, remind_at__lte=now).order_by("remind_at")
    with outbox.coalesce_wakeups():
        return sweeping.sweep_counting(REMIND, waiting, act=remind, policy=REMINDING, now=now)


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
