"""Tells a provider which bookings stand on time that they no longer offer."""

from datetime import datetime
from uuid import UUID, uuid4

from accounts import notifications
from providers.models import Provider
from scheduling.closed_hours import BookingsOnSlot, bookings_in_pause

WEEK_PAGE = "/provider/schedule"
# As many as fit into a notice; the page shows all.
SHOWN = 4


def closed(*, user_id: UUID, affected: list[BookingsOnSlot], now: datetime) -> None:
    """Tell a provider once, in the transaction of the change, if bookings stand on what was closed."""
    _tell(
        user_id, affected, "outside your hours", "They stay booked: do them, or write to the customer.", now
    )


def paused(*, provider_id: UUID, now: datetime) -> None:
    """Tell a provider once which bookings stand although they are paused."""
    provider = Provider.objects.get(pk=provider_id)
    affected = bookings_in_pause(provider=provider, now=now)
    _tell(provider.user_id, affected, "during your pause", "A pause stops new bookings; these go on.", now)


def _tell(user_id: UUID, affected: list[BookingsOnSlot], where: str, advice: str, now: datetime) -> None:
    count = sum(len(standing.orders) for standing in affected)
    if not count:
        return
    notifications.notify(
        user_id=user_id,
        kind="bookings_outside_week",
        title=f"{count} booking{'s' if count > 1 else ''} {where}",
        body=f"{_times(affected)}. {advice}",
        link=WEEK_PAGE,
        # Each change is told of by itself; a slot is closed once, so nothing is told twice.
        dedupe_key=f"week-{uuid4()}",
        now=now,
    )


def _times(affected: list[BookingsOnSlot]) -> str:
    times = [one.when for one in affected[:SHOWN]]
    rest = len(affected) - len(times)
    return "; ".join(times) + (f" and {rest} more" if rest else "")
