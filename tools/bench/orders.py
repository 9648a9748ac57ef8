"""P5 and P6: placing orders over HTTP against bare SQL, and 200 customers racing for a capacity of 3."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from statistics import median
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from marketplace import clock
from orders.models import Reservation
from scheduling.models import TimeSlot
from tools.bench.figures import Context, Row
from tools.bench.fill import make_providers, make_slots
from tools.bench.load import CLIENTS, server
from tools.bench.posting import Posted, post_all, post_message

PROVIDERS = 40
ORDERS_A_ROUND = 600
RACERS = 200
PLACES = 3
RACING_WORKERS = 8
CSRF = "b" * 32
ADDRESS = "Bahnhofstrasse 1, Zurich 8001"


def run(ctx: Context) -> list[Row]:
    """Measure placing orders one by one and in a race."""
    now = clock.now()
    _empty()
    provider_ids = make_providers(PROVIDERS, now=now)
    make_slots(provider_ids, days=14, now=now)
    return [*_placing(ctx, now), *_racing(ctx, now)]


def _empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE scheduling_timeslot, orders_order, accounts_user CASCADE")


def _signed_in(number: int, now: datetime) -> list[tuple[UUID, str]]:
    """Create customers who are signed in; return their ids and session keys."""
    users = User.objects.bulk_create(
        User(email=f"{uuid4()}@bench.example", first_name="Alice") for _ in range(number)
    )
    store, keys = SessionStore(), [uuid4().hex for _ in users]
    Session.objects.bulk_create(
        Session(
            session_key=key,
            session_data=store.encode(
                {
                    SESSION_KEY: str(user.pk),
                    BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                    HASH_SESSION_KEY: user.get_session_auth_hash(),
                }
            ),
            expire_date=now + timedelta(days=1),
        )
        for user, key in zip(users, keys, strict=True)
    )
    return [(user.pk, key) for user, key in zip(users, keys, strict=True)]


def _order_payload(slot: TimeSlot, customer: UUID) -> dict[str, Any]:
    return {
        "customerId": str(customer),
        "providerId": str(slot.provider_id),
        "serviceType": "standard",
        "weight": "10",
        "pickupAddress": ADDRESS,
        "deliveryAddress": ADDRESS,
        "pickupTime": slot.starts_at.isoformat(),
        "specialInstructions": "",
    }


def _message(path: str, slot: TimeSlot, customer: UUID, session: str) -> str:
    cookies = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}"
    headers = {
        "Cookie": cookies,
        "X-CSRFToken": CSRF,
        "Origin": settings.PUBLIC_URL,
        "Idempotency-Key": str(uuid4()),
    }
    return post_message(path, _order_payload(slot, customer), headers)


def _pile(path: str, slots: Iterator[TimeSlot], now: datetime) -> list[str]:
    """Prepare the requests of a round of orders, each by its own customer."""
    customers = _signed_in(ORDERS_A_ROUND, now)
    return [_message(path, next(slots), *customer) for customer in customers]


def _placing(ctx: Context, now: datetime) -> list[Row]:
    slots = iter(TimeSlot.objects.order_by("starts_at", "pk"))
    ours: list[Posted] = []
    bare: list[Posted] = []
    with server(ctx) as port:
        for _ in range(ctx.rounds):
            for path, found in (("/bench/raw-order", bare), ("/api/orders", ours)):
                found.append(post_all(port, _pile(path, slots, now), clients=CLIENTS))
                if set(found[-1].statuses) != {201}:
                    raise RuntimeError(f"{path} answered {found[-1].statuses}")
    rate, limit = (median(posted.per_second for posted in found) for found in (ours, bare))
    p95 = median(posted.p95_ms for posted in ours)
    return [
        Row(
            "P5",
            "placing an order, to the same rows in bare SQL",
            rate / limit,
            0.15,
            0.25,
            detail=f"{rate:.0f} to {limit:.0f} a second",
        ),
        Row("P5", "p95 at 16 clients, ms", p95, 200, 100, lower_is_better=True),
        Row("P5", "statements of one order", _statements(next(slots), now), 10, 10, lower_is_better=True),
    ]


def _statements(slot: TimeSlot, now: datetime) -> int:
    """Count the statements of one order without session, account and transaction control."""
    ((customer, session),) = _signed_in(1, now)
    client = Client(SERVER_NAME="localhost")
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    with CaptureQueriesContext(connection) as queries:
        response = client.post(
            "/api/orders",
            _order_payload(slot, customer),
            content_type="application/json",
            headers={"Idempotency-Key": str(uuid4())},
            secure=True,
        )
    if response.status_code != 201:
        raise RuntimeError(f"an order was answered with {response.status_code}")
    control = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "ROLLBACK")
    rows = [query["sql"] for query in queries if not query["sql"].upper().startswith(control)]
    return len(rows) - 2


def _racing(ctx: Context, now: datetime) -> list[Row]:
    seconds = []
    with server(ctx, workers=RACING_WORKERS) as port:
        for number in range(ctx.rounds):
            slot = TimeSlot.objects.filter(booked=0).order_by("-starts_at", "pk")[number]
            racers = _signed_in(RACERS, now)
            pile = [_message("/api/orders", slot, *racer) for racer in racers]
            posted = post_all(port, pile, clients=RACERS)
            slot.refresh_from_db()
            held = Reservation.objects.filter(slot=slot, released_at=None).count()
            if posted.statuses != {201: PLACES, 409: RACERS - PLACES} or {slot.booked, held} != {PLACES}:
                raise RuntimeError(f"sold {slot.booked}, reserved {held}, answered {posted.statuses}")
            seconds.append(posted.seconds)
    return [
        Row(
            "P6",
            f"{RACERS} customers for {PLACES} places over HTTP, {RACING_WORKERS} workers, seconds",
            median(seconds),
            8.0,
            1.0,
            lower_is_better=True,
            detail=f"exactly {PLACES} sold each time",
        )
    ]
