"""Calls to Stripe: typed calls, typed failures, never inside a transaction.

Only this module, ``card_gateway``, ``connect_gateway`` and ``dispute_gateway`` call Stripe.

Amounts are CHF as Decimal; Stripe counts in Rappen. A call inside a transaction
would hold its locks for as long as Stripe takes, so :func:`call` raises ``RuntimeError`` there.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

import stripe
from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _
from rest_framework import status

from marketplace import clock
from marketplace.errors import DomainError
from marketplace.jobs.obstacles import Outage
from marketplace.money import from_rappen, to_rappen
from orders.payments.limited_session import LimitedSession

CURRENCY = "chf"
PAGE_SIZE = 100
RETRY_AFTER_SECONDS = 5
# After a 409 (the same call is in progress) ask again every _LOOK_AGAIN seconds while this many are left.
_WHILE_UNDER_WAY = 2.0
_LOOK_AGAIN = 0.2

Answer = TypeVar("Answer")


class NotConfigured(DomainError):
    """No Stripe keys are set (503)."""

    status = status.HTTP_503_SERVICE_UNAVAILABLE
    code = "payments_not_configured"

    def __init__(self) -> None:
        super().__init__(_("Payment processing is not configured."))


class StripeFailure(DomainError):
    """Stripe did not carry out the call (503); ``reason`` is Stripe's own sentence."""

    status: int = status.HTTP_503_SERVICE_UNAVAILABLE
    code = "payment_provider_unavailable"

    def __init__(self, reason: str) -> None:
        super().__init__(
            _("Our payment provider cannot be reached right now. Please try again in a moment."),
            headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
        )
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Unreachable(StripeFailure):
    """No response, or 429 or 409: the same call may be sent again with the same idempotency key."""


class ServerFault(StripeFailure):
    """Stripe failed (5xx), and stores that response for the call's idempotency key."""


class Misconfigured(StripeFailure):
    """Stripe rejects our API key (401, 403): the call works once an operator has corrected it (502)."""

    status = status.HTTP_502_BAD_GATEWAY


class Declined(StripeFailure):
    """Stripe rejects the call (other 4xx); a retry is useless (502)."""

    status = status.HTTP_502_BAD_GATEWAY


class NoSuchObject(Declined):
    """Stripe has no such object (any more): deleted there, or the keys are another account's."""


class NoSuchCustomer(NoSuchObject):
    """Stripe has no such customer (any more)."""


class NoSuchIntent(NoSuchObject):
    """Stripe has no such PaymentIntent (any more)."""

    def __init__(self, reason: str, *, intent_id: str) -> None:
        super().__init__(reason)
        self.intent_id = intent_id


@contextmanager
def outages_wait() -> Iterator[None]:
    """Raise ``Outage`` if Stripe cannot be reached at all, so that due work is not counted as failed."""
    try:
        yield
    except (NotConfigured, Unreachable, Misconfigured) as outage:
        raise Outage(str(outage)) from outage


@dataclass(frozen=True)
class Intent:
    """A PaymentIntent as Stripe has it now. ``order_id`` and ``attempt`` are from our metadata.

    ``refused_method_id`` is the payment method that was declined last, ``saves_card`` tells whether
    Stripe will save the card for off-session charges, ``is_shared`` whether a payment link gave it away.
    """

    id: str
    status: str
    amount: Decimal
    amount_received: Decimal
    currency: str
    livemode: bool
    order_id: str
    attempt: str
    error_message: str
    client_secret: str = field(repr=False)
    customer_id: str = ""
    method_id: str = ""
    refused_method_id: str = ""
    saves_card: bool = False
    is_shared: bool = False


@dataclass(frozen=True)
class StripeRefund:
    """A refund as Stripe has it now. ``refund_id`` is our id, empty if it was made in Stripe's dashboard."""

    id: str
    status: str
    amount: Decimal
    intent_id: str
    refund_id: str
    failure_reason: str


def is_configured() -> bool:
    """Tell whether customers can pay: both keys are set."""
    return bool(settings.STRIPE_SECRET_KEY) and bool(settings.STRIPE_PUBLISHABLE_KEY)


def is_live() -> bool:
    """Tell whether the secret key moves real money."""
    key: str = settings.STRIPE_SECRET_KEY
    return key.startswith(("sk_live_", "rk_live_"))


def create_intent(
    *, amount: Decimal, order_id: str, attempt: int, description: str, idempotency_key: str
) -> Intent:
    """Create a PaymentIntent in CHF; the same key returns the same intent."""

    def send(client: stripe.StripeClient) -> stripe.PaymentIntent:
        return client.v1.payment_intents.create(
            {
                "amount": to_rappen(amount),
                "currency": CURRENCY,
                "automatic_payment_methods": {"enabled": True},
                "description": description,
                "metadata": {"order_id": order_id, "attempt": str(attempt)},
            },
            {"idempotency_key": idempotency_key},
        )

    return intent_of(call(send))


def retrieve_intent(intent_id: str) -> Intent:
    """Fetch an intent; raises :class:`NoSuchIntent` if Stripe does not know it (any more)."""
    try:
        return intent_of(call(lambda client: client.v1.payment_intents.retrieve(intent_id)))
    except NoSuchObject as missing:
        raise NoSuchIntent(missing.reason, intent_id=intent_id) from missing


def cancel_intent(intent_id: str) -> Intent:
    """Cancel an intent; raises :class:`Declined` if it just succeeded."""
    return intent_of(
        call(lambda client: client.v1.payment_intents.cancel(intent_id, {"cancellation_reason": "abandoned"}))
    )


