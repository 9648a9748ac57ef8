"""The world of a year: its parties, its clock, its Stripe, and what is on its way between them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from uuid import UUID

from celery import current_app
from django.core.cache import cache
from django.core.management import call_command
from django.db import transaction
from django.db.models import Q
from django.test import Client, TestCase
from rest_framework.test import APIClient

from accounts.models import User
from conftest import client_for, make_provider, make_user, sign_in
from marketplace import clock
from marketplace.tests.frozen_time import TimeMachine
from orders.models import FINAL, RECEIVED, Order
from orders.tests.year.history import ACTS, Step, Violation
from orders.tests.year.transport import StripeInProcess
from providers.models import Provider
from scheduling.models import WeeklyWindow

CUSTOMERS = ("alice", "chiara", "emil", "greta", "hugo", "ida")
# Name, whether bookings are accepted at once, weekdays (Sunday is 0), hours, capacity of each hour.
PROVIDERS = (
    ("bruno", True, range(7), (8, 18), 2),
    ("nora", False, range(1, 6), (9, 16), 2),
    ("paul", True, (0, 3, 6), (11, 18), 1),
)
# Acts of a customer that name the order alone.
OF_CUSTOMERS = {
    *("pays", "comes_back", "cancels", "reschedules", "edits", "rates", "writes"),
    "pays_while_the_connection_breaks",
}
UNPAID = ("unpaid", "failed")
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
SESSION_LASTS = timedelta(days=6)
# For how long an order that is over is still visited.
VISITED_AFTER_THE_END = timedelta(days=12)


@dataclass(frozen=True)
class SeenOrder:
    """What is known of an order when the next act is chosen."""

    label: str
    pk: UUID
    customer: str
    provider: str
    status: str
    payment_status: str
    pickup_at: datetime
    created_at: datetime
    version: int
    is_paid: bool
    is_over: bool


@dataclass
class World:
    """Everything that acts act on. ``orders`` maps the names that a history gives to orders to their ids."""

    machine: TimeMachine
    stripe: StripeInProcess
    # Whether other connections see its rows, so that two acts can be done at once.
    has_connections: bool = False
    users: dict[str, User] = field(default_factory=dict)
    providers: dict[str, Provider] = field(default_factory=dict)
    orders: dict[str, UUID] = field(default_factory=dict)
    series: dict[str, tuple[str, str]] = field(default_factory=dict)
    seen: dict[str, SeenOrder] = field(default_factory=dict)
    webhooks: list[str] = field(default_factory=list)
    woken: set[str] = field(default_factory=set)
    ran_at: dict[str, datetime] = field(default_factory=dict)
    done: list[Step] = field(default_factory=list)
    placed: int = 0
    # The orders that the last step was about, and those that it has changed or placed.
    touched: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    closed: set[str] = field(default_factory=set)
    # Whose account is closed, or who was paused by an operator, since when.
    away: dict[str, datetime] = field(default_factory=dict)
    _clients: dict[tuple[str, str], tuple[datetime, Client]] = field(default_factory=dict)
    _looked_at: datetime = EPOCH
    began_at: datetime = EPOCH

    # --- The parties ------------------------------------------------------------------------------------

    def populate(self) -> None:
        """Create everybody, and the slots of the providers' weeks."""
        current_app.loader.import_default_modules()
        for name in CUSTOMERS:
            self.users[name] = make_user(name)
        for name, instantly, weekdays, (opens, closes), capacity in PROVIDERS:
            user = self.users[name] = make_user(name)
            provider = self.providers[name] = make_provider(user, accepts_instantly=instantly)
            WeeklyWindow.objects.bulk_create(
                WeeklyWindow(
                    provider=provider,
                    weekday=day,
                    start_time=time(opens),
                    end_time=time(closes),
                    capacity=capacity,
                )
                for day in weekdays
            )
        self.users["dora"] = make_user("dora", is_staff=True, is_superuser=True)
        self.began_at = self._looked_at = self.now
        self.run("scheduling.generate_time_slots")

    @property
    def now(self) -> datetime:
        return self.machine.now

    @property
    def today(self) -> date:
        return clock.local_date(self.now)

    def client(self, name: str) -> APIClient:
        """Return somebody's client of the API; their session is renewed before it ends."""
        return self._signed_in(name, client_for)

    def operator(self) -> Client:
        """Return the operator's browser in the back office."""

        def browser(user: User) -> Client:
            client = Client()
            sign_in(client, user)
            return client

        return self._signed_in("dora", browser)

    def _signed_in(self, name: str, make: Any) -> Any:
        key = (name, make.__name__)
        since, client = self._clients.get(key, (None, None))
        if since is None or self.now - since > SESSION_LASTS:
            client = make(self.users[name])
            self._clients[key] = (self.now, client)
        return client

    def forget_client(self, name: str) -> None:
        """Sign somebody in anew at their next act."""
        self._clients = {key: made for key, made in self._clients.items() if key[0] != name}

    def _is_away(self, step: Step) -> bool:
        """Tell whether an act is one of a customer whose account is closed, or about their order's page."""
        if not self.closed or ("who" not in step.arguments and step.act not in OF_CUSTOMERS):
            return False
        row = self.order(step.arguments.get("order", ""))
        acting = {step.arguments.get("who"), row.customer.first_name.lower() if row else None}
        return step.act != "an_account_is" and bool(acting & self.closed)

    # --- Orders -----------------------------------------------------------------------------------------

    def order(self, label: str) -> Order | None:
        """Return an order by the name that the history gives it; ``None`` if it was never placed."""
        pk = self.orders.get(label)
        return Order.objects.select_related("customer", "provider__user").get(pk=pk) if pk else None

    def touch(self, label: str) -> None:
        """Note that an act is about an order: it is looked at after the step."""
        self.touched.append(label)

    def look_around(self) -> None:
        """Read again what orders there are, and how they stand."""
        labels = {self.orders[name]: name for name in (*self.seen, *self.touched) if name in self.orders}
        found = Order.objects.filter(Q(pk__in=labels) | Q(created_at__gte=self._looked_at))
        names = ("customer__first_name", "provider__user__first_name")
        columns = ("status", "payment_status", "pickup_at", "created_at", "version")
        rows = found.values_list("pk", *names, *columns).order_by("created_at", "pickup_at")
        before, self.seen, self.changed = self.seen, {}, []
        for pk, customer, provider, status, payment_status, pickup_at, created_at, version in rows:
            label = labels.get(pk) or self._name_of_recurring(pk, customer, provider, pickup_at)
            if label not in before or before[label].version != version:
                self.changed.append(label)
            is_over = status in FINAL
            if is_over and max(pickup_at, created_at) < self.now - VISITED_AFTER_THE_END:
                continue
            self.seen[label] = SeenOrder(
                label=label,
                pk=pk,
                customer=customer.lower(),
                provider=provider.lower(),
                status=status,
                payment_status=payment_status,
                pickup_at=pickup_at,
                created_at=created_at,
                version=version,
                is_paid=payment_status in RECEIVED,
                is_over=is_over,
            )
        self._looked_at = self.now

    def _name_of_recurring(self, pk: UUID, customer: str, provider: str, pickup_at: datetime) -> str:
        local = pickup_at.astimezone(clock.ZURICH)
        label = f"{customer.lower()} with {provider.lower()} on {local:%Y-%m-%d %H:%M}"
        while label in self.orders:
            label += " again"
        self.orders[label] = pk
        self.placed += 1
        return label

    def choose(self, random: Random, *, among: Any) -> SeenOrder | None:
        """Choose one of the orders for which a condition holds."""
        found = [order for order in self.seen.values() if among(order)]
        return random.choice(found) if found else None

    # --- Time and tasks ---------------------------------------------------------------------------------

    def run(self, task: str) -> None:
        """Run a task of the beat, as its worker does."""
        self.ran_at[task] = self.now
        current_app.tasks[task]()

    # --- Steps ------------------------------------------------------------------------------------------

    def carry_out(self, step: Step) -> None:
        """Do one act of a history, and note what came of it. Raises :class:`Violation`."""
        self.touched = []
        self.done.append(step)
        if self._is_away(step):
            return
        try:
            # Within the test's transaction nothing commits: what a commit would do is done after the act.
            with TestCase.captureOnCommitCallbacks(execute=True):
                ACTS[step.act].do(self, **step.arguments)
        except Violation as found:
            found.by_an_act = True
            raise
        except Exception as error:
            found = Violation(f"{step.act} raises {type(error).__name__}", str(error)[:500])
            found.by_an_act = True
            raise found from error
        self.webhooks += self.stripe.new_events()
        self.look_around()


def expect(response: Any, *statuses: int, kind: str, codes: tuple[str, ...] = ()) -> Any:
    """Return a response's JSON; one with another status (or a 4xx with another code) is a violation."""
    data = response.json() if response.content and "json" in response.headers.get("Content-Type", "") else {}
    code = data.get("code", "") if isinstance(data, dict) else ""
    if response.status_code in statuses or (400 <= response.status_code < 500 and code in codes):
        return data
    raise Violation(kind, f"{response.status_code} {str(data)[:300]}")


def hold(is_so: object, kind: str, details: object = "") -> None:
    """Raise a violation unless something is so."""
    if not is_so:
        raise Violation(kind, str(details))


@contextmanager
def rolled_back(machine: TimeMachine, start: datetime) -> Iterator[None]:
    """Keep a short history within a transaction that is rolled back; the clock starts anew."""
    machine.move_to(start)
    cache.clear()
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)


@contextmanager
def emptied(machine: TimeMachine, start: datetime) -> Iterator[None]:
    """Let a history commit as the product does, and empty the tables after it; the clock starts anew."""
    machine.move_to(start)
    cache.clear()
    try:
        yield
    finally:
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=True)
