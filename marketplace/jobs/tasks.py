"""The plumbing's tasks; each is safe to run twice, late, or beside itself."""

from celery import shared_task

from marketplace import clock
from marketplace.jobs import outbox, pruning


@shared_task(name="marketplace.relay_outbox")
def relay_outbox() -> None:
    """Hand on the messages that are due."""
    outbox.relay(now=clock.now())


@shared_task(name="marketplace.prune")
def prune() -> None:
    """Remove rows that have served their time."""
    pruning.prune(now=clock.now())
