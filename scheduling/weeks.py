"""A provider's week and days off: their rules, and every change of them.

Each change reshapes the future slots at once (:mod:`scheduling.reshaping`), in the same transaction, and
returns which bookings stand on what was closed.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.errors import DomainError, Invalid, NotFound, explain
from marketplace.wall_time import WEEKDAYS
from providers import approving
from scheduling.closed_hours import BookingsOnSlot, bookings_in_pause
from scheduling.models import DayOff, TimeSlot, WeeklyWindow
from scheduling.reshaping import reshape

SLOT_MINUTES = (15, 480)
CAPACITY = (1, 50)
# Ten windows on each day: more than anybody works.
MOST_WINDOWS = 70
FARTHEST = timedelta(days=2 * 365)

explain(
    day_off_exists="These days are days off already (409).",
    date_in_past="The day or time is in the past (400).",
    invalid_weekday="Weekdays count from 0, Sunday, to 6, Saturday (400).",
    capacity_out_of_range="The capacity of a slot is below or above what is allowed (400).",
    end_before_start="The end is before the beginning (400).",
    invalid_slot_duration="A slot is too short or too long (400).",
    date_too_far="More than two years ahead (400).",
    too_many_windows="The week has more windows than are allowed (400).",
    window_too_short="A window is shorter than one slot (400).",
    windows_overlap="Two windows of a day overlap (400).",
)


@dataclass(frozen=True)
class Window:
    """A period of a weekday (0 = Sunday) in Swiss wall time, cut into slots of some capacity."""

    weekday: int
    start: time
    end: time
    slot_minutes: int = 60
    capacity: int = 3


def field_error(sentence: str, *, code: str, field: str) -> Invalid:
    """Return a 400 that names its field."""
    return Invalid(sentence, code=code, fields={field: [sentence]})


def minutes_between(start: time, end: time) -> int:
    """Return how many minutes lie between two wall times of a day; negative if they are inverted."""
    return (end.hour - start.hour) * 60 + end.minute - start.minute


def check_window(window: Window) -> None:
    """Raise 400 for an invalid window: inverted, empty, out of range, or shorter than its slots."""
    if not 0 <= window.weekday <= 6:
        raise field_error(
            _("Weekdays count from 0, Sunday, to 6, Saturday."), code="invalid_weekday", field="dayOfWeek"
        )
    name = WEEKDAYS[window.weekday]
    length = minutes_between(window.start, window.end)
    if length <= 0:
        raise field_error(
            _("{day}: the end must be after the start.").format(day=name),
            code="end_before_start",
            field="endTime",
        )
    if not SLOT_MINUTES[0] <= window.slot_minutes <= SLOT_MINUTES[1]:
        sentence = _("A slot takes 15 minutes at least and 8 hours at most.")
        raise field_error(sentence, code="invalid_slot_duration", field="slotMinutes")
    if not CAPACITY[0] <= window.capacity <= CAPACITY[1]:
        raise field_error(
            _("A slot has 1 place at least and 50 at most."),
            code="capacity_out_of_range",
            field="maxBookings",
        )
    if length < window.slot_minutes:
        sentence = _("{day}: {minutes} minutes do not fit between start and end.").format(
            day=name, minutes=window.slot_minutes
        )
        raise field_error(sentence, code="window_too_short", field="endTime")


def check_week(windows: Sequence[Window]) -> None:
    """Raise 400 for an invalid window, and for two that overlap; they may touch."""
    if len(windows) > MOST_WINDOWS:
        sentence = _("A week has at most {most} windows.").format(most=MOST_WINDOWS)
        raise field_error(sentence, code="too_many_windows", field="windows")
    for window in windows:
        check_window(window)
    for first, second in pairwise(sorted(windows, key=lambda window: (window.weekday, window.start))):
        if first.weekday == second.weekday and second.start < first.end:
            sentence = _("{day}: {first} and {second} overlap.").format(
                day=WEEKDAYS[first.weekday],
                first=f"{first.start:%H:%M}-{first.end:%H:%M}",
                second=f"{second.start:%H:%M}-{second.end:%H:%M}",
            )
            raise field_error(sentence, code="windows_overlap", field="windows")


class WeekChanged(DomainError):
    """The week changed since the caller read it (409)."""

    code = "version_conflict"

    def __init__(self) -> None:
        super().__init__(_("Your week has changed in the meantime. Please look at it and save again."))


def version_of(windows: Iterable[WeeklyWindow]) -> str:
    """Return a hash of a week: the same windows have the same version."""
    parts = sorted(
        (row.weekday, row.start_time, row.end_time, row.slot_minutes, row.capacity) for row in windows
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@transaction.atomic
def set_week(
    *, provider_id: UUID, windows: Sequence[Window], now: datetime, expected_version: str | None = None
) -> list[BookingsOnSlot]:
    """Replace a provider's whole week; raises what :func:`check_week` raises (400).

    ``expected_version`` is the one (:func:`version_of`) that the caller has edited; 409 if the week is
    another by now, so that a change saved elsewhere is not overwritten.
    """
    check_week(windows)
    approving.locked_provider(provider_id)
    own = WeeklyWindow.objects.filter(provider_id=provider_id)
    if expected_version is not None and expected_version != version_of(own):
        raise WeekChanged
    stored = [
        Window(row.weekday, row.start_time, row.end_time, row.slot_minutes, row.capacity) for row in own
    ]
    if len(stored) == len(windows) and set(stored) == set(windows):
        return []
    unchanged = {(window.weekday, window.start) for window in windows}
    gone = [row.pk for row in own if (row.weekday, row.start_time) not in unchanged]
    own.filter(pk__in=gone).delete()
    _save(provider_id, windows)
    return reshape(provider_id=provider_id, now=now).affected


@transaction.atomic
def add_window(
    *, provider_id: UUID, window: Window, now: datetime
) -> tuple[WeeklyWindow, list[BookingsOnSlot]]:
    """Add a window to its weekday; windows of that day that it overlaps make way for it."""
    check_window(window)
    approving.locked_provider(provider_id)
    own = WeeklyWindow.objects.filter(provider_id=provider_id)
    own.filter(weekday=window.weekday, start_time__lt=window.end, end_time__gt=window.start).exclude(
        start_time=window.start
    ).delete()
    if own.count() >= MOST_WINDOWS:
        sentence = _("A week has at most {most} windows.").format(most=MOST_WINDOWS)
        raise field_error(sentence, code="too_many_windows", field="dayOfWeek")
    _save(provider_id, [window])
    affected = reshape(provider_id=provider_id, now=now).affected
    return own.get(weekday=window.weekday, start_time=window.start), affected


def _save(provider_id: UUID, windows: Sequence[Window]) -> None:
    WeeklyWindow.objects.bulk_create(
        [
            WeeklyWindow(
                provider_id=provider_id,
                weekday=window.weekday,
                start_time=window.start,
                end_time=window.end,
                slot_minutes=window.slot_minutes,
                capacity=window.capacity,
            )
            for window in windows
        ],
        update_conflicts=True,
        unique_fields=["provider", "weekday", "start_time"],
        update_fields=["end_time", "slot_minutes", "capacity"],
    )


def check_days_off(*, start_on: date, end_on: date, now: datetime) -> None:
    """Raise 400 for days off that are inverted, past, or more than two years away (Swiss days)."""
    today = clock.local_date(now)
    if end_on < start_on:
        raise field_error(
            _("The last day must not be before the first."), code="end_before_start", field="endDate"
        )
    if start_on < today:
        raise field_error(_("The first day must not be in the past."), code="date_in_past", field="startDate")
    if end_on > today + FARTHEST:
        sentence = _("Days off can be entered two years ahead at most.")
        raise field_error(sentence, code="date_too_far", field="endDate")


@transaction.atomic
def take_off(
    *, provider_id: UUID, start_on: date, end_on: date, note: str, now: datetime
) -> tuple[DayOff, list[BookingsOnSlot]]:
    """Take some Swiss days off, both ends included; 409 ``day_off_exists`` if one entry covers them already.

    Open manual slots of those days are removed with the week's slots; one that is added afterwards stays.
    """
    check_days_off(start_on=start_on, end_on=end_on, now=now)
    approving.locked_provider(provider_id)
    refuse_covered(provider_id=provider_id, start_on=start_on, end_on=end_on)
    day_off = DayOff.objects.create(
        provider_id=provider_id, start_on=start_on, end_on=end_on, note=note.strip()
    )
    release_manual_slots(day_off=day_off, now=now)
    return day_off, reshape(provider_id=provider_id, now=now).affected


def refuse_covered(*, provider_id: UUID, start_on: date, end_on: date) -> None:
    """Raise 409 ``day_off_exists`` if one entry of a provider covers some Swiss days already."""
    own = DayOff.objects.filter(provider_id=provider_id, start_on__lte=start_on, end_on__gte=end_on)
    if own.exists():
        raise DomainError(_("You already have these days off."), code="day_off_exists")


def release_manual_slots(*, day_off: DayOff, now: datetime) -> None:
    """Turn the open manual slots of days off into the week's, so that reshaping removes them, too."""
    TimeSlot.objects.filter(
        provider_id=day_off.provider_id,
        date__gte=day_off.start_on,
        date__lte=day_off.end_on,
        starts_at__gt=now,
        is_manual=True,
        is_closed=False,
    ).update(is_manual=False)


