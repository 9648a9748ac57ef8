"""Recurring bookings as a whole: setting one up, changing it, pausing, resuming, ending."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import closing
from accounts.models import User
from marketplace import clock, figures
from marketplace.errors import Invalid, NotFound
from orders import locking
from orders.checkout.bookable import check_bookable
from orders.errors import CustomerClosed, ExpressNotAvailable
from orders.lifecycle import cancelling
from orders.lifecycle.addresses import check_served
from orders.lifecycle.open_pickups import refuse_second_pickup
from orders.models import (
    FINAL,
    Actor,
    ActorRole,
    CancelReason,
    Occurrence,
    OccurrenceReason,
    OccurrenceStatus,
    Order,
    OrderLine,
    RecurringBooking,
    SavedCard,
)
from orders.models.choices import ENDED_NOTE
from orders.payments.saved_cards import card_of
from orders.prices.pricing import price, refuse_if_changed
from orders.recurring import deadlines, immediate_charges, occurrences, pattern, recurring_notifications
from orders.recurring.recurring_errors import (
    AlreadyCancelled,
    HourIsBooked,
    NotPaused,
    ProviderDoesNotWork,
    TooManyRecurringBookings,
    no_such_booking,
)
from providers.models import Provider
from scheduling.selectors import working_at

MAX_ACTIVE = 20
LONGEST_PAUSE = timedelta(days=365)
PREFERRED_TIMES = [time(hour) for hour in (9, 11, 13, 15, 17)]
MISSING_ADDRESSES = gettext_lazy("Please provide both pickup and delivery addresses.")


@dataclass(frozen=True)
class RecurringRequest:
    """The data of a new recurring booking; ``weight`` in kilograms."""

    provider_id: UUID
    service_type: str
    weight: Decimal
    pickup_address: str
    delivery_address: str
    special_instructions: str
    rule: pattern.Rule
    preferred_time: time
    payment_method_id: UUID | None = None
    add_ons: Mapping[str, int] = field(default_factory=dict)


class FirstPickup(NamedTuple):
    """The first pickup of a new recurring booking, and when its order is placed and charged.

    At once, if ``charged_at`` is not in the future.
    """

    pickup_at: datetime
    charged_at: datetime


def first_pickup(*, rule: pattern.Rule, preferred_time: time, now: datetime) -> FirstPickup:
    """Return the first pickup that :func:`create` would plan now."""
    unsaved = RecurringBooking(preferred_time=preferred_time)
    pickup_at = unsaved.pickup_on(_first_on(rule, now=now))
    return FirstPickup(pickup_at, deadlines.place_at(pickup_at))


def _first_on(rule: pattern.Rule, *, now: datetime) -> date:
    return pattern.first_after(rule, day=clock.local_date(now))


def first_days(*, rule: pattern.Rule, now: datetime) -> list[date]:
    """Return the days of the pickups that :func:`create` would plan now: those of the next six weeks."""
    today = clock.local_date(now)
    first_on = _first_on(rule, now=now)
    until = today + occurrences.AHEAD
    return list(pattern.dates_between(rule, first_on=first_on, after=today, until=until))


@transaction.atomic
def create(
    *,
    customer: User,
    recurring_request: RecurringRequest,
    now: datetime,
    placed_by: Actor | None = None,
    expected_total: Decimal | None = None,
    expected_charge: Decimal | None = None,
    refuse_second: bool = False,
) -> RecurringBooking:
    """Set up a recurring booking and its occurrences of the next six weeks; the customer does, by default.

    It begins on the first date of the pattern from tomorrow on. A pickup less than 48 hours away is placed by
    the task right after the commit. All pickups have the present price, also after price changes;
    ``expected_total`` is the price that the customer saw, ``expected_charge`` what they saw to be charged at
    once, both in CHF. ``refuse_second`` refuses one whose first pickup falls on an hour for which the
    customer has a pickup, booked or planned, with anybody. Raises ``Invalid`` (400),
    ``NotFound`` (404) for an unknown provider or card, ``unknown_postal_code`` or ``not_served`` (400) for
    an address to which the provider does not come, ``express_not_available`` (400), and 409
    ``price_changed``, ``charged_at_once``, ``provider_not_available``, ``cannot_book_own_service``,
    ``provider_does_not_work``, ``recurring_booking_exists``, ``pickup_exists``,
    ``too_many_recurring_bookings`` or ``account_closed``.
    """
    refuse_express(recurring_request.add_ons)
    cost = price(
        service_type=recurring_request.service_type,
        weight=recurring_request.weight,
        figures=figures.at(now),
        add_ons=recurring_request.add_ons,
    )
    refuse_if_changed(cost, expected=expected_total)
    pickup, delivery = clean_addresses(recurring_request.pickup_address, recurring_request.delivery_address)
    # Locks the account: one that is being closed is set up no booking that only its next pickup would end.
    if not closing.lock_if_open(user_id=customer.pk):
        raise CustomerClosed
    _check_number(customer)
    provider = chosen_provider(customer=customer, provider_id=recurring_request.provider_id)
    check_served({"pickupAddress": pickup, "deliveryAddress": delivery}, provider=provider)
    today = clock.local_date(now)
    first_on = _first_on(recurring_request.rule, now=now)
    booking = RecurringBooking(
        customer=customer,
        provider=provider,
        service_type=recurring_request.service_type,
        weight=recurring_request.weight,
        add_ons=dict(recurring_request.add_ons),
        pickup_address=pickup,
        delivery_address=delivery,
        special_instructions=recurring_request.special_instructions.strip(),
        pattern=recurring_request.rule.pattern,
        day_of_week=recurring_request.rule.day_of_week,
        day_of_month=recurring_request.rule.day_of_month,
        preferred_time=recurring_request.preferred_time,
        first_on=first_on,
        saved_card=chosen_card(customer=customer, card_id=recurring_request.payment_method_id),
        created_at=now,
        extended_until=today,
    )
    claim_hour(booking)
    rows = occurrences.extend(booking, today=today)
    check_week(provider, days=[row.on for row in rows], booking=booking)
    if refuse_second:
        first_at = booking.pickup_on(first_on)
        refuse_second_pickup(customer_id=customer.pk, pickup_at=first_at, now=now)
    charge = immediate_charges.amount_of(booking, rows, now=now)
    immediate_charges.refuse_unseen(charge, expected=expected_charge)
    booking.save(force_insert=True)
    Occurrence.objects.bulk_create(rows)
    is_own = placed_by is None or placed_by.role == ActorRole.CUSTOMER
    recurring_notifications.set_up(booking=booking, is_own=is_own, now=now)
    if any(row.place_at <= now for row in rows):
        occurrences.wake_placing()
    return booking


def refuse_express(add_ons: Mapping[str, int]) -> None:
    """Raise ``express_not_available`` (400): recurring pickups are booked days ahead."""
    if OrderLine.Kind.EXPRESS in add_ons:
        raise ExpressNotAvailable(_("Express is for pickups today, and not for recurring ones."))


def clean_addresses(pickup: str, delivery: str) -> tuple[str, str]:
    """Return both addresses without surrounding blanks; 400 for a missing one."""
    texts = {"pickupAddress": pickup.strip(), "deliveryAddress": delivery.strip()}
    missing = {name: [str(MISSING_ADDRESSES)] for name, text in texts.items() if not text}
    if missing:
        raise Invalid(str(MISSING_ADDRESSES), fields=missing)
    return texts["pickupAddress"], texts["deliveryAddress"]


def _check_number(customer: User) -> None:
    if RecurringBooking.objects.filter(customer=customer, is_active=True).count() >= MAX_ACTIVE:
        raise TooManyRecurringBookings(MAX_ACTIVE)


def claim_hour(booking: RecurringBooking) -> None:
    """Ensure that the customer has no other active booking at this day and time with the provider.

    The caller has locked the customer's account and saves the row. Raises ``recurring_booking_exists`` (409);
    a unique constraint backs it.
    """
    other = occurrences.at_the_hour_of(booking).filter(provider_id=booking.provider_id).first()
    if other is not None:
        name, when = booking.provider.user.short_name, other.rhythm
        raise HourIsBooked(name, when, booking_id=other.pk)
    booking.holds_hour = True


def chosen_provider(*, customer: User, provider_id: UUID) -> Provider:
    """Return a provider whom this customer may book now, or raise 404 or 409."""
    provider = Provider.objects.select_related("user").filter(pk=provider_id).first()
    if provider is None:
        raise NotFound(_("There is no such provider."))
    check_bookable(provider, customer=customer)
    return provider


def chosen_card(*, customer: User, card_id: UUID | None) -> SavedCard | None:
    """Return the customer's chosen card, 404 for others'; ``None`` stands for the default card."""
    return card_of(user=customer, card_id=card_id) if card_id else None


def check_week(provider: Provider, *, days: list[date], booking: RecurringBooking) -> None:
    """Raise ``ProviderDoesNotWork`` (409) unless the provider works at that time on one of ``days``."""
    if not working_at(provider_ids=[provider.pk], days=days, wall=booking.preferred_time):
        raise ProviderDoesNotWork(provider.user.short_name, booking.rhythm)


def locked(*, booking_id: UUID) -> RecurringBooking:
    """Return an active booking, locked until the transaction ends; 404, or 409 if it has ended."""
    booking = (
        RecurringBooking.objects.select_for_update(of=("self",), no_key=True)
        .select_related("customer", "provider__user")
        .filter(pk=booking_id)
        .first()
    )
    if booking is None:
        raise no_such_booking()
    refuse_ended(booking)
    return booking


def refuse_ended(booking: RecurringBooking) -> None:
    """Raise ``AlreadyCancelled`` (409) for a booking that was ended. No query."""
    if not booking.is_active:
        raise AlreadyCancelled


def refuse_unpaused(booking: RecurringBooking, *, now: datetime) -> None:
    """Raise ``NotPaused`` (409) for a booking without a pause that could be ended early. No query."""
    if booking.paused_until is None or booking.paused_until <= clock.local_date(now):
        raise NotPaused


@transaction.atomic
def end(*, booking_id: UUID, actor: Actor, now: datetime) -> RecurringBooking:
    """End a booking: planned pickups and unpaid orders are cancelled.

    Paid orders take place as booked. Raises ``AlreadyCancelled`` (409).
    """
    booking = locked(booking_id=booking_id)
    booking.is_active, booking.ended_at = False, now
    booking.save(update_fields=["is_active", "ended_at"])
    # Waits for a worker that is placing one of them; its order is cancelled below.
    planned = booking.occurrences.filter(status=OccurrenceStatus.PLANNED)
    planned.update(status=OccurrenceStatus.CANCELLED, reason=OccurrenceReason.ENDED)
    # We end only what nobody is there for any more.
    because = CancelReason.CUSTOMER_CLOSED if actor.role == ActorRole.SYSTEM else ""
    for order in _unpaid_orders(booking):
        cancelling.cancel_locked(order=order, actor=actor, now=now, cancel_reason=because, note=ENDED_NOTE)
        booking.occurrences.filter(order=order).update(
            status=OccurrenceStatus.CANCELLED, reason=OccurrenceReason.ENDED
        )
    recurring_notifications.ended(booking=booking, is_own=actor.role == ActorRole.CUSTOMER, now=now)
    return booking


def _unpaid_orders(booking: RecurringBooking) -> list[Order]:
    """Return the unpaid open orders, locked, so that none is paid before it is cancelled."""
    placed = Order.objects.filter(
        occurrence__booking=booking, occurrence__status=OccurrenceStatus.PLACED
    ).exclude(status__in=FINAL)
    return [order for order in locking.lockable(placed.order_by("pk")) if not order.was_paid]


@transaction.atomic
def pause(*, booking_id: UUID, until: date, now: datetime) -> RecurringBooking:
    """Skip planned pickups before ``until``; they begin again on that day.

    Placed orders stay. A second pause replaces the first. ``Invalid``
    (400) for a day that has begun or is more than a year away.
    """
    today = clock.local_date(now)
    if not today < until <= today + LONGEST_PAUSE:
        sentence = _("Please choose a day after today, within a year.")
        raise Invalid(sentence, fields={"until": [sentence]})
    booking = locked(booking_id=booking_id)
    _bring_back(booking, now=now)
    booking.paused_until = until
    booking.save(update_fields=["paused_until"])
    planned = booking.occurrences.filter(status=OccurrenceStatus.PLANNED)
    before = [row.pk for row in planned if row.day < until]
    planned.filter(pk__in=before).update(status=OccurrenceStatus.SKIPPED, reason=OccurrenceReason.PAUSED)
    return booking


@transaction.atomic
def resume(*, booking_id: UUID, now: datetime, expected_charge: Decimal | None = None) -> RecurringBooking:
    """End a pause early: skipped pickups are planned again, unless it is too late for them.

    ``expected_charge`` is what the customer saw to be charged at once, in CHF, for those that are less than
    48 hours away. Raises ``NotPaused`` or ``ChargedAtOnce`` (409).
    """
    booking = locked(booking_id=booking_id)
    refuse_unpaused(booking, now=now)
    booking.paused_until = None
    booking.save(update_fields=["paused_until"])
    back = _bring_back(booking, now=now)
    charge = immediate_charges.amount_of(booking, back, now=now)
    immediate_charges.refuse_unseen(charge, expected=expected_charge)
    return booking


def skipped_by_pause(booking: RecurringBooking, *, now: datetime) -> list[Occurrence]:
    """Return the pickups that a pause has skipped and that are planned again once it ends.

    The order of one whose ``place_at`` has passed is placed and charged at once.
    """
    rows = _paused(booking).select_related("booking__provider")
    return [row for row in rows if comes_back(row, now=now)]


def comes_back(row: Occurrence, *, now: datetime) -> bool:
    """Tell whether a pickup is one that a pause has skipped, and for which it is not too late. No query."""
    if (row.status, row.reason) != (OccurrenceStatus.SKIPPED, OccurrenceReason.PAUSED):
        return False
    return not immediate_charges.is_too_late(row, now=now)


def _paused(booking: RecurringBooking) -> QuerySet[Occurrence]:
    return booking.occurrences.filter(status=OccurrenceStatus.SKIPPED, reason=OccurrenceReason.PAUSED)


def _bring_back(booking: RecurringBooking, *, now: datetime) -> list[Occurrence]:
    """Plan the pickups again that a pause had skipped, unless it is too late for them, and return them."""
    rows = skipped_by_pause(booking, now=now)
    _paused(booking).filter(pk__in=[row.pk for row in rows]).update(
        status=OccurrenceStatus.PLANNED, reason=""
    )
    for row in rows:
        row.status, row.reason = OccurrenceStatus.PLANNED, ""
    if any(row.place_at <= now for row in rows):
        occurrences.wake_placing()
    return rows
