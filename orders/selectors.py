"""Reading orders, limited to what the viewer may see: others get 404."""

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import (
    CharField,
    Exists,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    prefetch_related_objects,
)
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _

from accounts import operators
from accounts.models import User
from marketplace.db.json_rows import JsonList, JsonMap
from marketplace.errors import NotFound
from orders import ledger, notifications
from orders.lifecycle import permissions
from orders.models import (
    CLAIM_STATE,
    EVENT_RECEIVED_AT,
    FINAL,
    IN_PROGRESS,
    RECEIVED,
    Actor,
    ActorRole,
    CreditNote,
    DamageClaim,
    HandBack,
    Handover,
    Message,
    Order,
    OrderEvent,
    OrderLine,
    OrderStatus,
    Receipt,
)
from providers.customer_ratings import averages
from providers.models import Provider
from providers.selectors import served_codes, with_card

NEWEST = 500
# Finished orders per page of a provider's history.
HISTORY_PAGE = 50
OPEN = [OrderStatus.PENDING, *IN_PROGRESS]
MOST_CONVERSATIONS = 100
CONVERSATIONS_SHOWN_FOR = timedelta(days=60)


_COLON = Value(":")


class Conversation(NamedTuple):
    """An order with messages, its newest message, and how many its provider has not read."""

    order: Order
    newest: Message
    unread: int


def with_lines() -> dict[str, JsonList]:
    """Return the annotation of :attr:`Order.priced`."""
    lines = OrderLine.objects.filter(order=OuterRef("pk")).order_by("pk")
    quantity, amount = (Cast(column, CharField()) for column in ("quantity", "amount"))
    return {"priced": JsonList(lines.values(item=Concat("kind", _COLON, quantity, _COLON, amount)))}


def with_documents() -> dict[str, Any]:
    """Return the annotations of :attr:`Order.receipt_made` and :attr:`Order.credits_made`."""
    is_made = Q(document__file__gt="")
    receipt = Receipt.objects.filter(is_made, order=OuterRef("pk"), replaced_at__isnull=True).order_by()
    notes = CreditNote.objects.filter(is_made, order=OuterRef("pk")).order_by("position")
    position, year, number = (Cast(column, CharField()) for column in ("position", "year", "number"))
    return {
        "receipt_made": Subquery(receipt.values(text=Concat(year, _COLON, number))[:1]),
        "credits_made": JsonList(notes.values(item=Concat(position, _COLON, year, _COLON, number))),
    }


def _reviews() -> dict[str, F]:
    """Return the annotations of the customer's review, and of the provider's rating of the customer."""
    return {
        "rating": F("review__rating"),
        "reviewed_at": F("review__created_at"),
        "review_published_at": F("review__published_at"),
        "review_due_at": F("review__publish_due_at"),
        "review_answered_at": F("review__answered_at"),
        "customer_stars": F("customer_rating__rating"),
        "customer_rated_at": F("customer_rating__created_at"),
        "customer_rating_published_at": F("customer_rating__published_at"),
        "customer_rating_due_at": F("customer_rating__publish_due_at"),
    }


def _review_as_read() -> dict[str, F]:
    """Return the annotations of the review for its provider; texts, so not in every list."""
    return {
        "review_id": F("review__pk"),
        "review_comment": F("review__comment"),
        "review_hidden_at": F("review__hidden_at"),
        "review_answer": F("review__answer"),
    }


def _customer_average() -> dict[str, Subquery]:
    """Return the annotation of :attr:`Order.customer_average`."""
    return {"customer_average": Subquery(averages(Q(customer=OuterRef("customer"))))}


def _late_fee() -> dict[str, Subquery]:
    """Return the annotation of :attr:`Order.late_fee`."""
    return {"late_fee": Subquery(ledger.late_fees(order=OuterRef("pk")))}


def _with_what_hangs_on(found: QuerySet[Order]) -> QuerySet[Order]:
    """Annotate when each status was reached, the rating and the like."""
    events = OrderEvent.objects.filter(order=OuterRef("pk")).order_by("at", "id")
    completed = events.filter(to_status=OrderStatus.COMPLETED)
    codes = Handover.objects.with_code().filter(order=OuterRef("pk")).order_by()
    claims = DamageClaim.objects.filter(order=OuterRef("pk")).order_by("-reported_at", "-id")
    beside = {
        "status_times": JsonMap(events.values(name=F("to_status"), item=F("at"))),
        "completion_received_at": Subquery(completed.values(received=EVENT_RECEIVED_AT)[:1]),
        **_reviews(),
        "recurring_booking_id": F("occurrence__booking_id"),
        "claim_state": Subquery(claims.values(state=CLAIM_STATE)[:1]),
        "codes": JsonMap(codes.values(name=F("kind"), item=F("code_confirmed_at"))),
    }
    return found.annotate(**beside, **with_lines(), **with_documents())


@cache
def _orders() -> QuerySet[Order]:
    """Return :func:`orders`, built once: that takes longer than the database takes to answer it."""
    found = _with_what_hangs_on(Order.objects.select_related("customer", "provider__user"))
    return found.annotate(
        **served_codes("provider"), **_customer_average(), **_late_fee(), **_review_as_read()
    )


def orders() -> QuerySet[Order]:
    """Return orders with everything that their JSON shows, in one query."""
    return _orders().all()


def _listed(found: QuerySet[Order]) -> list[Order]:
    """Return the newest of some orders with everything that their JSON shows, in three queries.

    Customers and providers are prefetched, so each is read once.
    """
    people = Prefetch("provider", with_card(Provider.objects.all()))
    listed = list(_with_what_hangs_on(found).prefetch_related("customer", people)[:NEWEST])
    for order in listed:
        order.service_area_codes = order.provider.service_area_codes
    return listed


