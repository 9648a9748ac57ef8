"""What a viewer may see of orders; whoever is not part of an order does not find it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects

from accounts import operators
from accounts.models import User
from marketplace.db.json_rows import JsonMap
from marketplace.errors import NotFound
from orders import permissions
from orders.models import (
    FINAL,
    IN_PROGRESS,
    CancelReason,
    Message,
    Order,
    OrderEvent,
    OrderStatus,
    PaymentStatus,
)
from providers.distance import serves
from providers.horizon import ANSWER_WITHIN
from providers.models import Provider
from providers.selectors import listed_near, served_codes, with_card
from scheduling.slots import free_at

NEWEST = 500
# How many orders that are over a provider is given at a time.
HISTORY_PAGE = 50
OPEN = [OrderStatus.PENDING, *IN_PROGRESS]
MOST_NEIGHBOURS = 3
# The customer still wants what was booked.
NOT_BY_CUSTOMER = [reason for reason in CancelReason if reason != CancelReason.BY_CUSTOMER]


def _with_what_hangs_on(found: QuerySet[Order]) -> QuerySet[Order]:
    """Read along when each stage was reached, the rating, and the recurring booking."""
    events = OrderEvent.objects.filter(order=OuterRef("pk")).order_by("at", "id")
    beside = {
        "reached": JsonMap(events.values(name=F("to_status"), item=F("at"))),
        "stars": F("review__rating"),
        "recurring_booking_id": F("occurrence__booking_id"),
    }
    return found.annotate(**beside)


def orders() -> QuerySet[Order]:
    """Return orders with everything that the JSON of one shows, in one query."""
    found = _with_what_hangs_on(Order.objects.select_related("customer", "provider__user"))
    return found.annotate(**served_codes("provider"))


def _listed(found: QuerySet[Order]) -> list[Order]:
    """Return the newest of some orders with everything that their JSON shows, in three queries.

    Customers and providers are read once each, however many of the orders are theirs.
    """
    people = Prefetch("provider", with_card(Provider.objects.all()))
    listed = list(_with_what_hangs_on(found).prefetch_related("customer", people)[:NEWEST])
    for order in listed:
        order.served = order.provider.served
    return listed


def order_for(*, user: User, order_id: UUID) -> Order:
    """Return an order to its customer, its provider or an operator; 404 to anybody else."""
    mine = Q() if operators.may(user, permissions.SEE) else Q(customer=user) | Q(provider__user=user)
    order = orders().filter(mine, pk=order_id).first()
    if order is None:
        raise NotFound("There is no such order.")
    return order


def pickup_ends(order: Order) -> datetime | None:
    """Return when the slot in which an order has its place ends; ``None`` if it has none any more."""
    held = order.reservations.filter(released_at__isnull=True)
    return held.values_list("slot__ends_at", flat=True).first()


def stepped(order: Order, *, seen: Order, now: datetime) -> Order:
    """Return an order that was just moved one step, as complete as it was when it was seen before."""
    order.served, order.stars = seen.served, seen.stars
    order.recurring_booking_id = seen.recurring_booking_id
    order.reached = seen.reached | {order.status: now.isoformat()}
    return order


def no_such_customer() -> NotFound:
    """Return the answer to whoever asks for what belongs to somebody else."""
    return NotFound("There is no such customer.")


def orders_of_customer(*, viewer: User, customer_id: UUID) -> list[Order]:
    """Return a customer's orders, newest first, to that customer or an operator.

    To anybody else the customer does not exist (:class:`NotFound`).
    """
    sees = operators.may(viewer, permissions.SEE)
    if customer_id != viewer.pk and not (sees and User.objects.filter(pk=customer_id).exists()):
        raise no_such_customer()
    return _listed(Order.objects.filter(customer_id=customer_id))


def provider_of(*, user: User) -> Provider | None:
    """Return the provider that somebody is, with what their card shows."""
    return with_card(Provider.objects.filter(user=user)).first()


def jobs_of_provider(*, provider: Provider) -> list[Order]:
    """Return every open order of a provider, however many, and the first page of those that are over.

    Newest first. The provider is one of :func:`provider_of`.
    """
    found = [*_jobs(provider).filter(status__in=OPEN), *_over(provider)]
    return sorted(_with_people(found, provider), key=lambda order: (order.created_at, order.pk), reverse=True)


def history_of_provider(*, provider: Provider, before: UUID | None) -> list[Order]:
    """Return a page of a provider's orders that are over, the latest pickup first.

    ``before`` names the last order of the page before; 404 unless it is one of theirs. The provider is
    one of :func:`provider_of`.
    """
    if before is None:
        return _with_people([*_over(provider)], provider)
    edge = Order.objects.filter(provider=provider, pk=before).values_list("pickup_at", flat=True).first()
    if edge is None:
        raise NotFound("There is no such order.")
    earlier = Q(pickup_at__lt=edge) | Q(pickup_at=edge, pk__lt=before)
    return _with_people([*_over(provider, earlier)], provider)


def _jobs(provider: Provider) -> QuerySet[Order]:
    return _with_what_hangs_on(Order.objects.filter(provider=provider))


def _over(provider: Provider, earlier: Q | None = None) -> QuerySet[Order]:
    """Return a page of what is over of a provider's."""
    over = _jobs(provider).filter(earlier or Q(), status__in=FINAL)
    return over.order_by("-pickup_at", "-pk")[:HISTORY_PAGE]


