"""What customers and providers read about a provider's schedule."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import operators
from accounts.models import User
from marketplace import clock
from marketplace.errors import DomainError, Forbidden, NotFound, explain
from providers.horizon import horizon_days
from providers.models import Provider
from scheduling.models import DayOff, TimeSlot, WeeklyWindow
from scheduling.slots import covering, free_after

# Operators need it to read another's schedule; providers need no permission for their own.
SEE = "scheduling.view_weeklywindow"
CHANGE_WEEK = "scheduling.change_weeklywindow"
CHANGE_DAYS_OFF = "scheduling.change_dayoff"
CHANGE_SLOTS = "scheduling.change_timeslot"
PAUSE = "providers.change_provider"
_WITH_SLOTS = (Provider.Status.APPROVED, Provider.Status.PAUSED)

explain(provider_not_approved="Slots can be added once the provider's application is approved (409).")


class SlotRow(NamedTuple):
    """The columns of a slot that its JSON needs, date and wall time as text."""

    id: str
    date: str
    start_time: str
    end_time: str
    starts_at: float
    capacity: int
    booked: int
    is_closed: bool
    # Empty: the provider's account is closed.
    provider_status: str


# Every calendar reads this on every visit: the database formats dates and times as the response needs them,
# which saves parsing and formatting a hundred of them in Python.
_SLOTS = """
SELECT {columns}, slot.capacity, slot.booked, slot.is_closed,
  CASE WHEN account.is_active THEN provider.status ELSE '' END
FROM scheduling_timeslot slot JOIN providers_provider provider ON provider.id = slot.provider_id
  JOIN accounts_user account ON account.id = provider.user_id
WHERE slot.provider_id = %s AND slot.starts_at >= %s AND slot.starts_at < %s
ORDER BY slot.starts_at
"""
_COLUMNS = {
    "postgresql": "slot.id::text, slot.date::text, to_char(slot.start_time, 'HH24:MI'),"
    " to_char(slot.end_time, 'HH24:MI'), extract(epoch FROM slot.starts_at)::float8",
    "sqlite": "slot.id, slot.date || '', substr(slot.start_time, 1, 5), substr(slot.end_time, 1, 5),"
    " unixepoch(slot.starts_at)",
}


def slots_between(*, provider_id: UUID, start_on: date, end_on: date) -> list[SlotRow]:
    """Return a provider's slots of some Swiss days, both ends included, by start.

    Includes full, closed and past ones. :class:`NotFound` for a provider that is not public.
    """
    stored = connection.ops.adapt_datetimefield_value
    bounds = stored(clock.day_bounds(start_on)[0]), stored(clock.day_bounds(end_on)[1])
    provider = provider_id.hex if connection.vendor == "sqlite" else provider_id
    with connection.cursor() as cursor:
        cursor.execute(_SLOTS.format(columns=_COLUMNS[connection.vendor]), [provider, *bounds])
        rows = [SlotRow(*row) for row in cursor.fetchall()]
    status = rows[0].provider_status if rows else _status(provider_id)
    if status not in _WITH_SLOTS:
        raise NotFound(_("There is no such provider."))
    return rows


def _status(provider_id: UUID) -> str | None:
    open_ones = Provider.objects.filter(pk=provider_id, user__is_active=True)
    return open_ones.values_list("status", flat=True).first()


def check_arranges(user: User, provider: Provider | None, permission: str) -> Provider:
    """Return a provider to itself, or to an operator with the permission for the act.

    403 for operators who may only look; :class:`NotFound` for anybody else.
    """
    if provider is not None and provider.user_id == user.pk:
        return provider
    if provider is None or not operators.may(user, SEE):
        raise NotFound(_("There is no such provider."))
    operators.require(user, permission)
    return provider


def schedulable_provider(*, user: User, provider_id: UUID, permission: str) -> Provider:
    """Return a provider whose schedule the account may change; see :func:`check_arranges`."""
    return check_arranges(user, Provider.objects.filter(pk=provider_id).first(), permission)


def provider_with_slots(*, user: User, provider_id: UUID) -> Provider:
    """Return a provider whose slots the account may add or change; see :func:`check_arranges`.

    409 ``provider_not_approved`` before the application is approved, which makes the slots of the week.
    """
    provider = schedulable_provider(user=user, provider_id=provider_id, permission=CHANGE_SLOTS)
    if provider.status not in _WITH_SLOTS:
        sentence = _("Slots can be added once the application is approved.")
        raise DomainError(sentence, code="provider_not_approved")
    return provider


def provider_to_arrange(*, user: User, provider_id: UUID | None, permission: str) -> Provider:
    """Return the provider whose schedule an account changes: the one it names, else its own.

    Somebody else's is :class:`NotFound`; an account without a provider that names none gets 403.
    """
    if provider_id is not None:
        return schedulable_provider(user=user, provider_id=provider_id, permission=permission)
    own = Provider.objects.filter(user=user).first()
    if own is None:
        raise Forbidden(_("Only providers have a week. You can become one from your profile."))
    return own


def windows_of(*, provider_id: UUID) -> list[WeeklyWindow]:
    """Return a provider's weekly windows by weekday (0 = Sunday) and start."""
    return list(WeeklyWindow.objects.filter(provider_id=provider_id).order_by("weekday", "start_time"))


def days_off_of(*, provider_id: UUID, now: datetime) -> list[DayOff]:
    """Return a provider's days off that are not over, the next first."""
    today = clock.local_date(now)
    return list(DayOff.objects.filter(provider_id=provider_id, end_on__gte=today).order_by("start_on", "pk"))


