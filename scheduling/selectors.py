"""What customers and providers see of a provider's time."""

from datetime import date, datetime, time
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from marketplace import clock
from marketplace.errors import NotFound
from providers.models import Provider
from scheduling.models import TimeSlot


class SlotRow(NamedTuple):
    """The columns of a slot that its JSON needs."""

    id: UUID
    date: date
    start_time: time
    end_time: time
    starts_at: datetime
    capacity: int
    booked: int
    is_closed: bool
    provider_status: str


def slots_between(*, provider_id: UUID, start_on: date, end_on: date) -> list[SlotRow]:
    """Return a provider's slots of some Swiss days, both ends included, by start.

    Full, closed and past ones too. :class:`NotFound` for a provider whom nobody may see.
    """
    slots = TimeSlot.objects.filter(
        provider_id=provider_id,
        starts_at__gte=clock.day_bounds(start_on)[0],
        starts_at__lt=clock.day_bounds(end_on)[1],
    ).order_by("starts_at")
    rows = [SlotRow(*row) for row in slots.values_list(*SlotRow._fields[:-1], "provider__status")]
    status = rows[0].provider_status if rows else _status(provider_id)
    if status not in {Provider.Status.APPROVED, Provider.Status.PAUSED}:
        raise NotFound("There is no such provider.")
    return rows


def _status(provider_id: UUID) -> str | None:
    return Provider.objects.filter(pk=provider_id).values_list("status", flat=True).first()


def schedulable_by(user: User) -> QuerySet[Provider]:
    """Return the providers whose time an account may arrange: their own, or for operators all."""
    return Provider.objects.all() if user.is_staff else Provider.objects.filter(user=user)


def schedulable_provider(*, user: User, provider_id: UUID) -> Provider:
    """Return a provider whose time the account may arrange; :class:`NotFound` for any other."""
    provider = schedulable_by(user).filter(pk=provider_id).first()
    if provider is None:
        raise NotFound("There is no such provider.")
    return provider
