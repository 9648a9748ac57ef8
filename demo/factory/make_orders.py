"""Makes orders: places, pays and moves each until it has the wanted state."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self
from uuid import uuid4

from django.db import transaction

from accounts.models import User
from demo.factory import card_payments
from demo.factory.checks import impossible
from demo.factory.make_providers import home_near
from demo.factory.specs import OrderSpec, PaymentOutcome, RefundSpec
from demo.past import STAGES
from marketplace import clock, figures
from orders import messaging, selectors
from orders.checkout import placing
from orders.lifecycle import cancelling, handing_back, handovers, reviewing, transitions
from orders.models import Actor, ActorRole, Order, OrderStatus
from orders.payments import disputes, gateway, refunding, settle
from providers.models import Provider
from providers.reviews import answer_review
from scheduling.generating import generate
from scheduling.models import TimeSlot

# For past orders: placed so long before the pickup, paid so long after placing.
PLACED_BEFORE, PAID_AFTER = timedelta(hours=17), timedelta(minutes=2)
CANCELLED_AFTER, REVIEWED_AFTER = timedelta(minutes=30), timedelta(hours=3)
TALKED_AFTER = timedelta(minutes=10)


@dataclass(frozen=True)
class People:
    """The people of an order; ``operator`` returns the acting operator."""

    customer: User
    provider: Provider
    operator: Callable[[], User]

    def actor(self, role: str) -> Actor:
        """Return the actor in a role."""
        if role == ActorRole.OPERATOR:
            return Actor(ActorRole.OPERATOR, self.operator().pk)
        if role == ActorRole.PROVIDER:
            return Actor(ActorRole.PROVIDER, self.provider.user_id)
        return Actor(ActorRole.CUSTOMER, self.customer.pk)


@dataclass(frozen=True)
class Times:
    """The times of an order's events; none after ``now``."""

    pickup_at: datetime
    placed_at: datetime
    now: datetime

    @classmethod
    def of(cls, spec: OrderSpec, *, pickup_at: datetime, now: datetime) -> Self:
        """Return the times of an order: now, or around a past pickup."""
        placed_at = min(now, pickup_at - PLACED_BEFORE) if pickup_at <= now else now
        if spec.placed_hours_ago is not None:
            placed_at = now - timedelta(hours=spec.placed_hours_ago)
        return cls(pickup_at, placed_at, now)

    def after(self, start: datetime, delay: timedelta) -> datetime:
        """Return a later instant, at most ``now``."""
        return min(start + delay, self.now)

    @property
    def paid_at(self) -> datetime:
        """When it was paid."""
        return self.after(self.placed_at, PAID_AFTER)


def make_order(path: str, spec: OrderSpec, *, people: People, now: datetime) -> Order:
    """Make an order; ``path`` is its place in the request, for errors. Calls Stripe.

    Raises ``impossible_state`` (400) and the errors of the rules.
    """
    times = Times.of(spec, pickup_at=_pickup_at(path, spec, people.provider, now), now=now)
    if spec.outcome is not PaymentOutcome.PAID and times.placed_at < now and not _is_cancelled(spec):
        raise impossible(
            f"{path}.payment", "An order that is not paid is cancelled after a quarter of an hour."
        )
    order = _place(spec, people, times)
    intent = None
    if spec.outcome is not PaymentOutcome.UNPAID:
        is_declined = spec.outcome is PaymentOutcome.DECLINED
        intent = card_payments.pay(order=order, card=spec.card, is_declined=is_declined, now=times.placed_at)
    with transaction.atomic():
        _bring_about(order, spec, people, times, intent)
        order = Order.objects.get(pk=order.pk)
        if order.status != spec.status:
            raise impossible(f"{path}.status", f"The order stands at “{order.status}”.")
    if spec.card == "disputed" and intent is not None:
        disputes.apply_disputes(intent_id=intent.id, now=now)
        order.refresh_from_db()
    return order


def _is_cancelled(spec: OrderSpec) -> bool:
    return spec.status == OrderStatus.CANCELLED


def _pickup_at(path: str, spec: OrderSpec, provider: Provider, now: datetime) -> datetime:
    """Return the pickup's instant; generates the slots of a past day first."""
    today = clock.local_date(now)
    day = today + timedelta(days=spec.pickup.days)
    if day < today:
        generate(provider_ids=[provider.pk], start_on=day, end_on=day, now=now)
    if spec.pickup.wall_time is not None:
        return clock.at_wall_time(day, spec.pickup.wall_time)
    earliest = now if day >= today else clock.day_bounds(day)[0]
    slots = TimeSlot.objects.filter(provider=provider, date=day, is_closed=False, starts_at__gt=earliest)
    free = next((slot for slot in slots.order_by("starts_at") if slot.booked < slot.capacity), None)
    if free is None:
        raise impossible(f"{path}.pickup", "The provider has no free hour on that day.")
    return free.starts_at