def day_off_to_arrange(*, user: User, day_off_id: int) -> DayOff:
    """Return a day-off entry that the account may remove; :class:`NotFound` for any other."""
    day_off = DayOff.objects.select_related("provider").filter(pk=day_off_id).first()
    if day_off is None or not (day_off.provider.user_id == user.pk or operators.may(user, SEE)):
        raise NotFound(_("These days off do not exist any more."))
    check_arranges(user, day_off.provider, CHANGE_DAYS_OFF)
    return day_off


def nearest_free(*, provider_id: UUID, day: date, wall: time, now: datetime) -> TimeSlot | None:
    """Return the bookable slot of a Swiss day that is nearest to a Swiss wall time.

    A slot that covers the time is the nearest; otherwise the distance of the starts counts, and of two
    equally near ones the earlier wins. ``None`` when the day has nothing free, or the provider takes no
    bookings. Nothing is reserved: somebody else may book the slot before the caller does.
    """
    wanted = clock.at_wall_time(day, wall)
    start, end = clock.day_bounds(day)
    free = free_after(now).filter(
        provider_id=provider_id,
        provider__status=Provider.Status.APPROVED,
        starts_at__gte=start,
        starts_at__lt=end,
    )

    def distance(slot: TimeSlot) -> tuple[timedelta, datetime]:
        covers = slot.starts_at <= wanted < slot.ends_at
        return timedelta() if covers else abs(slot.starts_at - wanted), slot.starts_at

    return min(free, key=distance, default=None)


def works_at(*, provider_id: UUID, day: date, wall: time) -> bool:
    """Return whether a provider's week has a slot that covers a Swiss wall time of a day not taken off.

    Only weekly windows and days off count, for days at any distance: neither slots nor bookings nor a pause.
    A wall time that the clocks skip in spring means the one that they show instead.
    """
    return bool(working_at(provider_ids=[provider_id], days=[day], wall=wall))


def working_at(*, provider_ids: Collection[UUID], days: Collection[date], wall: time) -> set[UUID]:
    """Return which of some providers work, in the sense of :func:`works_at`, on at least one of some days.

    Two statements, whatever their number.
    """
    if not provider_ids or not days:
        return set()
    shown = {day: clock.local_time(clock.at_wall_time(day, wall)) for day in days}
    windows = WeeklyWindow.objects.filter(
        provider__in=provider_ids, weekday__in={_weekday_of(day) for day in days}
    )
    away: defaultdict[UUID, list[DayOff]] = defaultdict(list)
    for off in DayOff.objects.filter(
        provider__in=provider_ids, start_on__lte=max(days), end_on__gte=min(days)
    ):
        away[off.provider_id].append(off)
    return {
        window.provider_id
        for window in windows
        for day, at in shown.items()
        if _weekday_of(day) == window.weekday
        and any(start <= at < end for start, end in window.stretches)
        and not any(off.start_on <= day <= off.end_on for off in away[window.provider_id])
    }


def _weekday_of(day: date) -> int:
    return day.isoweekday() % 7


def start_at(*, provider_id: UUID, pickup_at: datetime) -> time | None:
    """Return the Swiss wall time at which the slot that covers an instant begins.

    Without a slot the provider's week is used; ``None`` where that has nothing either.
    """
    slots = covering(provider_id, pickup_at).values_list("starts_at", flat=True)
    if starts_at := slots.first():
        return clock.local_time(starts_at)
    day, wall = clock.local_date(pickup_at), clock.local_time(pickup_at)
    stretches = _stretches_on(provider_id, day)
    return next((start for start, end in stretches if start <= wall < end), None)


def starts_on(*, provider_id: UUID, day: date, now: datetime, is_booked: bool = False) -> list[time]:
    """Return the Swiss wall times at which a pickup of a day can begin, the earliest first.

    For bookable days these are the free slots; for later days also the starts of the provider's week, none on
    days off, where no slot lies yet. ``is_booked``: the pickup holds a slot and needs another one, on any
    day. Empty for a provider who takes no bookings.
    """
    if not Provider.objects.filter(pk=provider_id, status=Provider.Status.APPROVED).exists():
        return []
    start, end = clock.day_bounds(day)
    of_day = Q(provider_id=provider_id, starts_at__gte=start, starts_at__lt=end)
    free = free_after(now).filter(of_day).values_list("starts_at", flat=True)
    starts = {clock.local_time(at) for at in free}
    if day > horizon_days(now)[1] and not is_booked:
        taken = list(TimeSlot.objects.filter(of_day).values_list("starts_at", "ends_at"))
        week = _stretches_on(provider_id, day)
        starts |= {wall for wall, until in week if _is_clear(day, wall, until, taken)}
    return sorted(starts)


def _is_clear(day: date, wall: time, until: time, taken: list[tuple[datetime, datetime]]) -> bool:
    """Return whether clocks show a wall time on a day, and no slot lies between it and ``until``."""
    at, ends_at = clock.at_wall_time(day, wall), clock.at_wall_time(day, until)
    return clock.local_time(at) == wall and not any(start < ends_at and end > at for start, end in taken)


def _stretches_on(provider_id: UUID, day: date) -> list[tuple[time, time]]:
    """Return the slots that a provider's week makes on a day, as start and end in wall time."""
    if DayOff.objects.filter(provider_id=provider_id, start_on__lte=day, end_on__gte=day).exists():
        return []
    windows = WeeklyWindow.objects.filter(provider_id=provider_id, weekday=_weekday_of(day))
    return [stretch for window in windows for stretch in window.stretches]
