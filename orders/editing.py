"""What a customer may change about an order until it is picked up: the addresses and the wishes."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from orders import locking, notifications
from orders.addresses import clean_address
from orders.models import Order, OrderStatus
from orders.refusals import TooLateToEdit

EDITABLE = (OrderStatus.PENDING, OrderStatus.CONFIRMED)
FIELDS = {
    "pickupAddress": "pickup_address",
    "deliveryAddress": "delivery_address",
    "specialInstructions": "special_instructions",
}


@transaction.atomic
def edit(
    *, order_id: UUID, changes: dict[str, str], now: datetime, expected_version: int | None = None
) -> Order:
    """Change addresses or instructions; ``changes`` maps payload names of :data:`FIELDS` to texts.

    Raises ``TooLateToEdit`` or ``VersionConflict`` (409), ``Invalid`` (400) for an empty address.
    """
    order = locking.locked_order(order_id=order_id, expected_version=expected_version)
    if order.status not in EDITABLE:
        raise TooLateToEdit
    new = {
        FIELDS[name]: text.strip() if name == "specialInstructions" else clean_address(text, field=name)
        for name, text in changes.items()
    }
    changed = [name for name, text in new.items() if getattr(order, name) != text]
    if not changed:
        return order
    for name in changed:
        setattr(order, name, new[name])
    order.version += 1
    order.save(update_fields=[*changed, "version"])
    notifications.edited(order=order, now=now)
    return order
