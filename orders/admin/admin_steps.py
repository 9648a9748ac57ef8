"""The steps of orders in the admin site: what a move would do, and the buttons for it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from marketplace.admin_site.actions import action
from marketplace.money import chf
from orders.admin.admin_queues import BUTTONS
from orders.errors import TransitionNotAllowed
from orders.lifecycle import cancelling, parties, permissions, transitions
from orders.models import Actor, ActorRole, Order, OrderStatus


def consequence(order: Order, to: str, actor: Actor, now: datetime) -> str:
    """Return a sentence on what a move would do; raises the error that it would raise."""
    permissions.refuse_own(order, actor)
    transitions.check(order, to=to, actor=actor)
    if to == OrderStatus.CONFIRMED and parties.missing_side(order) is not None:
        return _ends_instead(order, now)
    if to != OrderStatus.CANCELLED:
        said = _("Moves to “{status}”. The customer is told, and the timeline shows it.")
        return said.format(status=OrderStatus(to).label)
    decision = cancelling.preview(order, now=now, by=actor.role)
    # The provider has not been told of an unpaid booking.
    if not order.was_paid:
        return _("Is cancelled: nothing was paid, the place is free again, and the customer is told.")
    if not decision.refund:
        return _(
            "Is cancelled: everything paid has gone back already, the place is free again, and both sides "
            "are told."
        )
    return _(
        "Is cancelled: {amount} goes back to {name}, the place is free again, and both sides are told."
    ).format(amount=chf(decision.refund), name=order.customer.short_name)


def _ends_instead(order: Order, now: datetime) -> str:
    """Return what confirming an order means whose customer or provider is not there any more."""
    refund = cancelling.preview(order, now=now, by=ActorRole.SYSTEM).refund
    if not refund:
        return _(
            "Is cancelled instead, because one side is not there any more: everything paid has gone back "
            "already, and both sides are told."
        )
    return _(
        "Is cancelled instead, because one side is not there any more: {amount} goes back to {name}, and "
        "both sides are told."
    ).format(amount=chf(refund), name=order.customer.short_name)


def step_button(to: OrderStatus, *, icon: str) -> Callable[[Any], Any]:
    """Return a decorator that makes a method the button for a status on an order's page."""
    permission = "cancel" if to == OrderStatus.CANCELLED else "move"
    made: Callable[[Any], Any] = action(
        description=BUTTONS[to], url_path=f"to-{to}", icon=icon, permissions=[permission]
    )
    return made


def next_stage(order: Order) -> str:
    """Return the next status; raises if there is none."""
    stages = [to for to in transitions.allowed(order, Actor(ActorRole.OPERATOR)) if to != "cancelled"]
    if stages:
        return stages[0]
    if order.status == OrderStatus.PENDING:
        return OrderStatus.CONFIRMED
    raise TransitionNotAllowed(_("{order} is over.").format(order=order))
