"""Placing an order: the price, the place, the order and its first event, in one transaction."""

from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from marketplace.errors import NotFound
from orders import places
from orders.addresses import clean_address
from orders.models import ActorRole, Order, OrderEvent, OrderLine, OrderStatus, PaymentStatus
from orders.pricing import Price, price
from orders.refusals import OwnService, ProviderNotAvailable, TooManyUnpaidOrders
from orders.transitions import Actor
from providers.models import Provider, ServiceArea
from scheduling import slots
from scheduling.models import TimeSlot

HOLD = timedelta(minutes=15)
MAX_UNPAID = 3


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
    provider = _provider_for(customer, provider_id, now)
    slot = slots.reserve(provider_id=provider.pk, pickup_at=pickup_at, now=now)
    order = Order.objects.create(
        customer=customer,
        provider=provider,
        service_type=service_type,
        weight=weight,
        service_amount=cost.service_amount,
        platform_fee=cost.platform_fee,
        total_amount=cost.total_amount,
        pickup_address=pickup_address,
        delivery_address=delivery_address,
        special_instructions=special_instructions.strip(),
        pickup_at=pickup_at,
        late_fee_percent=provider.late_fee_percent,
        accepts_instantly=provider.accepts_instantly,
        created_at=now,
        hold_expires_at=now + HOLD,
    )
    _write_down(order, cost, slot, placed_by or Actor(ActorRole.CUSTOMER, customer.pk), now)
    return order


def _queue_up(customer: User) -> None:
    """Let a customer's checkouts in one after the other, so that counting them is exact."""
    User.objects.select_for_update(no_key=True).filter(pk=customer.pk).values_list("pk").first()


def _provider_for(customer: User, provider_id: UUID, now: datetime) -> Provider:
    """Return the provider with account and service areas, if this customer may book there now.

    One query: a row for each service area, with the customer's open checkouts beside it.
    """
    open_checkouts = (
        Order.objects.filter(
            customer=customer,
            status=OrderStatus.PENDING,
            payment_status__in=[PaymentStatus.UNPAID, PaymentStatus.FAILED],
            hold_expires_at__gt=now,
        )
        .order_by()
        .values("customer")
        .annotate(number=Count("pk"))
        .values("number")
    )
    rows = list(
        Provider.objects.filter(pk=provider_id)
        .select_related("user")
        .annotate(
            area=F("service_areas__postal_code"),
            open_checkouts=Coalesce(Subquery(open_checkouts), 0),
        )
        .order_by("service_areas__position", "service_areas__id")
    )
    if not rows:
        raise NotFound("There is no such provider.")
    provider = rows[0]
    if provider.status != Provider.Status.APPROVED:
        raise ProviderNotAvailable
    if provider.user_id == customer.pk:
        raise OwnService
    if provider.open_checkouts >= MAX_UNPAID:
        raise TooManyUnpaidOrders(MAX_UNPAID)
    _remember_areas(provider, [row.area for row in rows if row.area])
    return provider


def _remember_areas(provider: Provider, codes: list[str]) -> None:
    """Fill the provider's prefetched service areas with what was read already."""
    areas = provider.service_areas.all()
    areas._result_cache = [
        ServiceArea(provider=provider, postal_code=code, position=position)
        for position, code in enumerate(codes)
    ]
    provider._prefetched_objects_cache = {"service_areas": areas}  # type: ignore[attr-defined]


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
    order._state.fields_cache["review"] = None
