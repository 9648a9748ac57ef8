"""The hours before a pickup: when it is placed, until when its place is held, when people are reminded.

Product rules, section 4: an order is placed 48 hours ahead and holds its place until 12 hours before
the pickup; one that is placed later than that holds it for 2 hours, at most until 1 hour before.
"""

from datetime import datetime, timedelta

from providers.horizon import ANSWER_WITHIN

PLACED_BEFORE = timedelta(hours=48)
HELD_UNTIL_BEFORE = timedelta(hours=12)
SHORT_HOLD = timedelta(hours=2)
LATEST_BEFORE = timedelta(hours=1)
LAST_REMINDER_BEFORE = timedelta(hours=2)


def place_at(pickup_at: datetime) -> datetime:
    """Return when the order of a pickup is due to be placed."""
    return pickup_at - PLACED_BEFORE


def hold_ends(*, pickup_at: datetime, now: datetime) -> datetime:
    """Return until when an order that is placed ``now`` may stay unpaid; ``now`` or before: too late."""
    regular = pickup_at - HELD_UNTIL_BEFORE
    return regular if now < regular else min(now + SHORT_HOLD, pickup_at - LATEST_BEFORE)


def latest_before(*, instantly: bool) -> timedelta:
    """Return how long before a pickup it is placed at the latest; by hand there must be time to answer."""
    return LATEST_BEFORE if instantly else max(LATEST_BEFORE, ANSWER_WITHIN)


def too_late(*, pickup_at: datetime, instantly: bool, now: datetime) -> bool:
    """Tell whether a pickup is so near, or past, that no order for it could be paid and answered in time."""
    return now >= pickup_at - latest_before(instantly=instantly)


def next_reminder(*, asked_at: datetime, ends_at: datetime, now: datetime) -> datetime | None:
    """Return when to remind the customer next: at half time, and two hours before the hold ends."""
    half = asked_at + (ends_at - asked_at) / 2
    last = ends_at - LAST_REMINDER_BEFORE
    return min((at for at in (half, last) if at > max(now, asked_at)), default=None)
