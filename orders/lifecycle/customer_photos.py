"""The photo of an order's customer, for the order's provider."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts import photos
from accounts.models import User
from marketplace.errors import NotFound
from orders.lifecycle import permissions
from orders.models import Actor, ActorRole, Order


def address(order: Order, *, viewer: User, now: datetime) -> str | None:
    """Return where its provider sees the customer's photo, another address for each; ``None`` without one.

    It is hidden as the contact is: before the payment, and 30 days after the end.
    """
    photo = photos.photo_of(order.customer)
    if photo is None or not _is_shown(order, viewer, now=now):
        return None
    return f"/api/orders/{order.pk}/customer-photo?v={photo.version}"


def file_for(order: Order, *, viewer: User, now: datetime) -> str:
    """Return the private file; 404 without a photo, and for others than the order's provider."""
    if not _is_shown(order, viewer, now=now):
        raise NotFound(_("There is no such photo."))
    return photos.file_of(order.customer)


def _is_shown(order: Order, viewer: User, *, now: datetime) -> bool:
    actor = Actor(ActorRole.PROVIDER, viewer.pk)
    return order.provider.user_id == viewer.pk and not permissions.is_contact_hidden(order, actor, now=now)
