"""The time to answer for a provider who confirms manually: two hours, at most until the pickup.

So a pickup in less than two hours needs a provider who accepts instantly.
"""

from collections.abc import Sequence
from datetime import datetime

from orders.errors import InstantProviderNeeded
from providers.horizon import ANSWER_WITHIN
from providers.models import Provider
from scheduling import slots


def answer_due(*, pickup_at: datetime, now: datetime) -> datetime:
    """Return until when a provider has to answer a booking that is paid ``now``."""
    return min(now + ANSWER_WITHIN, pickup_at)


def refuse_if_too_soon(
    *,
    provider: Provider,
    instantly: bool,
    pickup_at: datetime,
    postal_codes: Sequence[str | None],
    now: datetime,
) -> None:
    """Raise :class:`InstantProviderNeeded` (409) for a pickup too near to be confirmed manually.

    The pickup's hour counts from its beginning, whichever minute of it is named. A past pickup passes here;
    reserving its slot raises ``slot_past``. ``postal_codes`` are the addresses'.
    """
    if instantly:
        return
    slot = slots.covering(provider.pk, pickup_at).first()
    pickup_at = slot.pickup_at(pickup_at) if slot else pickup_at
    if now <= pickup_at < now + ANSWER_WITHIN:
        codes = [code for code in dict.fromkeys(postal_codes) if code]
        raise InstantProviderNeeded(provider, pickup_at=pickup_at, postal_codes=codes)
