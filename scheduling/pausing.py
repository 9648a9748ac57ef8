"""A provider's pause: no new bookings until a day, or until they come back."""

from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from marketplace import clock
from providers import approving
from scheduling.closed_hours import BookingsOnSlot, bookings_in_pause
from scheduling.weeks import FARTHEST, locked_provider, refusal


@transaction.atomic
def pause(*, provider_id: UUID, until: date | None, by_office: bool, now: datetime) -> list[BookingsOnSlot]:
    """Pause a provider and return the bookings that stand meanwhile.

    ``until`` is the Swiss day on which they are back, tomorrow at the earliest and two years ahead
    at most (400); ``None`` means until they say so. 409 as :func:`providers.approving.pause`.
    """
    today = clock.local_date(now)
    if until is not None and until <= today:
        raise refusal("Choose a day after today.", code="in_the_past", field="until")
    if until is not None and until > today + FARTHEST:
        raise refusal("A pause lasts two years at most.", code="too_far_ahead", field="until")
    approving.pause(provider_id=provider_id, until=until, by_office=by_office, now=now)
    return bookings_in_pause(provider=locked_provider(provider_id), now=now)
