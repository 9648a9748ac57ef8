"""Deciding figures in tests, through the domain function."""

from dataclasses import replace
from datetime import datetime, timedelta

from accounts.models import User
from marketplace import clock, figures
from marketplace.models import FigureVersion

SOON = timedelta(minutes=1)


def decided(
    by: User, *, now: datetime | None = None, starts: datetime | None = None, **changes
) -> FigureVersion:
    """Decide figures that differ from those in force, by default from a minute from now on."""
    now = now or clock.now()
    return figures.decide(
        figures=replace(figures.at(now), **changes),
        valid_from=starts or now + SOON,
        reason="Prices of suppliers",
        decided_by_id=by.pk,
        seen=figures.newest_number(),
        now=now,
    )
