"""Deadlines before a pickup: when it is placed, until when it is held unpaid, when to remind.

Product rules, section 4: an order is placed 48 hours ahead and held until 12 hours before the pickup; one
that is placed later than that is held for 2 hours, at most until 1 hour before.
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
    """Return until when an order placed ``now`` may stay unpaid; too late if that is not after ``now``."""
    regular = pickup_at - HELD_UNTIL_BEFORE
    return regular if now < regular else min(now + SHORT_HOLD, pickup_at - LATEST_BEFORE)


def latest_before(*, instantly: bool) -> timedelta:
    """Return how long before its pickup an order is placed at the latest, with time to answer if needed."""
    return LATEST_BEFORE if instantly else max(LATEST_BEFORE, ANSWER_WITHIN)


def placed_until(*, pickup_at: datetime, instantly: bool) -> datetime:
    """Return when it becomes too late to place the order of a pickup."""
    return pickup_at - latest_before(instantly=instantly)


def too_late(*, pickup_at: datetime, instantly: bool, now: datetime) -> bool:
    """Tell whether a pickup is too near, or past, for its order to be paid and answered in time."""
    return now >= placed_until(pickup_at=pickup_at, instantly=instantly)


def next_reminder(*, asked_at: datetime, ends_at: datetime, now: datetime) -> datetime | None:
    """Return the next reminder: half-way, or two hours before the hold ends; ``None`` after both."""
    half = asked_at + (ends_at - asked_at) / 2
    last = ends_at - LAST_REMINDER_BEFORE
    return min((at for at in (half, last) if at > max(now, asked_at)), default=None)
