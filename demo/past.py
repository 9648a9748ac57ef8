"""The past orders of the demonstration, made by the rules with a ``now`` in the past."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import count, cycle
from types import TracebackType

from accounts.models import User
from demo.money import Till
from demo.people import ANSWER, COMMENTS, CONVERSATION, CUSTOMERS, PROVIDERS
from marketplace import clock, postal_codes
from orders import messaging
from orders.checkout import care_profiles, placing
from orders.lifecycle import cancelling, reviewing, transitions
from orders.models import (
    Actor,
    ActorRole,
    Occurrence,
    Order,
    OrderLine,
    OrderStatus,
    Payment,
    RecurringPattern,
    Refund,
    ServiceType,
    StripeCustomer,
)
from orders.payments import disputes, refunds, saved_cards, settle
from orders.prices.pricing import NO_ADD_ONS
from orders.prices.turnaround import return_by
from orders.recurring import recurring_actions
from orders.recurring.occurrence_placing import place_due
from orders.recurring.occurrences import extend_due
from orders.recurring.pattern import Rule
from providers.distance import serves
from providers.models import Provider
from providers.reviews import answer_review
from scheduling.generating import generate
from scheduling.models import TimeSlot

S = OrderStatus
# How long after the pickup hour each stage is reached.
STAGES = (
    (S.PICKUP, timedelta(minutes=4)),
    (S.WASHING, timedelta(minutes=55)),
    (S.DELIVERY, timedelta(hours=26)),
    (S.COMPLETED, timedelta(hours=27)),
)
SERVICES = ("standard", "premium", "standard", "ironing", "standard", "premium")
WEIGHTS = ("10.0", "12.5", "11.0", "10.0", "13.5", "10.5", "15.0")
INSTRUCTIONS = ("", "Please ring twice.", "", "The bag is in front of the door.", "", "No softener, please.")
CARE = {
    "detergent": "sensitive",
    "softener": False,
    "temperature": 30,
    "allergies": "Fragrances",
    "ironing": True,
    "notes": "Shirts on hangers, please.",
}
LAST_MINUTE = timedelta(minutes=1)


@dataclass
class Past:
    """Makes orders, all of whose events are before ``now``."""

    now: datetime

    def __post_init__(self) -> None:
        self._till = Till()
        self._services, self._weights = cycle(SERVICES), cycle(WEIGHTS)
        self._instructions = cycle(INSTRUCTIONS)
        self._comments = {stars: cycle(texts) for stars, texts in COMMENTS.items()}
        self._streets = {person.address: person.street for person in CUSTOMERS}

    def __enter__(self) -> "Past":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._till.close()

    def make(self, *, customers: list[User], providers: list[Provider]) -> None:
        """Make every provider's reviewed orders, then those under way."""
        for index, (provider, provider_data) in enumerate(zip(providers, PROVIDERS, strict=True)):
            guests = cycle(self._served(customers[1:] if index else customers, provider_data.codes))
            for age, stars in zip(count(3 + index % 3, 5), provider_data.reviews, strict=False):
                self._reviewed(next(guests), provider, days_ago=age, stars=stars, answered=age < 9)
        self._of_the_demo_accounts(customers, providers)

    def _served(self, customers: list[User], codes: tuple[str, ...]) -> list[User]:
        """Return the customers within a provider's service area."""
        homes = {user: postal_codes.of_address(self._streets[user.email]) or "" for user in customers}
        return [user for user, home in homes.items() if serves(home, codes)]

    def _of_the_demo_accounts(self, customers: list[User], providers: list[Provider]) -> None:
        anna, tobias, mira, david = customers[:4]
        nora, luca, sofia, matteo = providers[:4]
        care_profiles.save_profile(user=tobias, care=CARE, now=self.now - timedelta(days=30))
        self._completed(anna, luca, days_ago=9, add_ons={OrderLine.Kind.DELICATE: 1, OrderLine.Kind.COAT: 1})
        self._completed(anna, nora, days_ago=4)
        self._cancelled(anna, sofia, days_ago=6)
        self._contested(customers[6], providers[11], days_ago=3)
        self._declined(tobias, nora, days_ago=5)
        self._late(david, luca)
        self._on_its_way_back(mira, [nora])
        self._on_its_way_back(anna, [matteo, luca, nora])
        washing = self._under_way(anna, nora, until=S.WASHING, pickup_at=self._last_hour(nora, days_ago=1))
        self._being_picked_up(david, nora)
        # Placed earlier, so that the order being picked up is the newest under way.
        early = self.now - timedelta(days=3)
        self._being_picked_up(anna, nora)
        shirts: dict[str, int] = {OrderLine.Kind.SHIRT: 3}
        self._under_way(tobias, nora, until=S.CONFIRMED, pickup_at=self._next_hour(nora, 10), add_ons=shirts)
        self._under_way(anna, nora, until=S.CONFIRMED, pickup_at=self._next_hour(nora, 14), placed_at=early)
        self._talk(washing, anna, nora.user)
        self._recurring(anna, nora)
        self._save_card(anna, self.now - timedelta(days=28))

    def _recurring(self, customer: User, provider: Provider) -> None:
        """Make a weekly booking with four past pickups, the next one in four days."""
        today = clock.local_date(self.now)
        created_at = self.now - timedelta(days=28)
        street = self._streets[customer.email]
        recurring_request = recurring_actions.RecurringRequest(
            provider_id=provider.pk,
            service_type=ServiceType.STANDARD,
            weight=Decimal("10.0"),
            pickup_address=street,
            delivery_address=street,
            special_instructions="The bag is in front of the door.",
            rule=Rule(RecurringPattern.WEEKLY, (today + timedelta(days=4)).isoweekday() % 7),
            preferred_time=time(9),
        )
        booking = recurring_actions.create(
            customer=customer, recurring_request=recurring_request, now=created_at
        )
        for occurrence in booking.occurrences.filter(on__lt=today):
            placed_at = occurrence.place_at
            place_due(now=placed_at)
            occurrence.refresh_from_db()
            order = occurrence.order
            assert order is not None  # noqa: S101 - the hours of the past are free but for a few
            self._pay(order, placed_at, placed_at + LAST_MINUTE)
            Occurrence.objects.filter(pk=occurrence.pk).update(charge_at=None)
            for status, later in STAGES:
                self._step(order, status, order.pickup_at + later)
        extend_due(now=self.now)

    def _save_card(self, customer: User, at: datetime) -> None:
        """Save a card with consent, if payments go to the stand-in."""
        if (kept := self._till.keep_card(user=customer, at=at)) is None:
            return
        customer_id, card = kept
        at_stripe = StripeCustomer.objects.create(user=customer, customer_id=customer_id, created_at=at)
        saved_cards.save_card(
            customer=at_stripe, card=card, sentence=saved_cards.consent_in_profile(), agreed_at=at, now=at
        )

    # --- one order ---------------------------------------------------------------------------------

    def _hours(self, provider: Provider, day: date) -> list[TimeSlot]:
        """Return the provider's slots of a day, generated for a past day."""
        generate(provider_ids=[provider.pk], start_on=day, end_on=day, now=self.now)
        return list(TimeSlot.objects.filter(provider=provider, date=day).order_by("starts_at"))

    def _hour_on(self, provider: Provider, *, days_ago: int, hour: int) -> datetime:
        """Return the beginning of a working hour about so many days ago."""
        day = clock.local_date(self.now) - timedelta(days=days_ago)
        while not (slots := self._hours(provider, day)):
            day -= timedelta(days=1)
        return slots[hour % len(slots)].starts_at

    def _last_hour(self, provider: Provider, *, days_ago: int) -> datetime:
        """Return the beginning of the provider's last hour that began so many days ago or earlier."""
        latest = self.now - timedelta(days=days_ago) - 2 * LAST_MINUTE
        day = clock.local_date(latest)
        while not (slots := [slot for slot in self._hours(provider, day) if slot.starts_at <= latest]):
            day -= timedelta(days=1)
        return slots[-1].starts_at

    def _hour_to_come(self, provider: Provider) -> datetime:
        """Return the beginning of the provider's first hour that has not begun."""
        day = clock.local_date(self.now)
        while not (slots := [slot for slot in self._hours(provider, day) if slot.starts_at > self.now]):
            day += timedelta(days=1)
        return slots[0].starts_at

    def _next_hour(self, provider: Provider, hour: int) -> datetime:
        """Return an hour of tomorrow, or of the provider's next working day."""
        day = clock.local_date(self.now) + timedelta(days=1)
        while not (slots := self._hours(provider, day)):
            day += timedelta(days=1)
        wanted = [slot for slot in slots if slot.start_time.hour >= hour]
        return (wanted or slots)[0].starts_at

    def _paid(
        self,
        customer: User,
        provider: Provider,
        *,
        pickup_at: datetime,
        placed_at: datetime | None = None,
        service: str | None = None,
        add_ons: Mapping[str, int] = NO_ADD_ONS,
    ) -> Order:
        """Place and pay an order the day before its pickup, or just now if that is still to come."""
        placed_at = placed_at or min(pickup_at - timedelta(hours=17), self.now - timedelta(minutes=50))
        street = self._streets[customer.email]
        order = placing.place_order(
            customer=customer,
            provider_id=provider.pk,
            service_type=service or next(self._services),
            weight=Decimal(next(self._weights)),
            pickup_address=street,
            delivery_address=street,
            pickup_at=pickup_at,
            special_instructions=next(self._instructions),
            now=placed_at,
            add_ons=add_ons,
        )
        paid_at = placed_at + timedelta(minutes=2)
        self._pay(order, placed_at, paid_at)
        if not provider.accepts_instantly:
            self._step(order, S.CONFIRMED, paid_at + timedelta(minutes=20))
        return order

    def _pay(self, order: Order, placed_at: datetime, paid_at: datetime) -> None:
        intent = self._till.take(order=order, at=paid_at)
        Payment.objects.create(
            order=order, attempt=1, intent_id=intent.id, amount=order.total_amount, created_at=placed_at
        )
        settle.apply_intent(intent=intent, now=paid_at)

    def _step(self, order: Order, to: OrderStatus, at: datetime) -> None:
        actor = Actor(ActorRole.PROVIDER, order.provider.user_id)
        transitions.move(order_id=order.pk, to=to, actor=actor, now=min(at, self.now - LAST_MINUTE))

    def _under_way(
        self,
        customer: User,
        provider: Provider,
        *,
        until: OrderStatus,
        pickup_at: datetime,
        placed_at: datetime | None = None,
        service: str | None = None,
        add_ons: Mapping[str, int] = NO_ADD_ONS,
    ) -> Order:
        order = self._paid(
            customer, provider, pickup_at=pickup_at, placed_at=placed_at, service=service, add_ons=add_ons
        )
        if until == S.CONFIRMED:
            return order
        for status, later in STAGES:
            self._step(order, status, pickup_at + later)
            if status == until:
                break
        return order

    def _being_picked_up(self, customer: User, provider: Provider) -> None:
        """Make an order whose pickup began just now: of the running hour, at night of the next one."""
        pickup_at = self._last_hour(provider, days_ago=0)
        if pickup_at <= self.now - timedelta(hours=1):
            pickup_at = self._hour_to_come(provider)
        order = self._paid(customer, provider, pickup_at=pickup_at)
        self._step(order, S.PICKUP, max(pickup_at, self.now - timedelta(minutes=20)))

    def _on_its_way_back(self, customer: User, providers: list[Provider]) -> None:
        """Make an order in delivery that is not late, with the first of the providers who can have one."""
        for provider in providers:
            pickup_at = self._last_hour(provider, days_ago=2)
            back_by = return_by(service_type=ServiceType.STANDARD, pickup_at=pickup_at)
            if back_by > self.now + timedelta(hours=6):
                self._under_way(
                    customer, provider, until=S.DELIVERY, pickup_at=pickup_at, service=ServiceType.STANDARD
                )
                return

    def _late(self, customer: User, provider: Provider) -> None:
        """Make an order whose return is late, for the operators' queue."""
        pickup_at = self._last_hour(provider, days_ago=3)
        self._under_way(
            customer, provider, until=S.WASHING, pickup_at=pickup_at, service=ServiceType.STANDARD
        )

    def _completed(
        self,
        customer: User,
        provider: Provider,
        *,
        days_ago: int,
        add_ons: Mapping[str, int] = NO_ADD_ONS,
    ) -> Order:
        # There is a day between pickup and delivery.
        pickup_at = self._hour_on(provider, days_ago=days_ago, hour=days_ago)
        return self._under_way(customer, provider, until=S.COMPLETED, pickup_at=pickup_at, add_ons=add_ons)

    def _reviewed(
        self, customer: User, provider: Provider, *, days_ago: int, stars: int, answered: bool
    ) -> None:
        order = self._completed(customer, provider, days_ago=days_ago)
        at = order.pickup_at + timedelta(hours=30)
        text = next(self._comments[stars])
        # The provider rates first, so that the review is published at once.
        reviewing.rate_customer(order_id=order.pk, rating=5, now=at)
        review = reviewing.review_order(order_id=order.pk, rating=stars, comment=text, now=at)
        if answered and stars == 5 and text:
            later = at + timedelta(hours=2)
            answer_review(review_id=review.pk, provider_id=provider.pk, answer=ANSWER, now=later)

    def _contested(self, customer: User, provider: Provider, *, days_ago: int) -> None:
        """Make a completed order whose payment is disputed, if payments go to the stand-in."""
        order = self._completed(customer, provider, days_ago=days_ago)
        at = self.now - timedelta(hours=20)
        found = self._till.contest(intent_id=order.payments.get().intent_id or "", at=at)
        if found is not None:
            disputes.apply_dispute(found=found, now=at + LAST_MINUTE)

    def _cancelled(self, customer: User, provider: Provider, *, days_ago: int) -> None:
        """Cancel on the evening before the pickup, free of charge."""
        pickup_at = self._hour_on(provider, days_ago=days_ago, hour=4)
        order = self._paid(customer, provider, pickup_at=pickup_at)
        actor = Actor(ActorRole.CUSTOMER, customer.pk)
        self._end(order, actor, pickup_at - timedelta(hours=15))

    def _declined(self, customer: User, provider: Provider, *, days_ago: int) -> None:
        """Have the operator cancel, because the provider is ill."""
        pickup_at = self._hour_on(provider, days_ago=days_ago, hour=6)
        order = self._paid(customer, provider, pickup_at=pickup_at)
        self._end(
            order, Actor(ActorRole.OPERATOR), pickup_at - timedelta(hours=3), note="The provider is ill"
        )

    def _end(self, order: Order, actor: Actor, at: datetime, *, note: str = "") -> None:
        cancelling.cancel_order(order_id=order.pk, actor=actor, now=at, note=note)
        refund = Refund.objects.get(order=order)
        Refund.objects.filter(pk=refund.pk).update(attempts=1)
        later = at + timedelta(seconds=20)
        refunds.apply_refund(found=self._till.give_back(refund=refund, at=later), now=later)

    def _talk(self, order: Order, customer: User, provider: User) -> None:
        start = self.now - timedelta(hours=3)
        for number, (who, text) in enumerate(CONVERSATION):
            sender = customer if who == "customer" else provider
            at = start + timedelta(minutes=11 * number)
            messaging.send_message(order=order, sender=sender, body=text, now=at)
