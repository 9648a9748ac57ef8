"""Transfers from the platform's balance to connected accounts, and their reversals."""

from __future__ import annotations

from demo.stripe_standin.call import Call, as_list, new_id
from demo.stripe_standin.charges import balance, book_transfer
from demo.stripe_standin.errors import Json, StripeApiError, invalid
from demo.stripe_standin.params import PAGE, choice, integer, merged_metadata, metadata, require, spec, text

CREATE = spec(
    amount=integer(least=1),
    currency=choice("chf"),
    destination=text(),
    description=text(),
    metadata=metadata,
    transfer_group=text(),
)
LIST = spec(PAGE, transfer_group=text())
REVERSE = spec(amount=integer(least=1), description=text(), metadata=metadata)


def create(call: Call) -> Json:
    """POST /v1/transfers. A declined transfer is stored for its idempotency key, as at Stripe."""
    require(call.params, "amount", "currency", "destination")
    account = call.store.find(call.params["destination"], "account")
    if account is None:
        raise invalid(
            f"No such destination: '{call.params['destination']}'",
            param="destination",
            code="resource_missing",
        )
    if account["capabilities"].get("transfers") != "active":
        raise _refused(
            "insufficient_capabilities_for_transfer",
            "Your destination account needs to have at least one of the following capabilities enabled: "
            "transfers, crypto_transfers, legacy_payments",
        )
    if call.params["amount"] > balance(call):
        raise _refused(
            "balance_insufficient", "You have insufficient available funds in your Stripe account."
        )
    return _new(call)


def _refused(code: str, message: str) -> StripeApiError:
    return StripeApiError(400, message, code=code, keeps_effect=True)


def _new(call: Call) -> Json:
    transfer_id = new_id("tr")
    transfer = {
        "id": transfer_id,
        "object": "transfer",
        "amount": call.params["amount"],
        "amount_reversed": 0,
        "balance_transaction": book_transfer(call, -call.params["amount"], transfer_id),
        "created": call.created,
        "currency": call.params["currency"],
        "description": call.params.get("description"),
        "destination": call.params["destination"],
        "destination_payment": new_id("py"),
        "livemode": False,
        "metadata": merged_metadata({}, call.params.get("metadata") or {}),
        "reversals": {
            "object": "list",
            "data": [],
            "has_more": False,
            "url": f"/v1/transfers/{transfer_id}/reversals",
        },
        "reversed": False,
        "source_transaction": None,
        "source_type": "card",
        "transfer_group": call.params.get("transfer_group"),
    }
    call.store.put(transfer)
    call.emit("transfer.created", transfer)
    return transfer


def retrieve(call: Call) -> Json:
    """GET /v1/transfers/{id}."""
    return call.store.get(call.path["id"], "transfer")


def listing(call: Call) -> Json:
    """GET /v1/transfers, of a group or all."""
    page = call.store.page("transfer", call.params, tag=call.params.get("transfer_group"))
    return as_list("/v1/transfers", page)


def reverse(call: Call) -> Json:
    """POST /v1/transfers/{id}/reversals: reverse all of it, or a part."""
    transfer = call.store.get(call.path["id"], "transfer")
    left = transfer["amount"] - transfer["amount_reversed"]
    amount = call.params.get("amount", left)
    if amount > left or not left:
        raise invalid(f"Transfer {transfer['id']} has only {left} left to reverse.", param="amount")
    reversal_id = new_id("trr")
    reversal = {
        "id": reversal_id,
        "object": "transfer_reversal",
        "amount": amount,
        "balance_transaction": book_transfer(call, amount, reversal_id),
        "created": call.created,
        "currency": transfer["currency"],
        "destination_payment_refund": None,
        "metadata": merged_metadata({}, call.params.get("metadata") or {}),
        "source_refund": None,
        "transfer": transfer["id"],
    }
    call.store.put(reversal)
    back = transfer["amount_reversed"] + amount
    listed = transfer["reversals"] | {"data": [reversal, *transfer["reversals"]["data"]]}
    transfer |= {"amount_reversed": back, "reversed": back == transfer["amount"], "reversals": listed}
    call.store.put(transfer)
    call.emit("transfer.reversed", transfer)
    return reversal
