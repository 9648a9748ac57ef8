"""One call for the people who move an order on: the next stage, or declining it."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from orders import cancelling, locking, notifications, transitions
from orders.models import ActorRole, Order, OrderStatus
from orders.refusals import TransitionNotAllowed
from orders.transitions import Actor


@transaction.atomic
def step(
    *, order_id: UUID, to: str, actor: Actor, now: datetime, expected_version: int | None = None
) -> Order:
    """Move an order to ``to`` for its provider or an operator; ``cancelled`` declines or cancels it.

    Customers move nothing here: they have the cancellation. Raises ``TransitionNotAllowed``,
    ``PaymentRequired`` or ``VersionConflict`` (409).
    """
    order = locking.locked_order(order_id=order_id, expected_version=expected_version)
    transitions.check(order, to=to, actor=actor)
    if actor.role == ActorRole.CUSTOMER:
        raise TransitionNotAllowed("Please use the cancellation of your order.")
    if to == OrderStatus.CANCELLED:
        return cancelling.cancel_locked(order=order, actor=actor, now=now)
    transitions.apply(order=order, to=to, actor=actor, now=now)
    notifications.moved(order=order, actor_role=actor.role, now=now)
    return order
