"""Erasing an account: personal data is removed, what bookkeeping needs is kept without a name.

Every table declares how its rows are erased (:mod:`marketplace.personal_data`); this module does what comes
before and after. Files left over by a crash are removed a day later.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import QuerySet

from accounts import closing, locks, profile, unused
from accounts.models import ErasureRequest, User
from marketplace import personal_data
from marketplace.db import append_only

NAME = "Deleted account"

# Returns what of an account must end before it can be erased, as stable codes.
Unfinished = Callable[[UUID], list[str]]
_unfinished: list[Unfinished] = []


def when_unfinished(look: Unfinished) -> None:
    """Register a function that returns what must end first; called in ``AppConfig.ready()``."""
    _unfinished.append(look)


def waits_for(*, user_id: UUID) -> list[str]:
    """Return what must end before an account can be erased, as stable codes; empty if nothing."""
    if User.objects.filter(pk=user_id, is_staff=True).exists():
        return ["operator"]
    return [word for look in _unfinished for word in look(user_id)]


@transaction.atomic
def erase(*, request_id: UUID, now: datetime) -> bool:
    """Carry out a due request; ``False`` if it is no longer open, or something must end first."""
    request = (
        ErasureRequest.objects.select_for_update()
        .filter(pk=request_id, due_at__lte=now, withdrawn_at=None, erased_at=None)
        .first()
    )
    if request is None:
        return False
    user_id = request.account_id
    locks.lock_account(user_id)
    if request.reason == ErasureRequest.Reason.UNUSED and unused.is_used(user_id=user_id, now=now):
        request.withdrawn_at = now
        request.save(update_fields=["withdrawn_at"])
        return False
    if waits_for(user_id=user_id):
        return False
    closing.close(user_id=user_id, now=now)
    # Before the rows lose their owner: it finds the log entries through them.
    _empty_log(user_id)
    personal_data.erase(user_id=user_id, now=now)
    profile.name_changed(user_id=user_id)
    request.erased_at = now
    request.save(update_fields=["erased_at"])
    return True


def _erased_email(user_id: UUID) -> str:
    # RFC 2606: no mail server accepts ``.invalid``.
    return f"{user_id.hex}@deleted.invalid"


def is_erased(user: User) -> bool:
    """Tell whether nothing of an account's person is left: such an account is never opened again."""
    return user.email == _erased_email(user.pk)


def anonymise(*, user_id: UUID, now: datetime) -> None:
    """Reduce an account's row to its id, closed."""
    User.objects.filter(pk=user_id).update(
        email=_erased_email(user_id),
        first_name=NAME,
        last_name="",
        phone="",
        postal_code="",
        language="",
        password=make_password(None),
        email_verified_at=None,
        last_login=None,
        last_used_at=None,
        is_active=False,
    )


def log_of(user_id: UUID) -> "QuerySet[LogEntry]":
    """Return the log entries about an account."""
    kind = ContentType.objects.get_for_model(User)
    return LogEntry.objects.filter(content_type=kind, object_id=str(user_id))


def _empty_log(user_id: UUID) -> None:
    """Empty the texts of all log entries about the account's rows; who, when and which action stay."""
    for table in personal_data.tables():
        entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(table.model))
        # Most tables have none, and some have many rows of an account.
        if table.model is LogEntry or not entries.exists():
            continue
        ids = [str(pk) for pk in table.rows(user_id).values_list("pk", flat=True)]
        append_only.emptied(entries.filter(object_id__in=ids), {"object_repr": "", "change_message": ""})
