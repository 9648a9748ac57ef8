"""What an account may change of itself."""

from collections.abc import Callable
from copy import copy
from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts import reauthentication
from accounts.limits import Client
from accounts.models import User
from accounts.password_reset import tell_of_new_password

NAMES = {"first_name", "last_name"}

Renamed = Callable[[UUID], None]

# Callbacks of higher layers that cache responses with names; registered in their ``AppConfig.ready()``.
_save_names: list[Renamed] = []


def when_renamed(act: Renamed) -> None:
    """Register a callback: it runs, in the transaction of the change, with the account's id."""
    _save_names.append(act)


@transaction.atomic
def change_profile(*, user: User, changes: dict[str, str]) -> User:
    """Change names, phone, postal code and language."""
    for field, value in changes.items():
        setattr(user, field, value)
    user.save(update_fields=list(changes))
    if not NAMES.isdisjoint(changes):
        name_changed(user_id=user.pk)
    return user


def name_changed(*, user_id: UUID) -> None:
    """Run the callbacks for a changed name, in the transaction of the change."""
    for act in _save_names:
        act(user_id)


def change_password(*, user: User, current: str, new: str, client: Client, now: datetime) -> User:
    """Set a new password, which ends every session of the account, and tell the account so.

    400 ``wrong_password`` unless ``current`` is right; a wrong one counts like a failed log-in
    (429). 403 ``owner_changed`` if another request has set a new one meanwhile. The caller has validated
    ``new``.
    """
    reauthentication.check_password(user=user, given=current, named="currentPassword", client=client, now=now)
    former = copy(user)
    # Before the transaction: hashing takes its time.
    user.set_password(new)
    with transaction.atomic():
        reauthentication.lock_owner(former)
        user.save(update_fields=["password"])
        tell_of_new_password(user=user, now=now)
    return user
