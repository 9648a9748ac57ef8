"""JSON of a provider's week, days off and pause."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from marketplace import clock
from marketplace.http.fields import DayField, IdField, TextField, WallTimeField, WholeField
from providers import cover, insurance
from providers.models import Provider
from scheduling.closed_hours import BookingsOnSlot
from scheduling.models import DayOff, WeeklyWindow
from scheduling.weeks import MOST_WINDOWS, Window


class WindowSerializer(serializers.Serializer[object]):
    """A window of a week to come."""

    dayOfWeek = WholeField(min_value=0, max_value=6, help_text="0 = Sunday to 6 = Saturday")
    startTime = WallTimeField(help_text="HH:mm, Swiss wall time")
    endTime = WallTimeField(help_text="HH:mm, Swiss wall time")
    slotMinutes = WholeField(min_value=15, max_value=480, default=60)
    maxBookings = WholeField(min_value=1, max_value=50, default=3, help_text="places in each slot")


def window_of(data: dict[str, Any]) -> Window:
    """Return the validated data of a :class:`WindowSerializer` as a :class:`Window`."""
    return Window(
        weekday=data["dayOfWeek"],
        start=data["startTime"],
        end=data["endTime"],
        slot_minutes=data["slotMinutes"],
        capacity=data["maxBookings"],
    )


class WindowOfProviderSerializer(WindowSerializer):
    """A window to add to a provider's weekday."""

    providerId = IdField()


class WeekChangeSerializer(serializers.Serializer[object]):
    """A whole week to come."""

    windows = WindowSerializer(many=True, max_length=MOST_WINDOWS)  # type: ignore[call-arg]  # many=True takes a list's options


class DayOffChangeSerializer(serializers.Serializer[object]):
    """Days to take off, both included; one day if there is no end."""

    startDate = DayField()
    endDate = DayField(required=False)
    note = TextField(required=False, default="", allow_blank=True, max_length=120)


class ProviderPauseSerializer(serializers.Serializer[object]):
    """The day on which the provider is back; null if it is open."""

    until = DayField(allow_null=True)


class ProviderScheduleSerializer(serializers.Serializer[object]):
    """A window of a provider's week."""

    id = serializers.IntegerField()
    providerId = serializers.UUIDField()
    dayOfWeek = serializers.IntegerField(help_text="0 = Sunday to 6 = Saturday")
    startTime = serializers.CharField(help_text="HH:mm, Swiss wall time")
    endTime = serializers.CharField(help_text="HH:mm, Swiss wall time")
    slotMinutes = serializers.IntegerField()
    maxBookings = serializers.IntegerField(help_text="places in each slot")


class BookingsOnClosedHoursSerializer(serializers.Serializer[object]):
    """A slot that takes no new bookings, and the orders that stand on it and begin at one time."""

    slotId = serializers.UUIDField()
    date = serializers.DateField()
    startTime = serializers.CharField(help_text="when their pickup begins: HH:mm, Swiss wall time")
    orders = serializers.ListField(child=serializers.UUIDField())


class ProviderScheduleAddedSerializer(ProviderScheduleSerializer):
    """A window that was added, and the bookings that stand on slots closed by it."""

    affected = BookingsOnClosedHoursSerializer(many=True)


class WeekSerializer(serializers.Serializer[object]):
    """A provider's week and pause, and the bookings that stand outside of them."""

    providerId = serializers.UUIDField()
    isPaused = serializers.BooleanField()
    pausedUntil = serializers.DateField(allow_null=True, help_text="the day on which the pause ends")
    mayResume = serializers.BooleanField(help_text="whether resuming is accepted now")
    pausedForCover = serializers.BooleanField(help_text="bookings wait for a certificate of enough insurance")
    certificateWaits = serializers.BooleanField(help_text="of these: one was sent, and waits for the team")
    windows = ProviderScheduleSerializer(many=True)
    affected = BookingsOnClosedHoursSerializer(many=True)


class DayOffSerializer(serializers.Serializer[object]):
    """Days on which a provider does not work, both included."""

    id = serializers.IntegerField()
    startDate = serializers.DateField()
    endDate = serializers.DateField()
    note = serializers.CharField()


class DayOffChangedSerializer(DayOffSerializer):
    """Days off that were added or removed, and the bookings that stand on slots closed by it."""

    affected = BookingsOnClosedHoursSerializer(many=True)


def window_json(window: WeeklyWindow) -> dict[str, Any]:
    """Return a window as JSON."""
    return {
        "id": window.pk,
        "providerId": str(window.provider_id),
        "dayOfWeek": window.weekday,
        "startTime": f"{window.start_time:%H:%M}",
        "endTime": f"{window.end_time:%H:%M}",
        "slotMinutes": window.slot_minutes,
        "maxBookings": window.capacity,
    }


def booked_json(affected: list[BookingsOnSlot]) -> list[dict[str, Any]]:
    """Return the bookings on closed slots as JSON."""
    return [
        {
            "slotId": str(one.slot_id),
            "date": clock.local_date(one.pickup_at).isoformat(),
            "startTime": f"{clock.local_time(one.pickup_at):%H:%M}",
            "orders": [str(order_id) for order_id in one.orders],
        }
        for one in affected
    ]


def week_json(
    provider: Provider,
    windows: list[WeeklyWindow],
    affected: list[BookingsOnSlot],
    *,
    by_operator: bool,
    now: datetime,
) -> dict[str, Any]:
    """Return a provider's week as JSON; ``by_operator``: an operator reads it."""
    is_paused = provider.status == Provider.Status.PAUSED
    is_covered = cover.is_enough(provider=provider, now=now)
    # A pause by an operator outlasts a new certificate; the provider's own cannot be ended without one.
    is_ordered = provider.paused_by_operator and not provider.is_paused_for_cover
    is_for_cover = is_paused and not is_covered and not is_ordered
    return {
        "providerId": str(provider.pk),
        "isPaused": is_paused,
        "pausedUntil": provider.paused_until.isoformat() if provider.paused_until else None,
        "mayResume": is_paused and is_covered and (by_operator or not provider.paused_by_operator),
        "pausedForCover": is_for_cover,
        # The provider's own pause does not end when it is read.
        "certificateWaits": is_for_cover
        and provider.is_paused_for_cover
        and insurance.is_waiting(provider.pk),
        "windows": [window_json(window) for window in windows],
        "affected": booked_json(affected),
    }


def day_off_json(day_off: DayOff) -> dict[str, Any]:
    """Return days off as JSON."""
    return {
        "id": day_off.pk,
        "startDate": day_off.start_on.isoformat(),
        "endDate": day_off.end_on.isoformat(),
        "note": day_off.note,
    }
