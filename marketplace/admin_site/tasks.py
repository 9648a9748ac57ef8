"""The admin site's task; it may run twice, late, or in parallel."""

from celery import shared_task

from marketplace import clock
from marketplace.admin_site import dashboard


@shared_task(name="marketplace.compute_dashboard")
def compute_dashboard() -> None:
    """Compute the figures of the dashboard that take too long for a request."""
    dashboard.compute(now=clock.now())
