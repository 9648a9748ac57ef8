"""Links by which an order is paid without signing in: the holder may pay, and sees little else.

A link is the signed id of its order. It does not expire by itself, but an order that is paid or over takes no
payment.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.utils.translation import gettext as _

from marketplace.errors import NotFound
from orders.lifecycle import parties
from orders.models import CancelReason, Order, OrderStatus
from orders.payments import intents


class LinkState(StrEnum):
    """What can be done by a link."""

    PAYABLE = "payable"
    PAID = "paid"
    OVER = "over"


@dataclass(frozen=True)
class Linked:
    """An order as its link shows it; ``is_expired``: over as nobody paid in time, with nothing charged."""

    order: Order
    state: LinkState
    is_expired: bool

    @property
    def awaits_provider(self) -> bool:
        """Tell whether it is paid and its provider must still accept."""
        return self.state is LinkState.PAID and self.order.status == OrderStatus.PENDING


def _signer() -> signing.Signer:
    return signing.Signer(salt="orders.pay_link", sep="~")


def path_for(order_id: UUID) -> str:
    """Return the address of an order's payment page within this site."""
    name = urlsafe_b64encode(order_id.bytes).decode().rstrip("=")
    return f"/pay/{_signer().sign(name)}"


def url_for(order_id: UUID) -> str:
    """Return the whole address of an order's payment page, for mails and for Stripe."""
    return f"{settings.PUBLIC_URL}{path_for(order_id)}"


def order_id_of(token: str) -> UUID:
    """Return the id of the order that a link is for; 404 for a wrong signature."""
    try:
        name = _signer().unsign(token)
        return UUID(bytes=urlsafe_b64decode(f"{name}=="))
    except (signing.BadSignature, ValueError) as error:
        raise NotFound(_("This payment link is not valid. Please open it from the message again.")) from error


def linked(*, token: str, now: datetime) -> Linked:
    """Return the order that a link is for and what can be done with it; 404 as :func:`order_id_of`."""
    order = Order.objects.select_related("customer", "provider__user").filter(pk=order_id_of(token)).first()
    if order is None:
        raise NotFound(_("This payment link is not valid. Please open it from the message again."))
    state = state_of(order=order, now=now)
    was_for_time = order.status == OrderStatus.PENDING or order.cancel_reason == CancelReason.NOT_PAID
    # A payment that came too late was charged, although nobody paid in time.
    unpaid = was_for_time and not order.was_paid
    is_expired = state is LinkState.OVER and unpaid and not parties.missing_side(order)
    return Linked(order, state, is_expired=is_expired)


def state_of(*, order: Order, now: datetime) -> LinkState:
    """Return what can be done by the link of an order."""
    if order.was_paid and order.status != OrderStatus.CANCELLED:
        return LinkState.PAID
    if parties.missing_side(order):
        return LinkState.OVER
    try:
        intents.refuse_unless_payable(order, now)
    except (intents.HoldExpired, intents.NotPayable):
        return LinkState.OVER
    return LinkState.PAYABLE
