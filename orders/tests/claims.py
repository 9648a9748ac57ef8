"""Helpers for tests of damage claims, through the API and the admin site."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.models import User
from conftest import client_for
from orders.models import DamageClaim, Order
from providers.tests.applicants import picture


def add_photo(user: User, order: Order, content: bytes | None = None) -> Any:
    """Upload a photo for a claim."""
    file = SimpleUploadedFile("stain.jpg", picture() if content is None else content)
    return client_for(user).post(f"/api/orders/{order.pk}/photos", {"file": file}, format="multipart")


def report(user: User, order: Order, **changes: Any) -> Any:
    """Report damage to an order."""
    body = {"description": "A red stain on the white shirt."} | changes
    return client_for(user).post(f"/api/orders/{order.pk}/claims", body)


def claims_of(user: User, order: Order) -> Any:
    """Return the claims of an order as somebody reads them."""
    return client_for(user).get(f"/api/orders/{order.pk}/claims").json()


def answer(user: User, order: Order, claim: DamageClaim, **changes: Any) -> Any:
    """Say the provider's view."""
    body = {"statement": "The stain was there before."} | changes
    return client_for(user).post(f"/api/orders/{order.pk}/claims/{claim.pk}/statement", body)


def decide(client: Any, claim: DamageClaim, **changes: Any) -> Any:
    """Decide a claim in the admin site, and follow to its page."""
    body = {"amount": "10", "borne_by": "provider", "reason": "The photo shows it."} | changes
    page = reverse("admin:orders_damageclaim_decide_it", args=[claim.pk])
    return client.post(page, body, follow=True)
