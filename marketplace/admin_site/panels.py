"""Figures of the dashboard that take too long for a request: computed in the background, stored, and shown.

Each panel is one row, replaced by the next computation. One that fails leaves the row before, with its time.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import models, transaction

from marketplace import wall_time
from marketplace.jobs import due


class DashboardPanel(models.Model):
    """The newest figures of a panel; people are named by their ids alone."""

    name = models.CharField(max_length=40, primary_key=True)
    found = models.JSONField()
    computed_at = models.DateTimeField()

    class Meta:
        app_label = "marketplace"

    def __str__(self) -> str:
        return self.name

    @property
    def as_of(self) -> str:
        """When the figures were computed, in words."""
        return wall_time.moment(self.computed_at)


def compute(panels: dict[str, Callable[[datetime], Any]], *, now: datetime) -> None:
    """Compute panels by their functions, and store what they return; one that fails stops no other."""
    for name, figures_at in panels.items():
        with due.isolate_errors("The panel %s could not be computed", name), transaction.atomic():
            DashboardPanel.objects.update_or_create(
                name=name, defaults={"found": figures_at(now), "computed_at": now}
            )


def stored() -> dict[str, DashboardPanel]:
    """Return the panels that were computed, by name. One query."""
    return DashboardPanel.objects.in_bulk()
