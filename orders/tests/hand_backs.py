"""Helpers for tests of handed back orders: what its provider, its customer and other providers do."""

from datetime import timedelta

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user

REASON = {"reason": "My machine broke."}


def other_provider(name: str, *, capacity: int = 3):
    """Return another provider with the same hour free."""
    provider = make_provider(make_user(name, phone="+41 70 555 00 05"))
    make_slot(provider, capacity=capacity)
    return provider


def say(user, order, method="post", body=None):
    address = f"/api/orders/{order.pk}/hand-back"
    return getattr(client_for(user), method)(address, body)


def hand_back(user, order):
    response = say(user, order, body=REASON)
    assert response.status_code == 200, response.json()
    return response.json()


def choose(user, order, *, accept=True):
    return client_for(user).post(f"/api/orders/{order.pk}/substitute", {"accept": accept})


def agree(user, order):
    response = choose(user, order)
    assert response.status_code == 200, response.json()
    return response.json()


def offers(provider):
    return client_for(provider.user).get("/api/provider/offers").json()


def take(provider, order):
    return client_for(provider.user).post(f"/api/provider/offers/{order.pk}/accept")


def later(time_machine, **time):
    time_machine.move_to(NOW + timedelta(**time))
