"""Calls to Stripe about saved cards; the rules of ``gateway`` apply."""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import stripe

from orders.payments.gateway import Declined, Intent, ServerFault, call, id_of, intent_of, written


@dataclass(frozen=True)
class Card:
    """A payment method as Stripe has it now. Only one whose ``kind`` is ``card`` can be saved."""

    id: str
    kind: str
    customer_id: str
    brand: str
    last4: str
    exp_month: int
    exp_year: int
    fingerprint: str


@dataclass(frozen=True)
class Setup:
    """A SetupIntent as Stripe has it now. ``user_id`` and ``consent`` are from our metadata."""

    id: str
    status: str
    user_id: str
    customer_id: str
    method_id: str
    consent: str
    client_secret: str = field(repr=False)


def key_of_minute(what: str, now: datetime) -> str:
    """Return an idempotency key that is the same for a minute.

    So concurrent calls are one at Stripe. Stripe also stores its own failures under the key, so with a key
    that never changes every retry would fail.
    """
    return f"{what}-{now:%Y%m%d%H%M}"


def create_customer(*, user_id: UUID, now: datetime, instead_of: str = "") -> str:
    """Create a customer for an account and return its id. Stripe gets no name and no address.

    ``instead_of`` is the one that Stripe has forgotten: with its key, Stripe would return it again.
    """
    key = key_of_minute(f"customer-{user_id}{instead_of}", now)
    try:
        return _create_customer(user_id, key)
    except ServerFault:
        # Retry with another key, because a user waits. At worst an unused customer is left at Stripe.
        return _create_customer(user_id, f"{key}-again")


def _create_customer(user_id: UUID, key: str) -> str:
    params: stripe.params.CustomerCreateParams = {"metadata": {"user_id": str(user_id)}}
    return call(lambda client: client.v1.customers.create(params, {"idempotency_key": key})).id


def create_setup(*, user_id: UUID, customer_id: str, consent: str) -> Setup:
    """Create a SetupIntent that saves a card for off-session charges.

    ``consent`` is what its owner agrees to, at most 500 characters.
    """
    params: stripe.params.SetupIntentCreateParams = {
        "customer": customer_id,
        "usage": "off_session",
        "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
        "metadata": {"user_id": str(user_id), "consent": consent},
    }
    return _setup(call(lambda client: client.v1.setup_intents.create(params)))


def retrieve_setup(setup_intent_id: str) -> Setup:
    """Fetch a SetupIntent."""
    return _setup(call(lambda client: client.v1.setup_intents.retrieve(setup_intent_id)))


def retrieve_card(method_id: str) -> Card:
    """Fetch a payment method."""
    return _card(call(lambda client: client.v1.payment_methods.retrieve(method_id)))


def detach_card(method_id: str) -> None:
    """Detach a card; raises :class:`gateway.Declined` if it is detached already."""
    call(lambda client: client.v1.payment_methods.detach(method_id))


def delete_customer(customer_id: str) -> None:
    """Delete a customer with all its cards. Idempotent."""
    with suppress(Declined):
        call(lambda client: client.v1.customers.delete(customer_id))


def set_saving(*, intent: Intent, customer_id: str) -> Intent:
    """Have Stripe save the card that an open intent is paid with, for off-session charges."""
    return _update(intent, customer_id, {"setup_future_usage": "off_session"})


def unset_saving(*, intent_id: str) -> Intent:
    """Let an open intent be paid without saving the card."""
    return intent_of(
        call(lambda client: client.v1.payment_intents.update(intent_id, {"setup_future_usage": ""}))
    )


def share(*, intent_id: str) -> Intent:
    """Mark an open intent as one that others than the customer may pay."""
    params: stripe.params.PaymentIntentUpdateParams = {"metadata": {"is_shared": "yes"}}
    return intent_of(call(lambda client: client.v1.payment_intents.update(intent_id, params)))


def name_customer(*, intent: Intent, customer_id: str) -> Intent:
    """Set the customer whose cards may pay an open intent."""
    return _update(intent, customer_id, {})


def choose_card(*, intent: Intent, customer_id: str, method_id: str) -> Intent:
    """Set the customer and the saved card of an open intent; nothing is charged yet.

    Raises :class:`gateway.Declined` for a detached card.
    """
    return _update(intent, customer_id, {"payment_method": method_id})


# In quotes: Stripe's types of parameters cost a megabyte in each process, and mypy alone needs them.
def _update(intent: Intent, customer_id: str, params: "stripe.params.PaymentIntentUpdateParams") -> Intent:
    """Change an open intent of a customer, who is named only once: Stripe refuses it again."""
    if intent.customer_id != customer_id:
        params["customer"] = customer_id
    if not params:
        return intent
    return intent_of(call(lambda client: client.v1.payment_intents.update(intent.id, params)))


def confirm_off_session(*, intent_id: str, method_id: str, return_url: str, idempotency_key: str) -> Intent:
    """Charge a saved card off session; one intent is never charged twice.

    Raises :class:`gateway.Declined` if the card is declined or needs authentication: fetch the intent then.
    """

    def send(client: stripe.StripeClient) -> stripe.PaymentIntent:
        return client.v1.payment_intents.confirm(
            intent_id,
            {"payment_method": method_id, "off_session": True, "return_url": return_url},
            {"idempotency_key": idempotency_key},
        )

    return intent_of(call(send))


def _setup(found: stripe.SetupIntent) -> Setup:
    return Setup(
        id=found.id,
        status=found.status,
        user_id=written(found, "user_id"),
        customer_id=id_of(found.customer),
        method_id=id_of(found.payment_method),
        consent=written(found, "consent"),
        client_secret=found.client_secret or "",
    )


def _card(found: stripe.PaymentMethod) -> Card:
    card: Any = getattr(found, "card", None)
    return Card(
        id=found.id,
        kind=found.type,
        customer_id=id_of(found.customer),
        brand=str(getattr(card, "brand", "") or ""),
        last4=str(getattr(card, "last4", "") or ""),
        exp_month=getattr(card, "exp_month", 0),
        exp_year=getattr(card, "exp_year", 0),
        fingerprint=str(getattr(card, "fingerprint", "") or ""),
    )
