"""Handing a confirmed order back: "I can't do this one".

The order stays confirmed and its customer is asked first: they may cancel free of charge, or let us ask up
to three other providers who have that hour free. The first to accept becomes its provider; price and policy
stay. After two hours, or one hour before the pickup, a sweep cancels and refunds the order (product rules,
section 8). ``Order.hand_back_due_at`` is set while this is open.

Where the provider was offered a substitute because they are late (:mod:`orders.lifecycle.substitutes`), the
pickup's hour has passed: others are asked for the first hour that they have free, at least an hour ahead.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.errors import DomainError, NotFound, explain
from orders import locking
from orders.documents import credit_notes
from orders.lifecycle import (
    alternatives,
    cancelling,
    hand_back_notifications,
    listeners,
    permissions,
    reservations,
)
from orders.models import SYSTEM, Actor, CancelReason, HandBack, HandBackOffer, Order, OrderStatus
from providers.models import Provider

Outcome = HandBack.Outcome
OPEN_FOR = timedelta(hours=2)
LATEST_BEFORE_PICKUP = timedelta(hours=1)
# For a pickup whose hour has passed: how far ahead the next one lies, and until when it can be accepted.
NEXT_HOUR_FROM, NEXT_HOUR_WITHIN = timedelta(hours=1), timedelta(hours=24)
LATEST_BEFORE_NEXT_HOUR = timedelta(minutes=30)

explain(
    already_agreed="Neighbors have been asked already (409).",
    cannot_hand_back="Only a confirmed order whose pickup has not come yet can be handed back (409).",
    customer_moved_on="The customer moved on from the late provider, who cannot take the order back (409).",
    not_handed_back="The order is not handed back, or no longer (409).",
    offer_gone="The order is not offered any more: taken, cancelled, out of reach, or one pauses (409).",
)


@transaction.atomic
def hand_back(
    *, order_id: UUID, actor: Actor, reason: str, now: datetime, expected_version: int | None = None
) -> Order:
    """Hand back a confirmed order before its pickup, or once it is late, and ask its customer what they want.

    If no other provider has the hour free, or too little time is left to ask, the order is cancelled and
    refunded at once. 409 ``cannot_hand_back``; ``VersionConflict`` (409); 404 to a former provider.
    """
    order = locking.locked_order(order_id=order_id, expected_version=expected_version)
    permissions.check_still_theirs(order, actor)
    has_come = order.pickup_at <= now and order.substitute_offered_at is None
    if order.status != OrderStatus.CONFIRMED or order.hand_back_due_at or has_come:
        raise DomainError(
            _("Only a confirmed order can be handed back, and only before its pickup."),
            code="cannot_hand_back",
        )
    row = HandBack(order=order, provider=order.provider, reason=reason.strip(), handed_back_at=now)
    if not _find_others(order, row, now):
        return _give_up(order, now)
    _save(order, "hand_back_due_at")
    hand_back_notifications.handed_back(order=order, reason=row.reason, now=now)
    return order


@transaction.atomic
def keep_order(*, order_id: UUID, now: datetime) -> Order:
    """Undo the hand-back, as its provider.

    Who is late stays so: their customer may still cancel free of charge, or move on. 409
    ``not_handed_back`` once somebody took the order, ``customer_moved_on`` where the customer began it.
    """
    order = locking.locked_order(order_id=order_id)
    row = _open_row(order, now)
    if row is None:
        raise _not_handed_back()
    if row.is_by_customer:
        raise DomainError(
            _("You were late, and the customer asked others to come instead."), code="customer_moved_on"
        )
    _end(order=order, outcome=Outcome.KEPT, now=now)
    order.hand_back_due_at = None
    _save(order, "hand_back_due_at")
    hand_back_notifications.notify_kept(order=order, now=now)
    return order


@transaction.atomic
def agree(*, order_id: UUID, now: datetime) -> Order:
    """Offer the order to up to three providers, as its customer. 409 ``not_handed_back``, ``already_agreed``.

    Either its provider has handed it back, or is late and silent and the customer moves on. If nobody is free
    any more, the order is cancelled and refunded.
    """
    order = locking.locked_order(order_id=order_id)
    row = _open_row(order, now)
    has_moved_on = row is None
    if row is None:
        if order.hand_back_due_at is not None or order.substitute_offered_at is None:
            raise _not_handed_back()
        row = HandBack(order=order, provider=order.provider, handed_back_at=now)
    if row.agreed_at is not None:
        raise DomainError(_("We are asking your neighbors already."), code="already_agreed")
    row.agreed_at = now
    ids = _find_others(order, row, now)
    if not ids:
        return _give_up(order, now)
    asked = list(Provider.objects.filter(pk__in=ids).select_related("user"))
    HandBackOffer.objects.bulk_create(
        HandBackOffer(hand_back=row, provider=provider, offered_at=now) for provider in asked
    )
    _save(order, "hand_back_due_at")
    hand_back_notifications.offered(
        order=order,
        providers=asked,
        pickup_at=row.pickup_at or order.pickup_at,
        has_moved_on=has_moved_on,
        now=now,
    )
    return order


@transaction.atomic
def refuse_substitute(*, order_id: UUID, actor: Actor, now: datetime) -> Order:
    """Cancel the order free of charge instead of asking others, for its customer. 409 ``not_handed_back``."""
    order = locking.locked_order(order_id=order_id)
    if order.substitute_offered_at is None and _open_row(order, now) is None:
        raise _not_handed_back()
    return cancelling.cancel_locked(order=order, actor=actor, now=now)


@transaction.atomic
def take(*, order_id: UUID, provider: Provider, now: datetime) -> Order:
    """Become the provider of an order that was offered; the first to accept gets it.

    409 ``offer_gone`` for all others, for whoever declined, for whoever takes no orders now, and for whoever
    does not come to the addresses, which its customer may have changed; the errors of the slot
    (``slot_full``, ``slot_closed``, ``slot_past``); 404 if the order was not offered to them.
    """
    order = locking.locked_order(order_id=order_id)
    offer = _offer(order_id, provider)
    if order.hand_back_due_at is None or order.hand_back_due_at <= now or offer.hand_back.ended_at:
        raise DomainError(_("This order has been taken by somebody else, or cancelled."), code="offer_gone")
    if not _may_take(offer, order):
        raise DomainError(_("This order is not offered to you any more."), code="offer_gone")
    before = order.provider
    order.provider = provider
    later = offer.hand_back.pickup_at
    # A slot of several hours may have begun since they were asked, though the pickup is still to come.
    reservations.move(order=order, pickup_at=later or order.pickup_at, now=offer.offered_at)
    if later is not None:
        order.pickup_at = later
        listeners.order_moved(order=order, now=now)
    _end(order=order, outcome=Outcome.TAKEN, now=now, taken_by=provider)
    order.hand_back_due_at = order.substitute_offered_at = None
    _save(order, "provider", "pickup_at", "hand_back_due_at", "substitute_offered_at")
    credit_notes.replace_receipt(order=order, now=now)
    hand_back_notifications.taken(order=order, before=before, is_later=later is not None, now=now)
    return order


@transaction.atomic
def decline(*, order_id: UUID, provider: Provider, now: datetime) -> None:
    """Decline an offer; once all are declined, the order is cancelled and refunded. Idempotent."""
    order = locking.locked_order(order_id=order_id)
    offer = _offer(order_id, provider)
    HandBackOffer.objects.filter(pk=offer.pk, declined_at=None).update(declined_at=now)
    is_open = order.hand_back_due_at is not None and offer.hand_back.ended_at is None
    if is_open and not still_asked(offer.hand_back):
        _give_up(order, now)


def _end(*, order: Order, outcome: Outcome, now: datetime, taken_by: Provider | None = None) -> None:
    row = HandBack.objects.get(order=order, ended_at=None)
    row.ended_at, row.outcome, row.taken_by = now, outcome, taken_by
    row.save(update_fields=["ended_at", "outcome", "taken_by"])
    hand_back_notifications.no_longer_offered(hand_back=row, now=now)


def still_asked(hand_back: HandBack) -> list[HandBackOffer]:
    """Return the offers that may be accepted: not declined, of who comes to the addresses as they are now."""
    offers = hand_back.offers.filter(declined_at=None).prefetch_related("provider__service_areas")
    return [offer for offer in offers if _comes_to(hand_back.order, offer.provider)]


def open_offers(*, provider: Provider, now: datetime) -> list[HandBackOffer]:
    """Return a provider's open offers, the next pickup first, with order, price and customer."""
    offers = (
        HandBackOffer.objects.filter(
            provider=provider,
            provider__status=Provider.Status.APPROVED,
            declined_at=None,
            hand_back__ended_at=None,
            hand_back__order__hand_back_due_at__gt=now,
        )
        .select_related("hand_back__order__customer")
        .prefetch_related("hand_back__order__lines")
        .order_by(Coalesce("hand_back__pickup_at", "hand_back__order__pickup_at"))
    )
    codes = _codes_of(provider)
    return [offer for offer in offers if alternatives.comes_to(offer.hand_back.order, codes)]


