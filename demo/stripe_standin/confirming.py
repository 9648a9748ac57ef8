"""Confirming a PaymentIntent: a charge, a decline, or 3-D Secure first."""

from __future__ import annotations

from typing import Literal

from demo.stripe_standin import charges
from demo.stripe_standin.call import Call, new_id, public
from demo.stripe_standin.cards import AUTHENTICATION_REQUIRED, Decline, card_error
from demo.stripe_standin.disputes import contest_by_card
from demo.stripe_standin.errors import Json, StripeApiError, invalid
from demo.stripe_standin.intents import Manner, authentication_failed, next_action, refused, with_intent
from demo.stripe_standin.payment_methods import attach_to, card_of, used_up


def check_method(call: Call, intent: Json, method: Json) -> None:
    """Raise Stripe's 400s for a card of another customer, or one that cannot be used again."""
    owner = method["customer"]
    if owner and owner != intent["customer"]:
        if intent["customer"]:
            raise invalid(
                "The provided PaymentMethod does not belong to the Customer supplied with the PaymentIntent.",
                param="payment_method",
            )
        raise invalid(
            f"The PaymentMethod {method['id']} belongs to the Customer {owner}. Please include the "
            "Customer in the `customer` parameter on the PaymentIntent.",
            param="payment_method",
        )
    if not owner and method["_used"]:
        raise used_up(method)


def confirm(call: Call, intent: Json, method: Json, manner: Manner) -> Json:
    """Confirm an intent with a payment method and return the intent.

    Raises a 402 `card_error`, whose effect is committed, if the card declines or needs authentication
    off-session.
    """
    check_method(call, intent, method)
    card = card_of(method)
    intent = intent | {"payment_method": method["id"], "next_action": None, "last_payment_error": None}
    intent |= {"_off_session": manner.off_session, "_return_url": manner.return_url}
    if manner.off_session:
        exempt = card.authentication in ("none", "already_set_up")
        if not exempt and not (card.authentication == "unless_set_up" and method["_set_up"]):
            raise declined(call, intent, method, AUTHENTICATION_REQUIRED)
        return charge(call, intent, method)
    if card.authentication == "none":
        return charge(call, intent, method)
    if manner.error_on_requires_action:
        raise declined(call, intent, method, AUTHENTICATION_REQUIRED)
    intent |= {"status": "requires_action", "next_action": next_action(call, intent, manner)}
    call.store.put(intent)
    call.emit("payment_intent.requires_action", intent)
    return intent


def authenticated(call: Call, intent: Json, *, succeeded: bool) -> Json:
    """Apply the result of the 3-D Secure challenge. The card may still decline after it."""
    if intent["status"] != "requires_action":
        raise refused("This PaymentIntent is not waiting for authentication.", intent)
    method = call.store.get(intent["payment_method"], "payment_method")
    if not succeeded:
        return _failed_authentication(call, intent, method)
    if card_of(method).authentication in ("unless_set_up", "required") and intent["setup_future_usage"]:
        method = call.store.put(method | {"_set_up": True})
    intent["_authenticated"] = {
        "authentication_flow": "challenge",
        "electronic_commerce_indicator": "05",
        "exemption_indicator": None,
        "result": "authenticated",
        "result_reason": None,
        "transaction_id": new_id("3ds"),
        "version": "2.2.0",
    }
    return charge(call, intent | {"next_action": None}, method)


def _failed_authentication(call: Call, intent: Json, method: Json) -> Json:
    error = authentication_failed(intent).body()["error"]
    intent |= {
        "status": "requires_payment_method",
        "payment_method": None,
        "next_action": None,
        "last_payment_error": error | {"payment_method": public(method)},
    }
    call.store.put(intent)
    call.emit("payment_intent.payment_failed", intent)
    return intent


def charge(call: Call, intent: Json, method: Json) -> Json:
    """Charge the card, or leave the intent in `processing` while payments are held."""
    if call.hold_processing:
        intent |= {"status": "processing", "processing": {"type": "card"}, "next_action": None}
        call.store.put(intent)
        call.emit("payment_intent.processing", intent)
        return intent
    decline = card_of(method).charge
    if decline:
        raise declined(call, intent, method, decline)
    return succeed(call, intent, method)


def succeed(call: Call, intent: Json, method: Json) -> Json:
    """Complete a payment: the charge, saving the card if requested, and the events."""
    paid = charges.record(call, intent, method, None)
    intent |= {
        "status": "succeeded",
        "amount_received": intent["amount"],
        "latest_charge": paid["id"],
        "next_action": None,
        "processing": None,
    }
    call.store.put(intent)
    if intent["setup_future_usage"] and intent["customer"]:
        attach_to(call, method, intent["customer"])
    elif not method["customer"]:
        call.store.put(method | {"_used": True})
    call.emit("charge.succeeded", paid)
    call.emit("payment_intent.succeeded", intent)
    contest_by_card(call, paid)
    return intent


def declined(call: Call, intent: Json, method: Json, decline: Decline) -> StripeApiError:
    """Record a decline and return the 402 for it."""
    attempt = charges.record(call, intent, method, decline)
    error = card_error(decline, keeps_effect=True)
    shown = public(method)
    error.details = {"charge": attempt["id"], "payment_method": shown}
    intent |= {
        "status": "requires_payment_method",
        "latest_charge": attempt["id"],
        "payment_method": None,
        "next_action": None,
        "processing": None,
        "last_payment_error": error.body()["error"],
    }
    call.store.put(intent)
    call.emit("charge.failed", attempt)
    call.emit("payment_intent.payment_failed", intent)
    error.details = error.details | with_intent(intent)
    return error


def settle(call: Call, intent_id: str, outcome: Literal["succeeded", "failed"]) -> Json:
    """End a payment that was held in `processing`."""
    intent = call.store.get(intent_id, "payment_intent", param="intent")
    if intent["status"] != "processing":
        raise refused("This PaymentIntent is not processing.", intent)
    method = call.store.get(intent["payment_method"], "payment_method")
    if outcome == "succeeded":
        return succeed(call, intent, method)
    declined(call, intent, method, Decline("card_declined", "Your card was declined.", "generic_decline"))
    return call.store.get(intent_id, "payment_intent")
