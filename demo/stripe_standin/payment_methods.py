"""Payment methods: cards entered in the Payment Element, or Stripe's `pm_card_…` test tokens."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from demo.stripe_standin.call import Call, as_list, new_id
from demo.stripe_standin.cards import BY_FINGERPRINT, TestCard, card_error, card_of_entry, card_of_token
from demo.stripe_standin.errors import Json, StripeApiError, invalid, missing
from demo.stripe_standin.params import (
    PAGE,
    Spec,
    choice,
    free,
    integer,
    merged_metadata,
    metadata,
    nested,
    require,
    spec,
    text,
)

_ADDRESS = nested({name: text() for name in ("city", "country", "line1", "line2", "postal_code", "state")})
BILLING = nested({"address": _ADDRESS, "email": text(), "name": text(), "phone": text(), "tax_id": text()})
_CARD = nested(
    {
        "number": text(longest=30),
        "exp_month": integer(),
        "exp_year": integer(),
        "cvc": text(longest=10),
        "token": text(),
        "networks": free,
    }
)
DATA: Spec = {
    "type": choice("card"),
    "card": _CARD,
    "billing_details": BILLING,
    "metadata": metadata,
    "allow_redisplay": choice("always", "limited", "unspecified"),
    "guid": text(),
    "muid": text(),
    "sid": text(),
    "payment_user_agent": text(),
    "referrer": text(),
    "time_on_page": free,
    "client_attribution_metadata": free,
}
CREATE = spec(DATA, customer=text())
UPDATE = spec(
    metadata=metadata,
    billing_details=BILLING,
    allow_redisplay=choice("always", "limited", "unspecified"),
    card=_CARD,
)
ATTACH = spec(customer=text())
LIST = spec(
    PAGE, customer=text(), type=choice("card"), allow_redisplay=choice("always", "limited", "unspecified")
)
NOTHING = spec()


def build(call: Call, card: TestCard, *, month: int, year: int, has_cvc: bool, data: Json) -> Json:
    """Return a new, unattached payment method.

    The number itself is not stored, only the test card that it stands for.
    """
    billing: Json = {"address": None, "email": None, "name": None, "phone": None, "tax_id": None}
    given = data.get("billing_details") or {}
    address = dict.fromkeys(("city", "country", "line1", "line2", "postal_code", "state"))
    billing |= given | {"address": address | (given.get("address") or {})}
    return call.store.put(
        {
            "id": new_id("pm"),
            "object": "payment_method",
            "allow_redisplay": data.get("allow_redisplay") or "unspecified",
            "billing_details": billing,
            "card": {
                "brand": card.brand,
                "checks": {
                    "address_line1_check": None,
                    "address_postal_code_check": "pass" if billing["address"]["postal_code"] else None,
                    "cvc_check": "unchecked" if has_cvc else None,
                },
                "country": card.country,
                "display_brand": card.brand,
                "exp_month": month,
                "exp_year": year,
                "fingerprint": card.fingerprint,
                "funding": card.funding,
                "generated_from": None,
                "last4": card.last4,
                "networks": {"available": [card.brand], "preferred": None},
                "regulated_status": "unregulated",
                "three_d_secure_usage": {"supported": True},
                "wallet": None,
            },
            "created": call.created,
            "customer": None,
            "customer_account": None,
            "livemode": False,
            "metadata": data.get("metadata") or {},
            "type": "card",
            "_set_up": card.authentication == "already_set_up",
            "_used": False,
        }
    )


def card_of(method: Json) -> TestCard:
    """Return the test card behind a payment method."""
    return BY_FINGERPRINT[method["card"]["fingerprint"]]


def from_data(call: Call, data: Json) -> Json:
    """Return the payment method for `payment_method_data` or the body of a create call.

    Raises a 402 for an invalid card.
    """
    card = data.get("card") or {}
    if card.get("token"):
        return from_token(call, card["token"], data)
    for name in ("number", "exp_month", "exp_year"):
        if card.get(name) is None:
            raise invalid(
                f"Missing required param: card[{name}].", code="parameter_missing", param=f"card[{name}]"
            )
    if not call.publishable:
        raise StripeApiError(
            402,
            "Sending credit card numbers directly to the Stripe API is generally unsafe. To continue "
            "processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements. For more "
            "information, see https://dashboard.stripe.com/account/integration/settings.",
        )
    found = card_of_entry(
        number=card["number"],
        exp_month=card["exp_month"],
        exp_year=card["exp_year"],
        cvc=card.get("cvc"),
        now=datetime.fromtimestamp(call.now, UTC),
    )
    year = card["exp_year"] + 2000 if card["exp_year"] < 100 else card["exp_year"]
    return build(call, found, month=card["exp_month"], year=year, has_cvc=bool(card.get("cvc")), data=data)


def from_token(call: Call, token: str, data: Json | None = None) -> Json:
    """Return a fresh payment method for one of Stripe's tokens, a new one at each use."""
    card = card_of_token(token)
    if card is None:
        raise StripeApiError(400, f"No such token: '{token}'", code="resource_missing", param="card[token]")
    # Stripe's own expire next year. A demonstration's clock may be years ahead of the machine's, which this
    # program goes by.
    year = datetime.fromtimestamp(call.now, UTC).year + 10
    return build(call, card, month=8, year=year, has_cvc=True, data=data or {})


