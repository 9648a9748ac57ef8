"""Brings a provider's future slots into line with a week that has changed.

A slot that the week no longer has is deleted if nobody ever booked it, else closed: a booking is never
dropped, and the provider is told which ones stand on closed slots. A slot that the week has again is
reopened, a new one is created. Manual slots are left alone, and the week leaves out what overlaps
them: those that are closed, our team has closed.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import gettext as _

from marketplace.errors import NotFound
from providers import catalogue
from providers.horizon import horizon_days
from providers.models import Provider
from scheduling import notifications
from scheduling.closed_hours import BookingsOnSlot, by_pickup
from scheduling.generating import calendar, instant, lock_time_of, make_slots
from scheduling.models import DayOff, SlotCoverage, TimeSlot, WeeklyWindow
from scheduling.slots import LONGEST_SLOT, prepared


@dataclass(frozen=True)
class Reshaped:
    """How many slots were created, deleted and closed, and which bookings stand on the closed ones."""

    created: int
    removed: int
    closed: int
    affected: list[BookingsOnSlot]


class Offer(NamedTuple):
    """What a week offers at a start: until when, and the capacity."""

    end: time
    capacity: int


OfferAt = Callable[[date, time], Offer | None]
Stretch = tuple[datetime, datetime]

_CHANGED = ("end_time", "ends_at", "capacity", "shrink_to", "is_closed")
_VALUES = ", ".join(f"{name} = %s" for name in _CHANGED)
# One statement each, whatever the number of slots: PostgreSQL takes arrays, SQLite executes it per row. The
# rows are locked and the list has none with reservations; ``booked = 0`` is a second guard.
_DELETE = {
    "postgresql": "DELETE FROM scheduling_timeslot WHERE id = ANY(%s) AND booked = 0",
    "sqlite": "DELETE FROM scheduling_timeslot WHERE id = %s AND booked = 0",
}
_UPDATE = {
    "postgresql": f"""
        UPDATE scheduling_timeslot slot SET {", ".join(f"{name} = new.{name}" for name in _CHANGED)}
        FROM unnest(%s::time[], %s::timestamptz[], %s::int[], %s::int[], %s::bool[], %s::uuid[])
            AS new({", ".join(_CHANGED)}, id)
        WHERE slot.id = new.id""",  # noqa: S608 - put together from constants
    "sqlite": f"UPDATE scheduling_timeslot SET {_VALUES} WHERE id = %s",  # noqa: S608
}


@dataclass
class Plan:
    """The slots that differ from the week, by what is done with them."""

    remove: list[TimeSlot] = field(default_factory=list)
    close: list[TimeSlot] = field(default_factory=list)
    change: list[TimeSlot] = field(default_factory=list)


@transaction.atomic
def reshape(*, provider_id: UUID, now: datetime) -> Reshaped:
    """Make the provider's slots that have not begun those of their week; a dozen queries at most.

    The slots stay locked until the transaction ends, so a parallel booking is either seen here and kept, or
    waits and finds the slot as it is afterwards. New slots are created 28 days ahead, for approved
    providers only. The provider is notified once if bookings stand on what was closed.
    """
    # 1. Lock the provider against other schedule changes, and the slots against bookings and cancellations.
    lock_time_of([provider_id])
    provider = Provider.objects.filter(pk=provider_id).first()
    if provider is None:
        raise NotFound(_("There is no such provider."))
    slots = _locked_slots(provider_id, now)
    holders = _holders(slots)
    # 2. Compare each slot with the week, and write it if it differs.
    offer_at, works_at = _week(provider_id)
    plan = _compare(slots, offer_at, set(holders), _manual_periods(provider_id, now))
    _write(plan)
    # 3. Create what the week has and was missing.
    created = _fill_up(provider, now)
    is_changed = bool(plan.remove or plan.close or plan.change)
    if is_changed and provider.status == Provider.Status.APPROVED:
        catalogue.touch()
    affected = by_pickup((slot.pk, *held) for slot in plan.close for held in holders.get(slot.pk, []))
    notifications.closed(user_id=provider.user_id, affected=affected, works_at=works_at, now=now)
    return Reshaped(created, len(plan.remove), len(plan.close), affected)


def _locked_slots(provider_id: UUID, now: datetime) -> list[TimeSlot]:
    """Return the week's slots that have not begun, locked in the order of their ids, as moves lock them."""
    slots = TimeSlot.objects.filter(provider_id=provider_id, is_manual=False, starts_at__gt=now)
    return sorted(slots.select_for_update().order_by("pk"), key=lambda slot: slot.starts_at)


