"""What a viewer may see of orders; whoever is not part of an order does not find it."""

from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.models import User
from marketplace.errors import NotFound
from orders.models import ActorRole, Message, Order
from orders.transitions import Actor

NEWEST = 500


def orders() -> QuerySet[Order]:
    """Return orders with everything that their JSON shows: three queries, however many they are."""
    return Order.objects.select_related(
        "customer", "provider__user", "review", "occurrence"
    ).prefetch_related("provider__service_areas", "events")


def order_for(*, user: User, order_id: UUID) -> Order:
    """Return an order to its customer, its provider or an operator; 404 to anybody else."""
    mine = Q() if user.is_staff else Q(customer=user) | Q(provider__user=user)
    order = orders().filter(mine, pk=order_id).first()
    if order is None:
        raise NotFound("There is no such order.")
    return order


def acting_on(order: Order, user: User) -> Actor:
    """Return in which capacity somebody moves an order: operator, its provider, or its customer."""
    if user.is_staff:
        return Actor(ActorRole.OPERATOR, user.pk)
    if order.provider.user_id == user.pk:
        return Actor(ActorRole.PROVIDER, user.pk)
    return Actor(ActorRole.CUSTOMER, user.pk)


def owning(order: Order, user: User) -> Actor:
    """Return in which capacity somebody cancels or edits: an operator's own order is a customer's."""
    if order.customer_id == user.pk:
        return Actor(ActorRole.CUSTOMER, user.pk)
    return acting_on(order, user)


def no_such_customer() -> NotFound:
    """Return the answer to whoever asks for what belongs to somebody else."""
    return NotFound("There is no such customer.")


def orders_of_customer(*, viewer: User, customer_id: UUID) -> list[Order]:
    """Return a customer's orders, newest first, to that customer or an operator.

    To anybody else the customer does not exist (:class:`NotFound`).
    """
    known = customer_id == viewer.pk or (viewer.is_staff and User.objects.filter(pk=customer_id).exists())
    if not known:
        raise no_such_customer()
    return list(orders().filter(customer_id=customer_id)[:NEWEST])


def orders_of_provider(*, provider_id: UUID) -> list[Order]:
    """Return every order of a provider, newest first."""
    return list(orders().filter(provider_id=provider_id)[:NEWEST])


def messages_of(*, order: Order) -> list[Message]:
    """Return the newest messages of an order, oldest first."""
    newest = order.messages.select_related("sender").order_by("-sent_at", "-id")[:NEWEST]
    return list(reversed(newest))
