"""Helper for tests: orders at a given status, brought there by the rules."""

from accounts.models import User
from marketplace import clock
from orders.lifecycle import cancelling
from orders.models import SYSTEM, Order
from orders.tests.booking import advance, book, pay
from scheduling.models import TimeSlot


def order_at(customer: User, slot: TimeSlot, status: str) -> Order:
    """Return a paid order of ``customer`` at ``status``; a cancelled one was never paid."""
    order = book(customer, slot)
    if status == "cancelled":
        return cancelling.cancel_order(
            order_id=order.pk, actor=SYSTEM, now=clock.now(), cancel_reason="payment_not_completed"
        )
    Order.objects.filter(pk=order.pk).update(accepts_instantly=False)
    pay(order)
    return advance(order, to=status)
