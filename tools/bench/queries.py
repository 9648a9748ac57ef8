"""P12: the number of queries of each call, which must not grow with the number of rows."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from accounts.models import User
from marketplace import clock
from orders.checkout import placing
from orders.models import Order
from providers import catalogue
from providers.models import Provider
from tools.bench.figures import Context, Row
from tools.bench.fill import make_providers, make_slots, make_weeks

STEPS = (1, 10, 100)
LIST, DETAIL, PLACE, ADMIN = 4, 3, 10, 15
# Reading session and account is the same for every call, and not counted.
SIGN_IN = ('FROM "django_session"', 'FROM "accounts_user" WHERE "accounts_user"."id" =')
CONTROL = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")

Call = Callable[[], Any]


class Seed:
    """A growing number of providers, each with an order of the customer."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.customer = User.objects.create(email="queries@bench.example", first_name="Quentin")
        self.operator = User.objects.create(
            email="desk@bench.example", first_name="Dora", is_staff=True, is_superuser=True
        )
        self.providers: list[Provider] = []
        self.orders: list[Order] = []

    def grow(self, to: int) -> None:
        """Add providers, each with one order of the customer, until there are ``to``."""
        fresh = make_providers(to - len(self.providers), now=self.now)
        make_weeks(fresh)
        make_slots(fresh, days=7, now=self.now)
        self.providers += Provider.objects.filter(pk__in=fresh).select_related("user")
        day = clock.local_date(self.now) + timedelta(days=2)
        for provider in self.providers[len(self.orders) :]:
            self.orders.append(self._order(provider, clock.at_wall_time(day, time(10))))
        catalogue.touch()

    def _order(self, provider: Provider, pickup_at: datetime) -> Order:
        order = placing.place_order(
            customer=self.customer,
            provider_id=provider.pk,
            service_type="standard",
            weight=Decimal("10.0"),
            pickup_address="Bahnhofstrasse 1, Zurich 8001",
            delivery_address="Bahnhofstrasse 1, Zurich 8001",
            pickup_at=pickup_at,
            special_instructions="",
            now=self.now,
        )
        # Unpaid checkouts count towards a limit.
        Order.objects.filter(pk=order.pk).update(hold_expires_at=self.now - timedelta(seconds=1))
        return order


def signed_in(user: User) -> Client:
    """Return a signed-in client."""
    client = Client(headers={"host": "localhost", "x-forwarded-proto": "https"})
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def _count(call: Call) -> int:
    with CaptureQueriesContext(connection) as captured:
        response = call()
    if response.status_code >= 300:
        raise RuntimeError(f"{response.status_code}: {response.content[:300]!r}")
    statements = [query["sql"] for query in captured.captured_queries]
    return len(
        [
            sql
            for sql in statements
            if not sql.startswith(CONTROL) and not any(part in sql for part in SIGN_IN)
        ]
    )


def _calls(seed: Seed) -> dict[str, tuple[int, Call]]:
    customer, operator_client, visitor = (
        signed_in(seed.customer),
        signed_in(seed.operator),
        signed_in(seed.customer),
    )
    order, provider = seed.orders[0], seed.providers[0]
    works_for = signed_in(provider.user)
    today = clock.local_date(seed.now)
    week = f"startDate={today}&endDate={today + timedelta(days=6)}"
    lists = {
        "orders": "orders_order",
        "providers": "providers_provider",
        "accounts": "accounts_user",
        "slots": "scheduling_timeslot",
    }
    admin = {
        f"back office: {name}": (ADMIN, partial(operator_client.get, reverse(f"admin:{model}_changelist")))
        for name, model in lists.items()
    }
    return {
        "GET providers near 8001": (LIST, lambda: visitor.get("/api/providers/8001")),
        "GET provider details": (DETAIL, lambda: visitor.get(f"/api/providers/details/{provider.pk}")),
        "GET a week of slots": (
            LIST,
            lambda: visitor.get(f"/api/time-slots?providerId={provider.pk}&{week}"),
        ),
        "GET orders of the customer": (
            LIST,
            lambda: customer.get(f"/api/orders/customer/{seed.customer.pk}"),
        ),
        "GET one order": (DETAIL, lambda: customer.get(f"/api/orders/{order.pk}")),
        "GET messages of an order": (LIST, lambda: customer.get(f"/api/orders/{order.pk}/messages")),
        "GET notifications": (LIST, lambda: customer.get("/api/notifications")),
        "GET jobs of the provider": (LIST, lambda: works_for.get("/api/provider/orders")),
        **admin,
    }


def _place(seed: Seed) -> int:
    """Count the queries of placing an order with an idempotency key."""
    guest = User.objects.create(email="guest@bench.example", first_name="Gina")
    day = clock.local_date(seed.now) + timedelta(days=3)
    body = {
        "providerId": str(seed.providers[0].pk),
        "serviceType": "standard",
        "weight": "12.5",
        "pickupAddress": "Bahnhofstrasse 1, Zurich 8001",
        "deliveryAddress": "Bahnhofstrasse 1, Zurich 8001",
        "pickupTime": clock.at_wall_time(day, time(11)).isoformat(),
        "specialInstructions": "",
    }
    client = signed_in(guest)
    headers = {"idempotency-key": "bench"}
    return _count(lambda: client.post("/api/orders", body, content_type="application/json", headers=headers))


def _growing(counts: dict[str, list[int]]) -> Row:
    """Return how many calls take more queries for more rows: none may, however few they take."""
    growing = [name for name, found in counts.items() if len({*found}) > 1]
    what = "calls whose queries grow with the rows"
    return Row("P12", what, len(growing), 0, 0, lower_is_better=True, detail=", ".join(growing))


def run(ctx: Context) -> list[Row]:
    """Count the queries of each call with 1, 10 and 100 rows."""
    counts: dict[str, list[int]] = {}
    budgets: dict[str, int] = {}
    with override_settings(ALLOWED_HOSTS=["*"]):
        seed = Seed(clock.now())
        for step in STEPS:
            seed.grow(step)
            for name, (budget, call) in _calls(seed).items():
                call()  # warm up caches
                counts.setdefault(name, []).append(_count(call))
                budgets[name] = budget
        placing_queries = _place(seed)
    rows = [
        Row(
            "P12",
            name,
            float(max(found)),
            float(budgets[name]),
            float(budgets[name]),
            lower_is_better=True,
            detail=f"{', '.join(map(str, found))} queries with {', '.join(map(str, STEPS))} rows",
        )
        for name, found in counts.items()
    ]
    rows.append(_growing(counts))
    rows.append(
        Row(
            "P12",
            "POST an order",
            float(placing_queries),
            PLACE,
            PLACE,
            lower_is_better=True,
            detail="queries",
        )
    )
    return rows
