"""The tasks of accounts; each is safe to run twice, late, or beside itself."""

from celery import shared_task

from accounts import limits, notifications
from marketplace import clock


@shared_task(name="accounts.forget_attempts")
def forget_attempts() -> None:
    """Remove failed log-ins and other counted acts that no limit reads any more."""
    limits.prune(now=clock.now())


@shared_task(name="accounts.prune_notifications")
def prune_notifications() -> int:
    """Delete notifications that were read long ago; return how many."""
    return notifications.prune_read(now=clock.now())
