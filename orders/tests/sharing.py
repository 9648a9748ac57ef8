"""Sharing a position, as a provider's phone does, and what the customer sees of it."""

from accounts.models import User
from conftest import client_for
from orders.models import Order

# At the main station of Zurich, some 800 metres from the middle of 8001.
HERE = {"latitude": 47.378177, "longitude": 8.540192, "accuracy": 12.4}


ADDRESS = "/api/provider/position"


def share(user: User, order: Order, **changes: object):
    return client_for(user).put(ADDRESS, HERE | {"orderId": str(order.pk)} | changes)


def stop(user: User, order: Order | None = None):
    return client_for(user).delete(ADDRESS, query_params={"orderId": str(order.pk)} if order else {})


def seen(user: User, order: Order):
    response = client_for(user).get(f"/api/orders/{order.pk}")
    assert response.status_code == 200, response.json()
    return response.json()["position"]
