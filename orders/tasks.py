"""Work in the background: one call to a rule each; safe twice, late, and beside itself."""

from celery import shared_task

from marketplace import clock
from orders import holds


@shared_task(name="orders.expire_unpaid_orders")
def expire_unpaid_orders() -> int:
    """Cancel the checkouts that nobody paid within 15 minutes."""
    return holds.expire_unpaid(now=clock.now())


@shared_task(name="orders.cancel_unanswered_orders")
def cancel_unanswered_orders() -> int:
    """Cancel and refund the orders that no provider answered within two hours."""
    return holds.cancel_unanswered(now=clock.now())