@transaction.atomic
def _place(spec: OrderSpec, people: People, times: Times) -> Order:
    home = people.customer.addresses.order_by("-is_default", "created_at").first()
    address = spec.pickup_address or (
        str(home) if home else home_near(people.provider.service_areas.all()[0].postal_code)
    )
    order = placing.place_order(
        customer=people.customer,
        provider_id=people.provider.pk,
        service_type=spec.service_type,
        weight=spec.weight,
        pickup_address=address,
        delivery_address=spec.delivery_address or address,
        pickup_at=times.pickup_at,
        special_instructions=spec.special_instructions,
        add_ons=spec.add_ons,
        now=times.placed_at,
    )
    if times.placed_at < times.now:
        # It is paid in a moment: a sweep must not cancel it before.
        until = times.now + timedelta(minutes=figures.at(times.now).hold_minutes)
        Order.objects.filter(pk=order.pk).update(hold_expires_at=until)
    return order


def _bring_about(
    order: Order, spec: OrderSpec, people: People, times: Times, intent: gateway.Intent | None
) -> None:
    """Apply the events that lead to the wanted state."""
    if intent is not None:
        settle.apply_intent(intent=intent, now=times.paid_at)
    provider, is_paid = people.actor(ActorRole.PROVIDER), spec.outcome is PaymentOutcome.PAID
    if is_paid and not _is_cancelled(spec) and spec.status != OrderStatus.PENDING:
        _move_on(order, spec, provider, times)
    if _is_cancelled(spec):
        cancelling.cancel_order(
            order_id=order.pk,
            actor=people.actor(spec.cancelled_by),
            note=spec.reason,
            now=times.after(times.paid_at, CANCELLED_AFTER),
        )
    if spec.handover_codes:
        handovers.ask_for_codes(order_id=order.pk, wanted=True, now=times.now)
    if spec.hand_back is not None:
        handing_back.hand_back(order_id=order.pk, actor=provider, reason=spec.hand_back.reason, now=times.now)
        if spec.hand_back.agreed:
            handing_back.agree(order_id=order.pk, now=times.now)
    _talk(order, spec, people, times)
    _review(order, spec, times)
    if spec.refund is not None:
        _refund(order, spec.refund, people.actor(ActorRole.OPERATOR), times.now)


def _move_on(order: Order, spec: OrderSpec, provider: Actor, times: Times) -> None:
    """Confirm if necessary and move the order up to the wanted status, as its provider."""
    if not order.accepts_instantly:
        transitions.move(order_id=order.pk, to=OrderStatus.CONFIRMED, actor=provider, now=times.paid_at)
    if spec.status == OrderStatus.CONFIRMED:
        return
    for status, delay in STAGES:
        at = times.after(times.pickup_at, delay)
        transitions.move(order_id=order.pk, to=status, actor=provider, now=at)
        if status == spec.status:
            return


def _talk(order: Order, spec: OrderSpec, people: People, times: Times) -> None:
    for number, message in enumerate(spec.messages):
        sender = people.customer if message.sender == ActorRole.CUSTOMER else people.provider.user
        read = selectors.order_for(user=sender, order_id=order.pk)
        # A millisecond apart, so that sorting by time keeps their order.
        earlier = timedelta(milliseconds=len(spec.messages) - number)
        at = times.after(times.pickup_at, TALKED_AFTER) - earlier
        messaging.send_message(order=read, sender=sender, body=message.body, now=at)


def _review(order: Order, spec: OrderSpec, times: Times) -> None:
    if spec.review is None:
        return
    at = times.after(times.after(times.pickup_at, STAGES[-1][1]), REVIEWED_AFTER)
    said = spec.review
    if said.published:
        reviewing.rate_customer(order_id=order.pk, rating=5, now=at)
    review = reviewing.review_order(order_id=order.pk, rating=said.rating, comment=said.comment, now=at)
    if said.reply:
        answer_review(review_id=review.pk, provider_id=order.provider_id, answer=said.reply, now=at)


def _refund(order: Order, spec: RefundSpec, operator: Actor, now: datetime) -> None:
    amount = spec.amount
    if amount is None:
        amount = refunding.returnable(Order.objects.get(pk=order.pk))
    refunding.refund_order(
        actor=operator, order_id=order.pk, amount=amount, note=spec.note, key=uuid4(), now=now
    )
