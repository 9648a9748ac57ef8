"""Customers."""

from __future__ import annotations

import secrets

from demo.stripe_standin.call import Call, as_list, new_id
from demo.stripe_standin.errors import Json, invalid
from demo.stripe_standin.params import (
    PAGE,
    Spec,
    free,
    merged_metadata,
    metadata,
    nested,
    spec,
    strings,
    text,
)
from demo.stripe_standin.payment_methods import attach_to, changed, living_customer, named

_FIELDS: Spec = {
    "address": free,
    "description": text(),
    "email": text(longest=512),
    "invoice_settings": nested({"default_payment_method": text(), "custom_fields": free, "footer": text()}),
    "metadata": metadata,
    "name": text(longest=256),
    "phone": text(longest=20),
    "preferred_locales": strings,
    "shipping": free,
    "tax_exempt": text(),
}
CREATE = spec(_FIELDS, payment_method=text())
UPDATE = spec(_FIELDS)
LIST = spec(PAGE, email=text())


def create(call: Call) -> Json:
    """POST /v1/customers."""
    given = {key: value for key, value in call.params.items() if key not in ("expand", "payment_method")}
    customer = _filled(
        {
            "id": new_id("cus", 14),
            "object": "customer",
            "address": None,
            "balance": 0,
            "created": call.created,
            "currency": None,
            "customer_account": None,
            "default_source": None,
            "delinquent": False,
            "description": None,
            "discount": None,
            "email": None,
            "invoice_prefix": secrets.token_hex(4).upper(),
            "invoice_settings": {
                "custom_fields": None,
                "default_payment_method": None,
                "footer": None,
                "rendering_options": None,
            },
            "livemode": False,
            "metadata": {},
            "name": None,
            "next_invoice_sequence": 1,
            "phone": None,
            "preferred_locales": [],
            "shipping": None,
            "tax_exempt": "none",
            "test_clock": None,
        },
        given,
    )
    call.store.put(customer)
    if call.params.get("payment_method"):
        attach_to(call, named(call, call.params["payment_method"]), customer["id"])
    call.emit("customer.created", customer)
    return customer


def _filled(customer: Json, given: Json) -> Json:
    settings = customer["invoice_settings"] | (given.get("invoice_settings") or {})
    data = (
        merged_metadata(customer["metadata"], given["metadata"])
        if "metadata" in given
        else customer["metadata"]
    )
    return customer | given | {"invoice_settings": settings, "metadata": data}


def retrieve(call: Call) -> Json:
    """GET /v1/customers/{id}; a deleted one has `deleted` set."""
    return call.store.get(call.path["id"], "customer")


def update(call: Call) -> Json:
    """POST /v1/customers/{id}."""
    before = _living(call)
    given = {key: value for key, value in call.params.items() if key != "expand"}
    default = (given.get("invoice_settings") or {}).get("default_payment_method")
    if (
        default
        and named(call, default, param="invoice_settings[default_payment_method]")["customer"] != before["id"]
    ):
        raise invalid(
            "The customer does not have a payment method with this ID. The payment method must be "
            "attached to the customer.",
            param="invoice_settings[default_payment_method]",
        )
    customer = call.store.put(_filled(before, given))
    call.emit("customer.updated", customer, previous=changed(before, customer))
    return customer


def _living(call: Call) -> Json:
    return living_customer(call, call.path["id"], param="id", status=404)


def delete(call: Call) -> Json:
    """DELETE /v1/customers/{id}: detach the cards and store only the id."""
    customer = _living(call)
    for method in call.store.every("payment_method", customer=customer["id"]):
        call.store.put(method | {"customer": None, "_used": True})
    call.emit("customer.deleted", customer)
    gone = {"id": customer["id"], "object": "customer", "deleted": True}
    call.store.put(gone | {"created": customer["created"]})
    return gone


def listing(call: Call) -> Json:
    """GET /v1/customers."""
    page = call.store.page("customer", call.params, tag=call.params.get("email"))
    page.data[:] = [customer for customer in page.data if not customer.get("deleted")]
    return as_list("/v1/customers", page)
