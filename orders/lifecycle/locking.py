"""The lock of an order: every rule that changes one takes it first, and before any slot's.

On PostgreSQL it is a row lock; on SQLite the transaction itself (``BEGIN IMMEDIATE``) lets one
writer in at a time.
"""

from uuid import UUID

from django.db import connection
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from marketplace.errors import NotFound
from orders.errors import VersionConflict
from orders.models import Order

# Whether the recurring booking that placed an order still runs; ``None`` if none placed it.
_SERIES = {"series_is_active": F("occurrence__booking__is_active")}


def lockable(found: QuerySet[Order], *, skip_locked: bool = False) -> QuerySet[Order]:
    """Have some orders locked as they are read, with the people and the series that they concern.

    ``skip_locked`` passes over those that somebody else holds; on SQLite nobody else does.
    """
    skip = skip_locked and connection.features.has_select_for_update_skip_locked
    return (
        # No key is changed, so that rows which refer to the order can still be written meanwhile.
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
    # Whoever waited for the lock while the order came to another provider reads it with the former one beside
    # it, which no longer fits, so PostgreSQL gives no row at all. The second look sees what stands there now.
    order = found.first() or found.all().first()
    if order is None:
        raise NotFound(_("There is no such order."))
    check_version(order, expected_version)
    return order


def check_version(order: Order, expected_version: int | None) -> None:
    """Refuse (409 ``version_conflict``) if the order is not the one that the caller has seen."""
    if expected_version is not None and order.version != expected_version:
        raise VersionConflict(order)
