"""When the laundry is back: the later end of what is promised for a service (specification point 9).

Standard takes 48 to 72 hours from the pickup, premium and ironing 24 to 48.
"""

from datetime import datetime, timedelta

from orders.models import Order, ServiceType

RETURN_WITHIN_HOURS: dict[str, int] = {
    ServiceType.STANDARD: 72,
    ServiceType.PREMIUM: 48,
    ServiceType.IRONING: 48,
}


def return_by(*, service_type: str, pickup_at: datetime) -> datetime:
    """Return the instant by which laundry that is picked up at ``pickup_at`` is back."""
    return pickup_at + timedelta(hours=RETURN_WITHIN_HOURS[service_type])


def return_of(order: Order) -> datetime:
    """Return the instant by which an order's laundry is back."""
    return return_by(service_type=order.service_type, pickup_at=order.pickup_at)