def order_for(*, user: User, order_id: UUID) -> Order:
    """Return an order to its customer, its provider or an operator; 404 to anybody else."""
    mine = Q() if operators.may(user, permissions.SEE) else Q(customer=user) | Q(provider__user=user)
    order = orders().select_related("shared_position").filter(mine, pk=order_id).first()
    if order is None:
        raise NotFound(_("There is no such order."))
    return order


def stepped(order: Order, *, seen: Order) -> Order:
    """Return an order that was just moved one step, with the annotations of ``seen``, read before."""
    order.service_area_codes, order.rating = seen.service_area_codes, seen.rating
    order.recurring_booking_id, order.codes = seen.recurring_booking_id, seen.codes
    order.priced, order.claim_state = seen.priced, seen.claim_state
    order.customer_average, order.late_fee = seen.customer_average, seen.late_fee
    order.receipt_made, order.credits_made = seen.receipt_made, seen.credits_made
    order.status_times = seen.status_times | {order.status: order.moved_at.astimezone(UTC).isoformat()}
    return order


def no_such_customer() -> NotFound:
    """Return the 404 for a customer whom the viewer may not see."""
    return NotFound(_("There is no such customer."))


def orders_of_customer(*, viewer: User, customer_id: UUID) -> list[Order]:
    """Return a customer's orders, newest first, to that customer or an operator.

    To anybody else the customer does not exist (:class:`NotFound`).
    """
    sees = operators.may(viewer, permissions.SEE)
    if customer_id != viewer.pk and not (sees and User.objects.filter(pk=customer_id).exists()):
        raise no_such_customer()
    return _listed(Order.objects.filter(customer_id=customer_id))


def provider_of(*, user: User) -> Provider | None:
    """Return the user's provider profile, with what its card shows."""
    return with_card(Provider.objects.filter(user=user)).first()


def jobs_of_provider(*, provider: Provider) -> list[Order]:
    """Return every open order of a provider, and the first page of those that are over.

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
        raise NotFound(_("There is no such order."))
    earlier = Q(pickup_at__lt=edge) | Q(pickup_at=edge, pk__lt=before)
    return _with_people([*_over(provider, earlier)], provider)


def _jobs(provider: Provider) -> QuerySet[Order]:
    jobs = _with_what_hangs_on(Order.objects.filter(provider=provider))
    return jobs.annotate(**_customer_average(), **_late_fee())


def _over(provider: Provider, earlier: Q | None = None) -> QuerySet[Order]:
    """Return a page of a provider's orders that are over."""
    over = _jobs(provider).filter(earlier or Q(), status__in=FINAL).annotate(**_review_as_read())
    return over.order_by("-pickup_at", "-pk")[:HISTORY_PAGE]


def _with_people(jobs: list[Order], provider: Provider) -> list[Order]:
    """Set the provider, which is read already, on orders, and read their customers in one query."""
    prefetch_related_objects(jobs, "customer")
    for order in jobs:
        order.provider, order.service_area_codes = provider, provider.service_area_codes
    return jobs


def running_of_closed_accounts() -> QuerySet[Order]:
    """Return paid orders under way whose customer or provider has a closed account."""
    running = Order.objects.order_by().filter(payment_status__in=RECEIVED, status__in=OPEN).values("pk")
    closed = User.objects.filter(is_active=False)
    # A union starts from the few closed accounts; an OR would test every order under way.
    theirs = running.filter(customer__in=closed).union(running.filter(provider__user__in=closed))
    return Order.objects.filter(pk__in=theirs)


def messages_seen_by(reader: Actor, *, order: Order) -> QuerySet[Message]:
    """Return the messages of an order that the reader may see, with their senders.

    Customer and operators see all, the provider those written since they took the order.
    """
    lines = Message.objects.filter(order=order).select_related("sender")
    return _since_the_order_is_theirs(lines) if reader.role == ActorRole.PROVIDER else lines


def _since_the_order_is_theirs(lines: QuerySet[Message]) -> QuerySet[Message]:
    """Leave out messages from before the present provider took the order over from another."""
    taken_after = HandBack.objects.order_by().filter(
        order=OuterRef("order"), outcome=HandBack.Outcome.TAKEN, ended_at__gt=OuterRef("sent_at")
    )
    return lines.filter(~Exists(taken_after))


def messages_of(*, order: Order, reader: Actor) -> list[Message]:
    """Return the newest messages of an order that somebody may read, oldest first."""
    newest = messages_seen_by(reader, order=order).order_by("-sent_at", "-id")[:NEWEST]
    return list(reversed(newest))


def conversations_of(*, provider: Provider, now: datetime) -> list[Conversation]:
    """Return the conversations of a provider's coming orders and of the last 60 days, the newest first.

    At most a hundred, in two queries.
    """
    lines = Message.objects.filter(order=OuterRef("pk")).order_by("-sent_at", "-id")
    newest = _since_the_order_is_theirs(lines)
    found = (
        _jobs(provider)
        .filter(pickup_at__gt=now - CONVERSATIONS_SHOWN_FOR)
        .annotate(newest=Subquery(newest.values("pk")[:1]))
        .filter(newest__isnull=False)
        .select_related("customer__photo")
    )
    orders = {order.newest: order for order in found}
    lines = Message.objects.filter(pk__in=orders).order_by("-sent_at", "-id")[:MOST_CONVERSATIONS]
    unread = notifications.unread_messages(user_id=provider.user_id)
    return [Conversation(orders[line.pk], line, unread[orders[line.pk].pk]) for line in lines]
