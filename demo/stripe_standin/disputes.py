"""Disputes: a customer contests a payment at their bank, which withdraws the money until it is decided.

An inquiry withdraws nothing unless it escalates. As in Stripe's test mode the text of the evidence decides:
``winning_evidence``, ``losing_evidence``, ``escalate_inquiry_evidence``.
"""

from __future__ import annotations

from demo.stripe_standin.call import Call, as_list, new_id
from demo.stripe_standin.charges import book_dispute
from demo.stripe_standin.errors import Json, invalid
from demo.stripe_standin.params import PAGE, boolean, free, merged_metadata, metadata, spec, text
from demo.stripe_standin.payment_methods import card_of, changed

UPDATE = spec(evidence=free, metadata=metadata, submit=boolean)
LIST = spec(PAGE, charge=text(), payment_intent=text())
OUTCOMES = {"winning_evidence": "won", "losing_evidence": "lost", "escalate_inquiry_evidence": "escalated"}

_DAYS_TO_ANSWER = 9 * 86400
_OPEN = ("warning_needs_response", "warning_under_review", "needs_response", "under_review")
_EVIDENCE = (
    "access_activity_log",
    "billing_address",
    "cancellation_policy",
    "cancellation_policy_disclosure",
    "cancellation_rebuttal",
    "customer_communication",
    "customer_email_address",
    "customer_name",
    "customer_purchase_ip",
    "customer_signature",
    "duplicate_charge_documentation",
    "duplicate_charge_explanation",
    "duplicate_charge_id",
    "product_description",
    "receipt",
    "refund_policy",
    "refund_policy_disclosure",
    "refund_refusal_explanation",
    "service_date",
    "service_documentation",
    "shipping_address",
    "shipping_carrier",
    "shipping_date",
    "shipping_documentation",
    "shipping_tracking_number",
    "uncategorized_file",
    "uncategorized_text",
)


def contest(call: Call, charge: Json, *, reason: str = "fraudulent", amount: int | None = None) -> Json:
    """Open a dispute of a charge; with `inquiry` as the reason nothing is withdrawn."""
    if not charge["paid"]:
        raise invalid(f"The charge {charge['id']} was not successful and cannot be disputed.")
    asks = reason == "inquiry"
    dispute = _new(call, charge, amount or charge["amount"], reason="general" if asks else reason)
    dispute["status"] = "warning_needs_response" if asks else "needs_response"
    dispute["payment_method_details"]["card"]["case_type"] = "inquiry" if asks else "chargeback"
    dispute["is_charge_refundable"] = asks
    call.store.put(dispute)
    call.store.put(charge | {"disputed": True})
    call.emit("charge.dispute.created", dispute)
    return dispute if asks else _withdraw(call, dispute)


def contest_by_card(call: Call, charge: Json) -> None:
    """Open a dispute of a new charge, if its test card asks for one."""
    reason = card_of(call.store.get(charge["payment_method"], "payment_method")).dispute
    if reason:
        contest(call, charge, reason=reason)


def withheld(call: Call, charge: Json) -> int:
    """Return what banks have withdrawn of a charge because of disputes, in Rappen."""
    disputes = call.store.every("dispute", charge=charge["id"])
    return -sum(int(entry["amount"]) for one in disputes for entry in one["balance_transactions"])


def _new(call: Call, charge: Json, amount: int, *, reason: str) -> Json:
    brand = charge["payment_method_details"]["card"]["brand"]
    return {
        "id": new_id("dp"),
        "object": "dispute",
        "amount": amount,
        "balance_transactions": [],
        "charge": charge["id"],
        "created": call.created,
        "currency": charge["currency"],
        "enhanced_eligibility_types": [],
        "evidence": dict.fromkeys(_EVIDENCE) | {"enhanced_evidence": {}},
        "evidence_details": {
            "due_by": call.created + _DAYS_TO_ANSWER,
            "enhanced_eligibility": {},
            "has_evidence": False,
            "past_due": False,
            "submission_count": 0,
        },
        "livemode": False,
        "metadata": {},
        "payment_intent": charge["payment_intent"],
        "payment_method_details": {
            "card": {
                "brand": brand,
                "case_type": "chargeback",
                "network": brand,
                "network_reason_code": "13.1" if reason == "product_not_received" else "10.4",
            },
            "type": "card",
        },
        "reason": reason,
        "status": "needs_response",
    }


