"""Pays as a person does in the payment form, with Stripe's test cards: at Stripe, or at its stand-in."""

from contextlib import nullcontext, suppress
from datetime import datetime

from django.conf import settings

from accounts.models import User
from orders.models import Order, SavedCard
from orders.payments import gateway, intents, saved_cards

# Names used by tests -> Stripe's test payment methods.
CARDS = {
    "visa": "pm_card_visa",
    "mastercard": "pm_card_mastercard",
    "amex": "pm_card_amex",
    # Can be saved, and declines every charge.
    "refusesCharges": "pm_card_chargeCustomerFail",
    # The bank rejects refunds.
    "refusesRefunds": "pm_card_refundFail",
    # The payment is disputed at once.
    "disputed": "pm_card_createDisputeProductNotReceived",
}
CARDS_TO_SAVE = ["visa", "mastercard", "amex", "refusesCharges"]
_DECLINED = "pm_card_chargeDeclined"


def save_card(*, user: User, card: str, now: datetime) -> SavedCard:
    """Save a card of an account, with the consent of the profile. Calls Stripe."""
    secret = saved_cards.begin_setup(user=user, now=now)
    setup_id = secret.partition("_secret_")[0]
    gateway.call(lambda client: client.v1.setup_intents.confirm(setup_id, {"payment_method": CARDS[card]}))
    return saved_cards.finish_setup(user=user, setup_intent_id=setup_id, now=now)


def pay(*, order: Order, card: str, is_declined: bool, now: datetime) -> gateway.Intent:
    """Open an order's payment and confirm it with a card; return the resulting intent. Calls Stripe."""
    payment, _ = intents.open_payment(order=order, amount=order.total_amount, now=now)
    intent_id, method = payment.intent_id or "", _DECLINED if is_declined else CARDS[card]
    # Stripe requires a return URL, as some kinds of payment leave the page.
    with suppress(gateway.Declined) if is_declined else nullcontext():
        gateway.call(
            lambda client: client.v1.payment_intents.confirm(
                intent_id, {"payment_method": method, "return_url": settings.PUBLIC_URL}
            )
        )
    return gateway.retrieve_intent(intent_id)
