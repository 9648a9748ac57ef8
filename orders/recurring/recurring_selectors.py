"""What a viewer may see of recurring bookings; whoever is not part of one does not find it."""

from datetime import date, datetime, timedelta
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from accounts import operators
from accounts.models import User
from orders import permissions
from orders.models import Occurrence, OccurrenceStatus, RecurringBooking
from orders.recurring import occurrences, pattern
from orders.recurring.recurring_refusals import no_such_booking, no_such_pickup
from providers.selectors import served_codes

LOOK_BACK = timedelta(days=28)
NEWEST = 100


def bookings(*, now: datetime) -> QuerySet[RecurringBooking]:
    """Return bookings with everything that their JSON shows: two queries, however many they are.

    Occurrences are those of the last four weeks and all that come.
    """
    since = occurrences.today_of(now) - LOOK_BACK
    shown = Occurrence.objects.filter(on__gte=since).select_related("order").order_by("on")
    return (
        RecurringBooking.objects.select_related("customer", "provider__user", "saved_card")
        .annotate(**served_codes("provider"))
        .prefetch_related(Prefetch("occurrences", queryset=shown, to_attr="shown"))
    )


def _mine(user: User) -> Q:
    return Q() if operators.may(user, permissions.SEE_RECURRING) else Q(customer=user)


def booking_for(*, user: User, booking_id: UUID, now: datetime) -> RecurringBooking:
    """Return a booking to its customer or an operator; 404 to anybody else."""
    booking = bookings(now=now).filter(_mine(user), pk=booking_id).first()
    if booking is None:
        raise no_such_booking()
    return booking


def owner_of(*, user: User, booking_id: UUID) -> UUID:
    """Return whose booking it is, to that customer or an operator; 404 to anybody else."""
    found = RecurringBooking.objects.filter(_mine(user), pk=booking_id)
    customer_id: UUID | None = found.values_list("customer_id", flat=True).first()
    if customer_id is None:
        raise no_such_booking()
    return customer_id


def check_occurrence(*, booking_id: UUID, occurrence_id: UUID) -> None:
    """Refuse (404) a pickup that is not one of the booking's."""
    if not Occurrence.objects.filter(booking_id=booking_id, pk=occurrence_id).exists():
        raise no_such_pickup()


def bookings_of(*, customer_id: UUID, now: datetime) -> list[RecurringBooking]:
    """Return a customer's bookings, running ones first, then the newest."""
    mine = bookings(now=now).filter(customer_id=customer_id)
    return list(mine.order_by("-is_active", "-created_at", "-id")[:NEWEST])


def next_date(booking: RecurringBooking, rows: list[Occurrence], *, today: date) -> date | None:
    """Return the next date that is not placed yet; beyond the rows, what the rule gives."""
    if not booking.is_active:
        return None
    planned = [row.day for row in rows if row.status == OccurrenceStatus.PLANNED]
    if coming := [day for day in planned if day >= today]:
        return min(coming)
    after = booking.extended_until
    if booking.paused_until is not None:
        after = max(after, booking.paused_until - timedelta(days=1))
    return pattern.next_after(occurrences.rule_of(booking), first_on=booking.first_on, day=after)
