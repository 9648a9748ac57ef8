"""Refunds: never more than was paid, in any number of parts."""

from __future__ import annotations

from demo.stripe_standin.call import Call, as_list, new_id
from demo.stripe_standin.charges import book_refund
from demo.stripe_standin.disputes import withheld
from demo.stripe_standin.errors import Json, StripeApiError, invalid
from demo.stripe_standin.params import PAGE, boolean, choice, integer, merged_metadata, metadata, spec, text
from demo.stripe_standin.payment_methods import card_of, changed

CREATE = spec(
    amount=integer(least=1),
    charge=text(),
    payment_intent=text(),
    reason=choice("duplicate", "fraudulent", "requested_by_customer"),
    metadata=metadata,
    instructions_email=text(),
    refund_application_fee=boolean,
    reverse_transfer=boolean,
)
UPDATE = spec(metadata=metadata)
LIST = spec(PAGE, charge=text(), payment_intent=text())


def create(call: Call) -> Json:
    """POST /v1/refunds."""
    charge = _charge(call)
    left = charge["amount"] - charge["amount_refunded"] - withheld(call, charge)
    if left <= 0 and charge["disputed"]:
        message = f"Charge {charge['id']} has been charged back; cannot issue a refund."
        raise StripeApiError(400, message, code="charge_disputed")
    if left == 0:
        raise StripeApiError(
            400, f"Charge {charge['id']} has already been refunded.", code="charge_already_refunded"
        )
    amount = call.params.get("amount", left)
    if amount > left:
        raise StripeApiError(
            400,
            f"Refund amount (CHF {amount / 100:.2f}) is greater than unrefunded amount on charge (CHF "
            f"{left / 100:.2f})",
            code="amount_too_large",
            param="amount",
        )
    refund = _new(call, charge, amount)
    before = {"amount_refunded": charge["amount_refunded"], "refunded": charge["refunded"]}
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount"]
    call.store.put(charge)
    call.emit("refund.created", refund)
    call.emit("charge.refunded", charge, previous=changed(before, charge))
    if refund["status"] == "succeeded":
        call.emit("refund.updated", refund, previous={"destination_details": None})
    return refund


def _charge(call: Call) -> Json:
    intent_id, charge_id = call.params.get("payment_intent"), call.params.get("charge")
    if not intent_id and not charge_id:
        raise invalid(
            "One of the following params should be provided for this request: payment_intent or charge."
        )
    if intent_id and charge_id:
        raise invalid("You may only specify one of these parameters: payment_intent, charge.")
    if intent_id:
        intent = call.store.get(intent_id, "payment_intent", param="payment_intent", status=404)
        if intent["status"] != "succeeded":
            raise invalid(f"This PaymentIntent ({intent_id}) does not have a successful charge to refund.")
        charge_id = intent["latest_charge"]
    charge = call.store.get(str(charge_id), "charge", param="charge")
    if not charge["paid"]:
        raise invalid(f"The charge {charge['id']} was not successful and cannot be refunded.", param="charge")
    return charge


def _new(call: Call, charge: Json, amount: int) -> Json:
    method = call.store.get(charge["payment_method"], "payment_method")
    pending = card_of(method).refund == "pending"
    refund_id = new_id("re")
    return call.store.put(
        {
            "id": refund_id,
            "object": "refund",
            "amount": amount,
            "balance_transaction": book_refund(call, amount, refund_id),
            "charge": charge["id"],
            "created": call.created,
            "currency": charge["currency"],
            "customer": charge["customer"],
            "customer_account": None,
            "destination_details": {
                "card": {
                    "reference": None if pending else str(int(call.now * 1000)).zfill(16)[-16:],
                    "reference_status": "pending" if pending else "available",
                    "reference_type": "acquirer_reference_number",
                    "type": "refund",
                },
                "type": "card",
            },
            "metadata": merged_metadata({}, call.params.get("metadata") or {}),
            "payment_intent": charge["payment_intent"],
            "payment_method": charge["payment_method"],
            "reason": call.params.get("reason"),
            "receipt_number": None,
            "source_transfer_reversal": None,
            "status": "pending" if pending else "succeeded",
            "transfer_reversal": None,
        }
    )


def retrieve(call: Call) -> Json:
    """GET /v1/refunds/{id}."""
    return call.store.get(call.path["id"], "refund")


def update(call: Call) -> Json:
    """POST /v1/refunds/{id}: metadata only."""
    before = call.store.get(call.path["id"], "refund")
    data = merged_metadata(before["metadata"], call.params.get("metadata", {}))
    refund = call.store.put(before | {"metadata": data})
    call.emit("refund.updated", refund, previous=changed(before, refund))
    return refund


def listing(call: Call) -> Json:
    """GET /v1/refunds."""
    page = call.store.page(
        "refund", call.params, charge=call.params.get("charge"), intent=call.params.get("payment_intent")
    )
    return as_list("/v1/refunds", page)


def settle(call: Call, refund_id: str, *, succeeded: bool) -> Json:
    """End a pending refund (card …7726), or fail one that its bank rejected later (card …5126)."""
    before = call.store.get(refund_id, "refund")
    if before["status"] not in ("pending", "succeeded"):
        raise invalid(f"Refund {refund_id} is {before['status']}.")
    refund = before | {"status": "succeeded" if succeeded else "failed"}
    if not succeeded:
        refund["failure_reason"] = "expired_or_canceled_card"
        charge = call.store.get(refund["charge"], "charge")
        charge["amount_refunded"] -= refund["amount"]
        call.store.put(charge | {"refunded": False})
    call.store.put(refund)
    call.emit("refund.updated" if succeeded else "refund.failed", refund, previous=changed(before, refund))
    return refund
