"""The tasks of accounts; each is safe to run twice, late, or beside itself."""

from celery import shared_task

from accounts import (
    erasure_requests,
    impersonating,
    limits,
    notifications,
    personal_export,
    support_requests,
)
from marketplace import clock


@shared_task(name="accounts.forget_attempts")
def forget_attempts() -> None:
    """Remove failed log-ins and other counted acts that no limit reads any more."""
    limits.prune(now=clock.now())


@shared_task(name="accounts.prune_notifications")
def prune_notifications() -> int:
    """Delete notifications that were read long ago; return how many."""
    return notifications.prune_read(now=clock.now())


@shared_task(name="accounts.end_impersonations")
def end_impersonations() -> int:
    """End the sessions of operators as customers that have lasted their time; return how many."""
    return impersonating.end_overdue(now=clock.now())


@shared_task(name="accounts.prune_support_requests")
def prune_support_requests() -> int:
    """Delete support requests of more than 3 years ago; return how many."""
    return support_requests.prune(now=clock.now())


@shared_task(name="accounts.remove_old_exports")
def remove_old_exports() -> int:
    """Remove the copies of people's data whose time to be fetched is over; return how many."""
    return personal_export.prune(now=clock.now())


@shared_task(name="accounts.erase_accounts")
def erase_accounts() -> int:
    """Erase the accounts whose time has come, and ask those that nobody uses; return how many were erased."""
    return erasure_requests.carry_out(now=clock.now()).done
