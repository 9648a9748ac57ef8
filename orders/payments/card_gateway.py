"""Talking to Stripe about saved cards; the rules of ``gateway`` hold here as well."""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import stripe

from orders.payments.gateway import Declined, Intent, ServerFault, call, id_of, intent_of, written


@dataclass(frozen=True)
class Card:
    """A payment method as Stripe has it now. ``kind`` is ``card`` for what we can save."""

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
    """A SetupIntent as Stripe has it now. ``user_id`` is what we wrote on it."""

    id: str
    status: str
    user_id: str
    customer_id: str
    method_id: str
    client_secret: str = field(repr=False)


def key_of_minute(what: str, now: datetime) -> str:
    """Return an idempotency key that holds for a minute.

    Calls at once are one call to Stripe. It also keeps a failure inside it under the key, so a key
    without an end would let nobody try again.
    """
    return f"{what}-{now:%Y%m%d%H%M}"


def create_customer(*, user_id: UUID, now: datetime) -> str:
    """Open a customer for an account and return its id. Stripe learns no name and no address."""
    key = key_of_minute(f"customer-{user_id}", now)
    try:
        return _create_customer(user_id, key)
    except ServerFault:
        # Somebody waits for it. At worst a customer without cards is left at Stripe.
        return _create_customer(user_id, f"{key}-again")


def _create_customer(user_id: UUID, key: str) -> str:
    params: stripe.params.CustomerCreateParams = {"metadata": {"user_id": str(user_id)}}
    return call(lambda client: client.v1.customers.create(params, {"idempotency_key": key})).id


def create_setup(*, user_id: UUID, customer_id: str) -> Setup:
    """Begin to save a card for charges while its owner is away."""
    params: stripe.params.SetupIntentCreateParams = {
        "customer": customer_id,
        "usage": "off_session",
        "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
        "metadata": {"user_id": str(user_id)},
    }
    return _setup(call(lambda client: client.v1.setup_intents.create(params)))


def retrieve_setup(setup_intent_id: str) -> Setup:
    """Ask for a SetupIntent as it is now."""
    return _setup(call(lambda client: client.v1.setup_intents.retrieve(setup_intent_id)))


def retrieve_card(method_id: str) -> Card:
    """Ask for a payment method as it is now."""
    return _card(call(lambda client: client.v1.payment_methods.retrieve(method_id)))


def detach_card(method_id: str) -> None:
    """Make Stripe forget a card; :class:`gateway.Declined` if it has already."""
    call(lambda client: client.v1.payment_methods.detach(method_id))


def delete_customer(customer_id: str) -> None:
    """Make Stripe forget a customer with all its cards; also one that it has forgotten already."""
    with suppress(Declined):
        call(lambda client: client.v1.customers.delete(customer_id))


def set_saving(*, intent_id: str, customer_id: str) -> Intent:
    """Have Stripe keep the card that an open intent is paid with, for charges while its owner is away."""
    return intent_of(
        call(
            lambda client: client.v1.payment_intents.update(
                intent_id, {"customer": customer_id, "setup_future_usage": "off_session"}
            )
        )
    )


def unset_saving(*, intent_id: str) -> Intent:
    """Let an open intent be paid without keeping the card."""
    return intent_of(
        call(lambda client: client.v1.payment_intents.update(intent_id, {"setup_future_usage": ""}))
    )


def name_customer(*, intent_id: str, customer_id: str) -> Intent:
    """Say whose cards an open intent may be paid with."""
    return intent_of(
        call(lambda client: client.v1.payment_intents.update(intent_id, {"customer": customer_id}))
    )


def choose_card(*, intent_id: str, customer_id: str, method_id: str) -> Intent:
    """Say with which saved card of whom an open intent will be confirmed; nothing is charged.

    :class:`gateway.Declined` for a card that Stripe has forgotten.
    """
    params: stripe.params.PaymentIntentUpdateParams = {"customer": customer_id, "payment_method": method_id}
    return intent_of(call(lambda client: client.v1.payment_intents.update(intent_id, params)))


def confirm_off_session(*, intent_id: str, method_id: str, return_url: str, idempotency_key: str) -> Intent:
    """Charge a saved card for an intent while its owner is away; one intent is never charged twice.

    :class:`gateway.Declined` for a card that is refused or needs its owner: the intent then says so.
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
