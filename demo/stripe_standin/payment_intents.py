"""PaymentIntents: create, change, confirm, cancel, list."""

from __future__ import annotations

from demo.stripe_standin.call import Call, as_list, new_id
from demo.stripe_standin.confirming import check_method, confirm
from demo.stripe_standin.errors import Json, invalid
from demo.stripe_standin.intents import (
    AUTOMATIC,
    CONFIRMABLE,
    FROM_BROWSER,
    Manner,
    intent_in_path,
    method_for,
    new_intent,
    only,
    refused,
)
from demo.stripe_standin.params import (
    PAGE,
    Spec,
    boolean,
    choice,
    either,
    free,
    integer,
    merged_metadata,
    metadata,
    nested,
    require,
    spec,
    strings,
    text,
    web_address,
)
from demo.stripe_standin.payment_methods import DATA, living_customer

CURRENCIES = ("chf", "eur", "usd")
_MOST = 99_999_999
_LEAST = 50

_OFF_SESSION = either(boolean, choice("one_off", "recurring"))
_FIELDS: Spec = {
    "amount": integer(least=1),
    "application_fee_amount": integer(least=0),
    "currency": text(),
    "customer": text(),
    "description": text(longest=1000),
    "metadata": metadata,
    "payment_method": text(),
    "payment_method_configuration": text(),
    "payment_method_data": nested(DATA),
    "payment_method_options": free,
    "payment_method_types": strings,
    "receipt_email": text(longest=512),
    "setup_future_usage": choice("off_session", "on_session"),
    "shipping": free,
    "statement_descriptor": text(longest=22),
    "statement_descriptor_suffix": text(longest=22),
    "transfer_data": free,
    "transfer_group": text(),
}
_CONFIRMATION: Spec = {
    "error_on_requires_action": boolean,
    "mandate": text(),
    "mandate_data": free,
    "off_session": _OFF_SESSION,
    "radar_options": free,
    "return_url": web_address,
    "use_stripe_sdk": boolean,
}
CREATE = spec(
    _FIELDS,
    _CONFIRMATION,
    automatic_payment_methods=AUTOMATIC,
    capture_method=choice("automatic", "automatic_async", "manual"),
    confirm=boolean,
    confirmation_method=choice("automatic", "manual"),
    on_behalf_of=text(),
)
UPDATE = spec(_FIELDS)
CONFIRM = spec(
    _CONFIRMATION,
    {name: _FIELDS[name] for name in ("payment_method", "payment_method_data", "payment_method_options")},
    {
        name: _FIELDS[name]
        for name in ("payment_method_types", "receipt_email", "setup_future_usage", "shipping")
    },
    FROM_BROWSER,
)
CANCEL = spec(cancellation_reason=choice("duplicate", "fraudulent", "requested_by_customer", "abandoned"))
RETRIEVE = spec(client_secret=text())
LIST = spec(PAGE, customer=text())

_UPDATABLE_ONCE_FINAL = {"metadata", "description", "receipt_email", "transfer_group", "shipping", "expand"}


def create(call: Call) -> Json:
    """POST /v1/payment_intents, with `confirm` confirmed in the same call."""
    params = call.params
    require(params, "amount", "currency")
    _check(call, params)
    if not params.get("confirm"):
        early = [
            name for name in ("off_session", "error_on_requires_action", "mandate_data") if name in params
        ]
        if early:
            raise invalid(
                f"The parameter `{early[0]}` cannot be passed unless `confirm` is true.", param=early[0]
            )
    if params.get("capture_method") == "manual":
        raise invalid(
            "The stand-in captures at once; `capture_method=manual` is not available.", param="capture_method"
        )
    intent = call.store.put(_new(call))
    call.emit("payment_intent.created", intent)
    if params.get("payment_method") or params.get("payment_method_data"):
        method = method_for(call, intent)
        check_method(call, intent, method)
        intent |= {"payment_method": method["id"], "status": "requires_confirmation"}
        call.store.put(intent)
    return _confirm(call, intent) if params.get("confirm") else intent


def _check(call: Call, params: Json) -> None:
    currency = params.get("currency")
    if currency is not None and str(currency).lower() not in CURRENCIES:
        raise invalid(
            f"Invalid currency: {currency}. The stand-in's account supports these currencies: "
            f"{', '.join(CURRENCIES)}",
            param="currency",
        )
    amount = params.get("amount")
    if amount is not None and amount < _LEAST:
        raise invalid("Amount must be at least Fr.0.50 chf", code="amount_too_small", param="amount")
    if amount is not None and amount > _MOST:
        raise invalid(
            "Amount must be no more than Fr.999,999.99 chf", code="amount_too_large", param="amount"
        )
    if params.get("customer"):
        living_customer(call, params["customer"])