def _find_others(order: Order, row: HandBack, now: datetime) -> list[UUID]:
    """Find who can be asked, and set and save their hour and until when they may accept.

    Returns nobody where too little time is left for asking.
    """
    hour, ids = _candidates(order, now)
    is_later = hour != order.pickup_at
    latest = LATEST_BEFORE_NEXT_HOUR if is_later else LATEST_BEFORE_PICKUP
    is_new = order.hand_back_due_at is None
    if is_new or is_later:
        order.hand_back_due_at = max(min(now + OPEN_FOR, hour - latest), now)
    row.pickup_at = hour if is_later else None
    row.save()
    return ids if order.hand_back_due_at and order.hand_back_due_at > now else []


def _candidates(order: Order, now: datetime) -> tuple[datetime, list[UUID]]:
    """Return the hour for which others are asked, and up to three who have it free."""
    wanted: alternatives.WantedProviders = {
        "postal_codes": alternatives.postal_codes_of(order),
        "instead_of": {order.provider_id} | alternatives.said_no(order),
        "customer_id": order.customer_id,
        "now": now,
    }
    if order.pickup_at > now:
        # The order goes on as it was booked, whatever the length of their slots.
        hour = order.pickup_at
        found = alternatives.providers_free_at(pickup_at=hour, is_new=False, **wanted)
    else:
        until = now + NEXT_HOUR_WITHIN
        if order.is_express:
            until = min(until, clock.day_bounds(clock.local_date(now))[1])
        next_hour = alternatives.first_hour_free(not_before=now + NEXT_HOUR_FROM, until=until, **wanted)
        hour, found = next_hour or (order.pickup_at, [])
    return hour, [UUID(one["id"]) for one in found]


