"""PaymentIntents: create, change, confirm, cancel, list."""

from __future__ import annotations

from marketplace.demo.stripe_standin.call import Call, as_list, new_id
from marketplace.demo.stripe_standin.confirming import (
    CONFIRMABLE,
    Manner,
    check_method,
    confirm,
    method_for,
    with_intent,
)
from marketplace.demo.stripe_standin.errors import Json, invalid, unexpected_state
from marketplace.demo.stripe_standin.params import (
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
from marketplace.demo.stripe_standin.payment_methods import DATA

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
    automatic_payment_methods=nested({"enabled": boolean, "allow_redirects": choice("always", "never")}),
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
    # what Stripe.js adds when it confirms from a browser
    client_secret=text(),
    client_context=free,
    client_attribution_metadata=free,
    expected_payment_method_type=text(),
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
        call.store.get(params["customer"], "customer", param="customer", status=400)


def _new(call: Call) -> Json:
    params = call.params
    automatic = params.get("automatic_payment_methods") or {}
    on = automatic.get("enabled", "payment_method_types" not in params)
    intent_id = new_id("pi")
    return {
        "id": intent_id,
        "object": "payment_intent",
        "amount": params["amount"],
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "application": None,
        "application_fee_amount": params.get("application_fee_amount"),
        "automatic_payment_methods": {
            "allow_redirects": automatic.get("allow_redirects") or "always",
            "enabled": True,
        }
        if on
        else None,
        "canceled_at": None,
        "cancellation_reason": None,
        "capture_method": params.get("capture_method") or "automatic_async",
        "client_secret": new_id(f"{intent_id}_secret", 25),
        "confirmation_method": params.get("confirmation_method") or "automatic",
        "created": call.created,
        "currency": params["currency"].lower(),
        "customer": params.get("customer"),
        "customer_account": None,
        "description": params.get("description"),
        "excluded_payment_method_types": None,
        "last_payment_error": None,
        "latest_charge": None,
        "livemode": False,
        "managed_payments": {"enabled": False},
        "metadata": merged_metadata({}, params.get("metadata") or {}),
        "next_action": None,
        "on_behalf_of": params.get("on_behalf_of"),
        "payment_method": None,
        "payment_method_configuration_details": {"id": "pmc_1SuuberStandin", "parent": None} if on else None,
        "payment_method_options": params.get("payment_method_options")
        or {
            "card": {
                "installments": None,
                "mandate_options": None,
                "network": None,
                "request_three_d_secure": "automatic",
            }
        },
        "payment_method_types": params.get("payment_method_types") or ["card"],
        "processing": None,
        "receipt_email": params.get("receipt_email"),
        "review": None,
        "setup_future_usage": params.get("setup_future_usage"),
        "shipping": params.get("shipping"),
        "source": None,
        "statement_descriptor": params.get("statement_descriptor"),
        "statement_descriptor_suffix": params.get("statement_descriptor_suffix"),
        "status": "requires_payment_method",
        "transfer_data": params.get("transfer_data"),
        "transfer_group": params.get("transfer_group"),
    }


def intent_of(call: Call) -> Json:
    """Return the intent in the path; a browser must know its client secret."""
    intent = call.store.get(call.path["id"], "payment_intent", param="intent")
    if call.publishable and call.params.get("client_secret") != intent["client_secret"]:
        raise invalid(
            "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
            code="payment_intent_invalid_parameter",
            param="client_secret",
        )
    return intent


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
            raise unexpected_state(
                f"This PaymentIntent's {frozen[0]} could not be updated because it has a status of "
                f"{intent['status']}. You may only update the {frozen[0]} of a PaymentIntent with one of "
                f"the following statuses: {', '.join(CONFIRMABLE)}.",
                with_intent(intent),
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
        raise unexpected_state(
            f"You cannot confirm this PaymentIntent because {reason}.", with_intent(intent)
        )
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
    manner = Manner(
        off_session=bool(params.get("off_session")),
        return_url=params.get("return_url"),
        in_page=call.publishable or bool(params.get("use_stripe_sdk")),
        error_on_requires_action=bool(params.get("error_on_requires_action")),
    )
    return confirm(call, intent, method_for(call, intent), manner)


def cancel(call: Call) -> Json:
    """POST /v1/payment_intents/{id}/cancel."""
    intent = intent_of(call)
    if intent["status"] not in CONFIRMABLE:
        raise unexpected_state(
            f"You cannot cancel this PaymentIntent because it has a status of {intent['status']}. Only a "
            "PaymentIntent with one of the following statuses may be canceled: requires_payment_method, "
            "requires_capture, requires_confirmation, requires_action, processing.",
            with_intent(intent),
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
    return {name: intent[name] for name in _FOR_BROWSERS if name in intent}
