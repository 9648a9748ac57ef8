"""Notifies a provider of bookings at times that they no longer offer, and of hours that our team has set."""

from collections.abc import Callable
from datetime import date, datetime, time
from functools import partial
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import notifications
from accounts.notice_texts import NoticeText
from marketplace import clock, wall_time
from providers.models import Provider
from scheduling.closed_hours import BookingsOnSlot, bookings_in_pause
from scheduling.models import TimeSlot

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

#: Whether a week has hours at a wall time of a day.
WorksAt = Callable[[date, time], bool]

WEEK_PAGE = "/provider/schedule"
SUPPORT_PAGE = "/support"
# As many as fit into a notice; its page lists all.
SHOWN = 4


def _text(key: str, title: "_StrPromise", advice: "_StrPromise") -> NoticeText:
    return NoticeText(f"bookings_outside_week.{key}", title, advice)


_STAY = _("{times}. They stay booked: do them, or write to the customer.")
_AS_BOOKED = _("{times}. They stay as they were booked; what is booked from now on follows your change.")
_GO_ON = _("{times}. A pause stops new bookings; these go on.")
ONE_OUTSIDE = _text("one", _("1 booking outside your hours"), _STAY)
MANY_OUTSIDE = _text("many", _("{count} bookings outside your hours"), _STAY)
ONE_BEFORE = _text("before_one", _("1 booking from before your change"), _AS_BOOKED)
MANY_BEFORE = _text("before_many", _("{count} bookings from before your change"), _AS_BOOKED)
ONE_IN_PAUSE = _text("pause_one", _("1 booking during your pause"), _GO_ON)
MANY_IN_PAUSE = _text("pause_many", _("{count} bookings during your pause"), _GO_ON)
HOUR_CLOSED = NoticeText(
    "availability_changed.hour_closed",
    _("Our team has closed an hour of yours: {time}"),
    _("What is booked stays. If it is to be open again, please write to support. The reason: {note}"),
)
HOUR_OPENED = NoticeText(
    "availability_changed.hour_opened",
    _("Our team has opened an hour of yours: {time}"),
    _("Neighbors can book it. If it is to be closed again, please write to support. The reason: {note}"),
)
KINDS = ["bookings_outside_week", "availability_changed"]
TEXTS = [
    ONE_OUTSIDE, MANY_OUTSIDE, ONE_BEFORE, MANY_BEFORE, ONE_IN_PAUSE, MANY_IN_PAUSE,
    HOUR_CLOSED, HOUR_OPENED,
]  # fmt: skip


def closed(*, user_id: UUID, affected: list[BookingsOnSlot], works_at: WorksAt, now: datetime) -> None:
    """Notify a provider, in the transaction of the change, if bookings stand on slots that it closed.

    Slots of another length are closed, too, where the provider still works.
    """
    outside: list[BookingsOnSlot] = []
    within: list[BookingsOnSlot] = []
    for one in affected:
        works = works_at(clock.local_date(one.pickup_at), clock.local_time(one.pickup_at))
        (within if works else outside).append(one)
    _tell(user_id, outside, (ONE_OUTSIDE, MANY_OUTSIDE), now)
    _tell(user_id, within, (ONE_BEFORE, MANY_BEFORE), now)


def paused(*, provider_id: UUID, now: datetime) -> None:
    """Notify a provider of the bookings that remain during their pause."""
    provider = Provider.objects.get(pk=provider_id)
    affected = bookings_in_pause(provider=provider, now=now)
    _tell(provider.user_id, affected, (ONE_IN_PAUSE, MANY_IN_PAUSE), now)


def hour_set(*, slot: TimeSlot, note: str, now: datetime) -> None:
    """Tell a provider that our team has closed an hour of theirs, or opened it, and why."""
    text = HOUR_CLOSED if slot.is_closed else HOUR_OPENED
    notifications.notify(
        user_id=slot.provider.user_id,
        kind="availability_changed",
        said=text.of(time=partial(_hours, slot), note=note),
        link=SUPPORT_PAGE,
        # It may be closed again: every time is reported.
        dedupe_key=f"slot-{uuid4()}",
        now=now,
    )


def _hours(slot: TimeSlot) -> str:
    return f"{wall_time.moment(slot.starts_at)}-{wall_time.hour(slot.ends_at)}"


def _tell(
    user_id: UUID, affected: list[BookingsOnSlot], texts: tuple[NoticeText, NoticeText], now: datetime
) -> None:
    count = sum(len(bookings.orders) for bookings in affected)
    if not count:
        return
    times = partial(_times, affected)
    one, many = texts
    notifications.notify(
        user_id=user_id,
        kind="bookings_outside_week",
        said=one.of(times=times) if count == 1 else many.of(count=count, times=times),
        link=WEEK_PAGE,
        # Every change is reported, so each has its own key; a slot closes once, so nothing is reported twice.
        dedupe_key=f"week-{uuid4()}",
        now=now,
    )


def _times(affected: list[BookingsOnSlot]) -> str:
    times = "; ".join(one.when for one in affected[:SHOWN])
    rest = len(affected) - SHOWN
    return gettext("{times} and {count} more").format(times=times, count=rest) if rest > 0 else times
