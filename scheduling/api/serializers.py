"""JSON of time slots, and what their calls take."""

from datetime import date, datetime
from typing import Any

from rest_framework import serializers

from marketplace import clock
from providers.models import Provider
from scheduling.models import SlotType
from scheduling.selectors import SlotRow
from scheduling.slots import slot_type

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

    providerId = serializers.UUIDField()
    startDate = serializers.DateField(input_formats=["%Y-%m-%d"])
    endDate = serializers.DateField(input_formats=["%Y-%m-%d"])

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what is backward, over-long, or far outside the calendar in use."""
        start, end = attrs["startDate"], attrs["endDate"]
        for name, day in (("startDate", start), ("endDate", end)):
            if not date(2000, 1, 1) <= day <= date(2100, 12, 31):
                raise serializers.ValidationError({name: "Choose a date between 2000 and 2100."})
        if end < start:
            raise serializers.ValidationError({"endDate": "The end must not be before the start."})
        if (end - start).days >= MOST_DAYS:
            raise serializers.ValidationError({"endDate": f"Choose at most {MOST_DAYS} days."})
        return attrs


class GenerateTimeSlotsSerializer(DayRangeSerializer):
    """Which slots to generate; days that are over are refused."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse days before today, in Switzerland."""
        attrs = super().validate(attrs)
        if attrs["startDate"] < clock.local_date(self.context["now"]):
            raise serializers.ValidationError({"startDate": "The start must not be in the past."})
        return attrs


class GeneratedSerializer(serializers.Serializer[object]):
    """What a generation did."""

    created = serializers.IntegerField()
    existing = serializers.IntegerField()


def slot_json(slot: SlotRow, *, now: datetime, today: date) -> dict[str, Any]:
    """Return a slot as JSON; ``today`` is the Swiss day of ``now``."""
    free = not slot.is_closed and slot.booked < slot.capacity and slot.starts_at > now
    return {
        "id": str(slot.id),
        "date": slot.date.isoformat(),
        "startTime": f"{slot.start_time:%H:%M}",
        "endTime": f"{slot.end_time:%H:%M}",
        "slotType": slot_type(day=slot.date, today=today),
        "isAvailable": free and slot.provider_status == Provider.Status.APPROVED,
        "maxBookings": slot.capacity,
        "currentBookings": slot.booked,
    }
