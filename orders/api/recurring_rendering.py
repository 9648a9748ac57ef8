"""Recurring bookings as JSON, from rows that are already read: no query here."""

from datetime import datetime
from typing import Any

from marketplace import clock
from orders.api.rendering import instant, lines_json, money
from orders.lifecycle import cancelling
from orders.lifecycle.order_actions import MOVABLE
from orders.models import ActorRole, Occurrence, OccurrenceReason, OccurrenceStatus, RecurringBooking
from orders.prices.price_lines import named
from orders.prices.pricing import price_of
from orders.recurring import charging, deadlines, recurring_actions, recurring_selectors
from providers.api.serializers import provider_json
from providers.models import Provider


def recurring_json(booking: RecurringBooking, *, now: datetime) -> dict[str, Any]:
    """Return a booking that was read by :func:`orders.recurring.recurring_selectors.bookings`."""
    rows: list[Occurrence] = booking.shown  # type: ignore[attr-defined]  # prefetched
    for row in rows:
        row.booking = booking
    today = clock.local_date(now)
    next_date = recurring_selectors.next_date(booking, rows, today=today)
    paused = booking.is_active and _is_paused(booking, now=now)
    cost = price_of(booking)
    return {
        "id": str(booking.pk),
        "customerId": str(booking.customer_id),
        "providerId": str(booking.provider_id),
        "provider": provider_json(booking.provider, booking.service_area_codes),
        "serviceType": booking.service_type,
        "weight": f"{booking.weight:.1f}",
        "pickupAddress": booking.pickup_address,
        "deliveryAddress": booking.delivery_address,
        "recurringPattern": booking.pattern,
        "dayOfWeek": booking.day_of_week,
        "dayOfMonth": booking.day_of_month,
        "preferredTime": f"{booking.preferred_time:%H:%M}",
        "specialInstructions": booking.special_instructions,
        "isActive": booking.is_active,
        "pausedUntil": booking.paused_until.isoformat() if paused and booking.paused_until else None,
        "nextBookingDate": next_date.isoformat() if next_date else None,
        **lines_json(named(cost.lines, service_type=booking.service_type, weight=booking.weight)),
        "serviceAmount": money(cost.service_amount),
        "platformFee": money(cost.platform_fee),
        "totalAmount": money(cost.total_amount),
        "paymentMethodId": _card_id(booking),
        "providerAvailable": booking.provider.status == Provider.Status.APPROVED,
        "occurrences": [occurrence_json(row, now=now) for row in rows],
    }


def _card_id(booking: RecurringBooking) -> str | None:
    card = booking.saved_card
    return str(card.pk) if card is not None and card.removed_at is None else None


def first_pickup_json(first: recurring_actions.FirstPickup, *, now: datetime) -> dict[str, Any]:
    """Return the first pickup of a plan, and when it is charged."""
    return {
        "pickupAt": instant(first.pickup_at),
        "chargedAt": instant(first.charged_at),
        "isChargedAtOnce": first.charged_at <= now,
    }


def occurrence_json(row: Occurrence, *, now: datetime) -> dict[str, Any]:
    """Return one date of a booking; a placed one shows where its order stands."""
    at = row.order.pickup_at if row.order else row.pickup_at
    free = is_free_to_change(row, now=now)
    return {
        "id": str(row.pk),
        "date": clock.local_date(at).isoformat(),
        "time": f"{clock.local_time(at):%H:%M}",
        "originalDate": row.on.isoformat(),
        "status": shown_status(row),
        "orderId": str(row.order_id) if row.order_id else None,
        "providerId": str(row.arranged.provider_id),
        "reason": str(OccurrenceReason(row.reason).label) if row.reason else None,
        "canSkip": free,
        "canMove": free and row.moved_to is None and _is_movable(row, now=now),
        **_placed_on_resume(row, at, now=now),
        "chargedWithNewCard": _charged_with_new_card(row),
    }


def _charged_with_new_card(row: Occurrence) -> str | None:
    return money(row.order.total_amount) if row.order and charging.waits_for_payment(row) else None


def _placed_on_resume(row: Occurrence, pickup_at: datetime, *, now: datetime) -> dict[str, str | None]:
    """Return between which instants resuming places the order of a pickup at once."""
    if not _waits_for_resume(row, now=now):
        return {"placedOnResumeFrom": None, "placedOnResumeUntil": None}
    instantly = row.booking.provider.accepts_instantly
    until = deadlines.placed_until(pickup_at=pickup_at, instantly=instantly)
    return {"placedOnResumeFrom": instant(row.place_at), "placedOnResumeUntil": instant(until)}


def _waits_for_resume(row: Occurrence, *, now: datetime) -> bool:
    """Tell whether ending a pause that lasts brings a pickup back."""
    booking = row.booking
    return booking.is_active and _is_paused(booking, now=now) and recurring_actions.comes_back(row, now=now)


def _is_paused(booking: RecurringBooking, *, now: datetime) -> bool:
    until = booking.paused_until
    return until is not None and until > clock.local_date(now)


def shown_status(row: Occurrence) -> str:
    """Return the status of an occurrence; for a placed one by its order's payment."""
    if row.status != OccurrenceStatus.PLACED or row.order is None:
        return row.status
    if row.order.was_paid:
        return "paid"
    return row.status if row.charge_at and not row.asked_at else "needs_payment"


def is_free_to_change(row: Occurrence, *, now: datetime) -> bool:
    """Tell whether the customer can still skip or move an occurrence free of charge."""
    if row.status == OccurrenceStatus.PLANNED:
        return not deadlines.too_late(pickup_at=row.pickup_at, instantly=True, now=now)
    if row.status != OccurrenceStatus.PLACED or row.order is None or row.order.status not in MOVABLE:
        return False
    decision = cancelling.preview(row.order, now=now, by=ActorRole.CUSTOMER)
    return decision.allowed and not decision.fee


def _is_movable(row: Occurrence, *, now: datetime) -> bool:
    """Tell whether a pickup that can be skipped free of charge can be moved: a late fee may be nothing."""
    order = row.order
    return order is None or (order.hand_back_due_at is None and cancelling.changes_are_free(order, now=now))


def skip_link_json(row: Occurrence, *, now: datetime) -> dict[str, Any]:
    """Return one pickup for the holder of its link: no name, address or phone of the customer."""
    booking, shown = row.booking, occurrence_json(row, now=now)
    cost = price_of(booking)
    return {
        "providerName": row.arranged.provider.user.short_name,
        "serviceType": row.order.service_type if row.order else booking.service_type,
        "totalAmount": money(row.order.total_amount if row.order else cost.total_amount),
        **{name: shown[name] for name in ("date", "time", "status", "canSkip")},
    }
