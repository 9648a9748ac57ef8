"""Placing an order: price, reservation, order and first event, in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts import locks
from accounts.models import User
from marketplace import clock, figures
from marketplace.postal_codes import of_address
from orders.checkout.bookable import bookable_provider
from orders.errors import ExpressNotAvailable
from orders.lifecycle import reservations, unproven_customers
from orders.lifecycle.addresses import check_served, clean_address
from orders.lifecycle.answering import refuse_if_too_soon
from orders.lifecycle.open_pickups import refuse_second_pickup
from orders.models import Actor, ActorRole, Order, OrderEvent, OrderLine, OrderStatus
from orders.prices import price_lines
from orders.prices.pricing import NO_ADD_ONS, Price, price, refuse_if_changed
from providers.models import Provider
from scheduling import slots
from scheduling.models import TimeSlot


@dataclass(frozen=True, kw_only=True)
class Work:
    """The service and the addresses; ``weight`` in kilograms, texts without surrounding blanks.

    ``care`` is how it is to be done, ``None`` where the customer said nothing.
    """

    service_type: str
    weight: Decimal
    pickup_address: str
    delivery_address: str
    special_instructions: str
    is_express: bool = False
    care: dict[str, Any] | None = None


@dataclass(frozen=True)
class OrderRequest:
    """All that is needed to write an order; ``hold_expires_at`` is until when it may stay unpaid."""

    customer: User
    provider: Provider
    work: Work
    pickup_at: datetime
    hold_expires_at: datetime
    cost: Price


@transaction.atomic
def place_order(
    *,
    customer: User,
    provider_id: UUID,
    service_type: str,
    weight: Decimal,
    pickup_address: str,
    delivery_address: str,
    pickup_at: datetime,
    special_instructions: str,
    now: datetime,
    placed_by: Actor | None = None,
    add_ons: Mapping[str, int] = NO_ADD_ONS,
    expected_total: Decimal | None = None,
    refuse_second: bool = False,
) -> Order:
    """Place an order and reserve its slot; unpaid it is held for ``hold_minutes`` of the present figures.

    ``weight`` is in kilograms, ``pickup_at`` aware. The policy of the provider and of the present figures is
    copied onto the order. ``placed_by`` is an operator who books for the customer, else omitted.
    ``add_ons`` maps kinds to quantities; ``expected_total`` is the price that the customer saw, in CHF.
    ``refuse_second`` refuses an hour for which the customer has a pickup, booked or planned, with anybody.

    Raises ``Invalid`` and ``unknown_add_on`` (400) for bad values, ``express_not_available`` (400) for an
    express pickup on another Swiss day than today, ``unknown_postal_code`` or ``not_served`` (400) for an
    address to which the provider does not come, ``NotFound`` (404) for an unknown provider, and 409
    ``price_changed``, ``slot_full``, ``slot_closed``, ``slot_past``, ``instant_provider_needed``,
    ``too_many_unpaid_orders``, ``email_not_confirmed``, ``cannot_book_own_service``,
    ``provider_not_available``, ``account_closed`` or ``pickup_exists``.
    """
    present = figures.at(now)
    cost = price(service_type=service_type, weight=weight, figures=present, add_ons=add_ons)
    refuse_if_changed(cost, expected=expected_total)
    is_express = OrderLine.Kind.EXPRESS in add_ons
    if is_express and clock.local_date(pickup_at) != clock.local_date(now):
        raise ExpressNotAvailable
    pickup_address = clean_address(pickup_address, field="pickupAddress")
    delivery_address = clean_address(delivery_address, field="deliveryAddress")
    locks.lock_account(customer.pk)
    if refuse_second:
        refuse_second_pickup(customer_id=customer.pk, pickup_at=pickup_at, now=now)
    provider, care = bookable_provider(customer=customer, provider_id=provider_id, now=now)
    addresses = {"pickupAddress": pickup_address, "deliveryAddress": delivery_address}
    check_served(addresses, provider=provider, service_area_codes=provider.service_area_codes)
    refuse_if_too_soon(
        provider=provider,
        instantly=provider.accepts_instantly,
        pickup_at=pickup_at,
        postal_codes=[of_address(text) for text in addresses.values()],
        now=now,
    )
    if placed_by is None or placed_by.role != ActorRole.OPERATOR:
        unproven_customers.refuse_beyond_half(
            customer=customer, provider=provider, pickup_at=pickup_at, now=now
        )
    work = Work(
        service_type=service_type,
        weight=weight,
        pickup_address=pickup_address,
        delivery_address=delivery_address,
        special_instructions=special_instructions.strip(),
        is_express=is_express,
        care=care,
    )
    hold_expires_at = now + timedelta(minutes=present.hold_minutes)
    order = place(
        order_request=OrderRequest(customer, provider, work, pickup_at, hold_expires_at, cost),
        actor=placed_by or Actor(ActorRole.CUSTOMER, customer.pk),
        now=now,
    )
    _set_annotations(order, cost, now)
    return order


def _set_annotations(order: Order, cost: Price, now: datetime) -> None:
    """Set what :mod:`orders.selectors` annotates on an order, so that rendering needs no query."""
    order.service_area_codes = order.provider.service_area_codes
    order.status_times = {OrderStatus.PENDING.value: now.isoformat()}
    order.rating = None
    order.recurring_booking_id = None
    order.codes = {}
    order.claim_state = None
    order.receipt_made = None
    order.credits_made = []
    order.priced = price_lines.written(cost)


def place(*, order_request: OrderRequest, actor: Actor, now: datetime) -> Order:
    """Reserve the slot and write the order. Every single order is written here.

    Its pickup begins as :meth:`TimeSlot.pickup_at` says: fees and deadlines count from there.

    The caller has checked that the customer may book with the provider, and opens the transaction. Raises
    ``slot_full``, ``slot_closed`` or ``slot_past`` (409) before anything is written.
    """
    slot = slots.reserve(provider_id=order_request.provider.pk, pickup_at=order_request.pickup_at, now=now)
    order = _order(order_request, now)
    order.pickup_at = slot.pickup_at(order_request.pickup_at)
    order.save(force_insert=True)
    _insert_related([(order, order_request.cost, slot)], actor, now)
    return order


def place_many(order_requests: Sequence[OrderRequest], *, actor: Actor, now: datetime) -> list[Order | None]:
    """Place orders in bulk, in as few statements as one takes; ``None`` where no slot could be reserved.

    Call :func:`place` for those: it raises the reason. What it expects of its caller holds here as well.
    """
    given = slots.reserve_many(
        wanted=[(order_request.provider.pk, order_request.pickup_at) for order_request in order_requests],
        now=now,
    )
    made: list[tuple[Order, Price, TimeSlot]] = []
    orders: list[Order | None] = []
    for order_request, slot in zip(order_requests, given, strict=True):
        if slot is None:
            orders.append(None)
            continue
        order = _order(order_request, now)
        made.append((order, order_request.cost, slot))
        orders.append(order)
    Order.objects.bulk_create(order for order, *_ in made)
    _insert_related(made, actor, now)
    return orders


def _order(order_request: OrderRequest, now: datetime) -> Order:
    """Return a new order, not saved, with its price and a copy of the policy."""
    work, provider, cost = order_request.work, order_request.provider, order_request.cost
    policy = figures.at(now)
    return Order(
        customer=order_request.customer,
        provider=provider,
        service_type=work.service_type,
        weight=work.weight,
        is_express=work.is_express,
        service_amount=cost.service_amount,
        platform_fee=cost.platform_fee,
        total_amount=cost.total_amount,
        pickup_address=work.pickup_address,
        delivery_address=work.delivery_address,
        pickup_postal_code=of_address(work.pickup_address),
        delivery_postal_code=of_address(work.delivery_address),
        special_instructions=work.special_instructions,
        care=work.care,
        pickup_at=order_request.pickup_at,
        late_fee_percent=provider.late_fee_percent,
        free_until_minutes_before_pickup=policy.free_minutes_before_pickup,
        free_for_minutes_after_booking=policy.free_minutes_after_booking,
        accepts_instantly=provider.accepts_instantly,
        created_at=now,
        hold_expires_at=order_request.hold_expires_at,
    )


def _insert_related(made: Sequence[tuple[Order, Price, TimeSlot]], actor: Actor, now: datetime) -> None:
    """Write the lines, the reservations and the first events of new orders."""
    OrderLine.objects.bulk_create(
        OrderLine(order=order, kind=line.kind, amount=line.amount, quantity=line.quantity)
        for order, cost, _ in made
        for line in cost.lines
    )
    reservations.hold_many([(order, slot) for order, _, slot in made], now=now)
    events = [
        OrderEvent(
            order=order,
            to_status=OrderStatus.PENDING,
            actor_id=actor.user_id,
            actor_role=actor.role,
            at=now,
            received_at=now,
        )
        for order, *_ in made
    ]
    OrderEvent.objects.bulk_create(events)
