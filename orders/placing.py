"""Placing an order: the price, the place, the order and its first event, in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import connection, transaction

from accounts.models import User
from orders import places
from orders.addresses import check_served, clean_address, postal_code_of
from orders.answering import refuse_if_too_soon
from orders.bookable import bookable_provider
from orders.models import ActorRole, Order, OrderEvent, OrderLine, OrderStatus
from orders.pricing import Price, price
from orders.transitions import Actor
from providers.models import Provider
from scheduling import slots
from scheduling.models import TimeSlot

HOLD = timedelta(minutes=15)


@dataclass(frozen=True)
class Work:
    """What is to be done, and where; ``weight`` in kilograms, texts without surrounding blanks."""

    service_type: str
    weight: Decimal
    pickup_address: str
    delivery_address: str
    special_instructions: str


@dataclass(frozen=True)
class Wish:
    """An order that is to be: for whom, by whom, what, when, and how long it may stay unpaid."""

    customer: User
    provider: Provider
    work: Work
    pickup_at: datetime
    hold_expires_at: datetime


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
) -> Order:
    """Place an order that waits 15 minutes for its payment, and hold its place.

    ``weight`` is in kilograms, ``pickup_at`` aware. The policy that applies is copied from the
    provider. ``placed_by`` is the operator who books for somebody, else the customer.

    Raises ``Invalid`` (400) for what cannot be, ``unknown_postal_code`` or ``not_served`` (400) for an
    address to which the provider does not come, ``NotFound`` (404) for an unknown provider, and 409
    ``slot_full``, ``slot_closed``, ``slot_past``, ``instant_provider_needed``,
    ``too_many_unpaid_orders``, ``own_service`` or ``provider_not_available``.
    """
    cost = price(service_type=service_type, weight=weight)
    pickup_address = clean_address(pickup_address, field="pickupAddress")
    delivery_address = clean_address(delivery_address, field="deliveryAddress")
    _queue_up(customer)
    provider = bookable_provider(customer=customer, provider_id=provider_id, now=now)
    addresses = {"pickupAddress": pickup_address, "deliveryAddress": delivery_address}
    check_served(addresses, provider=provider, served=provider.served)
    refuse_if_too_soon(
        provider=provider,
        instantly=provider.accepts_instantly,
        pickup_at=pickup_at,
        postal_codes=[postal_code_of(text) for text in addresses.values()],
        now=now,
    )
    work = Work(service_type, weight, pickup_address, delivery_address, special_instructions.strip())
    order = place(
        wish=Wish(customer, provider, work, pickup_at, now + HOLD),
        actor=placed_by or Actor(ActorRole.CUSTOMER, customer.pk),
        now=now,
        cost=cost,
    )
    # As complete as one that is read for its page: no query has to follow.
    order.served, order.reached = provider.served, {OrderStatus.PENDING.value: now.isoformat()}
    order.stars = order.recurring_booking_id = None
    return order


def place(*, wish: Wish, actor: Actor, now: datetime, cost: Price | None = None) -> Order:
    """Take a place and write the order that holds it: the one door.

    Whether the customer may book with the provider is the caller's to know, and the transaction is
    the caller's. Raises ``slot_full``, ``slot_closed`` or ``slot_past`` (409), having written nothing.
    """
    cost = cost or price(service_type=wish.work.service_type, weight=wish.work.weight)
    slot = slots.reserve(provider_id=wish.provider.pk, pickup_at=wish.pickup_at, now=now)
    order = _order(wish, cost, now)
    order.save(force_insert=True)
    _write_down([(order, cost, slot)], actor, now)
    return order


def place_many(wishes: Sequence[Wish], *, actor: Actor, now: datetime) -> list[Order | None]:
    """Place orders together, in as few statements as one takes; ``None`` where :func:`place` is to be asked.

    What :func:`place` asks of its caller holds here as well.
    """
    given = slots.reserve_many(wanted=[(wish.provider.pk, wish.pickup_at) for wish in wishes], now=now)
    made: list[tuple[Order, Price, TimeSlot]] = []
    orders: list[Order | None] = []
    for wish, slot in zip(wishes, given, strict=True):
        if slot is None:
            orders.append(None)
            continue
        cost = price(service_type=wish.work.service_type, weight=wish.work.weight)
        order = _order(wish, cost, now)
        made.append((order, cost, slot))
        orders.append(order)
    Order.objects.bulk_create(order for order, *_ in made)
    _write_down(made, actor, now)
    return orders


def _order(wish: Wish, cost: Price, now: datetime) -> Order:
    """Return a new order, not saved, with its price and the policy that applies."""
    work, provider = wish.work, wish.provider
    return Order(
        customer=wish.customer,
        provider=provider,
        service_type=work.service_type,
        weight=work.weight,
        service_amount=cost.service_amount,
        platform_fee=cost.platform_fee,
        total_amount=cost.total_amount,
        pickup_address=work.pickup_address,
        delivery_address=work.delivery_address,
        pickup_postal_code=postal_code_of(work.pickup_address),
        delivery_postal_code=postal_code_of(work.delivery_address),
        special_instructions=work.special_instructions,
        pickup_at=wish.pickup_at,
        late_fee_percent=provider.late_fee_percent,
        accepts_instantly=provider.accepts_instantly,
        created_at=now,
        hold_expires_at=wish.hold_expires_at,
    )


def _queue_up(customer: User) -> None:
    """Let a customer's checkouts in one after the other, so that counting them is exact.

    SQLite needs no lock for it: there the transaction itself keeps every other writer out.
    """
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR NO KEY UPDATE", [customer.pk])


def _write_down(made: Sequence[tuple[Order, Price, TimeSlot]], actor: Actor, now: datetime) -> None:
    """Write the lines, the places and the first events of new orders."""
    OrderLine.objects.bulk_create(
        OrderLine(order=order, kind=kind, amount=amount)
        for order, cost, _ in made
        for kind, amount in cost.lines
    )
    places.hold_many([(order, slot) for order, _, slot in made], now=now)
    events = [
        OrderEvent(
            order=order,
            to_status=OrderStatus.PENDING,
            actor_id=actor.user_id,
            actor_role=actor.role,
            at=now,
        )
        for order, *_ in made
    ]
    OrderEvent.objects.bulk_create(events)
