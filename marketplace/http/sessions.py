"""Which sessions are valid and which have ended, by the clock that Django computed their ends with.

That is the machine's. :func:`marketplace.clock.now` can be another instant in demo and tests, months from it.
"""

from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone


def valid_sessions() -> QuerySet[Session]:
    """Return the sessions that have not ended."""
    return Session.objects.filter(expire_date__gt=timezone.now())  # noqa: TID251


def expired_sessions() -> QuerySet[Session]:
    """Return the sessions that have ended, whose rows can go."""
    return Session.objects.filter(expire_date__lte=timezone.now())  # noqa: TID251


def prolong(session_key: str) -> None:
    """Let a session last as long from now on as a new one; what is stored in it stays untouched."""
    ends_at = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)  # noqa: TID251
    valid_sessions().filter(pk=session_key).update(expire_date=ends_at)
