"""The time that a provider who accepts by hand has to answer: two hours, and never beyond the pickup.

So a pickup that is nearer than that needs a provider who accepts instantly.
"""

from datetime import datetime, timedelta

from orders.refusals import InstantProviderNeeded
from providers.models import Provider

ANSWER_WITHIN = timedelta(hours=2)


def answer_due(*, pickup_at: datetime, now: datetime) -> datetime:
    """Return until when a provider has to answer a booking that is paid ``now``."""
    return min(now + ANSWER_WITHIN, pickup_at)


def refuse_if_too_soon(*, provider: Provider, instantly: bool, pickup_at: datetime, now: datetime) -> None:
    """Raise :class:`InstantProviderNeeded` (409) for a pickup too near to be answered by hand.

    One that is past is the slot's to refuse.
    """
    if not instantly and now <= pickup_at < now + ANSWER_WITHIN:
        raise InstantProviderNeeded(provider.user.short_name)
