"""Periodic tasks of providers."""

from celery import shared_task

from marketplace import clock
from providers import insurance
from providers.approving import resume_due


@shared_task(name="providers.end_pauses")
def end_pauses() -> None:
    """Reopen the providers whose pause ends today."""
    resume_due(now=clock.now())


@shared_task(name="providers.watch_insurance")
def watch_insurance() -> None:
    """Remind providers whose insurance ends soon, and pause those without enough of it."""
    insurance.watch(now=clock.now())
