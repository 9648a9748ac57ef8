"""P20: the cost of calls, admin site and sweeps with 200,000 orders (C) against 5,000 (A)."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from demo.stripe_standin.testing import RunningStandin, running_standin
from marketplace import clock
from orders.models import Order
from providers.api import list_cache
from providers.models import Provider
from providers.selectors import MOST_LISTED
from scheduling.models import TimeSlot
from tools.bench import bulk, seed, sweeps
from tools.bench.figures import Context, Row
from tools.bench.queries import signed_in

# The same number of orders per person in both; every list of the admin site fills its page.
A = seed.Size(orders=5_000, customers=500, providers=100)
C = seed.Size(orders=200_000, customers=20_000, providers=4_000)
REPEATS = 7
MILLISECONDS = 1_000
CITY_LIST = "200 providers near a city"
ADMIN = ("pages of the back office", "searches of the back office")

Call = Callable[[], Any]


@dataclass(frozen=True)
class Users:
    """The users and objects of the calls, all from the middle of the seed."""

    now: datetime
    order: Order
    provider: Provider

    @classmethod
    def of(cls, size: seed.Size, now: datetime) -> "Users":
        """Choose them from the middle of a seed."""
        done = Order.objects.filter(status="completed").select_related("customer", "provider__user")
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {bulk.uuid_of('order', str(size.orders // 3))}")
            found: UUID = cursor.fetchone()[0]
        order = done.filter(pk__gte=found).order_by("pk")[0]
        return cls(now, order, order.provider)


def _answered(call: Call) -> Call:
    def checked() -> None:
        response = call()
        if response.status_code >= 300:
            raise RuntimeError(f"{response.status_code}: {response.content[:300]!r}")

    return checked


def _reads(users: Users) -> dict[str, Call]:
    customer, works = signed_in(users.order.customer), signed_in(users.provider.user)
    today = clock.local_date(users.now)
    # Without caches, as in a process that has just started.
    visitor = Client(headers={"host": "localhost"})

    def near_the_city() -> Any:
        list_cache.forget()
        return visitor.get(f"/api/providers/{seed.CITY[0]}", secure=True)

    week = f"startDate={today}&endDate={today + timedelta(days=6)}"
    return {
        "own orders": lambda: customer.get(f"/api/orders/customer/{users.order.customer_id}"),
        "one order": lambda: customer.get(f"/api/orders/{users.order.pk}"),
        "notifications": lambda: customer.get("/api/notifications"),
        "jobs of a provider": lambda: works.get("/api/provider/orders"),
        "a provider": lambda: customer.get(f"/api/providers/details/{users.provider.pk}"),
        CITY_LIST: near_the_city,
        "a week of slots": lambda: customer.get(f"/api/time-slots?providerId={users.provider.pk}&{week}"),
    }


def _writes(users: Users) -> dict[str, Call]:
    """Return calls that place and cancel orders of a new customer, and that move an order on."""
    open_slots = TimeSlot.objects.filter(
        provider=users.provider, starts_at__gt=users.now + timedelta(days=3), booked=0
    ).order_by("starts_at")
    slots = iter(list(open_slots[: 2 * REPEATS + 4]))
    guest = User.objects.create(email="guest@bench.example", first_name="Gina")
    client = signed_in(guest)
    placed: list[str] = []

    def place() -> Any:
        # Unpaid checkouts count towards a limit.
        Order.objects.filter(customer=guest).update(hold_expires_at=users.now - timedelta(seconds=1))
        response = client.post(
            "/api/orders", sweeps.order_payload(next(slots)), content_type="application/json"
        )
        placed.append(response.json().get("id", ""))
        return response

    def cancel() -> Any:
        return client.post(f"/api/orders/{placed.pop()}/cancellation", {}, content_type="application/json")

    running = Order.objects.filter(status="confirmed", provider__isnull=False).select_related(
        "provider__user"
    )
    steps = iter(list(running.order_by("pk")[: REPEATS + 2]))

    def step() -> Any:
        order = next(steps)
        return signed_in(order.provider.user).post(
            f"/api/orders/{order.pk}/status", {"status": "pickup"}, content_type="application/json"
        )

    return {"place an order": place, "cancel an order": cancel, "a provider's step": step}


def _admin(users: Users) -> tuple[dict[str, Call], dict[str, Call]]:
    operator = signed_in(
        User.objects.create(
            email="operator@bench.example", first_name="Dora", is_staff=True, is_superuser=True
        )
    )
    listed = [model._meta for model in apps.get_models() if admin.site.is_registered(model)]

    def shows(address: str, query: str = "") -> Call:
        # With a single result the admin site's search redirects to it.
        return lambda: operator.get(f"{address}?{query}", follow=True)

    addresses = {
        str(model.model_name): reverse(f"admin:{model.app_label}_{model.model_name}_changelist")
        for model in listed
    }
    pages = {name: shows(address) for name, address in addresses.items()}
    pages["dashboard"] = shows(reverse("admin:index"))
    customer = users.order.customer
    words = {
        "id": str(users.order.pk)[-8:],
        "email": customer.email,
        "name": f"{customer.first_name} {customer.last_name}",
        "telephone": customer.phone,
        # Up to the comma: a shorter text would match more addresses, and so render more rows.
        "street": users.order.pickup_address.split(" Zurich", maxsplit=1)[0],
    }
    searches = {f"orders by {name}": shows(addresses["order"], f"q={word}") for name, word in words.items()}
    everything = words | {"first name": customer.first_name, "two letters": customer.first_name[:2]}
    searches |= {
        f"the operator by {name}": shows(reverse("admin:find"), urlencode({"q": word}))
        for name, word in everything.items()
    }
    for name in ("payment", "ledgerentry", "notification", "timeslot", "weeklywindow"):
        searches[f"{name} by email"] = shows(addresses[name], f"q={customer.email}")
    searches["payments by id"] = shows(addresses["payment"], f"q={words['id']}")
    searches["ledger by id"] = shows(addresses["ledgerentry"], f"q={words['id']}")
    return pages, searches


def _milliseconds(call: Call, make_due: Call = lambda: None) -> float:
    """Return the minimum of several runs, as other load on the machine only adds time."""
    make_due()
    call()
    taken = []
    for _ in range(REPEATS):
        make_due()
        began = time.perf_counter()
        call()
        taken.append(time.perf_counter() - began)
    return min(taken) * MILLISECONDS


def _reads_in_proportion(taken: dict[str, float], size: seed.Size) -> dict[str, float]:
    """Scale the list of a city to a full page, as it is shorter in the small seed."""
    listed = min(MOST_LISTED, size.providers // seed.IN_CITY)
    return taken | {CITY_LIST: taken[CITY_LIST] * MOST_LISTED / listed}


def measure(size: seed.Size) -> dict[str, dict[str, float]]:
    """Seed a town of this size in place of the present one and time every call."""
    now = clock.now()
    seed.clear()
    seed.build(size, now=now)
    users = Users.of(size, now)
    pages, searches = _admin(users)
    answered = {
        "reads": _reads(users),
        ADMIN[0]: pages,
        ADMIN[1]: searches,
        "writes": _writes(users),
    }
    timed = {
        group: {name: _milliseconds(_answered(call)) for name, call in calls.items()}
        for group, calls in answered.items()
    }
    timed["reads"] = _reads_in_proportion(timed["reads"], size)
    return timed | {"sweeps": _sweeps(now)}


def _sweeps(now: datetime) -> dict[str, float]:
    with running_standin() as stripe, override_settings(**_at(stripe)):
        rooms = (
            sweeps.of_orders(now),
            sweeps.of_money(now, stripe),
            sweeps.of_time(now),
            sweeps.of_plumbing(now),
        )
        return {
            name: _milliseconds(sweep.run, sweep.make_due) for room in rooms for name, sweep in room.items()
        }


def _at(stripe: RunningStandin) -> dict[str, str]:
    return {
        "STRIPE_SECRET_KEY": stripe.secret_key,
        "STRIPE_PUBLISHABLE_KEY": stripe.publishable_key,
        "STRIPE_WEBHOOK_SECRET": stripe.webhook_secret,
        "STRIPE_API_BASE": stripe.base_url,
    }


def _row(group: str, small: dict[str, float], large: dict[str, float]) -> Row:
    # One millisecond is added to both, to damp noise.
    ratios = {name: (large[name] + 1) / (small[name] + 1) for name in small}
    worst = max(ratios, key=lambda name: ratios[name])
    return Row(
        "P20",
        f"{group}: 200,000 orders to 5,000, the worst",
        ratios[worst],
        3.0,
        1.5,
        lower_is_better=True,
        detail=f"{worst}: {small[worst]:.1f} to {large[worst]:.1f} ms",
    )


def run(ctx: Context) -> list[Row]:
    """Measure both towns."""
    with override_settings(ALLOWED_HOSTS=["*"]):
        small, large = measure(A), measure(C)
    rows = [_row(group, small[group], large[group]) for group in small]
    pages = {name: taken for group in ADMIN for name, taken in large[group].items()}
    slowest = max(pages, key=lambda name: pages[name])
    rows.append(
        Row(
            "P20",
            "slowest page or search of the back office at 200,000 orders, ms",
            pages[slowest],
            300,
            300,
            lower_is_better=True,
            detail=slowest,
        )
    )
    return rows
