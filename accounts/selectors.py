"""What an account reads about itself."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import operators
from accounts.models import Address, Notification, SupportPhoto, SupportReply, SupportRequest, User
from accounts.notifications import visitor_notices
from accounts.unread import unread_count
from marketplace.errors import NotFound

NEWEST = 100
NEWEST_REQUESTS = 50
# Replies of one support request that a page shows.
NEWEST_REPLIES = 500
# A provider has a workspace once approved, also while paused.
_WORKING = ("approved", "paused")


@dataclass(frozen=True)
class NotificationList:
    """The newest notifications, and how many of all are unread."""

    unread: int
    results: list[Notification]


def provider_id_of(user: User) -> UUID | None:
    """Return the id of the account's provider, or ``None``."""
    provider = getattr(user, "provider", None)
    return provider.pk if provider is not None and provider.status in _WORKING else None


def notifications_for(*, user: User | AnonymousUser, now: datetime) -> NotificationList:
    """Return an account's notifications, newest first; a visitor gets the first notices."""
    if not isinstance(user, User):
        notices = visitor_notices(now=now)
        return NotificationList(unread=len(notices), results=notices)
    newest = Notification.objects.filter(user=user)
    if hasattr(user, "impersonation"):
        # What providers earn is not shown to operators who are signed in as them.
        newest = newest.exclude(kind__startswith=Notification.PAYOUT_KINDS)
    return NotificationList(unread=unread_count(user_id=user.pk), results=list(newest[:NEWEST]))


def addresses_of(*, user: User) -> QuerySet[Address]:
    """Return the addresses of an account, the default first."""
    return Address.objects.filter(user=user).order_by("-is_default", "created_at", "pk")


def support_requests_of(*, user: User) -> QuerySet[SupportRequest]:
    """Return an account's support requests, the newest first, at most 50."""
    return SupportRequest.objects.filter(account=user)[:NEWEST_REQUESTS]


def support_thread_of(*, user: User, request_id: UUID) -> list[SupportReply | SupportPhoto]:
    """Return the newest replies, and the photos, of an account's own request, the oldest first.

    404 for somebody else's.
    """
    if not SupportRequest.objects.filter(account=user, pk=request_id).exists():
        raise NotFound(_("There is no such request."))
    replies = newest_replies(request_id=request_id)
    photos = SupportPhoto.objects.filter(request_id=request_id).select_related("sender")
    return sorted([*replies, *photos], key=lambda line: line.sent_at)


def newest_replies(*, request_id: UUID) -> list[SupportReply]:
    """Return the newest 500 replies of a support request, the oldest of them first."""
    replies = SupportReply.objects.filter(request_id=request_id).select_related("author")
    return list(reversed(replies.order_by("-sent_at", "-id")[:NEWEST_REPLIES]))


def support_photo_of(*, user: User, request_id: UUID, photo_id: UUID) -> SupportPhoto:
    """Return a photo of a thread, to its account and to operators who may read requests; 404 otherwise."""
    sees_all = operators.may(user, "accounts.view_supportrequest")
    own = SupportPhoto.objects.filter(pk=photo_id, request=request_id)
    photo = (own if sees_all else own.filter(request__account=user)).first()
    if photo is None:
        raise NotFound(_("There is no such photo."))
    return photo


def open_support_requests() -> QuerySet[SupportRequest]:
    """Return the support requests that wait for us."""
    return SupportRequest.objects.filter(status=SupportRequest.Status.OPEN)
