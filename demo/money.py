"""The payments of the demonstration's past orders.

With the stand-in, past orders are paid there too, so that cancelling one refunds it. With Stripe's own test
keys past payments have invented ids.
"""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from accounts.models import User
from demo import payments
from demo.stripe_standin.app import Standin
from demo.stripe_standin.control import control
from demo.stripe_standin.engine import ApiRequest
from marketplace.money import from_rappen, to_rappen
from orders.models import Order, Refund
from orders.payments.card_gateway import Card
from orders.payments.dispute_gateway import StripeDispute
from orders.payments.gateway import CURRENCY, Intent, StripeRefund


class Till:
    """Makes payments and refunds of past orders."""

    def __init__(self) -> None:
        self._at = 0.0
        self._standin: Standin | None = None
        if payments.is_wanted():
            self._standin = payments.make_standin(webhooks=False, clock=lambda: self._at)

    def close(self) -> None:
        """Stop the stand-in."""
        if self._standin is not None:
            self._standin.stop()

    def take(self, *, order: Order, at: datetime) -> Intent:
        """Return a paid intent for an order."""
        metadata = {"order_id": str(order.pk), "attempt": "1"}
        intent_id = f"pi_demo_{uuid4().hex}"
        if self._standin is not None:
            self._at = at.timestamp()
            made = self._call(
                "/v1/payment_intents",
                {
                    "amount": str(to_rappen(order.total_amount)),
                    "currency": CURRENCY,
                    "confirm": "true",
                    "payment_method": "pm_card_visa",
                    "automatic_payment_methods[enabled]": "true",
                    "automatic_payment_methods[allow_redirects]": "never",
                    **{f"metadata[{name}]": value for name, value in metadata.items()},
                },
            )
            intent_id = made["id"]
        return Intent(
            id=intent_id,
            status="succeeded",
            amount=order.total_amount,
            amount_received=order.total_amount,
            currency=CURRENCY,
            livemode=False,
            order_id=metadata["order_id"],
            attempt=metadata["attempt"],
            error_message="",
            client_secret="",
        )

    def keep_card(self, *, user: User, at: datetime) -> tuple[str, Card] | None:
        """Save a Visa for off-session charges; return the customer's id at the stand-in and the card.

        ``None`` with Stripe's own test keys: an invented card could not be charged there.
        """
        if self._standin is None:
            return None
        self._at = at.timestamp()
        metadata = {"metadata[user_id]": str(user.pk)}
        customer_id = self._call("/v1/customers", metadata)["id"]
        setup = self._call(
            "/v1/setup_intents",
            {
                "customer": customer_id,
                "usage": "off_session",
                "confirm": "true",
                "payment_method": "pm_card_visa",
                "automatic_payment_methods[enabled]": "true",
                "automatic_payment_methods[allow_redirects]": "never",
                **metadata,
            },
        )
        method = self._read(f"/v1/payment_methods/{setup['payment_method']}")
        number = method["card"]
        card = Card(
            id=method["id"],
            kind=method["type"],
            customer_id=method["customer"],
            brand=number["brand"],
            last4=number["last4"],
            exp_month=number["exp_month"],
            exp_year=number["exp_year"],
            fingerprint=number["fingerprint"],
        )
        return customer_id, card

    def contest(self, *, intent_id: str, at: datetime) -> StripeDispute | None:
        """Let a customer's bank withdraw a payment; ``None`` with Stripe's own test keys.

        An invented dispute could not be answered there, and the nightly comparison would report it.
        """
        if self._standin is None:
            return None
        self._at = at.timestamp()
        dispute = {"intent": intent_id, "reason": "product_not_received"}
        response = control(self._standin, "dispute", json.dumps(dispute).encode())
        made = self._read(f"/v1/disputes/{json.loads(response.body)['dispute']}")
        return StripeDispute(
            id=made["id"],
            intent_id=intent_id,
            status=made["status"],
            reason=made["reason"],
            amount=from_rappen(made["amount"]),
            withheld=from_rappen(-sum(entry["amount"] for entry in made["balance_transactions"])),
            moves=len(made["balance_transactions"]),
            opened_at=at,
            respond_by=datetime.fromtimestamp(made["evidence_details"]["due_by"], UTC),
        )

    def give_back(self, *, refund: Refund, at: datetime) -> StripeRefund:
        """Return the refund as executed."""
        intent_id, refund_id = refund.payment.intent_id or "", f"re_demo_{uuid4().hex}"
        if self._standin is not None:
            self._at = at.timestamp()
            made = self._call(
                "/v1/refunds",
                {
                    "payment_intent": intent_id,
                    "amount": str(to_rappen(refund.amount)),
                    "metadata[refund_id]": str(refund.pk),
                    "metadata[order_id]": str(refund.order_id),
                },
            )
            refund_id = made["id"]
        return StripeRefund(
            id=refund_id,
            status="succeeded",
            amount=refund.amount,
            intent_id=intent_id,
            refund_id=str(refund.pk),
            failure_reason="",
        )

    def _call(self, path: str, form: dict[str, str]) -> dict[str, Any]:
        return self._ask("POST", path, urlencode(form))

    def _read(self, path: str) -> dict[str, Any]:
        return self._ask("GET", path, "")

    def _ask(self, method: str, path: str, body: str) -> dict[str, Any]:
        assert self._standin is not None  # noqa: S101 - asked for by all callers
        headers = {"authorization": f"Bearer {self._standin.settings.secret_key}"}
        response = self._standin.engine.handle(ApiRequest(method, path, body=body, headers=headers))
        content: dict[str, Any] = json.loads(response.body)
        if response.status != 200:
            raise RuntimeError(f"The stand-in refused {path}: {content}")
        return content
