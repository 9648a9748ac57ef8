"""Helpers for tests of handovers: the calls about codes and proofs."""

from django.core.files.uploadedfile import SimpleUploadedFile

from conftest import client_for
from orders.models import Handover


def ask(user, order, *, wanted=True):
    return client_for(user).put(f"/api/orders/{order.pk}/handover-code", {"wanted": wanted})


def seen(user, order, kind="pickup"):
    response = client_for(user).get(f"/api/orders/{order.pk}/handovers")
    assert response.status_code == 200, response.json()
    return next(one for one in response.json() if one["kind"] == kind)


def step(user, order, to="washing", **more):
    return client_for(user).post(f"/api/orders/{order.pk}/status", {"status": to} | more)


def give(user, order, kind="pickup", *, photo=None, headers=None, **body):
    file = {} if photo is None else {"file": SimpleUploadedFile("bags.jpg", photo)}
    address = f"/api/orders/{order.pk}/proofs"
    sent = {"kind": kind} | body | file
    return client_for(user).post(address, sent, format="multipart", headers=headers or {})


def wrong(order, number: int = 1) -> str:
    """Return a wrong code for the pickup, a different one for each number."""
    return f"{(int(Handover.objects.get(order=order, kind='pickup').code) + number) % 10_000:04}"