def _new(call: Call) -> Json:
    params = call.params
    return new_intent(call, "payment_intent", new_id("pi"), secret_length=25) | {
        "amount": params["amount"],
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "application_fee_amount": params.get("application_fee_amount"),
        "canceled_at": None,
        "capture_method": params.get("capture_method") or "automatic_async",
        "confirmation_method": params.get("confirmation_method") or "automatic",
        "currency": params["currency"].lower(),
        "last_payment_error": None,
        "latest_charge": None,
        "managed_payments": {"enabled": False},
        "payment_method_options": params.get("payment_method_options")
        or {
            "card": {
                "installments": None,
                "mandate_options": None,
                "network": None,
                "request_three_d_secure": "automatic",
            }
        },
        "processing": None,
        "receipt_email": params.get("receipt_email"),
        "review": None,
        "setup_future_usage": params.get("setup_future_usage"),
        "shipping": params.get("shipping"),
        "source": None,
        "statement_descriptor": params.get("statement_descriptor"),
        "statement_descriptor_suffix": params.get("statement_descriptor_suffix"),
        "transfer_data": params.get("transfer_data"),
        "transfer_group": params.get("transfer_group"),
    }


def intent_of(call: Call) -> Json:
    """Return the intent in the path; a browser must know its client secret."""
    return intent_in_path(call, "payment_intent")


def retrieve(call: Call) -> Json:
    """GET /v1/payment_intents/{id}."""
    return intent_of(call)


def update(call: Call) -> Json:
    """POST /v1/payment_intents/{id}."""
    intent = intent_of(call)
    _check(call, call.params)
    given = {key: value for key, value in call.params.items() if key not in ("expand", "payment_method_data")}
    if intent["status"] not in CONFIRMABLE:
        frozen = [name for name in given if name not in _UPDATABLE_ONCE_FINAL]
        if frozen:
            raise refused(
                f"This PaymentIntent's {frozen[0]} could not be updated because it has a status of "
                f"{intent['status']}. You may only update the {frozen[0]} of a PaymentIntent with one of "
                f"the following statuses: {', '.join(CONFIRMABLE)}.",
                intent,
            )
    if "customer" in given and intent["customer"]:
        raise invalid(
            "You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a "
            "payment with a different Customer, cancel this PaymentIntent and create a new one.",
            param="customer",
        )
    if "metadata" in given:
        given["metadata"] = merged_metadata(intent["metadata"], given["metadata"])
    if "currency" in given:
        given["currency"] = given["currency"].lower()
    intent = intent | {name: value for name, value in given.items() if name in intent}
    if given.get("payment_method") or call.params.get("payment_method_data"):
        method = method_for(call, intent)
        check_method(call, intent, method)
        intent |= {"payment_method": method["id"], "status": "requires_confirmation", "next_action": None}
    elif "payment_method" in given:
        intent |= {"status": "requires_payment_method", "next_action": None}
    return call.store.put(intent)


def confirm_call(call: Call) -> Json:
    """POST /v1/payment_intents/{id}/confirm, by the server or by the Payment Element."""
    return _confirm(call, intent_of(call))


def _confirm(call: Call, intent: Json) -> Json:
    params = call.params
    if intent["status"] not in CONFIRMABLE:
        reason = {
            "succeeded": "it has already succeeded after being previously confirmed",
            "canceled": "it has been canceled",
        }.get(intent["status"], f"it has a status of {intent['status']}")
        raise refused(f"You cannot confirm this PaymentIntent because {reason}.", intent)
    automatic = intent["automatic_payment_methods"]
    if (
        automatic
        and automatic["allow_redirects"] == "always"
        and not params.get("return_url")
        and not call.publishable
    ):
        raise invalid(
            "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. "
            "Because some of these payment methods might redirect your customer off of your page, you "
            "must provide a `return_url`. If you don't want to accept redirect-based payment methods, "
            "set `automatic_payment_methods[enabled]` to `true` and "
            "`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and "
            "Payment Intents."
        )
    for name in ("receipt_email", "setup_future_usage", "shipping"):
        if name in params:
            intent[name] = params[name]
    return confirm(call, intent, method_for(call, intent), Manner.of(call))


def cancel(call: Call) -> Json:
    """POST /v1/payment_intents/{id}/cancel."""
    intent = intent_of(call)
    if intent["status"] not in CONFIRMABLE:
        raise refused(
            f"You cannot cancel this PaymentIntent because it has a status of {intent['status']}. Only a "
            "PaymentIntent with one of the following statuses may be canceled: requires_payment_method, "
            "requires_capture, requires_confirmation, requires_action, processing.",
            intent,
        )
    intent |= {
        "status": "canceled",
        "canceled_at": call.created,
        "cancellation_reason": call.params.get("cancellation_reason"),
        "next_action": None,
    }
    call.store.put(intent)
    call.emit("payment_intent.canceled", intent)
    return intent


def listing(call: Call) -> Json:
    """GET /v1/payment_intents."""
    page = call.store.page("payment_intent", call.params, customer=call.params.get("customer"))
    return as_list("/v1/payment_intents", page)


_FOR_BROWSERS = [
    "id",
    "object",
    "amount",
    "amount_details",
    "automatic_payment_methods",
    "canceled_at",
    "cancellation_reason",
    "capture_method",
    "client_secret",
    "confirmation_method",
    "created",
    "currency",
    "description",
    "last_payment_error",
    "livemode",
    "next_action",
    "payment_method",
    "payment_method_configuration_details",
    "payment_method_types",
    "processing",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "source",
    "status",
]


def for_browser(intent: Json) -> Json:
    """Return the attributes that a publishable key may read: no metadata, no customer, no charge."""
    return only(intent, _FOR_BROWSERS)