def _holders(slots: list[TimeSlot]) -> dict[UUID, list[tuple[datetime, UUID]]]:
    """Return, for each slot that ever had a reservation, the orders whose reservation is active.

    Each comes with the beginning (UTC) of its pickup, the earliest first.

    Queried after the slots are locked, so that it sees every earlier booking.
    """
    if not slots:
        return {}
    rows = TimeSlot.objects.filter(
        provider_id=slots[0].provider_id,
        is_manual=False,
        starts_at__gte=slots[0].starts_at,
        reservations__isnull=False,
    )
    held = rows.order_by("reservations__order__pickup_at", "reservations__pk").values_list(
        "pk", "reservations__order__pickup_at", "reservations__order_id", "reservations__released_at"
    )
    holders: dict[UUID, list[tuple[datetime, UUID]]] = defaultdict(list)
    for slot_id, pickup_at, order_id, released_at in held:
        orders = holders[slot_id]
        if released_at is None:
            orders.append((pickup_at, order_id))
    return dict(holders)


def _fill_up(provider: Provider, now: datetime) -> int:
    """Create the missing slots of the bookable days, for an approved provider; return how many.

    For others the coverage is reset, so that they are generated once the provider is approved.
    """
    if provider.status != Provider.Status.APPROVED:
        SlotCoverage.objects.filter(pk=provider.pk).update(generated_until=None)
        return 0
    start_on, end_on = horizon_days(now)
    made = make_slots(provider_ids=[provider.pk], start_on=start_on, end_on=end_on, generated_until=end_on)
    return made.created


def _manual_periods(provider_id: UUID, now: datetime) -> list[Stretch]:
    """Return the periods of the provider's manual slots, as instants."""
    slots = TimeSlot.objects.filter(provider_id=provider_id, is_manual=True, starts_at__gt=now - LONGEST_SLOT)
    return list(slots.order_by("starts_at").values_list("starts_at", "ends_at"))


def _week(provider_id: UUID) -> tuple[OfferAt, notifications.WorksAt]:
    """Return two functions of a day and wall time: the week's offer then, or ``None``; whether it has hours.

    Within its hours it offers nothing at what is no start of a slot.
    """
    offers: dict[tuple[int, time], Offer] = {}
    windows = list(WeeklyWindow.objects.filter(provider_id=provider_id))
    for window in windows:
        for start, end in window.stretches:
            offers.setdefault((window.weekday, start), Offer(end, window.capacity))
    days_off = list(DayOff.objects.filter(provider_id=provider_id).values_list("start_on", "end_on"))

    def is_off(day: date) -> bool:
        return any(first <= day <= last for first, last in days_off)

    def offer_at(day: date, start: time) -> Offer | None:
        return None if is_off(day) else offers.get((day.isoweekday() % 7, start))

    def works_at(day: date, wall: time) -> bool:
        weekday = day.isoweekday() % 7
        hours = (one for one in windows if one.weekday == weekday)
        return not is_off(day) and any(one.start_time <= wall < one.end_time for one in hours)

    return offer_at, works_at


def _compare(slots: list[TimeSlot], offer_at: OfferAt, held: set[UUID], manual: list[Stretch]) -> Plan:
    plan = Plan()
    for slot in slots:
        offer = offer_at(slot.date, slot.start_time)
        if offer is not None and _takes_shape(slot, offer, manual, plan):
            continue
        if slot.pk not in held and not slot.booked:
            plan.remove.append(slot)
        elif not slot.is_closed:
            slot.is_closed = True
            plan.close.append(slot)
    return plan


def _takes_shape(slot: TimeSlot, offer: Offer, manual: list[Stretch], plan: Plan) -> bool:
    """Give a slot the end and capacity that the week offers at its start; return whether that is possible.

    Not possible if bookings stand on a slot with another end, or if a manual slot overlaps.

    Capacity never falls below what is booked; it shrinks as bookings are cancelled.
    """
    before = [getattr(slot, name) for name in _CHANGED]
    ends_at = slot.ends_at
    if slot.end_time != offer.end:
        ends_at = instant(calendar(slot.date, slot.date)[0], offer.end)
        if slot.booked or ends_at <= slot.starts_at:
            return False
    if any(start < ends_at and end > slot.starts_at for start, end in manual):
        return False
    slot.end_time, slot.ends_at = offer.end, ends_at
    slot.capacity = max(offer.capacity, slot.booked)
    slot.shrink_to = offer.capacity if offer.capacity < slot.booked else None
    slot.is_closed = False
    if before != [getattr(slot, name) for name in _CHANGED]:
        plan.change.append(slot)
    return True


def _write(plan: Plan) -> None:
    """Write a plan in two statements, whatever the number of slots."""
    _carry_out(_DELETE, plan.remove, ["id"])
    _carry_out(_UPDATE, [*plan.change, *plan.close], [*_CHANGED, "id"])


def _carry_out(statement: dict[str, str], slots: list[TimeSlot], names: list[str]) -> None:
    if not slots:
        return
    rows = [[prepared(TimeSlot, name, getattr(slot, name)) for name in names] for slot in slots]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(statement["postgresql"], [list(column) for column in zip(*rows, strict=True)])
        else:
            cursor.executemany(statement["sqlite"], rows)
