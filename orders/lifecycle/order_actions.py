"""Actions on a running order: move it to the next status, edit it, reschedule its pickup.

Each locks the order, checks the version that the caller has seen (``expected_version``), and notifies both
sides.
"""

from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import locks
from marketplace import clock
from marketplace.errors import Invalid
from marketplace.postal_codes import of_address
from orders import locking, notifications
from orders.errors import (
    ExpressNotAvailable,
    HandedBack,
    TooLateToEdit,
    TooLateToReschedule,
    TransitionNotAllowed,
)
from orders.lifecycle import (
    cancelling,
    handovers,
    listeners,
    parties,
    permissions,
    reservations,
    transitions,
    unproven_customers,
)
from orders.lifecycle.addresses import check_served, clean_address
from orders.lifecycle.answering import refuse_if_too_soon
from orders.lifecycle.cancelling import changes_are_free
from orders.lifecycle.open_pickups import refuse_second_pickup
from orders.models import Actor, ActorRole, Order, OrderStatus, Payment

EDITABLE = (OrderStatus.PENDING, OrderStatus.CONFIRMED)
EDITABLE_FIELDS = {
    "pickupAddress": "pickup_address",
    "deliveryAddress": "delivery_address",
    "specialInstructions": "special_instructions",
    "care": "care",
}
_POSTAL_CODES = {"pickupAddress": "pickup_postal_code", "deliveryAddress": "delivery_postal_code"}
MOVABLE = (OrderStatus.PENDING, OrderStatus.CONFIRMED)
LAST_YEAR = 2100


@transaction.atomic
def step(
    *,
    order_id: UUID,
    to: str,
    actor: Actor,
    now: datetime,
    expected_version: int | None = None,
    note: str = "",
    done_at: datetime | None = None,
) -> Order:
    """Move an order to ``to`` for its provider or an operator; ``cancelled`` declines or cancels it.

    ``note`` is an operator's reason for cancelling, shown to the customer, or for ending a handover without
    its code (:mod:`orders.lifecycle.handovers`). ``done_at`` (aware) is when the step was taken, if it was
    done offline and sent later; it counts between the payment, or the step before, and ``now``. An order is
    accepted ``now``: the customer waits for the answer, not for what a phone says of it. If the customer or
    the provider is not there any more, the order ends instead, and everything is returned.
    Not for customers, who cancel by ``cancelling``. Raises ``TransitionNotAllowed``,
    ``PaymentRequired``, ``VersionConflict``, ``HandoverCodeRequired`` or ``HandoverCodeUsedUp`` (409),
    ``ReasonRequired`` (400) where an operator gives no note, ``OwnOrder`` (403) to an operator who is one of
    its sides, or ``NotFound`` (404) to a former provider.
    """
    order = locking.locked_order(order_id=order_id, expected_version=expected_version)
    permissions.check_still_theirs(order, actor)
    permissions.refuse_own(order, actor)
    transitions.check(order, to=to, actor=actor)
    if actor.role == ActorRole.CUSTOMER:
        raise TransitionNotAllowed(_("Please use the cancellation of your order."))
    if to == OrderStatus.CANCELLED:
        return cancelling.cancel_locked(order=order, actor=actor, now=now, note=note)
    if to == OrderStatus.CONFIRMED and parties.end_if_one_is_missing(order=order, now=now):
        return order
    handovers.check_step(order=order, actor=actor, note=note)
    moved_at = None
    if done_at is not None and order.status != OrderStatus.PENDING:
        moved_at = _between(done_at, earliest=_possible_from(order), latest=now)
    reason = note.strip() if actor.role == ActorRole.OPERATOR else ""
    transitions.apply(order=order, to=to, actor=actor, now=now, reason=reason, done_at=moved_at)
    notifications.moved(order=order, actor_role=actor.role, now=now)
    return order


def _possible_from(order: Order) -> datetime:
    """Return the earliest moment of the next step: after the step before it, and after the payment."""
    moved = order.events.order_by("-at").values_list("at", flat=True).first()
    paid = order.payments.filter(status=Payment.Status.SUCCEEDED).order_by("settled_at")
    settled = paid.values_list("settled_at", flat=True).first()
    return max(moment for moment in (order.created_at, moved, settled) if moment is not None)


def _between(moment: datetime, *, earliest: datetime, latest: datetime) -> datetime:
    """Clamp the moment: a phone's clock may be wrong, and the step must not be refused for it."""
    return max(earliest, min(moment, latest))


