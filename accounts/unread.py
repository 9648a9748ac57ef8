"""Unread notifications: counting them, marking them as read, deleting what was read long ago."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import IntegerField, QuerySet, Subquery

from accounts.models import Notification
from marketplace.events import live
from marketplace.jobs import pruning

# The bell shows no higher number, so counting stops here.
MOST_UNREAD = 99


class Unread(Subquery):
    """How many notifications of an account are unread; it stops at :data:`MOST_UNREAD`."""

    template = "(SELECT count(*) FROM (%(subquery)s) AS few)"

    def __init__(self, account: UUID) -> None:
        unread = Notification.objects.filter(user=account, read_at__isnull=True).order_by()
        super().__init__(unread.values("pk")[:MOST_UNREAD], output_field=IntegerField())


def unread_count(*, user_id: UUID) -> int:
    """Return how many notifications of an account are unread; it stops at :data:`MOST_UNREAD`."""
    unread = Notification.objects.filter(user_id=user_id, read_at__isnull=True).order_by()
    return unread.values("pk")[:MOST_UNREAD].count()


def mark_read(*, user_id: UUID, ids: list[UUID] | None, now: datetime) -> int:
    """Mark some notifications of an account as read, or all of them; return how many stay unread.

    Ids of other accounts are ignored.
    """
    with transaction.atomic():
        unread = Notification.objects.filter(user_id=user_id, read_at__isnull=True)
        changed = (unread if ids is None else unread.filter(pk__in=ids)).update(read_at=now)
        left = unread_count(user_id=user_id)
        if changed:
            live.publish(account_ids=[user_id], topic="notification", data={"unread": left}, now=now)
    return left


def prune_read(*, now: datetime) -> int:
    """Delete the notifications that were read more than ``KEEP_READ_NOTICES_DAYS`` ago; return how many.

    Unread ones stay, however old.
    """
    before = now - timedelta(days=settings.KEEP_READ_NOTICES_DAYS)
    # Read before implies created before: the condition on ``created_at`` uses an index.
    return pruning.delete_in_batches(Notification.objects.filter(created_at__lt=before, read_at__lt=before))


def unread_about(*, user_id: UUID, about: str) -> QuerySet[Notification]:
    """Return an account's unread notifications whose ``dedupe_key`` begins with ``about``, newest first."""
    return Notification.objects.filter(
        user_id=user_id, read_at__isnull=True, dedupe_key__startswith=about
    ).order_by("-created_at", "-id")


def mark_read_about(*, user_id: UUID, about: str, now: datetime) -> int:
    """Mark notifications whose ``dedupe_key`` begins with ``about`` as read; return how many stay unread."""
    ids = list(unread_about(user_id=user_id, about=about).values_list("pk", flat=True))
    return mark_read(user_id=user_id, ids=ids, now=now)
