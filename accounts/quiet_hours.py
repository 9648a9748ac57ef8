"""Quiet hours of an account: when pushes and optional emails are postponed, and until when.

Urgent kinds are sent anyway (:func:`accounts.notification_choices.is_urgent`). A postponed notice is an
outbox message that is due when the quiet hours end.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Self
from uuid import UUID

from accounts.models import QuietHours, User
from marketplace import clock
from marketplace.jobs.obstacles import Later

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Hours:
    """From when until when, in Swiss wall time; over midnight where ``ends`` is not later."""

    begins: time
    ends: time

    @classmethod
    def of(cls, begins: time | None, ends: time | None) -> Self | None:
        """Return the hours between two times; ``None`` if either is missing."""
        return None if begins is None or ends is None else cls(begins, ends)

    def ends_after(self, now: datetime) -> datetime | None:
        """Return the end, in UTC, of the quiet hours that contain ``now``; ``None`` outside of them.

        They are half-open. Where a clock change skips or repeats an hour, the wall times are those of
        :func:`marketplace.clock.at_wall_time`.
        """
        today = clock.local_date(now)
        for day in (today - _DAY, today):
            begins_at, ends_at = self._on(day)
            if begins_at <= now < ends_at:
                return ends_at
        return None

    def _on(self, day: date) -> tuple[datetime, datetime]:
        last = day if self.begins < self.ends else day + _DAY
        return clock.at_wall_time(day, self.begins), clock.at_wall_time(last, self.ends)


class Quiet(Later):
    """The account has quiet hours; this costs no attempt."""

    def __init__(self, pause: timedelta) -> None:
        super().__init__()
        self.pause = pause


def respect(*, user_id: UUID, now: datetime) -> None:
    """Raise :class:`Quiet` within an account's quiet hours: a retry that falls into them waits, too."""
    hours = of(user_id=user_id)
    if hours is not None and (until := hours.ends_after(now)):
        raise Quiet(until - now)


def of(*, user_id: UUID) -> Hours | None:
    """Return the quiet hours of an account; ``None`` if it has none."""
    found = QuietHours.objects.filter(pk=user_id).first()
    return None if found is None else Hours(found.begins, found.ends)


def choose(*, user: User, hours: Hours | None, now: datetime) -> None:
    """Set an account's quiet hours, or remove them. Idempotent; waiting messages follow the new ones."""
    if hours is None:
        QuietHours.objects.filter(pk=user.pk).delete()
        return
    QuietHours.objects.update_or_create(
        user=user, defaults={"begins": hours.begins, "ends": hours.ends, "changed_at": now}
    )