@transaction.atomic
def work_again(*, provider_id: UUID, day_off_id: int, now: datetime) -> list[BookingsOnSlot]:
    """Remove days off: the week's slots of those days come back. 404 if they are removed already."""
    approving.locked_provider(provider_id)
    deleted = DayOff.objects.filter(pk=day_off_id, provider_id=provider_id).delete()
    if not deleted[0]:
        raise NotFound(_("These days off do not exist any more."))
    return reshape(provider_id=provider_id, now=now).affected


@transaction.atomic
def pause(*, provider_id: UUID, until: date | None, by_operator: bool, now: datetime) -> list[BookingsOnSlot]:
    """Pause a provider and return the bookings that remain during the pause.

    ``until`` is the Swiss day on which they are back, tomorrow at the earliest and two years ahead
    at most (400); ``None`` means until they resume. 409 as :func:`providers.approving.pause`.
    """
    today = clock.local_date(now)
    if until is not None and until <= today:
        raise field_error(_("Choose a day after today."), code="date_in_past", field="until")
    if until is not None and until > today + FARTHEST:
        raise field_error(_("A pause lasts two years at most."), code="date_too_far", field="until")
    approving.pause(provider_id=provider_id, until=until, by_operator=by_operator, now=now)
    return bookings_in_pause(provider=approving.locked_provider(provider_id), now=now)
