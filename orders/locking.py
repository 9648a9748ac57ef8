"""The lock of an order: every rule that changes an order takes it first, before any slot's lock.

On PostgreSQL it is a row lock; on SQLite the transaction itself (``BEGIN IMMEDIATE``) lets one
writer in at a time.
"""

from uuid import UUID

from django.db import connection
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from marketplace.errors import NotFound
from marketplace.jobs import obstacles
from orders.errors import VersionConflict
from orders.models import Order

# Whether the order's recurring booking is still active; ``None`` if it has none.
_SERIES = {"series_is_active": F("occurrence__booking__is_active")}


def lockable(found: QuerySet[Order], *, skip_locked: bool = False) -> QuerySet[Order]:
    """Lock orders as they are read, joined with customer, provider and whether their series is active.

    ``skip_locked`` leaves out rows that another transaction has locked; on SQLite there are none.
    """
    skip = skip_locked and connection.features.has_select_for_update_skip_locked
    return (
        # FOR NO KEY UPDATE: others may still insert rows with a foreign key to the order.
        found.select_for_update(of=("self",), no_key=True, skip_locked=skip)
        .select_related("customer", "provider__user")
        .annotate(**_SERIES)
    )


def locked_order(*, order_id: UUID, expected_version: int | None = None) -> Order:
    """Return the order, locked until the caller's transaction ends, as it is now.

    ``expected_version`` is what the caller has seen; another one is ``VersionConflict`` (409).
    An order that does not exist is ``NotFound`` (404).
    """
    found = lockable(Order.objects.filter(pk=order_id))
    # If the order got another provider while we waited for the lock, PostgreSQL rechecks the join with the
    # former provider's row, which no longer matches, and returns nothing. The second query sees the new one.
    order = found.first() or found.all().first()
    if order is None:
        raise NotFound(_("There is no such order."))
    check_version(order, expected_version)
    return order


def locked_if_still(due_order: QuerySet[Order]) -> Order | None:
    """Return the order that a sweep found, locked; ``None`` if it is not due any more.

    Raises :class:`obstacles.Busy` if another transaction has the order locked.
    """
    order = lockable(due_order, skip_locked=True).first()
    if order is None and due_order.exists():
        raise obstacles.Busy
    return order


def check_version(order: Order, expected_version: int | None) -> None:
    """Refuse (409 ``version_conflict``) if the order is not the one that the caller has seen."""
    if expected_version is not None and order.version != expected_version:
        raise VersionConflict(order)
