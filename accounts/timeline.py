"""An account's rows and first figures in the admin site's timeline."""

from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.limits import account_key
from accounts.models import FailedSignIn, Notification, User
from marketplace import clock, wall_time
from marketplace.admin_site.timeline import Fact, Kind, Subject, head_by, tell_of


def _account(subject: Subject) -> QuerySet[User]:
    return User.objects.filter(pk=subject.account_id)


def _log(subject: Subject) -> QuerySet[LogEntry]:
    """Return the log entries about the account, or its provider."""
    kind = ContentType.objects.get_for_model(User)
    asked = Q(content_type=kind, object_id=str(subject.account_id))
    if subject.provider_id is not None:
        kind = ContentType.objects.get_by_natural_key("providers", "provider")
        asked |= Q(content_type=kind, object_id=str(subject.provider_id))
    return LogEntry.objects.filter(asked)


def _said(message: str, flag: str, *who: str) -> str:
    entry = LogEntry(change_message=message, action_flag=int(flag))
    return f"{' '.join(filter(None, who))}: {entry.get_change_message() or entry}"


def _notice(kind: str, title: str, body: str) -> str:
    return title if not body or Notification(kind=kind).is_confidential else f"{title}: {body}"


def _wrong_password(address: str) -> str:
    if not address:
        return _("A wrong password from an unknown address")
    return _("A wrong password from {address}").format(address=address.partition("/")[0])


KINDS = (
    Kind(
        gettext_lazy("Account"),
        "accounts.view_user",
        _account,
        "date_joined",
        "id",
        ("email",),
        lambda email: _("Account opened: {email}").format(email=email),
        "admin:accounts_user_change",
    ),
    Kind(
        gettext_lazy("Notice"),
        "accounts.view_notification",
        lambda subject: Notification.objects.filter(user_id=subject.account_id),
        "created_at",
        "id",
        ("kind", "title", "body"),
        _notice,
        "admin:accounts_notification_change",
    ),
    Kind(
        gettext_lazy("Sign-in failed"),
        "accounts.view_user",
        lambda subject: FailedSignIn.objects.filter(account_key=account_key(subject.email)),
        "failed_at",
        "",
        ("address",),
        _wrong_password,
        "",
    ),
    Kind(
        gettext_lazy("Operator"),
        "admin.view_logentry",
        _log,
        "action_time",
        "id",
        ("change_message", "action_flag", "user__first_name", "user__last_name"),
        _said,
        "admin:admin_logentry_change",
    ),
)


def facts(subject: Subject, now: datetime) -> list[Fact]:
    """Return since when the account exists."""
    account = _account(subject).get()
    joined = wall_time.short_day(clock.local_date(account.date_joined))
    state = "" if account.is_active else _("Closed: nobody signs in with it")
    return [Fact(_("Since"), joined, state, is_urgent=not account.is_active)]


def declare() -> None:
    """Register with the timeline."""
    tell_of(*KINDS)
    head_by("accounts.view_user", facts)
