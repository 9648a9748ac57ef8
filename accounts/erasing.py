"""Erasing an account: what can be told of its person goes, what the books need stays under no name.

Every table says for itself what becomes of it (:mod:`marketplace.personal_data`); here is what comes before
and after. What a crash leaves of files is swept a day later.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from accounts import closing, locks, profile
from accounts.models import ErasureRequest, User
from marketplace import personal_data
from marketplace.db import append_only

NAME = "Deleted account"

# Tells what of an account must end before it can go, by stable words.
Unfinished = Callable[[UUID], list[str]]
_unfinished: list[Unfinished] = []


def when_unfinished(look: Unfinished) -> None:
    """Name a function that says what of an account must end first; filled in ``AppConfig.ready()``."""
    _unfinished.append(look)


def waits_for(*, user_id: UUID) -> list[str]:
    """Return what must end before an account can be erased, by stable words; empty if nothing."""
    if User.objects.filter(pk=user_id, is_staff=True).exists():
        return ["operator"]
    return [word for look in _unfinished for word in look(user_id)]


@transaction.atomic
def erase(*, request_id: UUID, now: datetime) -> bool:
    """Carry out a request that is due; ``False`` if it is not open any more, or has to wait."""
    request = (
        ErasureRequest.objects.select_for_update()
        .filter(pk=request_id, due_at__lte=now, withdrawn_at=None, erased_at=None)
        .first()
    )
    if request is None:
        return False
    user_id = request.account_id
    locks.lock_account(user_id)
    if waits_for(user_id=user_id):
        return False
    closing.close(user_id=user_id, now=now)
    # While the rows still say whose they are.
    _empty_log(user_id)
    personal_data.erase(user_id=user_id, now=now)
    profile.name_changed(user_id=user_id)
    request.erased_at = now
    request.save(update_fields=["erased_at"])
    return True


def anonymise(*, user_id: UUID, now: datetime) -> None:
    """Leave of an account's own row its id and that it is closed."""
    User.objects.filter(pk=user_id).update(
        # No mail server takes this name (RFC 2606).
        email=f"{user_id.hex}@deleted.invalid",
        first_name=NAME,
        last_name="",
        phone="",
        place="",
        language="",
        password=make_password(None),
        email_verified_at=None,
        last_login=None,
        is_active=False,
    )


def session_keys(user_id: UUID) -> list[str]:
    """Return the keys of an account's sessions; who a session is of stands inside it alone."""
    return [
        session.session_key
        for session in Session.objects.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(user_id)
    ]


def log_of(user_id: UUID) -> "QuerySet[LogEntry]":
    """Return what the log says of acts upon an account."""
    kind = ContentType.objects.get_for_model(User)
    return LogEntry.objects.filter(content_type=kind, object_id=str(user_id))


def _empty_log(user_id: UUID) -> None:
    """Take the words out of the log of all that is the account's; who did what kind of thing when stays."""
    for table in personal_data.tables():
        if table.model is LogEntry:
            continue
        ids = [str(pk) for pk in table.rows(user_id).values_list("pk", flat=True)]
        kind = ContentType.objects.get_for_model(table.model)
        about = LogEntry.objects.filter(content_type=kind, object_id__in=ids)
        append_only.emptied(about, {"object_repr": "", "change_message": ""})
