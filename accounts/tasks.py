"""The tasks of accounts; each may run twice, late, or in parallel."""

from celery import shared_task

from accounts import (
    erasure_requests,
    impersonating,
    limits,
    personal_export,
    support_requests,
    unread,
)
from marketplace import clock


@shared_task(name="accounts.forget_attempts")
def forget_attempts() -> None:
    """Delete failed log-ins and other counted acts that no limit counts any more."""
    limits.prune(now=clock.now())


@shared_task(name="accounts.prune_notifications")
def prune_notifications() -> int:
    """Delete notifications that were read long ago; return how many."""
    return unread.prune_read(now=clock.now())


@shared_task(name="accounts.end_impersonations")
def end_impersonations() -> int:
    """End impersonations that have lasted their time; return how many."""
    return impersonating.end_overdue(now=clock.now())


@shared_task(name="accounts.announce_support_requests")
def announce_support_requests() -> int:
    """Tell the support address of the requests that are new; return how many."""
    return support_requests.announce_new(now=clock.now())


@shared_task(name="accounts.prune_support_requests")
def prune_support_requests() -> int:
    """Delete support requests of more than 3 years ago; return how many."""
    return support_requests.prune(now=clock.now())


@shared_task(name="accounts.remove_old_exports")
def remove_old_exports() -> int:
    """Delete exports of people's data that have expired or failed; return how many."""
    return personal_export.prune(now=clock.now())


@shared_task(name="accounts.erase_accounts")
def erase_accounts() -> int:
    """Erase the accounts that are due, and warn unused ones; return how many were erased."""
    return erasure_requests.carry_out(now=clock.now())
