"""By when the laundry is returned: the upper bound promised for a service (specification point 9).

Standard takes 48 to 72 hours from the pickup, premium and ironing 24 to 48, express at most 24.
"""

from datetime import datetime, timedelta

from orders.models import Order, ServiceType

RETURN_WITHIN_HOURS: dict[str, int] = {
    ServiceType.STANDARD: 72,
    ServiceType.PREMIUM: 48,
    ServiceType.IRONING: 48,
}
EXPRESS_WITHIN_HOURS = 24


def return_by(*, service_type: str, pickup_at: datetime, is_express: bool = False) -> datetime:
    """Return the instant by which laundry picked up at ``pickup_at`` is returned."""
    hours = EXPRESS_WITHIN_HOURS if is_express else RETURN_WITHIN_HOURS[service_type]
    return pickup_at + timedelta(hours=hours)


def return_of(order: Order) -> datetime:
    """Return the instant by which an order's laundry is returned."""
    return return_by(service_type=order.service_type, pickup_at=order.pickup_at, is_express=order.is_express)