def _with_people(jobs: list[Order], provider: Provider) -> list[Order]:
    """Add to a provider's orders the provider, who is read already, and in one query the customers."""
    prefetch_related_objects(jobs, "customer")
    for order in jobs:
        order.provider, order.served = provider, provider.served
    return jobs


def running_of_closed_accounts() -> QuerySet[Order]:
    """Return paid orders under way whose customer or provider has no account any more to act with."""
    paid = [PaymentStatus.PAID, PaymentStatus.PARTIALLY_REFUNDED]
    running = Order.objects.order_by().filter(payment_status__in=paid, status__in=OPEN).values("pk")
    closed = User.objects.filter(is_active=False)
    # Each from its few closed accounts: as one condition it would be asked of every order under way.
    theirs = running.filter(customer__in=closed).union(running.filter(provider__user__in=closed))
    return Order.objects.filter(pk__in=theirs)


def messages_of(*, order: Order) -> list[Message]:
    """Return the newest messages of an order, oldest first."""
    newest = order.messages.select_related("sender").order_by("-sent_at", "-id")[:NEWEST]
    return list(reversed(newest))


def neighbours_serving(postal_codes: list[str], *, now: datetime) -> list[dict[str, Any]]:
    """Return up to three listed providers who come to all of some postal codes, the nearest to the first.

    They are as in the list of providers around that code.
    """
    return _serving(postal_codes, now)[:MOST_NEIGHBOURS]


def neighbours_free(
    *, postal_codes: list[str], pickup_at: datetime, instead_of: UUID, customer_id: UUID, now: datetime
) -> list[dict[str, Any]]:
    """Return up to three other providers who come to some postal codes and have a pickup's hour free.

    They are as in the list of providers around the first code. Never the customer; who accepts by hand
    only as long as there is time for an answer.
    """
    if not postal_codes or pickup_at <= now:
        return []
    in_time = pickup_at >= now + ANSWER_WITHIN
    own = set(Provider.objects.filter(user_id=customer_id).values_list("pk", flat=True))
    left_out = {str(provider_id) for provider_id in own | {instead_of}}
    fitting = [
        one
        for one in _serving(postal_codes, now)
        if one["id"] not in left_out and (one["acceptsInstantly"] or in_time)
    ]
    free = free_at(provider_ids=[UUID(one["id"]) for one in fitting], pickup_at=pickup_at, now=now)
    return [one for one in fitting if UUID(one["id"]) in free][:MOST_NEIGHBOURS]


def alternatives_to(order: Order, *, now: datetime) -> list[dict[str, Any]]:
    """Return up to three neighbours who could do an order that was declined or lapsed, as it was booked.

    None for an order that still runs, or that its customer cancelled.
    """
    if order.cancel_reason not in NOT_BY_CUSTOMER:
        return []
    codes = dict.fromkeys([order.pickup_postal_code, order.delivery_postal_code])
    return neighbours_free(
        postal_codes=[code for code in codes if code],
        pickup_at=order.pickup_at,
        instead_of=order.provider_id,
        customer_id=order.customer_id,
        now=now,
    )


def _serving(postal_codes: list[str], now: datetime) -> list[dict[str, Any]]:
    """Return who is listed around the first of some postal codes and comes to all of them."""
    first, *others = postal_codes
    listed = listed_near(postal_code=first, now=now).providers
    return [one for one in listed if all(serves(code, one["serviceArea"]) for code in others)]