def named(call: Call, method_id: str, *, param: str = "payment_method", status: int = 400) -> Json:
    """Return the payment method of this id or test token."""
    if card_of_token(method_id):
        return from_token(call, method_id)
    return call.store.get(method_id, "payment_method", param=param, status=status)


def living_customer(call: Call, customer_id: Any, *, param: str = "customer", status: int = 400) -> Json:
    """Return a customer that a call names; a deleted one is as missing as one that never was."""
    customer = call.store.get(customer_id, "customer", param=param, status=status)
    if customer.get("deleted"):
        raise missing("customer", customer["id"], param=param, status=status)
    return customer


def attach_to(call: Call, method: Json, customer: str) -> Json:
    """Save the method for its customer.

    Raises Stripe's 400s if it belongs to another customer or is used up, a 402 for a decline.
    """
    if method["customer"] == customer:
        return method
    if method["customer"]:
        raise invalid("The payment method you provided has already been attached to a customer.")
    if method["_used"]:
        raise used_up(method)
    error = card_of(method).setup
    if error:
        raise card_error(error)
    method = call.store.put(method | {"customer": customer})
    call.emit("payment_method.attached", method)
    return method


def used_up(method: Json) -> StripeApiError:
    """Return a 400: a card that was charged without a customer cannot be charged or saved again."""
    return invalid(
        "The provided PaymentMethod was previously used with a PaymentIntent without Customer "
        "attachment, shared with a connected account without Customer attachment, or was detached from a "
        "Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it "
        f"to a Customer first. ({method['id']})"
    )


def create(call: Call) -> Json:
    """POST /v1/payment_methods."""
    require(call.params, "type")
    return from_data(call, call.params)


def retrieve(call: Call) -> Json:
    """GET /v1/payment_methods/{id}."""
    return named(call, call.path["id"], param="payment_method", status=404)


def update(call: Call) -> Json:
    """POST /v1/payment_methods/{id}: billing details, metadata and expiry."""
    method = call.store.get(call.path["id"], "payment_method", param="payment_method")
    if not method["customer"]:
        raise invalid("You must save this PaymentMethod to a customer before you can update it.")
    before = dict(method)
    if "metadata" in call.params:
        method["metadata"] = merged_metadata(method["metadata"], call.params["metadata"])
    if call.params.get("billing_details"):
        method["billing_details"] |= call.params["billing_details"]
    method["card"] = method["card"] | {
        name: value
        for name, value in (call.params.get("card") or {}).items()
        if name in ("exp_month", "exp_year")
    }
    call.store.put(method)
    call.emit("payment_method.updated", method, previous=changed(before, method))
    return method


def changed(before: Json, after: Json) -> Json:
    """Return `previous_attributes` of an update."""
    return {
        key: value for key, value in before.items() if after.get(key) != value and not key.startswith("_")
    }


def attach(call: Call) -> Json:
    """POST /v1/payment_methods/{id}/attach."""
    require(call.params, "customer")
    customer: Any = living_customer(call, call.params["customer"])["id"]
    return attach_to(call, named(call, call.path["id"], status=404), customer)


def detach(call: Call) -> Json:
    """POST /v1/payment_methods/{id}/detach; a detached method cannot be used again."""
    method = call.store.get(call.path["id"], "payment_method", param="payment_method")
    customer = method["customer"]
    if not customer:
        raise invalid(
            "The payment method you provided is not attached to a customer so detachment is impossible."
        )
    method = call.store.put(method | {"customer": None, "_used": True})
    call.emit("payment_method.detached", method, previous={"customer": customer})
    return method


def listing(call: Call) -> Json:
    """GET /v1/payment_methods?customer= and GET /v1/customers/{id}/payment_methods."""
    customer = call.path.get("customer") or call.params.get("customer")
    if not customer:
        raise invalid("Missing required param: customer.", code="parameter_missing", param="customer")
    living_customer(call, customer, status=404 if "customer" in call.path else 400)
    url = f"/v1/customers/{customer}/payment_methods" if "customer" in call.path else "/v1/payment_methods"
    return as_list(url, call.store.page("payment_method", call.params, customer=customer))


def retrieve_of_customer(call: Call) -> Json:
    """GET /v1/customers/{id}/payment_methods/{id}."""
    method = call.store.get(call.path["id"], "payment_method", param="payment_method")
    if method["customer"] != call.path["customer"]:
        raise invalid(
            "No such payment_method for this customer.", code="resource_missing", param="payment_method"
        )
    return method
