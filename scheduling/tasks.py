"""Timers of scheduling."""

from celery import shared_task

from marketplace import clock
from providers.horizon import horizon_days
from providers.models import Provider
from scheduling.generating import generate

# Small enough that a generation of one chunk takes well under a second.
CHUNK = 100


@shared_task(name="scheduling.generate_time_slots")
def generate_time_slots() -> None:
    """Make the slots of every approved provider's next 28 days. Safe twice, late, or beside itself."""
    now = clock.now()
    start_on, end_on = horizon_days(now)
    approved = Provider.objects.filter(status=Provider.Status.APPROVED).order_by("pk")
    ids = list(approved.values_list("pk", flat=True))
    for first in range(0, len(ids), CHUNK):
        generate(provider_ids=ids[first : first + CHUNK], start_on=start_on, end_on=end_on, now=now)
