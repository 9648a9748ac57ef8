"""Timers of providers."""

from celery import shared_task

from marketplace import clock
from providers.approving import resume_due


@shared_task(name="providers.end_pauses")
def end_pauses() -> None:
    """Open the providers whose pause ends today."""
    resume_due(now=clock.now())