def _withdraw(call: Call, dispute: Json) -> Json:
    entry = book_dispute(call, dispute["amount"], dispute["id"])
    dispute = call.store.put(dispute | {"balance_transactions": [*dispute["balance_transactions"], entry]})
    call.emit("charge.dispute.funds_withdrawn", dispute)
    return dispute


def decide(call: Call, dispute_id: str, outcome: str) -> Json:
    """End an open dispute as its bank does: `won`, `lost`, or an inquiry `escalated` to a chargeback."""
    before = call.store.get(dispute_id, "dispute")
    if before["status"] not in _OPEN:
        raise invalid(f"This dispute is already closed: it is {before['status']}.")
    asks = before["status"].startswith("warning_")
    if outcome == "escalated":
        return _escalate(call, before, asks=asks)
    if outcome not in ("won", "lost"):
        raise invalid(f"A dispute is won, lost or escalated, not {outcome}.")
    dispute = before | {"status": "warning_closed" if asks else outcome}
    if outcome == "won" and not asks:
        entry = book_dispute(call, dispute["amount"], dispute_id, won=True)
        dispute["balance_transactions"] = [*dispute["balance_transactions"], entry]
    call.store.put(dispute)
    if outcome == "won" and not asks:
        call.emit("charge.dispute.funds_reinstated", dispute)
    call.emit("charge.dispute.closed", dispute)
    return dispute


def _escalate(call: Call, before: Json, *, asks: bool) -> Json:
    if not asks:
        raise invalid("Only an inquiry is escalated.")
    dispute = call.store.put(before | {"status": "needs_response", "is_charge_refundable": False})
    call.emit("charge.dispute.updated", dispute, previous=changed(before, dispute))
    return _withdraw(call, dispute)


def retrieve(call: Call) -> Json:
    """GET /v1/disputes/{id}."""
    return call.store.get(call.path["id"], "dispute")


def listing(call: Call) -> Json:
    """GET /v1/disputes, of a charge or an intent or all."""
    page = call.store.page(
        "dispute", call.params, charge=call.params.get("charge"), intent=call.params.get("payment_intent")
    )
    return as_list("/v1/disputes", page)


def update(call: Call) -> Json:
    """POST /v1/disputes/{id}: metadata and evidence; submitted evidence is under review, or decides."""
    before = call.store.get(call.path["id"], "dispute")
    evidence = call.params.get("evidence") or {}
    unknown = [name for name in evidence if name not in _EVIDENCE]
    if unknown:
        raise invalid(f"Received unknown parameter: evidence[{unknown[0]}]", param=f"evidence[{unknown[0]}]")
    submitted = bool(evidence) and call.params.get("submit", True)
    details = before["evidence_details"] | {"has_evidence": bool(evidence)}
    details["submission_count"] += int(submitted)
    dispute = before | {
        "evidence": before["evidence"] | evidence,
        "evidence_details": details,
        "metadata": merged_metadata(before["metadata"], call.params.get("metadata") or {}),
    }
    if submitted and dispute["status"] in _OPEN:
        dispute["status"] = dispute["status"].replace("needs_response", "under_review")
    call.store.put(dispute)
    call.emit("charge.dispute.updated", dispute, previous=changed(before, dispute))
    outcome = OUTCOMES.get(str(evidence.get("uncategorized_text")))
    return decide(call, dispute["id"], outcome) if submitted and outcome else dispute


def close(call: Call) -> Json:
    """POST /v1/disputes/{id}/close: accept the dispute as lost."""
    return decide(call, call.path["id"], "lost")
