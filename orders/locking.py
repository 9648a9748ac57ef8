"""The lock of an order: every rule that changes one takes it first, and before any slot's.

On PostgreSQL it is a row lock; on SQLite the transaction itself (``BEGIN IMMEDIATE``) lets one
writer in at a time.
"""

from uuid import UUID

from marketplace.errors import NotFound
from orders.models import Order
from orders.refusals import VersionConflict


def locked_order(*, order_id: UUID, expected_version: int | None = None) -> Order:
    """Return the order, locked until the caller's transaction ends, as it is now.

    ``expected_version`` is what the caller has seen; another one is ``VersionConflict`` (409).
    An order that does not exist is ``NotFound`` (404).
    """
    order = (
        # No key is changed, so that rows which refer to the order can still be written meanwhile.
        Order.objects.select_for_update(of=("self",), no_key=True)
        .select_related("customer", "provider__user")
        .filter(pk=order_id)
        .first()
    )
    if order is None:
        raise NotFound("There is no such order.")
    check_version(order, expected_version)
    return order


def check_version(order: Order, expected_version: int | None) -> None:
    """Refuse (409 ``version_conflict``) if the order is not the one that the caller has seen."""
    if expected_version is not None and order.version != expected_version:
        raise VersionConflict(order.pk)
