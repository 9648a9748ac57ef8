"""Rows to measure with, written in bulk."""

from datetime import datetime, time, timedelta
from uuid import UUID, uuid4

from django.db import connection

from accounts.models import User
from marketplace import clock
from providers import catalogue
from providers.models import Provider, ServiceArea
from scheduling.models import TimeSlot, WeeklyWindow

CODES = ["8001", "8002", "8003", "8004", "8005", "8006", "8008", "8032", "8037", "8050"]


def make_providers(count: int, *, now: datetime, first: UUID | None = None) -> list[UUID]:
    """Create approved providers around 8001, each with three codes and one rating, without slots.

    ``first`` is the id of the first of them, for benchmarks that need a fixed one.
    """
    users = User.objects.bulk_create(
        User(email=f"{uuid4()}@bench.example", first_name=f"Anna{number}", last_name="Meier")
        for number in range(count)
    )
    providers = Provider.objects.bulk_create(
        Provider(
            pk=first if first and number == 0 else uuid4(),
            user=user,
            status=Provider.Status.APPROVED,
            approved_at=now,
            business_name=f"Waschsalon {number}",
            specialties=["Express", "Same Day", "Eco"],
            rating_sum=9,
            review_count=2,
        )
        for number, user in enumerate(users)
    )
    ServiceArea.objects.bulk_create(
        ServiceArea(provider=provider, postal_code=CODES[(number + position) % len(CODES)], position=position)
        for number, provider in enumerate(providers)
        for position in range(3)
    )
    catalogue.touch()
    return [provider.pk for provider in providers]


def settle() -> None:
    """Run what PostgreSQL does by itself some minutes after a bulk load."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        # Write the loaded data to disk now, not during the measurement.
        cursor.execute("CHECKPOINT")


def make_weeks(provider_ids: list[UUID], *, start: time = time(9), end: time = time(17)) -> None:
    """Let providers work every day of the week."""
    WeeklyWindow.objects.bulk_create(
        WeeklyWindow(provider_id=provider_id, weekday=weekday, start_time=start, end_time=end)
        for provider_id in provider_ids
        for weekday in range(7)
    )


def make_slots(provider_ids: list[UUID], *, days: int, now: datetime) -> None:
    """Create eight slots a day from tomorrow on."""
    today = clock.local_date(now)
    slots = []
    for provider_id in provider_ids:
        for number in range(1, days + 1):
            day = today + timedelta(days=number)
            for hour in range(9, 17):
                starts_at = clock.at_wall_time(day, time(hour))
                slots.append(
                    TimeSlot(
                        provider_id=provider_id,
                        date=day,
                        start_time=time(hour),
                        end_time=time(hour + 1),
                        starts_at=starts_at,
                        ends_at=starts_at + timedelta(hours=1),
                        capacity=3,
                    )
                )
    TimeSlot.objects.bulk_create(slots, batch_size=5000)
