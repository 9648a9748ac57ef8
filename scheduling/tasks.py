"""Periodic tasks of scheduling."""

from celery import shared_task

from marketplace import clock
from scheduling import due_generation, slot_pruning


@shared_task(name="scheduling.generate_time_slots")
def generate_time_slots() -> int:
    """Generate the missing slots of approved providers for the next 28 days; return how many."""
    return due_generation.generate_due(now=clock.now())


@shared_task(name="scheduling.prune_time_slots")
def prune_time_slots() -> int:
    """Delete past slots that were never booked; return how many."""
    return slot_pruning.prune_due(now=clock.now())
