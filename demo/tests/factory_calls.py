"""Helpers: calls of the factory, and clients for the people that it makes."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from orders.checks.invariants import OF_DATA
from orders.models import Order
from providers.models import Provider

SUNDAY_NIGHT = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)  # half an hour before the change to summer time
# Between the two a week ends in Zurich.
EACH_END_OF_A_WEEK = [
    pytest.param(instant, marks=pytest.mark.at(instant))
    for instant in (datetime(2026, 11, 22, 22, 50, tzinfo=UTC), datetime(2026, 11, 22, 23, 10, tzinfo=UTC))
]
FACTORY = "/demo/factory"
ALICE, SALON = {"ref": "alice"}, {"ref": "salon"}
HAND_MADE = SALON | {"acceptsInstantly": False}
ORDER = {"ref": "order", "customer": "alice", "provider": "salon"}


def ask(world, **extra):
    return Client(enforce_csrf_checks=True).post(FACTORY, world, content_type="application/json", **extra)


def make(world):
    response = ask(world)
    assert response.status_code == 201, response.content
    return response.json()


def make_order(*, provider=SALON, **changes):
    """Make one order; return the world and the order."""
    world = make({"users": [ALICE], "providers": [provider], "orders": [ORDER | changes]})
    return world, world["orders"]["order"]


def browser_of(world, ref):
    """Return an API client with the session of the factory's response."""
    client = APIClient(enforce_csrf_checks=True)
    session = world["users"][ref]["session"]
    client.cookies.load(session["cookies"])
    client.credentials(HTTP_X_CSRFTOKEN=session["csrfToken"])
    client.default_format = "json"
    return client


def seen_by(world, ref, order):
    response = browser_of(world, ref).get(f"/api/orders/{order['id']}")
    assert response.status_code == 200, response.content
    return response.json()


def violations():
    """Return the violations of the invariants."""
    return [line for _, check in OF_DATA for line in check()]


def refused(world):
    """Return the error's code and first path; asserts that nothing was made."""
    before = User.objects.count(), Provider.objects.count(), Order.objects.count()
    response = ask(world)
    assert response.status_code == 400, response.content
    assert (User.objects.count(), Provider.objects.count(), Order.objects.count()) == before
    body = response.json()
    return body["code"], next(iter(body["fields"]))
