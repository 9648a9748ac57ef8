"""What an account sees of itself."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import Address, Notification, User
from accounts.notifications import unread_count, visitor_notices

NEWEST = 100
# A provider has a workspace from approval on, also while paused.
_WORKING = ("approved", "paused")


@dataclass(frozen=True)
class NotificationList:
    """The newest notifications, and how many of all are unread."""

    unread: int
    results: list[Notification]


def provider_id_of(user: User) -> UUID | None:
    """Return the id of the provider that an account is, or ``None``."""
    provider = getattr(user, "provider", None)
    return provider.pk if provider is not None and provider.status in _WORKING else None


def notifications_for(*, user: User | AnonymousUser, now: datetime) -> NotificationList:
    """Return what an account has been told, newest first; a visitor gets the first notices."""
    if not isinstance(user, User):
        notices = visitor_notices(now=now)
        return NotificationList(unread=len(notices), results=notices)
    newest = list(Notification.objects.filter(user=user)[:NEWEST])
    return NotificationList(unread=unread_count(user_id=user.pk), results=newest)


def addresses_of(*, user: User) -> QuerySet[Address]:
    """Return the addresses of an account, the default first."""
    return Address.objects.filter(user=user).order_by("-is_default", "created_at", "pk")
