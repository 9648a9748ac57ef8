"""Requesting erasure of an account, the 30 days to withdraw, and the nightly task that carries it out.

The same row serves an account whose owner gives it up, one that nobody has used for three years, and one
that was closed that long ago (specification point 9).
"""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Case, QuerySet, When
from django.utils.translation import gettext as _

from accounts import account_texts as texts
from accounts import erasing, locks, notifications, reauthentication, unused
from accounts.models import ErasureRequest, User
from accounts.reauthentication import Proof
from marketplace import clock, wall_time
from marketplace.errors import DomainError, NotFound
from marketplace.jobs import due, sweeping
from marketplace.jobs.models import Job

PAGE = "/account/privacy"
# Time to withdraw.
NOTICE = timedelta(days=30)
# Each gets a letter.
MOST_A_NIGHT = 1_000
Reason = ErasureRequest.Reason


class StillNeeded(DomainError):
    """Something of the account must end before it can be erased; ``waitsFor`` says what (409)."""

    code = "account_still_needed"

    def __init__(self, words: list[str]) -> None:
        super().__init__(
            _("Some things must end before your account can be deleted."), extra={"waitsFor": words}
        )


def open_of(*, user_id: UUID) -> ErasureRequest | None:
    """Return an account's request that is neither withdrawn nor carried out."""
    return _open().filter(account=user_id).first()


def _open() -> "QuerySet[ErasureRequest]":
    return ErasureRequest.objects.filter(withdrawn_at=None, erased_at=None)


def ask(*, user: User, proof: Proof, now: datetime) -> ErasureRequest:
    """Request erasure in 30 days; returns the open request if there is one.

    The owner proves their identity (:mod:`accounts.reauthentication`), so this must not be called in a
    transaction. Raises :class:`StillNeeded`.
    """
    reauthentication.check_owner(user=user, proof=proof, now=now)
    with transaction.atomic():
        reauthentication.lock_owner(user)
        asked = open_of(user_id=user.pk)
        if asked is not None:
            return asked
        if words := erasing.waits_for(user_id=user.pk):
            raise StillNeeded(words)
        return _begin(user.pk, Reason.ASKED, now)


def _begin(user_id: UUID, reason: str, now: datetime) -> ErasureRequest:
    request = ErasureRequest.objects.create(
        account_id=user_id, reason=reason, requested_at=now, due_at=now + NOTICE
    )
    until = partial(wall_time.long_day, clock.local_date(request.due_at))
    if reason == Reason.UNUSED:
        said = texts.DELETION_UNUSED.of(years=settings.KEEP_ACCOUNTS_YEARS, until=until)
    else:
        said = texts.DELETION_ASKED.of(until=until)
    new = notifications.NewNotification(
        user_id, "account_deletion", said, PAGE, f"account-deletion-{request.pk}"
    )
    notifications.notify_many([new], now=now, in_bulk=reason == Reason.UNUSED)
    return request


@transaction.atomic
def withdraw(*, user: User, now: datetime) -> None:
    """Withdraw the request; 404 if there is none."""
    locks.lock_account(user.pk)
    if not _withdraw(_open().filter(account=user), user_id=user.pk, now=now):
        raise NotFound(_("Nobody has asked to delete this account."))


def account_given_back(*, user_id: UUID, since: datetime, now: datetime) -> None:
    """Withdraw what somebody else has requested (:mod:`accounts.giving_back`)."""
    _withdraw(_open().filter(account=user_id, requested_at__gte=since), user_id=user_id, now=now)


def _withdraw(requests: "QuerySet[ErasureRequest]", *, user_id: UUID, now: datetime) -> bool:
    if not requests.update(withdrawn_at=now):
        return False
    notifications.notify(
        user_id=user_id,
        kind="account_kept",
        said=texts.ACCOUNT_KEPT.of(),
        link=PAGE,
        dedupe_key=f"account-kept-{now.isoformat()}",
        now=now,
    )
    return True


# --- At night -------------------------------------------------------------------------------------------


def carry_out(*, now: datetime) -> int:
    """Erase the accounts that are due; return how many. One that must wait is retried the next night."""
    _renew_used(now)
    _begin_for_unused(now)
    # A run may end before its end: who has asked was told a day.
    asked_first = Case(When(reason=Reason.ASKED, then=0), default=1)
    ready = _open().filter(due_at__lte=now).order_by(asked_first, "due_at")
    policy = due.Policy(run_for=timedelta(hours=1), within=timedelta(minutes=2), lease=timedelta(minutes=10))
    return sweeping.sweep_counting("account to erase", ready, act=_erase, policy=policy, now=now)


def _erase(job: Job, now: datetime) -> bool:
    is_erased = erasing.erase(request_id=job.subject, now=now)
    if not is_erased:
        _tell_that_it_waits(job.subject, now)
    return is_erased


@transaction.atomic
def _tell_that_it_waits(request_id: UUID, now: datetime) -> None:
    """Notify, once, whoever has asked for what is due by now."""
    waiting = _open().select_for_update().filter(pk=request_id, reason=Reason.ASKED, due_at__lte=now)
    for request in waiting:
        notifications.notify(
            user_id=request.account_id,
            kind="account_deletion",
            said=texts.DELETION_WAITS.of(),
            link=PAGE,
            dedupe_key=f"account-deletion-waits-{request.pk}",
            now=now,
        )


def _renew_used(now: datetime) -> None:
    used = _open().filter(unused.opened(now=now, account="account__"), reason=Reason.UNUSED)
    used.update(withdrawn_at=now)


def _begin_for_unused(now: datetime) -> None:
    unopened = User.objects.filter(~unused.opened(now=now), is_active=True, is_staff=False)
    begun = 0
    # Those that wait for something unfinished are looked at again each night, and stand in nobody's way.
    for user_id in list(unopened.exclude(pk__in=_open().values("account")).values_list("pk", flat=True)):
        with (
            due.isolate_errors("Account %s could not be looked at", user_id),
            transaction.atomic(),
        ):
            if not unused.is_used(user_id=user_id, now=now) and not erasing.waits_for(user_id=user_id):
                _begin(user_id, Reason.UNUSED, now)
                begun += 1
        if begun == MOST_A_NIGHT:
            return


def begin_for_closed(*, user_id: UUID, now: datetime) -> None:
    """Request erasure of a closed account once it has been closed for the retention period."""
    if not _open().filter(account=user_id).exists():
        ErasureRequest.objects.create(
            account_id=user_id,
            reason=Reason.CLOSED,
            requested_at=now,
            due_at=now + unused.retention(),
        )
