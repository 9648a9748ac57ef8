"""Makes a world: first, in one transaction, what needs the database alone, then what is paid at Stripe."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest

from accounts import support_requests
from accounts.models import SupportRequest, User
from demo.factory import card_payments
from demo.factory.make_orders import People, make_order
from demo.factory.make_providers import home_near, make_last_payout, make_provider, pause
from demo.factory.make_users import EVERY_PERMISSION, App, Session, make_user, open_session, set_up_app
from demo.factory.specs import OrderSpec, RecurringSpec, UserSpec, WorldSpec
from marketplace import clock
from marketplace.errors import DomainError
from orders.models import Order, RecurringBooking, SavedCard
from orders.payments import refunds
from orders.recurring import recurring_actions
from orders.recurring.occurrence_placing import place_due
from orders.recurring.pattern import Rule
from providers import approving, favourites
from providers.models import Provider

HOURS_OF_A_DAY = 24


@dataclass
class World:
    """What was made, by its refs; ``cards`` by their account's ref and their name."""

    spec: WorldSpec
    visit: HttpRequest
    now: datetime
    users: dict[str, User] = field(default_factory=dict)
    apps: dict[str, App] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    cards: dict[str, dict[str, SavedCard]] = field(default_factory=dict)
    providers: dict[str, Provider] = field(default_factory=dict)
    orders: dict[str, Order] = field(default_factory=dict)
    recurring: dict[str, RecurringBooking] = field(default_factory=dict)
    support_requests: dict[str, SupportRequest] = field(default_factory=dict)

    @cached_property
    def operator(self) -> User:
        """Return an operator of this world, made if it has none."""
        known = (self.users[user.ref] for user in self.spec.users if user.operator == EVERY_PERMISSION)
        spec = UserSpec(ref="", first_name="Olivia", last_name="Operator", operator=EVERY_PERMISSION)
        return next(known, None) or make_user(spec, since=self.now)

    @property
    def since(self) -> datetime:
        """The time of registration: before the first order."""
        days_ago = max((_days_ago(order) for order in self.spec.orders), default=0)
        return self.now - timedelta(days=days_ago + 1) if days_ago > 0 else self.now


def _days_ago(order: OrderSpec) -> int:
    """Return how many days ago an order was placed at the earliest; 0 for one that is placed now."""
    by_hours = -(-(order.placed_hours_ago or 0) // HOURS_OF_A_DAY)
    return max(1 - order.pickup.days, by_hours)


def make_world(spec: WorldSpec, *, visit: HttpRequest, now: datetime) -> World:
    """Make all parts of a world, in their natural order.

    People, providers and hours are made in one transaction. The rest calls Stripe and cannot be undone: if it
    fails, unused accounts and unlisted providers are left.
    """
    world = World(spec, visit, now)
    with transaction.atomic():
        _make_people(world)
    try:
        _make_bookings(world)
    except Exception:
        withdraw([user.pk for user in world.users.values()], now=now)
        raise
    return world


def _make_people(world: World) -> None:
    for user in world.spec.users:
        world.users[user.ref] = made = make_user(user, since=world.since)
        if user.second_factor:
            world.apps[user.ref] = set_up_app(made, visit=world.visit, now=world.now)
    for provider in world.spec.providers:
        world.providers[provider.ref] = make_provider(
            provider,
            user=world.users[provider.user],
            operator=lambda: world.operator,
            since=world.since,
            now=world.now,
        )
    for favourite in world.spec.favourites:
        provider_id = world.providers[favourite.provider].pk
        favourites.add_favourite(user=world.users[favourite.user], provider_id=provider_id, now=world.now)
    _write_to_support(world)


def _write_to_support(world: World) -> None:
    for spec in world.spec.support_requests:
        account = world.users[spec.user]
        request = support_requests.send_request(
            account=account,
            name=account.get_full_name(),
            email=account.email,
            category=spec.category,
            subject=spec.subject,
            message=spec.message,
            now=world.now,
        )
        if spec.answer:
            support_requests.reply_as_operator(
                operator=world.operator, request_id=request.pk, body=spec.answer, closes=False, now=world.now
            )
        world.support_requests[spec.ref] = request


def _make_bookings(world: World) -> None:
    for user in world.spec.users:
        account = world.users[user.ref]
        world.cards[user.ref] = {
            card: card_payments.save_card(user=account, card=card, now=world.now) for card in user.cards
        }
    for number, order in enumerate(world.spec.orders):
        provider = world.providers[order.provider]
        people = People(world.users[order.customer], provider, lambda: world.operator)
        world.orders[order.ref] = make_order(f"orders.{number}", order, people=people, now=world.now)
    for booking in world.spec.recurring:
        world.recurring[booking.ref] = _make_recurring(world, booking)
    _do_what_is_due(world)
    for number, spec in enumerate(world.spec.providers):
        if spec.payout:
            make_last_payout(f"providers.{number}", provider=world.providers[spec.ref], now=world.now)
        if spec.pause is not None:
            pause(spec.pause, provider=world.providers[spec.ref], now=world.now)
    for user in world.spec.users:
        if user.signed_in:
            account = world.users[user.ref]
            world.sessions[user.ref] = open_session(account, visit=world.visit, now=world.now)


def _do_what_is_due(world: World) -> None:
    """Run due work now instead of waiting for a worker: refunds, and placing recurring orders."""
    if world.orders:
        refunds.execute_due(now=world.now)
    if world.recurring:
        place_due(now=world.now)
    for order in world.orders.values():
        order.refresh_from_db()


def _make_recurring(world: World, spec: RecurringSpec) -> RecurringBooking:
    provider, today = world.providers[spec.provider], clock.local_date(world.now)
    weekday = spec.day_of_week
    if spec.days is not None:
        weekday = (today + timedelta(days=spec.days)).isoweekday() % 7
    address = spec.pickup_address or home_near(provider.service_areas.all()[0].postal_code)
    booked = recurring_actions.RecurringRequest(
        provider_id=provider.pk,
        service_type=spec.service_type,
        weight=spec.weight,
        pickup_address=address,
        delivery_address=spec.delivery_address or address,
        special_instructions=spec.special_instructions,
        rule=Rule(spec.pattern, weekday, spec.day_of_month),
        preferred_time=spec.preferred_time,
        payment_method_id=world.cards[spec.customer][spec.card].pk if spec.card else None,
    )
    booking = recurring_actions.create(
        customer=world.users[spec.customer], recurring_request=booked, now=world.now
    )
    if spec.paused_days is not None:
        until = today + timedelta(days=spec.paused_days)
        recurring_actions.pause(booking_id=booking.pk, until=until, now=world.now)
    return booking


def withdraw(user_ids: Iterable[UUID], *, now: datetime) -> None:
    """Unlist whoever of these is a provider by now, so that they are not in the list of the next test."""
    for provider_id in Provider.objects.filter(user__in=user_ids).values_list("pk", flat=True):
        with suppress(DomainError):
            approving.pause(provider_id=provider_id, by_operator=True, now=now)