@transaction.atomic
def edit(
    *, order_id: UUID, changes: dict[str, Any], now: datetime, expected_version: int | None = None
) -> Order:
    """Change addresses, instructions or care; ``changes`` maps payload names of :data:`EDITABLE_FIELDS`.

    Unchanged addresses are not checked. Raises ``TooLateToEdit`` or ``VersionConflict``
    (409), ``Invalid`` (400) for an empty address, ``unknown_postal_code`` or ``not_served`` (400) for
    one to which the provider does not come.
    """
    order = locking.locked_order(order_id=order_id, expected_version=expected_version)
    if order.status not in EDITABLE:
        raise TooLateToEdit
    new = {
        name: clean_address(value, field=name) if name in _POSTAL_CODES else value
        for name, value in changes.items()
    }
    new = {name: value for name, value in new.items() if getattr(order, EDITABLE_FIELDS[name]) != value}
    if not new:
        return order
    columns = {EDITABLE_FIELDS[name]: value for name, value in new.items()} | _new_codes(order, new)
    for name, value in columns.items():
        setattr(order, name, value)
    order.version += 1
    order.save(update_fields=[*columns, "version"])
    notifications.edited(order=order, now=now)
    return order


def _new_codes(order: Order, new: dict[str, Any]) -> dict[str, str | None]:
    """Check that the provider serves the new addresses; return their postal codes by column."""
    addresses = {name: text for name, text in new.items() if name in _POSTAL_CODES}
    check_served(addresses, provider=order.provider)
    return {_POSTAL_CODES[name]: of_address(text) for name, text in addresses.items()}


def pickup_instant(*, day: date, wall: time) -> datetime:
    """Return the instant of a pickup in Swiss wall time; a year outside 2000 to 2100 is a 400."""
    if not 2000 <= day.year <= LAST_YEAR:
        sentence = _("Please choose a day within the next weeks.")
        raise Invalid(sentence, fields={"newPickupDate": [sentence]})
    return clock.at_wall_time(day, wall)


@transaction.atomic
def reschedule(
    *,
    actor: Actor,
    order_id: UUID,
    pickup_at: datetime,
    now: datetime,
    expected_version: int | None = None,
    refuse_second: bool = False,
) -> Order:
    """Move the pickup to the hour of ``pickup_at`` (aware), with the order's reservation, in one transaction.

    A time within the present hour changes nothing. ``refuse_second`` refuses an hour for which the customer
    has another pickup, booked or planned, with anybody. Raises ``TooLateToReschedule``, ``HandedBack``,
    ``PickupExists``, ``InstantProviderNeeded``, ``EmailNotConfirmed`` or ``VersionConflict`` (409),
    ``ExpressNotAvailable`` (400) for another day, and the errors of the slot (``slot_full``, ``slot_closed``,
    ``slot_past``, 409); then nothing is changed. An operator speaks with the customer, who need not prove
    anything.
    """
    if refuse_second:
        _lock_customer(order_id)
    order = locking.locked_order(order_id=order_id, expected_version=expected_version)
    if order.hand_back_due_at is not None:
        raise HandedBack
    if order.status not in MOVABLE or not changes_are_free(order, now=now):
        raise TooLateToReschedule
    before = order.pickup_at
    if pickup_at == before:
        return order
    if order.is_express and clock.local_date(pickup_at) != clock.local_date(before):
        raise ExpressNotAvailable(
            _("An express order stays on its day. To move it, cancel it and book anew."),
            field="newPickupDate",
        )
    if refuse_second:
        refuse_second_pickup(customer_id=order.customer_id, pickup_at=pickup_at, now=now, moved=order.pk)
    if order.status == OrderStatus.PENDING:
        refuse_if_too_soon(
            provider=order.provider,
            instantly=order.accepts_instantly,
            pickup_at=pickup_at,
            postal_codes=[order.pickup_postal_code, order.delivery_postal_code],
            now=now,
        )
    is_operator = actor.role == ActorRole.OPERATOR
    if order.status == OrderStatus.PENDING and not order.was_paid and not is_operator:
        unproven_customers.refuse_beyond_half(
            customer=order.customer, provider=order.provider, pickup_at=pickup_at, now=now, moved=order.pk
        )
    pickup_at = reservations.move(order=order, pickup_at=pickup_at, now=now).pickup_at(pickup_at)
    if pickup_at == before:
        return order
    order.pickup_at, order.substitute_offered_at = pickup_at, None
    listeners.order_moved(order=order, now=now)
    order.version += 1
    order.save(update_fields=["pickup_at", "substitute_offered_at", "hold_expires_at", "version"])
    notifications.rescheduled(order=order, before=before, actor_role=actor.role, now=now)
    return order


def _lock_customer(order_id: UUID) -> None:
    """Lock the account of an order's customer: before the order, as whoever closes an account does."""
    for customer_id in Order.objects.filter(pk=order_id).values_list("customer_id", flat=True):
        locks.lock_account(customer_id)