def pages_of_intents(*, since: int = 0) -> Iterator[list[Intent]]:
    """List intents, newest first, in pages of 100: one call for each page, made lazily.

    ``since`` leaves out intents created before that Unix time, by Stripe's clock.
    """
    after: str | None = None
    only: Any = {"created": {"gte": since}} if since else {}
    while True:
        page = call(lambda client, after=after: client.v1.payment_intents.list({**only, **page_after(after)}))  # type: ignore[misc]  # a default
        yield [intent_of(one) for one in page.data]
        if not page.has_more:
            return
        after = page.data[-1].id


def pages_of_refunds(intent_id: str = "", *, since: int = 0) -> Iterator[list[StripeRefund]]:
    """List refunds (of one intent, or all since a Unix time), newest first, in pages of 100."""
    after: str | None = None
    only: Any = {"payment_intent": intent_id} if intent_id else {}
    if since:
        only["created"] = {"gte": since}
    while True:
        page = call(lambda client, after=after: client.v1.refunds.list({**only, **page_after(after)}))  # type: ignore[misc]  # a default
        yield [_refund(one) for one in page.data]
        if not page.has_more:
            return
        after = page.data[-1].id


def create_refund(
    *, intent_id: str, amount: Decimal, refund_id: str, order_id: str, idempotency_key: str
) -> StripeRefund:
    """Refund money of an intent to its card, once per idempotency key."""

    def send(client: stripe.StripeClient) -> stripe.Refund:
        return client.v1.refunds.create(
            {
                "payment_intent": intent_id,
                "amount": to_rappen(amount),
                "metadata": {"refund_id": refund_id, "order_id": order_id},
            },
            {"idempotency_key": idempotency_key},
        )

    return _refund(call(send))


def page_after(after: str | None) -> dict[str, int | str]:
    """Return the parameters for the page after an object, or for the first page."""
    return {"limit": PAGE_SIZE} | ({"starting_after": after} if after else {})


@lru_cache(maxsize=4)
def _client(secret_key: str, api_base: str, timeout: float, retries: int) -> stripe.StripeClient:
    return stripe.StripeClient(
        secret_key,
        base_addresses={"api": api_base},
        http_client=stripe.RequestsClient(timeout=timeout, session=LimitedSession()),
        max_network_retries=retries,
    )


def in_transaction() -> bool:
    """Tell whether a transaction is open."""
    return connection.in_atomic_block


def call(send: Callable[[stripe.StripeClient], Answer]) -> Answer:
    """Send one call to Stripe; raises :class:`NotConfigured` or a :class:`StripeFailure`."""
    if not settings.STRIPE_SECRET_KEY:
        raise NotConfigured
    if in_transaction():
        raise RuntimeError("Stripe must not be called inside a transaction.")
    client = _client(
        settings.STRIPE_SECRET_KEY,
        settings.STRIPE_API_BASE,
        settings.STRIPE_TIMEOUT_SECONDS,
        settings.STRIPE_NETWORK_RETRIES if clock.may_ask_again() else 0,
    )
    while True:
        try:
            return send(client)
        except stripe.StripeError as error:
            left = clock.seconds_to_wait()
            if error.http_status != status.HTTP_409_CONFLICT or left is None or left < _WHILE_UNDER_WAY:
                raise _failure(error) from error
            # The same call is in progress, as after a double click: its response comes in a moment.
            time.sleep(_LOOK_AGAIN)


def _failure(error: stripe.StripeError) -> StripeFailure:
    reason = error.user_message or type(error).__name__
    answered = error.http_status
    if isinstance(error, stripe.APIConnectionError) or answered in {409, 429}:
        return Unreachable(reason)
    if isinstance(error, (stripe.AuthenticationError, stripe.PermissionError)):
        return Misconfigured(reason)
    if answered is None or answered >= status.HTTP_500_INTERNAL_SERVER_ERROR or answered < 400:
        return ServerFault(reason)
    if getattr(error, "code", None) == "resource_missing":
        is_customer = getattr(error, "param", None) == "customer"
        return NoSuchCustomer(reason) if is_customer else NoSuchObject(reason)
    return Declined(reason)


def written(
    found: stripe.PaymentIntent | stripe.Refund | stripe.SetupIntent | stripe.Transfer, name: str
) -> str:
    """Return a value of our metadata, empty if there is none."""
    metadata: Any = found.metadata
    return str(getattr(metadata, name, "")) if isinstance(metadata, stripe.StripeObject) else ""


def id_of(related: Any) -> str:
    """Return the id of a related object, expanded or not; empty if there is none."""
    return str(getattr(related, "id", related) or "")


def intent_of(found: stripe.PaymentIntent) -> Intent:
    """Convert a PaymentIntent of the SDK."""
    error = found.last_payment_error
    return Intent(
        id=found.id,
        status=found.status,
        amount=from_rappen(found.amount),
        amount_received=from_rappen(found.amount_received or 0),
        currency=found.currency,
        livemode=found.livemode,
        order_id=written(found, "order_id"),
        attempt=written(found, "attempt"),
        error_message=(error.message or "") if error else "",
        client_secret=found.client_secret or "",
        customer_id=id_of(found.customer),
        method_id=id_of(found.payment_method),
        refused_method_id=id_of(error.payment_method) if error and "payment_method" in error else "",
        saves_card=found.setup_future_usage == "off_session",
        is_shared=bool(written(found, "is_shared")),
    )


def _refund(found: stripe.Refund) -> StripeRefund:
    return StripeRefund(
        id=found.id,
        status=found.status or "pending",
        amount=from_rappen(found.amount),
        intent_id=id_of(found.payment_intent),
        refund_id=written(found, "refund_id"),
        failure_reason=getattr(found, "failure_reason", None) or "",
    )
