"""The operator who presses a button, as the rules of orders want them, and the page of the order."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse

from orders.errors import OwnOrder
from orders.lifecycle import permissions
from orders.models import Actor, ActorRole, Order


def operator_id(request: HttpRequest) -> UUID:
    """Return the id of the operator's account."""
    assert isinstance(request.user.pk, UUID)  # noqa: S101 - the site lets nobody else in
    return request.user.pk


def operator(request: HttpRequest) -> Actor:
    """Return the operator as one who acts upon an order."""
    return Actor(ActorRole.OPERATOR, operator_id(request))


def is_own(request: HttpRequest, order: Order) -> bool:
    """Tell whether an operator is a side of an order, which they leave to others; the next page says so."""
    try:
        permissions.refuse_own(order, operator(request))
    except OwnOrder as error:
        messages.warning(request, error.message)
        return True
    return False


def order_page(order: Order) -> str:
    """Return the URL of the order's page."""
    return reverse("admin:orders_order_change", args=[order.pk])
