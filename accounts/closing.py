"""Closing and reopening an account: the only module that changes ``is_active``."""

from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.db import transaction

from accounts import locks, signed_in_devices, support_requests
from accounts.models import ErasureRequest, User
from marketplace.events.live import publish_session_ended


class Listener(Protocol):
    """A callback for an account that is closed, called in the transaction of the change."""

    def __call__(self, *, user_id: UUID, now: datetime) -> object:
        """Do what closing the account asks of this layer."""


# Callbacks of higher layers; registered in their ``AppConfig.ready()``.
_on_closing: list[Listener] = []


def when_closed(act: Listener) -> None:
    """Register a callback: it runs in the closing transaction, while the account is locked."""
    _on_closing.append(act)


@transaction.atomic
def close(*, user_id: UUID, now: datetime) -> bool:
    """Close an account: nobody can sign in with it, and what it offered is withdrawn at once.

    Its sessions end, so that reopening it brings back none of them. Running orders continue and are shown
    to operators. ``False`` if it was closed already.
    """
    locks.lock_account(user_id)
    account = User.objects.filter(pk=user_id, is_active=True).first()
    if account is None:
        return False
    account.is_active = False
    account.save(update_fields=["is_active"])
    signed_in_devices.end_others(user=account, session_key=None)
    publish_session_ended(account_id=user_id, now=now)
    support_requests.forget_sender(user_id=user_id, now=now)
    for act in _on_closing:
        act(user_id=user_id, now=now)
    return True


@transaction.atomic
def reopen(*, user_id: UUID) -> bool:
    """Let an account sign in again; operators reopen what was withdrawn with it.

    ``False`` for one that is open, and for one that was erased.
    """
    mine = ErasureRequest.objects.filter(account=user_id)
    if mine.exclude(erased_at=None).exists():
        return False
    mine.filter(reason=ErasureRequest.Reason.CLOSED).delete()
    if not User.objects.filter(pk=user_id, is_active=False).update(is_active=True):
        return False
    support_requests.restore_sender(user_id=user_id)
    return True


def lock_if_open(*, user_id: UUID) -> bool:
    """Lock an account until the transaction ends; return whether it is open, and so stays open until then."""
    locks.lock_account(user_id)
    return User.objects.filter(pk=user_id, is_active=True).exists()
