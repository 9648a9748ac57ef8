"""Charges, and the balance.

There is one charge for each attempt that reached the card's bank, including failed ones.
"""

from __future__ import annotations

from demo.stripe_standin.call import Call, as_list, new_id
from demo.stripe_standin.cards import Decline, TestCard
from demo.stripe_standin.errors import Json
from demo.stripe_standin.params import PAGE, free, merged_metadata, metadata, spec, text
from demo.stripe_standin.payment_methods import card_of, changed

UPDATE = spec(
    description=text(),
    metadata=metadata,
    receipt_email=text(),
    shipping=free,
    transfer_group=text(),
    fraud_details=free,
    customer=text(),
)
LIST = spec(PAGE, customer=text(), payment_intent=text(), transfer_group=text())
LIST_BALANCE = spec(PAGE, source=text(), type=text(), payout=text(), currency=text())
NOTHING = spec()
DISPUTE_FEE = 2000


def fee_of(amount: int) -> int:
    """Stripe's fee in Rappen for a card in Switzerland: 2.9 % and 30 Rappen, rounded half up."""
    return (amount * 29 + 500) // 1000 + 30


def record(call: Call, intent: Json, method: Json, decline: Decline | None) -> Json:
    """Store and return the charge of one attempt; a failed one when the card declines."""
    card = card_of(method)
    paid = decline is None
    charge = _blank(call, intent, method)
    charge |= {
        "amount_captured": intent["amount"] if paid else 0,
        "captured": paid,
        "paid": paid,
        "status": "succeeded" if paid else "failed",
        "failure_code": None if decline is None else decline.code,
        "failure_message": None if decline is None else decline.message,
        "outcome": _outcome(decline),
        "payment_method_details": {"card": _card_details(method, card, intent, paid=paid), "type": "card"},
    }
    if paid:
        charge["balance_transaction"] = _book(
            call, kind="charge", amount=intent["amount"], fee=fee_of(intent["amount"]), source=charge["id"]
        )
    return call.store.put(charge)


def _blank(call: Call, intent: Json, method: Json) -> Json:
    return {
        "id": new_id("ch"),
        "object": "charge",
        "amount": intent["amount"],
        "amount_refunded": 0,
        "application": None,
        "application_fee": None,
        "application_fee_amount": None,
        "balance_transaction": None,
        "billing_details": method["billing_details"],
        "calculated_statement_descriptor": "SUUBER",
        "created": call.created,
        "currency": intent["currency"],
        "customer": intent["customer"],
        "description": intent["description"],
        "disputed": False,
        "failure_balance_transaction": None,
        "fraud_details": {},
        "livemode": False,
        "metadata": dict(intent["metadata"]),
        "on_behalf_of": intent["on_behalf_of"],
        "payment_intent": intent["id"],
        "payment_method": method["id"],
        "receipt_email": intent["receipt_email"],
        "receipt_number": None,
        "receipt_url": None,
        "refunded": False,
        "review": None,
        "shipping": intent["shipping"],
        "source": None,
        "source_transfer": None,
        "statement_descriptor": intent["statement_descriptor"],
        "statement_descriptor_suffix": intent["statement_descriptor_suffix"],
        "transfer_data": intent["transfer_data"],
        "transfer_group": intent["transfer_group"],
    }


def _outcome(decline: Decline | None) -> Json:
    base: Json = {
        "advice_code": None,
        "network_advice_code": None,
        "network_decline_code": None,
        "risk_level": "normal",
    }
    if decline is None:
        return base | {
            "network_status": "approved_by_network",
            "reason": None,
            "seller_message": "Payment complete.",
            "type": "authorized",
        }
    return base | {
        "network_status": "declined_by_network",
        "reason": decline.decline_code or decline.code,
        "seller_message": f"The bank returned the decline code `{decline.decline_code or decline.code}`.",
        "type": "issuer_declined",
    }


