"""Placing an order: the price, the place, the order and its first event, in one transaction."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import connection, transaction

from accounts.models import User
from orders import places
from orders.addresses import clean_address
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

    Raises ``Invalid`` (400) for what cannot be, ``NotFound`` (404) for an unknown provider, and 409
    ``slot_full``, ``slot_closed``, ``slot_past``, ``too_many_unpaid_orders``, ``own_service`` or
    ``provider_not_available``.
    """
    cost = price(service_type=service_type, weight=weight)
    pickup_address = clean_address(pickup_address, field="pickupAddress")
    delivery_address = clean_address(delivery_address, field="deliveryAddress")
    _queue_up(customer)
    provider = bookable_provider(customer=customer, provider_id=provider_id, now=now)
    return place(
        customer=customer,
        provider=provider,
        work=Work(service_type, weight, pickup_address, delivery_address, special_instructions.strip()),
        pickup_at=pickup_at,
        hold_expires_at=now + HOLD,
        actor=placed_by or Actor(ActorRole.CUSTOMER, customer.pk),
        now=now,
        cost=cost,
    )


def place(
    *,
    customer: User,
    provider: Provider,
    work: Work,
    pickup_at: datetime,
    hold_expires_at: datetime,
    actor: Actor,
    now: datetime,
    cost: Price | None = None,
) -> Order:
    """Take a place and write the order that holds it until ``hold_expires_at``: the one door.

    Whether the customer may book with the provider is the caller's to know, and the transaction is
    the caller's. Raises ``slot_full``, ``slot_closed`` or ``slot_past`` (409), having written nothing.
    """
    cost = cost or price(service_type=work.service_type, weight=work.weight)
    slot = slots.reserve(provider_id=provider.pk, pickup_at=pickup_at, now=now)
    order = Order.objects.create(
        customer=customer,
        provider=provider,
        service_type=work.service_type,
        weight=work.weight,
        service_amount=cost.service_amount,
        platform_fee=cost.platform_fee,
        total_amount=cost.total_amount,
        pickup_address=work.pickup_address,
        delivery_address=work.delivery_address,
        special_instructions=work.special_instructions,
        pickup_at=pickup_at,
        late_fee_percent=provider.late_fee_percent,
        accepts_instantly=provider.accepts_instantly,
        created_at=now,
        hold_expires_at=hold_expires_at,
    )
    _write_down(order, cost, slot, actor, now)
    return order


def _queue_up(customer: User) -> None:
    """Let a customer's checkouts in one after the other, so that counting them is exact.

    SQLite needs no lock for it: there the transaction itself keeps every other writer out.
    """
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR NO KEY UPDATE", [customer.pk])


def _write_down(order: Order, cost: Price, slot: TimeSlot, actor: Actor, now: datetime) -> None:
    """Write the lines, the place and the first event of a new order."""
    OrderLine.objects.bulk_create(
        OrderLine(order=order, kind=kind, amount=amount) for kind, amount in cost.lines
    )
    places.hold(order=order, slot=slot, now=now)
    event = OrderEvent.objects.create(
        order=order,
        to_status=OrderStatus.PENDING,
        actor_id=actor.user_id,
        actor_role=actor.role,
        at=now,
    )
    _remember(order, event)


def _remember(order: Order, event: OrderEvent) -> None:
    """Make the new order as complete as one that was read for its page: no query has to follow."""
    events = order.events.all()
    events._result_cache = [event]
    order._prefetched_objects_cache = {"events": events}  # type: ignore[attr-defined]
    order._state.fields_cache |= {"review": None, "occurrence": None}
