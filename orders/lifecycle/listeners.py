"""Listeners to changes of an order, called in the transaction of the change.

:class:`orders.apps.OrdersConfig` registers them, so the rules of orders need not import what builds on them.
A listener may raise a :class:`~marketplace.errors.DomainError`, which rolls the change back.
"""

from datetime import datetime
from typing import Protocol

from orders.models import Order


class OrderListener(Protocol):
    """A module whose rows follow an order. The caller holds the order's lock."""

    def order_cancelled(self, *, order: Order) -> None:
        """Handle a cancelled order."""

    def order_revived(self, *, order: Order) -> None:
        """Handle an order whose payment came late and whose slot was still free."""

    def order_moved(self, *, order: Order, now: datetime) -> None:
        """Handle an order with a new pickup time; ``now`` is aware."""


class PaidListener(Protocol):
    """A callback for an order that is paid from now on. The caller holds the order's lock."""

    def __call__(self, *, order: Order, now: datetime) -> None:
        """Act on it; ``now`` is aware."""


_listeners: list[OrderListener] = []
_on_paid: list[PaidListener] = []


def register(listener: OrderListener) -> None:
    """Call a module for every change from now on."""
    _listeners.append(listener)


def when_paid(act: PaidListener) -> None:
    """Call back for every order that is paid from now on."""
    _on_paid.append(act)


def order_paid(*, order: Order, now: datetime) -> None:
    """Call the listeners for a paid order, before its provider is notified of it."""
    for act in _on_paid:
        act(order=order, now=now)


def order_cancelled(*, order: Order) -> None:
    """Call the listeners for a cancelled order."""
    for listener in _listeners:
        listener.order_cancelled(order=order)


def order_revived(*, order: Order) -> None:
    """Call the listeners for a revived order."""
    for listener in _listeners:
        listener.order_revived(order=order)


def order_moved(*, order: Order, now: datetime) -> None:
    """Call the listeners for a rescheduled order."""
    for listener in _listeners:
        listener.order_moved(order=order, now=now)
