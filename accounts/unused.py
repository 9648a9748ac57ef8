"""Which accounts nobody has used for ``KEEP_ACCOUNTS_YEARS``: neither opened them, nor had an order."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from accounts.models import User

_A_YEAR = timedelta(days=365, hours=6)

# Returns whether an account was needed since an instant, though its person need not have opened the app.
Needed = Callable[[UUID, datetime], bool]
_needed: list[Needed] = []


def when_needed(look: Needed) -> None:
    """Register a function that returns whether an account was needed; called in ``AppConfig.ready()``."""
    _needed.append(look)


def retention() -> timedelta:
    """Return for how long an account stays that nobody uses, or that was closed."""
    years: int = settings.KEEP_ACCOUNTS_YEARS
    return _A_YEAR * years


def opened(*, now: datetime, account: str = "") -> Q:
    """Return the condition that somebody has opened an account in this time; ``account`` leads to its row."""
    # A session that is in use never ends, so the last sign-in alone says little.
    times = ("date_joined", "last_login", "last_used_at")
    return Q(*((f"{account}{name}__gte", now - retention()) for name in times), _connector=Q.OR)


def is_used(*, user_id: UUID, now: datetime) -> bool:
    """Return whether an account was opened or needed in this time."""
    if User.objects.filter(opened(now=now), pk=user_id).exists():
        return True
    return any(look(user_id, now - retention()) for look in _needed)
