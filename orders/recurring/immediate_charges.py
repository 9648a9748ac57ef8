"""What is charged at once, because the order of a pickup is due to be placed when its booking changes.

The person has seen an amount before they confirm a change: no more than that is charged. What comes due later
is charged two days before its pickup, as the booking says.
"""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from marketplace.money import ZERO
from orders.models import Occurrence, OccurrenceStatus, RecurringBooking
from orders.prices.pricing import price_of
from orders.recurring import deadlines
from orders.recurring.recurring_errors import ChargedAtOnce
from providers.models import Provider


def amount_of(booking: RecurringBooking, rows: Iterable[Occurrence], *, now: datetime) -> Decimal:
    """Return what the pickups of a changed booking cost whose orders are placed now, in CHF. No query.

    While the provider takes no bookings it is nothing: no order is placed before that ends.
    """
    if booking.provider.status != Provider.Status.APPROVED:
        return ZERO
    due = [row for row in rows if is_due(row, now=now)]
    return price_of(booking).total_amount * len(due)


def is_due(row: Occurrence, *, now: datetime) -> bool:
    """Tell whether the order of a pickup is placed at once; it is not if it is too late for that."""
    return row.status == OccurrenceStatus.PLANNED and row.place_at <= now and not is_too_late(row, now=now)


def is_too_late(row: Occurrence, *, now: datetime) -> bool:
    """Tell whether a pickup is too near, or past, for its order to be paid and answered in time."""
    instantly = row.booking.provider.accepts_instantly
    return deadlines.too_late(pickup_at=row.pickup_at, instantly=instantly, now=now)


def refuse_unseen(amount: Decimal, *, expected: Decimal | None) -> None:
    """Raise ``charged_at_once`` (409) if more is due at once than was shown; ``None`` says nothing of it."""
    if expected is not None and amount > expected:
        raise ChargedAtOnce(amount)
