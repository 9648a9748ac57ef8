"""Days and times in templates, as :mod:`marketplace.wall_time` writes them everywhere else.

Django's own ``date`` filter writes its pattern in every language: ``Mo 30 Nov`` instead of ``Mo., 30. Nov.``
"""

from datetime import date, datetime

from django.template import Library

from marketplace import clock, wall_time

register = Library()


@register.filter
def moment(instant: datetime) -> str:
    """Write an instant near today: ``Thu 19 Nov, 12:00``."""
    return wall_time.moment(instant)


@register.filter
def full_moment(instant: datetime) -> str:
    """Write an instant of any year: ``Thu 19 Nov 2026, 12:00``."""
    return f"{wall_time.full_day(clock.local_date(instant))}, {wall_time.hour(instant)}"


@register.filter
def long_moment(instant: datetime) -> str:
    """Write an instant with the month's whole name: ``19 November 2026, 12:00``."""
    return f"{wall_time.long_day(clock.local_date(instant))}, {wall_time.hour(instant)}"


@register.filter
def day(on: date) -> str:
    """Write a day near today: ``Thu 19 Nov``."""
    return wall_time.day(on)


@register.filter
def short_day(on: date) -> str:
    """Write a day of any year: ``19 Nov 2026``."""
    return wall_time.short_day(on)
