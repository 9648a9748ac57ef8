"""JSON of time slots, and what their calls take."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework import serializers

from marketplace import clock
from marketplace.http.fields import DayField, IdField, WallTimeField, WholeField
from scheduling.models import SlotType, TimeSlot
from scheduling.selectors import SlotRow
from scheduling.slots import slot_type
from scheduling.weeks import FARTHEST

MOST_DAYS = 62


class TimeSlotSerializer(serializers.Serializer[object]):
    """A slot of a provider's day, as seen today."""

    id = serializers.UUIDField()
    date = serializers.DateField()
    startTime = serializers.CharField(help_text="HH:mm, Swiss wall time")
    endTime = serializers.CharField(help_text="HH:mm, Swiss wall time")
    slotType = serializers.ChoiceField(choices=SlotType.choices)
    isAvailable = serializers.BooleanField()
    maxBookings = serializers.IntegerField()
    currentBookings = serializers.IntegerField()


class DayRangeSerializer(serializers.Serializer[object]):
    """A provider and a range of days, both ends included, of at most 62 days."""

    providerId = IdField()
    startDate = DayField()
    endDate = DayField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what is backward, over-long, or far outside the calendar in use."""
        start, end = attrs["startDate"], attrs["endDate"]
        for name, day in (("startDate", start), ("endDate", end)):
            if not date(2000, 1, 1) <= day <= date(2100, 12, 31):
                raise serializers.ValidationError({name: _("Choose a date between 2000 and 2100.")})
        if end < start:
            raise serializers.ValidationError({"endDate": _("The end must not be before the start.")})
        if (end - start).days >= MOST_DAYS:
            raise serializers.ValidationError(
                {"endDate": _("Choose at most {most} days.").format(most=MOST_DAYS)}
            )
        return attrs


class GenerateTimeSlotsSerializer(DayRangeSerializer):
    """Which slots to generate; days that are over are refused, and those that are years away."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse days before today, in Switzerland, and after two years."""
        attrs = super().validate(attrs)
        today = clock.local_date(self.context["now"])
        if attrs["startDate"] < today:
            raise serializers.ValidationError({"startDate": _("The start must not be in the past.")})
        if attrs["endDate"] > today + FARTHEST:
            raise serializers.ValidationError({"endDate": _("Slots can be made two years ahead at most.")})
        return attrs


class GeneratedSerializer(serializers.Serializer[object]):
    """How many slots were generated."""

    created = serializers.IntegerField()
    existing = serializers.IntegerField()


class SlotByHandSerializer(serializers.Serializer[object]):
    """A slot to add, or to change if one has this start."""

    providerId = IdField()
    date = DayField()
    startTime = WallTimeField(help_text="HH:mm, Swiss wall time")
    endTime = WallTimeField(help_text="HH:mm, Swiss wall time")
    maxBookings = WholeField(min_value=1, max_value=50)


def slot_json(slot: TimeSlot, *, now: datetime) -> dict[str, Any]:
    """Return a slot of an approved or paused provider as JSON, as it is at ``now``."""
    row = SlotRow(
        id=str(slot.pk),
        date=slot.date.isoformat(),
        start_time=f"{slot.start_time:%H:%M}",
        end_time=f"{slot.end_time:%H:%M}",
        starts_at=slot.starts_at.timestamp(),
        capacity=slot.capacity,
        booked=slot.booked,
        is_closed=slot.is_closed,
        provider_status=slot.provider.status,
    )
    return slots_json([row], now=now)[0]


def slots_json(slots: list[SlotRow], *, now: datetime) -> list[dict[str, Any]]:
    """Return slots as JSON, as they are at ``now``."""
    at, today = now.timestamp(), clock.local_date(now)
    types = {
        day: slot_type(day=date.fromisoformat(day), today=today) for day in {slot.date for slot in slots}
    }
    return [
        {
            "id": slot.id if "-" in slot.id else str(UUID(slot.id)),
            "date": slot.date,
            "startTime": slot.start_time,
            "endTime": slot.end_time,
            "slotType": types[slot.date],
            "isAvailable": slot.starts_at > at
            and slot.booked < slot.capacity
            and not slot.is_closed
            and slot.provider_status == "approved",
            "maxBookings": slot.capacity,
            "currentBookings": slot.booked,
        }
        for slot in slots
    ]