def _card_details(method: Json, card: TestCard, intent: Json, *, paid: bool) -> Json:
    shown = method["card"]
    checked = "fail" if card.charge and card.charge.code == "incorrect_cvc" else "pass"
    return {
        "amount_authorized": intent["amount"] if paid else None,
        "authorization_code": None,
        "brand": shown["brand"],
        "checks": shown["checks"] | {"cvc_check": checked if shown["checks"]["cvc_check"] else None},
        "country": shown["country"],
        "exp_month": shown["exp_month"],
        "exp_year": shown["exp_year"],
        "extended_authorization": {"status": "disabled"},
        "fingerprint": shown["fingerprint"],
        "funding": shown["funding"],
        "incremental_authorization": {"status": "unavailable"},
        "installments": None,
        "last4": shown["last4"],
        "mandate": None,
        "multicapture": {"status": "unavailable"},
        "network": shown["brand"],
        "network_token": {"used": False},
        "network_transaction_id": None,
        "overcapture": {"maximum_amount_capturable": intent["amount"], "status": "unavailable"},
        "regulated_status": "unregulated",
        "three_d_secure": intent.get("_authenticated"),
        "wallet": None,
    }


def _book(call: Call, *, kind: str, amount: int, fee: int, source: str) -> str:
    entry = call.store.put(
        {
            "id": new_id("txn"),
            "object": "balance_transaction",
            "amount": amount,
            "available_on": call.created + (2 * 86400 if amount > 0 else 0),
            "balance_type": "payments",
            "created": call.created,
            "currency": "chf",
            "description": None,
            "exchange_rate": None,
            "fee": fee,
            "fee_details": [
                {
                    "amount": fee,
                    "application": None,
                    "currency": "chf",
                    "description": "Stripe processing fees",
                    "type": "stripe_fee",
                }
            ]
            if fee
            else [],
            "net": amount - fee,
            "reporting_category": kind,
            "source": source,
            "status": "pending",
            "type": kind,
        }
    )
    return str(entry["id"])


def book_refund(call: Call, amount: int, refund_id: str) -> str:
    """Book a refund and return its balance entry; Stripe does not return its fee."""
    return _book(call, kind="refund", amount=-amount, fee=0, source=refund_id)


def book_dispute(call: Call, amount: int, dispute_id: str, *, won: bool = False) -> Json:
    """Book a dispute and return its balance entry: amount and fee are withdrawn, or given back."""
    fee = -DISPUTE_FEE if won else DISPUTE_FEE
    entry_id = _book(call, kind="adjustment", amount=amount if won else -amount, fee=fee, source=dispute_id)
    entry = call.store.get(entry_id, "balance_transaction")
    return call.store.put(entry | {"reporting_category": "dispute_reversal" if won else "dispute"})


def book_transfer(call: Call, amount: int, source: str) -> str:
    """Book a transfer to a connected account (below zero) or its reversal; return the balance entry."""
    return _book(
        call, kind="transfer" if amount < 0 else "transfer_refund", amount=amount, fee=0, source=source
    )


def book_top_up(call: Call, amount: int) -> str:
    """Book a top-up from the platform's bank; return the balance entry."""
    return _book(call, kind="topup", amount=amount, fee=0, source=new_id("tu"))


def balance(call: Call) -> int:
    """Return the platform's balance in Rappen, all of which is available for transfers."""
    return sum(int(entry["net"]) for entry in call.store.every("balance_transaction"))


def retrieve(call: Call) -> Json:
    """GET /v1/charges/{id}."""
    return call.store.get(call.path["id"], "charge")


def update(call: Call) -> Json:
    """POST /v1/charges/{id}."""
    before = call.store.get(call.path["id"], "charge")
    given = {key: value for key, value in call.params.items() if key != "expand"}
    if "metadata" in given:
        given["metadata"] = merged_metadata(before["metadata"], given["metadata"])
    charge = call.store.put(before | given)
    call.emit("charge.updated", charge, previous=changed(before, charge))
    return charge


def listing(call: Call) -> Json:
    """GET /v1/charges."""
    page = call.store.page(
        "charge", call.params, customer=call.params.get("customer"), intent=call.params.get("payment_intent")
    )
    return as_list("/v1/charges", page)


def retrieve_balance(call: Call) -> Json:
    """GET /v1/balance_transactions/{id}."""
    return call.store.get(call.path["id"], "balance_transaction")


def list_balance(call: Call) -> Json:
    """GET /v1/balance_transactions."""
    page = call.store.page("balance_transaction", call.params, charge=call.params.get("source"))
    return as_list("/v1/balance_transactions", page)
