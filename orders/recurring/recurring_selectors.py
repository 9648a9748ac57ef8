"""Reading recurring bookings, limited to what the viewer may see: others get 404."""

from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts import operators
from accounts.models import User
from marketplace import clock
from marketplace.postal_codes import of_address
from orders.errors import NotServed, OwnService
from orders.lifecycle import alternatives, permissions
from orders.models import Occurrence, OccurrenceStatus, RecurringBooking
from orders.recurring import occurrences, pattern, recurring_actions
from orders.recurring.recurring_errors import (
    HourIsBooked,
    ProviderDoesNotWork,
    no_such_booking,
    no_such_pickup,
)
from providers.distance import serves
from providers.models import Provider
from providers.selectors import listed_near, served_codes
from scheduling.selectors import working_at

LOOK_BACK = timedelta(days=28)
NEWEST = 100
MOST_ALTERNATIVES = 6


def bookings(*, now: datetime) -> QuerySet[RecurringBooking]:
    """Return bookings with everything that their JSON shows, in two queries.

    ``shown`` has the occurrences of the last four weeks and all coming ones, by the day of their pickup.
    """
    since = clock.local_date(now) - LOOK_BACK
    # The unique index of booking and day of pickup serves it.
    on_their_day = Occurrence.objects.annotate(pickup_on=Coalesce("moved_to", "on"))
    shown = on_their_day.filter(pickup_on__gte=since).select_related("order").order_by("on")
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
    """Return the customer's id of a booking to that customer or an operator; 404 to anybody else."""
    found = RecurringBooking.objects.filter(_mine(user), pk=booking_id)
    customer_id: UUID | None = found.values_list("customer_id", flat=True).first()
    if customer_id is None:
        raise no_such_booking()
    return customer_id


def check_occurrence(*, booking_id: UUID, occurrence_id: UUID) -> None:
    """Raise 404 unless the occurrence belongs to the booking."""
    if not Occurrence.objects.filter(booking_id=booking_id, pk=occurrence_id).exists():
        raise no_such_pickup()


def alternatives_to(booking: RecurringBooking, *, now: datetime) -> list[dict[str, Any]]:
    """Return up to six other providers who could do a booking of :func:`bookings` as it is.

    They serve both addresses, work at its day and time by their week, and have the shape of the list of
    providers near the pickup's code, the nearest first. Left out are the customer's own business and
    providers with whom the customer has another booking at that hour. None for a booking that has ended, or
    with an unknown postal code.
    """
    codes = [of_address(text) for text in (booking.pickup_address, booking.delivery_address)]
    known = [code for code in dict.fromkeys(codes) if code is not None]
    if not booking.is_active or None in codes:
        return []
    listed = {UUID(one["id"]): one for one in alternatives.serving(known, now=now)}
    listed.pop(booking.provider_id, None)
    conflicts = _conflicts(
        booking, providers=list(listed), days=occurrences.coming(booking, vars(booking)["shown"])
    )
    return [one for provider_id, one in listed.items() if provider_id not in conflicts][:MOST_ALTERNATIVES]


def conflicts_near(
    *,
    customer: User,
    rule: pattern.Rule,
    preferred_time: time,
    pickup_code: str,
    delivery_code: str,
    now: datetime,
) -> dict[UUID, str]:
    """Return which listed providers near the pickup's postal code cannot do a plan, and why.

    The reason is the error code that :func:`recurring_actions.create` would raise. All others can do it.
    """
    listed = {UUID(one["id"]): one for one in listed_near(postal_code=pickup_code, now=now).providers}
    unsaved = RecurringBooking(
        customer=customer,
        day_of_week=rule.day_of_week,
        day_of_month=rule.day_of_month,
        preferred_time=preferred_time,
    )
    days = recurring_actions.first_days(rule=rule, now=now)
    outside = [key for key, one in listed.items() if not serves(delivery_code, one["serviceArea"])]
    return _conflicts(unsaved, providers=list(listed), days=days, outside=outside)


def _conflicts(
    booking: RecurringBooking, *, providers: list[UUID], days: list[date], outside: Collection[UUID] = ()
) -> dict[UUID, str]:
    """Return the providers that cannot do a booking on any of the days, with the error's code.

    Of several reasons the one that :func:`recurring_actions.create` raises first. Four queries.
    """
    own = Provider.objects.filter(user_id=booking.customer_id).values_list("pk", flat=True)
    busy = occurrences.at_the_hour_of(booking).values_list("provider_id", flat=True)
    working = working_at(provider_ids=providers, days=days, wall=booking.preferred_time)
    reasons = dict.fromkeys((one for one in providers if one not in working), ProviderDoesNotWork.code)
    reasons |= dict.fromkeys(busy, HourIsBooked.code)
    reasons |= dict.fromkeys(outside, NotServed.code)
    reasons |= dict.fromkeys(own, OwnService.code)
    return {one: reasons[one] for one in providers if one in reasons}


def bookings_of(*, customer_id: UUID, now: datetime) -> list[RecurringBooking]:
    """Return a customer's bookings, active ones first, then the newest."""
    mine = bookings(now=now).filter(customer_id=customer_id)
    return list(mine.order_by("-is_active", "-created_at", "-id")[:NEWEST])


def next_date(booking: RecurringBooking, rows: list[Occurrence], *, today: date) -> date | None:
    """Return the next date that is not placed yet: of the rows, or beyond them by the rule."""
    if not booking.is_active:
        return None
    planned = [row.day for row in rows if row.status == OccurrenceStatus.PLANNED]
    if coming := [day for day in planned if day >= today]:
        return min(coming)
    return next_date_by_rule(booking)


def next_date_by_rule(booking: RecurringBooking) -> date:
    """Return the first date without a row that no pause skips."""
    after = booking.extended_until
    if booking.paused_until is not None:
        after = max(after, booking.paused_until - timedelta(days=1))
    return pattern.next_after(occurrences.rule_of(booking), first_on=booking.first_on, day=after)
