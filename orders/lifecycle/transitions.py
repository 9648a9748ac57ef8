"""The states of an order: one table, and the only code that assigns ``Order.status``.

:data:`TRANSITIONS` is data that tests, the API and the admin site read. :func:`move` locks the order and
takes one step; :func:`apply` is the step itself, for rules that already hold the order's lock
(:mod:`orders.lifecycle.cancelling`, :mod:`orders.lifecycle.confirming`).
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from orders import ledger, locking, notifications
from orders.documents import receipts
from orders.errors import PaymentRequired, TransitionNotAllowed
from orders.lifecycle import hand_back_notifications, listeners, reservations
from orders.models import (
    EVENT_RECEIVED_AT,
    ON_THE_WAY,
    Actor,
    ActorRole,
    CancelReason,
    HandBack,
    Order,
    OrderEvent,
    OrderStatus,
    SharedPosition,
)

S = OrderStatus
_STAFFED = frozenset({ActorRole.PROVIDER, ActorRole.OPERATOR})


class SlotEffect(Enum):
    """What a transition does with the order's reservation."""

    KEEPS = "keeps"
    RELEASES = "releases"
    CLAIMS = "claims"


@dataclass(frozen=True)
class Transition:
    """One allowed transition: from, to, roles, conditions, and its effect on the reservation."""

    source: OrderStatus
    target: OrderStatus
    roles: frozenset[ActorRole]
    needs_payment: bool = False
    needs_cancel_reason: CancelReason | None = None
    slot_effect: SlotEffect = SlotEffect.KEEPS


TRANSITIONS: tuple[Transition, ...] = (
    Transition(S.PENDING, S.CONFIRMED, _STAFFED | {ActorRole.SYSTEM}, needs_payment=True),
    Transition(S.CONFIRMED, S.PICKUP, _STAFFED),
    Transition(S.PICKUP, S.WASHING, _STAFFED),
    Transition(S.WASHING, S.DELIVERY, _STAFFED),
    Transition(S.DELIVERY, S.COMPLETED, _STAFFED),
    Transition(S.PENDING, S.CANCELLED, frozenset(ActorRole), slot_effect=SlotEffect.RELEASES),
    Transition(
        S.CONFIRMED,
        S.CANCELLED,
        frozenset({ActorRole.CUSTOMER, ActorRole.OPERATOR, ActorRole.SYSTEM}),
        slot_effect=SlotEffect.RELEASES,
    ),
    # Revival by the settlement: the payment came after the hold had expired, and the slot is still free.
    Transition(
        S.CANCELLED,
        S.PENDING,
        frozenset({ActorRole.SYSTEM}),
        needs_cancel_reason=CancelReason.NOT_PAID,
        slot_effect=SlotEffect.CLAIMS,
    ),
)
_TABLE = {(row.source, row.target): row for row in TRANSITIONS}


def find(source: str, target: str, role: str) -> Transition | None:
    """Return the transition for a move by a role, or ``None`` if it is not allowed."""
    row = _TABLE.get((OrderStatus(source), OrderStatus(target)))
    return row if row and role in row.roles else None


def allowed(order: Order, actor: Actor) -> list[str]:
    """Return the statuses that ``actor`` can move the order to now, the next one first.

    For a customer ``cancelled`` means the cancellation call.
    """
    return [
        row.target.value
        for row in TRANSITIONS
        if row.source == order.status
        and actor.role in row.roles
        and row.needs_cancel_reason is None
        and (order.was_paid or not row.needs_payment)
    ]


def check(order: Order, *, to: str, actor: Actor) -> Transition:
    """Return the transition for this move, or raise (409) with the reason."""
    row = _TABLE.get((OrderStatus(order.status), OrderStatus(to)))
    if row is None:
        raise TransitionNotAllowed(_no_way(order, to))
    if row.needs_payment and not order.was_paid:
        raise PaymentRequired
    if actor.role not in row.roles:
        raise TransitionNotAllowed(_("This step is not yours to take."))
    if row.needs_cancel_reason and order.cancel_reason != row.needs_cancel_reason:
        raise TransitionNotAllowed(_("This order was cancelled for good."))
    return row


def _no_way(order: Order, to: str) -> str:
    present, wanted = OrderStatus(order.status).label, OrderStatus(to).label
    if order.status == to:
        return _("This order already stands at “{status}”.").format(status=present)
    return _("An order at “{status}” cannot move to “{wanted}”.").format(status=present, wanted=wanted)


