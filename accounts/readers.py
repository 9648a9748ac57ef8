"""How accounts get their notices: language, what they switched off, quiet hours, devices and address."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, FilteredRelation, OuterRef, Q, Value
from django.utils.translation import gettext as _

from accounts import email_budget
from accounts.models import Notification, PushSubscription, User
from accounts.quiet_hours import Hours
from marketplace.http.language import correspondence


@dataclass(frozen=True)
class Reader:
    """How an account gets its notices: language, what is off, quiet hours, devices, address."""

    language: str
    off: Collection[str] = ()
    quiet: Hours | None = None
    has_devices: bool = False
    is_proven: bool = False
    emailed: list[Notification] = field(default_factory=list)
    # Whether nobody else notifies the account while we do.
    is_locked: bool = True


UNKNOWN = Reader(settings.LANGUAGE_CODE)


def readers_of(accounts: Collection[UUID], *, emailed_after: datetime | None = None) -> dict[UUID, Reader]:
    """Return how each account gets its notices; one query.

    With ``emailed_after``, an instant, also those emailed since, of which nobody else adds any meanwhile.
    """
    users = User.objects.filter(pk__in=accounts)
    columns = ["language", "notification_choices__off", "quiet_hours__begins", "quiet_hours__ends"]
    emailed: list[str] = []
    is_locked: Any = Value(value=True)
    if emailed_after is not None:
        is_locked = email_budget.TryLock("pk")
        is_recent = Q(notifications__created_at__gt=emailed_after, notifications__email_due_at__isnull=False)
        users = users.alias(recent=FilteredRelation("notifications", condition=is_recent))
        emailed = ["kind", "dedupe_key", "created_at", "email_due_at", "language"]
    devices = Exists(PushSubscription.objects.filter(device__user=OuterRef("pk")))
    found: dict[UUID, Reader] = {}
    for pk, verified_at, has_devices, locked, language, off, begins, ends, *notice in users.values_list(
        "pk", "email_verified_at", devices, is_locked, *columns, *(f"recent__{name}" for name in emailed)
    ):
        reader = found.setdefault(
            pk,
            Reader(
                correspondence(language),
                off or (),
                Hours.of(begins, ends),
                has_devices=has_devices,
                is_proven=verified_at is not None,
                is_locked=locked,
            ),
        )
        # One row for each of them; one without values for an account that has none.
        if any(notice):
            reader.emailed.append(Notification(**dict(zip(emailed, notice, strict=True))))
    return found


def how_notified(user: User) -> str:
    """Return the sentence for operators about how a notice reaches an account."""
    if user.email_verified_at is None:
        return _("They are told in the app only: their email address is not confirmed.")
    return _("They are told in the app and by email.")
