"""Impersonation: operators see the web app as a customer, with a reason, for half an hour, one at a time.

The operator's own session is untouched. Beginning, end and changes enter the audit log;
:mod:`accounts.impersonated_calls` lists what such a session may do.
"""

from datetime import datetime, timedelta
from importlib import import_module
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import locks, operators
from accounts.models import Impersonation, User
from marketplace import audit
from marketplace.errors import Forbidden
from marketplace.events.live import publish_session_ended

PERMISSION = "accounts.impersonate_user"
LASTS = timedelta(minutes=30)


class NotToImpersonate(Forbidden):
    """An operator cannot sign in as another operator, as themselves, or as a closed account (403)."""

    code = "not_to_impersonate"


def sessions() -> Any:
    """Return the session store class that the settings name."""
    return import_module(settings.SESSION_ENGINE).SessionStore


def refuse_unless_customer(*, account: User, operator_id: UUID) -> None:
    """Raise :class:`NotToImpersonate` unless the operator may impersonate this account."""
    if account.is_staff or account.is_superuser or account.pk == operator_id:
        raise NotToImpersonate(_("Nobody signs in as an operator."))
    if not account.is_active:
        raise NotToImpersonate(_("This account is closed: nobody can sign in with it."))


@transaction.atomic
def begin(*, operator: User, account_id: UUID, reason: str, now: datetime) -> Impersonation:
    """Open a session as a customer for 30 minutes; the operator's earlier one ends.

    Raises :class:`~marketplace.errors.Forbidden` without the permission, or :class:`NotToImpersonate`.
    """
    operators.require(operator, PERMISSION)
    locks.lock_account(operator.pk)
    account = User.objects.get(pk=account_id)
    refuse_unless_customer(account=account, operator_id=operator.pk)
    for earlier in Impersonation.objects.filter(operator=operator, ended_at=None):
        end(impersonation_id=earlier.pk, now=now)
    ends_at = now + LASTS
    begun = Impersonation.objects.create(
        operator=operator,
        account=account,
        reason=reason,
        session_key=_session_of(account),
        began_at=now,
        ends_at=ends_at,
    )
    until = f"{timezone.localtime(ends_at):%H:%M}"
    audit.record(
        user_id=operator.pk, about=account, sentence=f"Signed in as this customer, until {until}: {reason}"
    )
    return begun


def _session_of(account: User) -> str:
    """Make a session that names no account: used as a normal session cookie it signs nobody in.

    The impersonation cookie carries its key; :mod:`accounts.impersonated_calls` limits its requests. The live
    stream checks that the session row exists and that the password hash is unchanged.
    """
    session = sessions()()
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    # Relative to the real clock: Django computes the expiry with it, and the live stream compares with it.
    session.set_expiry(LASTS)
    session.create()
    return str(session.session_key)


def running(*, session_key: str, operator: User | AnonymousUser, now: datetime) -> Impersonation | None:
    """Return the impersonation of a session key, if it has not ended and its operator calls and still may."""
    if not isinstance(operator, User) or not operators.may(operator, PERMISSION):
        return None
    found = (
        Impersonation.objects.select_related("account", "account__provider")
        .filter(session_key=session_key, operator_id=operator.pk, ended_at=None, ends_at__gt=now)
        .first()
    )
    if found is None or not found.account.is_active or found.account.is_staff:
        return None
    return found


@transaction.atomic
def end(*, impersonation_id: UUID, now: datetime) -> bool:
    """End an impersonation; ``False`` if it had ended already."""
    found = Impersonation.objects.select_for_update(no_key=True).filter(pk=impersonation_id).first()
    if found is None or found.ended_at is not None:
        return False
    by_itself = found.ends_at <= now
    found.ended_at = min(now, found.ends_at)
    found.save(update_fields=["ended_at"])
    sessions()(found.session_key).delete()
    said = "It ended by itself" if by_itself else "Signed out as this customer"
    audit.record(
        user_id=found.operator_id,
        about=User.objects.get(pk=found.account_id),
        sentence=f"{said}, at {timezone.localtime(found.ended_at):%H:%M}.",
    )
    publish_session_ended(account_id=found.account_id, now=now)
    return True


def end_overdue(*, now: datetime) -> int:
    """End impersonations that have lasted 30 minutes, so that the log records it; return how many."""
    overdue = Impersonation.objects.filter(ended_at=None, ends_at__lte=now).values_list("pk", flat=True)
    return sum(end(impersonation_id=pk, now=now) for pk in list(overdue))
