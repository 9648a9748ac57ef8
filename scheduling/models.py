"""When providers work, and the slots that result."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise
from uuid import uuid4

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from providers.models import Provider


class SlotType(models.TextChoices):
    """How soon a slot comes, as seen today."""

    SAME_DAY = "same_day", gettext_lazy("Same day")
    NEXT_DAY = "next_day", gettext_lazy("Next day")
    SCHEDULED = "scheduled", gettext_lazy("Scheduled")


class WeeklyWindow(models.Model):
    """A window of a provider's week, in Swiss wall time (``ProviderSchedule`` in the API)."""

    provider = models.ForeignKey(
        Provider, on_delete=models.CASCADE, related_name="weekly_windows", db_index=False
    )
    weekday = models.PositiveSmallIntegerField(help_text=gettext_lazy("0 = Sunday to 6 = Saturday"))
    start_time = models.TimeField()
    end_time = models.TimeField()
    slot_minutes = models.PositiveSmallIntegerField(default=60)
    capacity = models.PositiveSmallIntegerField(default=3, help_text=gettext_lazy("places in each slot"))

    class Meta:
        ordering = ["weekday", "start_time"]
        constraints = [
            models.UniqueConstraint(
                fields=["provider", "weekday", "start_time"], name="one_window_per_start"
            ),
            models.CheckConstraint(name="weekday_from_0_to_6", condition=Q(weekday__lte=6)),
            models.CheckConstraint(name="window_has_length", condition=Q(end_time__gt=F("start_time"))),
            models.CheckConstraint(
                name="window_has_capacity", condition=Q(capacity__gte=1, capacity__lte=50)
            ),
            models.CheckConstraint(
                name="slot_length_in_minutes", condition=Q(slot_minutes__gte=15, slot_minutes__lte=480)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.weekday} {self.start_time:%H:%M}-{self.end_time:%H:%M}"

    @property
    def stretches(self) -> list[tuple[time, time]]:
        """Start and end of its slots, in wall time; a rest at the end that is too short makes none."""
        start, end = (datetime.combine(date.min, wall) for wall in (self.start_time, self.end_time))
        step = timedelta(minutes=self.slot_minutes)
        edges = [(start + number * step).time() for number in range((end - start) // step + 1)]
        return list(pairwise(edges))


class DayOff(models.Model):
    """Days, both included, on which a provider does not work whatever the week says."""

    provider = models.ForeignKey(Provider, on_delete=models.CASCADE, related_name="days_off")
    start_on = models.DateField()
    end_on = models.DateField()
    note = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["start_on"]
        verbose_name_plural = gettext_lazy("days off")
        constraints = [
            models.CheckConstraint(name="day_off_has_length", condition=Q(end_on__gte=F("start_on")))
        ]
        indexes = [models.Index(fields=["-start_on", "-id"], name="days_off_latest")]

    def __str__(self) -> str:
        return f"{self.start_on} to {self.end_on}"


class TimeSlot(models.Model):
    """A period of a provider's day with a capacity for pickups.

    ``date``, ``start_time`` and ``end_time`` are Swiss wall time; ``starts_at`` and ``ends_at`` are
    the same as instants in UTC (half-open). ``booked`` counts the active reservations; the database
    refuses it above ``capacity``. A closed slot keeps its bookings and takes no new ones; a closed slot
    that is not ``is_manual`` was closed because the week no longer has it, one that is by our team.
    ``shrink_to`` is set while more is booked than is offered: each cancelled reservation then lowers
    ``capacity``, down to it.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    provider = models.ForeignKey(Provider, on_delete=models.CASCADE, related_name="slots", db_index=False)
    date = models.DateField()
    start_time = models.TimeField()
    end_time = models.TimeField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    capacity = models.PositiveSmallIntegerField()
    booked = models.PositiveSmallIntegerField(default=0)
    shrink_to = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    is_closed = models.BooleanField(default=False)
    is_manual = models.BooleanField(
        default=False, help_text=gettext_lazy("added or changed by hand, whatever the week says")
    )

    class Meta:
        ordering = ["starts_at"]
        constraints = [
            models.UniqueConstraint(fields=["provider", "starts_at"], name="one_slot_per_start"),
            models.CheckConstraint(
                name="booked_within_capacity", condition=Q(booked__gte=0, booked__lte=F("capacity"))
            ),
            models.CheckConstraint(name="slot_has_length", condition=Q(ends_at__gt=F("starts_at"))),
        ]
        indexes = [
            models.Index(
                fields=["provider", "starts_at"],
                name="free_slots",
                condition=Q(is_closed=False, booked__lt=F("capacity")),
            ),
            # Few rows, and every generation reads them.
            models.Index(fields=["provider", "starts_at"], name="manual_slots", condition=Q(is_manual=True)),
            models.Index(fields=["starts_at", "provider"], name="slots_by_start"),
            models.Index(fields=["starts_at"], name="slots_closed", condition=Q(is_closed=True)),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.start_time:%H:%M}"

    def pickup_at(self, instant: datetime) -> datetime:
        """Return when the pickup of an instant within the slot begins, see :func:`pickup_within`."""
        return pickup_within(self.starts_at, instant)


def pickup_within(starts_at: datetime, instant: datetime) -> datetime:
    """Return when the pickup of an instant within a slot begins: on the full hour, or with the slot.

    These are the times that the forms offer. Another minute of them would move fees and deadlines.
    """
    return max(starts_at, instant.replace(minute=0, second=0, microsecond=0))


class SlotCoverage(models.Model):
    """How far a provider's slots are generated and pruned, so that a run does not start over.

    ``generated_until`` is the last Swiss day up to which the slots of the present week exist; empty:
    unknown. Slots that began before ``pruned_before`` were deleted unless somebody booked them.
    """

    provider = models.OneToOneField(
        Provider, on_delete=models.CASCADE, primary_key=True, related_name="slot_coverage"
    )
    generated_until = models.DateField(null=True, blank=True)
    pruned_before = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = gettext_lazy("slot coverage")

    def __str__(self) -> str:
        return f"{self.provider_id} until {self.generated_until}"
