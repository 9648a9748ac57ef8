"""What goes along with an order: whoever stands above is told here, in the transaction of the change.

:class:`orders.apps.OrdersConfig` registers them, so that the rules of an order know none of them. A listener
may refuse by raising a :class:`~marketplace.errors.DomainError`; nothing has been changed then.
"""

from datetime import datetime
from typing import Protocol

from orders.models import Order


class OrderListener(Protocol):
    """A module whose rows follow an order. The caller holds the order's lock."""

    def order_cancelled(self, *, order: Order) -> None:
        """Follow an order that was cancelled."""

    def order_revived(self, *, order: Order) -> None:
        """Follow an order whose payment came late and whose slot was still free."""

    def order_moved(self, *, order: Order, now: datetime) -> None:
        """Follow an order to another time; ``now`` is aware."""


_listeners: list[OrderListener] = []


def register(listener: OrderListener) -> None:
    """Tell a module of every order from now on."""
    _listeners.append(listener)


def order_cancelled(*, order: Order) -> None:
    """Tell that an order was cancelled."""
    for listener in _listeners:
        listener.order_cancelled(order=order)


def order_revived(*, order: Order) -> None:
    """Tell that a cancelled order goes on."""
    for listener in _listeners:
        listener.order_revived(order=order)


def order_moved(*, order: Order, now: datetime) -> None:
    """Tell that an order has another time."""
    for listener in _listeners:
        listener.order_moved(order=order, now=now)