def _swap(order: Order, row: Transition, cancel_reason: str, cancel_note: str) -> bool:
    """Assign the status unless the row has changed since it was read; return whether it was assigned.

    Also writes ``payment_status``: payment and confirmation are one UPDATE.
    """
    swapped = Order.objects.filter(pk=order.pk, status=row.source, version=order.version).update(
        status=row.target,
        payment_status=order.payment_status,
        version=F("version") + 1,
        cancel_reason=cancel_reason,
        cancel_note=cancel_note,
        hold_expires_at=None,
        answer_due_at=None,
        hand_back_due_at=None,
        substitute_offered_at=None,
    )
    order.status, order.version, order.cancel_reason = row.target, order.version + 1, cancel_reason
    order.cancel_note = cancel_note
    order.hold_expires_at = order.answer_due_at = None
    order.hand_back_due_at = order.substitute_offered_at = None
    return swapped == 1


def apply(
    *,
    order: Order,
    to: str,
    actor: Actor,
    now: datetime,
    reason: str = "",
    cancel_reason: str = "",
    cancel_note: str = "",
    done_at: datetime | None = None,
) -> Order:
    """Take one step with an order that the caller's transaction has locked; the caller notifies people.

    Checks legality, swaps the status, writes the event, releases or makes the reservation, deletes the shared
    position, posts what a completed order earned. ``cancel_reason`` is a :class:`CancelReason` and goes with
    ``cancelled`` only. ``done_at`` (aware) is when the step was taken, if before ``now``; the event gets it,
    and so does ``order.moved_at``.
    """
    row = check(order, to=to, actor=actor)
    was_handed_back = order.hand_back_due_at is not None
    if not _swap(order, row, cancel_reason, cancel_note):
        raise TransitionNotAllowed(_("This order has just moved on. Please look at it again."))
    order.moved_at = done_at or now
    OrderEvent.objects.create(
        order=order,
        from_status=row.source,
        to_status=row.target,
        actor_id=actor.user_id,
        actor_role=actor.role,
        reason=reason,
        at=order.moved_at,
        received_at=now,
    )
    if was_handed_back:
        _end_hand_back(order, outcome=_ending(row), now=now)
    if row.source in ON_THE_WAY:
        SharedPosition.objects.filter(order=order).delete()
    if row.slot_effect is SlotEffect.RELEASES:
        reservations.release(order=order, now=now)
        listeners.order_cancelled(order=order)
    elif row.slot_effect is SlotEffect.CLAIMS:
        reservations.claim_again(order=order, now=now)
        listeners.order_revived(order=order)
    if row.target == OrderStatus.COMPLETED:
        ledger.order_completed(order=order, now=now)
        order.completion_received_at = now
        receipts.mail_later(order=order, now=now)
    return order


def completed_at(order: Order) -> datetime | None:
    """Return when an order's completion reached us (UTC); ``None`` of one that is not completed. One query.

    What counts days from it begins then: a provider's phone may give an earlier time.
    """
    events = OrderEvent.objects.filter(order=order, to_status=OrderStatus.COMPLETED)
    return events.values_list(EVENT_RECEIVED_AT, flat=True).first()


def _end_hand_back(order: Order, *, outcome: str, now: datetime) -> None:
    for ended in HandBack.objects.filter(order=order, ended_at=None):
        ended.outcome, ended.ended_at = outcome, now
        ended.save(update_fields=["outcome", "ended_at"])
        hand_back_notifications.no_longer_offered(hand_back=ended, now=now)


def _ending(row: Transition) -> str:
    is_cancelled = row.target == OrderStatus.CANCELLED
    return HandBack.Outcome.CANCELLED if is_cancelled else HandBack.Outcome.MOVED_ON


@transaction.atomic
def move(
    *,
    order_id: UUID,
    to: str,
    actor: Actor,
    now: datetime,
    reason: str = "",
    cancel_reason: str = "",
    expected_version: int | None = None,
) -> Order:
    """Lock an order, move it to ``to``, and notify both sides.

    Raises ``TransitionNotAllowed``, ``PaymentRequired`` or ``VersionConflict`` (409). Cancelling
    with its refund is :func:`orders.lifecycle.cancelling.cancel_order`.
    """
    order = locking.locked_order(order_id=order_id, expected_version=expected_version)
    apply(order=order, to=to, actor=actor, now=now, reason=reason, cancel_reason=cancel_reason)
    notifications.moved(order=order, actor_role=actor.role, now=now)
    return order
