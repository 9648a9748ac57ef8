"""Charging a saved card off session.

It charges the order's one live intent, the same that its owner pays by the link if the card needs
authentication. So nothing is paid twice, whoever is first, and however often this is called.
"""

import logging
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from marketplace import clock
from orders.models import Order, SavedCard, StripeCustomer
from orders.payments import card_gateway, gateway, intents, pay_links, settle
from orders.payments.saved_cards import with_customer

log = logging.getLogger(__name__)

_CHARGEABLE = {"requires_payment_method", "requires_confirmation"}
_UNDECIDED = {"processing", "requires_capture", "canceled"}


class Outcome(StrEnum):
    """The result of a charge: paid, its owner must pay, or not decided yet."""

    PAID = "paid"
    NEEDS_OWNER = "needs_owner"
    TRY_LATER = "try_later"


def charge(*, order: Order, card_id: UUID, now: datetime) -> Outcome:
    """Charge an order's total to a saved card of its customer. Calls Stripe: not inside a transaction.

    ``PAID`` and ``NEEDS_OWNER`` are final for this card: it is not charged again for the same order.
    An expired card always needs its owner.
    After ``NEEDS_OWNER`` the owner pays by :func:`pay_links.path_for`, or another card is charged.
    After ``TRY_LATER`` call it again, which finds out the result of the first call. Raises
    :class:`intents.HoldExpired` and :class:`intents.NotPayable` for an order that takes no payment,
    and :class:`settle.Mismatch`.
    """
    if order.was_paid:
        return Outcome.PAID
    try:
        return _charge(order, card_id, now)
    except (gateway.StripeFailure, gateway.NotConfigured) as failure:
        log.warning("Order %s is charged later: %s", order.pk, failure)
        return Outcome.TRY_LATER
    except intents.NotPayable:
        if Order.objects.get(pk=order.pk).was_paid:
            return Outcome.PAID
        raise


def _charge(order: Order, card_id: UUID, now: datetime) -> Outcome:
    payment, intent = intents.open_intent(order_id=order.pk, now=now)
    # Read after the slow call to Stripe: the card may have been removed meanwhile.
    cards = SavedCard.objects.filter(pk=card_id, removed_at=None)
    usable = cards.select_related("user__stripe_customer").first()
    if usable and usable.user_id != order.customer_id:
        raise ValueError("A card pays for its owner's orders alone.")
    # Not while 3-D Secure is open, nor if this card was declined before.
    if usable and intent.status in _CHARGEABLE and intent.refused_method_id != usable.payment_method_id:
        # The bank may accept an expired card, but its owner was told that a link to pay comes instead.
        if usable.is_expired(on=clock.local_date(now)):
            return Outcome.NEEDS_OWNER
        if intent.is_shared:
            _, intent = intents.replaced(payment=payment, intent=intent, now=now)
        intent = _confirm(intent, usable, order, now)
    settle.apply_intent(intent=intent, now=now)
    if intent.status == "succeeded":
        return Outcome.PAID
    return Outcome.TRY_LATER if intent.status in _UNDECIDED else Outcome.NEEDS_OWNER


def _confirm(intent: gateway.Intent, card: SavedCard, order: Order, now: datetime) -> gateway.Intent:
    """Charge the card and return the intent as it is afterwards, charged or not."""
    try:

        def name(customer: StripeCustomer) -> None:
            named = card_gateway.name_customer(intent=intent, customer_id=customer.customer_id)
            if named.is_shared:
                raise gateway.Unreachable("The payment link was opened in that moment.")

        known = getattr(card.user, "stripe_customer", None)
        with_customer(user_id=card.user_id, known=known, now=now, act=name)
        return card_gateway.confirm_off_session(
            intent_id=intent.id,
            method_id=card.payment_method_id,
            return_url=pay_links.url_for(order.pk),
            idempotency_key=card_gateway.key_of_minute(f"charge-{intent.id}-{card.pk}", now),
        )
    except gateway.Declined as error:
        log.info("Order %s was not charged: %s", order.pk, error.reason)
        return gateway.retrieve_intent(intent.id)