def _open_row(order: Order, now: datetime) -> HandBack | None:
    """Return the order's hand-back that is open; ``None`` if there is none."""
    if order.hand_back_due_at is None or order.hand_back_due_at <= now:
        return None
    return HandBack.objects.get(order=order, ended_at=None)


def _not_handed_back() -> DomainError:
    return DomainError(_("This order is not handed back any more."), code="not_handed_back")


def _offer(order_id: UUID, provider: Provider) -> HandBackOffer:
    offer = (
        HandBackOffer.objects.select_related("hand_back", "provider")
        .filter(hand_back__order_id=order_id, provider=provider)
        .order_by("-offered_at")
        .first()
    )
    if offer is None:
        raise NotFound(_("There is no such offer."))
    return offer


def _may_take(offer: HandBackOffer, order: Order) -> bool:
    """Return whether its provider has not declined, takes orders still, and comes to both addresses."""
    takes_orders = Provider.objects.filter(pk=offer.provider_id, status=Provider.Status.APPROVED).exists()
    return takes_orders and offer.declined_at is None and _comes_to(order, offer.provider)


def _comes_to(order: Order, provider: Provider) -> bool:
    return alternatives.comes_to(order, _codes_of(provider))


def _codes_of(provider: Provider) -> set[str]:
    return {area.postal_code for area in provider.service_areas.all()}


def _give_up(order: Order, now: datetime) -> Order:
    return cancelling.cancel_locked(
        order=order, actor=SYSTEM, now=now, cancel_reason=CancelReason.HANDED_BACK
    )


def _save(order: Order, *columns: str) -> None:
    order.version += 1
    order.save(update_fields=[*columns, "version"])
