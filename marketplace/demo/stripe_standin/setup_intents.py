"""SetupIntents: saving a card without charging it."""

from __future__ import annotations

from urllib.parse import urlencode

from marketplace.demo.stripe_standin.call import Call, as_list, new_id, public
from marketplace.demo.stripe_standin.cards import Decline
from marketplace.demo.stripe_standin.confirming import AUTHENTICATION_FAILED, CONFIRMABLE, with_intent
from marketplace.demo.stripe_standin.errors import Json, StripeApiError, invalid, unexpected_state
from marketplace.demo.stripe_standin.params import (
    PAGE,
    Spec,
    boolean,
    choice,
    free,
    merged_metadata,
    metadata,
    nested,
    spec,
    strings,
    text,
    web_address,
)
from marketplace.demo.stripe_standin.payment_methods import DATA, attach_to, card_of, from_data, named

_FIELDS: Spec = {
    "customer": text(),
    "description": text(longest=1000),
    "metadata": metadata,
    "payment_method": text(),
    "payment_method_data": nested(DATA),
    "payment_method_options": free,
    "payment_method_types": strings,
}
_CONFIRMATION: Spec = {"mandate_data": free, "return_url": web_address, "use_stripe_sdk": boolean}
CREATE = spec(
    _FIELDS,
    _CONFIRMATION,
    automatic_payment_methods=nested({"enabled": boolean, "allow_redirects": choice("always", "never")}),
    confirm=boolean,
    usage=choice("off_session", "on_session"),
    single_use=free,
    on_behalf_of=text(),
    attach_to_self=boolean,
    flow_directions=strings,
)
UPDATE = spec(_FIELDS)
CONFIRM = spec(
    _CONFIRMATION,
    {name: _FIELDS[name] for name in ("payment_method", "payment_method_data", "payment_method_options")},
    client_secret=text(),
    client_context=free,
    client_attribution_metadata=free,
    expected_payment_method_type=text(),
)
CANCEL = spec(cancellation_reason=choice("abandoned", "requested_by_customer", "duplicate"))
RETRIEVE = spec(client_secret=text())
LIST = spec(PAGE, customer=text(), payment_method=text())


def create(call: Call) -> Json:
    """POST /v1/setup_intents."""
    params = call.params
    if params.get("customer"):
        call.store.get(params["customer"], "customer", param="customer", status=400)
    intent = _new(call)
    if params.get("payment_method"):
        method = named(call, params["payment_method"])
        intent |= {"payment_method": method["id"], "status": "requires_confirmation"}
    call.store.put(intent)
    call.emit("setup_intent.created", intent)
    return _confirm(call, intent) if params.get("confirm") else intent


def _new(call: Call) -> Json:
    params = call.params
    automatic = params.get("automatic_payment_methods") or {}
    on = automatic.get("enabled", "payment_method_types" not in params)
    intent_id = new_id("seti")
    return {
        "id": intent_id,
        "object": "setup_intent",
        "application": None,
        "automatic_payment_methods": {
            "allow_redirects": automatic.get("allow_redirects") or "always",
            "enabled": True,
        }
        if on
        else None,
        "cancellation_reason": None,
        "client_secret": new_id(f"{intent_id}_secret", 31),
        "created": call.created,
        "customer": params.get("customer"),
        "customer_account": None,
        "description": params.get("description"),
        "excluded_payment_method_types": None,
        "flow_directions": params.get("flow_directions"),
        "last_setup_error": None,
        "latest_attempt": None,
        "livemode": False,
        "mandate": None,
        "metadata": merged_metadata({}, params.get("metadata") or {}),
        "next_action": None,
        "on_behalf_of": params.get("on_behalf_of"),
        "payment_method": None,
        "payment_method_configuration_details": {"id": "pmc_1SuuberStandin", "parent": None} if on else None,
        "payment_method_options": params.get("payment_method_options")
        or {"card": {"mandate_options": None, "network": None, "request_three_d_secure": "automatic"}},
        "payment_method_types": params.get("payment_method_types") or ["card"],
        "single_use_mandate": None,
        "status": "requires_payment_method",
        "usage": params.get("usage") or "off_session",
    }


def intent_of(call: Call) -> Json:
    """Return the intent in the path; a browser must know its client secret."""
    intent = call.store.get(call.path["id"], "setup_intent", param="intent")
    if call.publishable and call.params.get("client_secret") != intent["client_secret"]:
        raise invalid(
            "The client_secret provided does not match the client_secret associated with the SetupIntent.",
            code="setup_intent_invalid_parameter",
            param="client_secret",
        )
    return intent


def retrieve(call: Call) -> Json:
    """GET /v1/setup_intents/{id}."""
    return intent_of(call)


def update(call: Call) -> Json:
    """POST /v1/setup_intents/{id}."""
    intent = intent_of(call)
    given = {name: value for name, value in call.params.items() if name in intent}
    if intent["status"] not in CONFIRMABLE and set(given) - {"metadata", "description"}:
        raise _refused("update", intent)
    if "metadata" in given:
        given["metadata"] = merged_metadata(intent["metadata"], given["metadata"])
    if given.get("payment_method"):
        method = named(call, given["payment_method"])
        given |= {"payment_method": method["id"], "status": "requires_confirmation"}
    return call.store.put(intent | given)


def _refused(act: str, intent: Json) -> StripeApiError:
    return unexpected_state(
        f"You cannot {act} this SetupIntent because it has a status of {intent['status']}.",
        with_intent(intent),
        kind="setup_intent",
    )


def confirm_call(call: Call) -> Json:
    """POST /v1/setup_intents/{id}/confirm."""
    return _confirm(call, intent_of(call))


def _confirm(call: Call, intent: Json) -> Json:
    if intent["status"] not in CONFIRMABLE:
        raise _refused("confirm", intent)
    method = _method(call, intent)
    card = card_of(method)
    intent = intent | {"payment_method": method["id"], "last_setup_error": None, "next_action": None}
    intent["_return_url"] = call.params.get("return_url")
    if card.authentication != "none":
        intent |= {"status": "requires_action", "next_action": _next_action(call, intent)}
        call.store.put(intent)
        call.emit("setup_intent.requires_action", intent)
        return intent
    return _finish(call, intent, method)


def _method(call: Call, intent: Json) -> Json:
    if call.params.get("payment_method_data"):
        return from_data(call, call.params["payment_method_data"])
    chosen = call.params.get("payment_method") or intent["payment_method"]
    if not chosen:
        raise unexpected_state(
            "You cannot confirm this SetupIntent because it's missing a payment method.",
            with_intent(intent),
            kind="setup_intent",
        )
    return named(call, chosen)


def _next_action(call: Call, intent: Json) -> Json:
    return_url = call.params.get("return_url")
    page = f"{call.base_url}/authenticate/{intent['id']}"
    if return_url and not call.publishable and not call.params.get("use_stripe_sdk"):
        query = urlencode({"client_secret": intent["client_secret"]})
        return {
            "type": "redirect_to_url",
            "redirect_to_url": {"return_url": return_url, "url": f"{page}?{query}"},
        }
    sdk = {"type": "three_d_secure_redirect", "stripe_js": page, "source": new_id("src")}
    return {"type": "use_stripe_sdk", "use_stripe_sdk": sdk}


def authenticated(call: Call, intent: Json, *, succeeded: bool) -> Json:
    """Return the customer's answer to the 3-D Secure challenge."""
    if intent["status"] != "requires_action":
        raise _refused("authenticate", intent)
    method = call.store.get(intent["payment_method"], "payment_method")
    intent = intent | {"next_action": None}
    if not succeeded:
        error = StripeApiError(402, AUTHENTICATION_FAILED, code="setup_intent_authentication_failure")
        return _fail(call, intent, method, error)
    return _finish(call, intent, call.store.put(method | {"_set_up": True}))


def _finish(call: Call, intent: Json, method: Json) -> Json:
    refusal = card_of(method).setup
    if refusal:
        error = _card_error(refusal)
        failed = _fail(call, intent, method, error)
        error.details |= with_intent(failed)
        raise error
    if intent["customer"]:
        method = attach_to(call, method, intent["customer"])
    intent = call.store.put(intent | {"status": "succeeded", "next_action": None})
    call.emit("setup_intent.succeeded", intent)
    return intent


def _card_error(decline: Decline) -> StripeApiError:
    return StripeApiError(
        402,
        decline.message,
        kind="card_error",
        code=decline.code,
        decline_code=decline.decline_code,
        param=decline.param,
        keeps_effect=True,
    )


def _fail(call: Call, intent: Json, method: Json, error: StripeApiError) -> Json:
    error.details = {"payment_method": public(method)}
    intent |= {
        "status": "requires_payment_method",
        "payment_method": None,
        "next_action": None,
        "last_setup_error": error.body()["error"],
    }
    call.store.put(intent)
    call.emit("setup_intent.setup_failed", intent)
    return intent


def cancel(call: Call) -> Json:
    """POST /v1/setup_intents/{id}/cancel."""
    intent = intent_of(call)
    if intent["status"] not in CONFIRMABLE:
        raise _refused("cancel", intent)
    reason = call.params.get("cancellation_reason")
    intent = call.store.put(
        intent | {"status": "canceled", "cancellation_reason": reason, "next_action": None}
    )
    call.emit("setup_intent.canceled", intent)
    return intent


def listing(call: Call) -> Json:
    """GET /v1/setup_intents."""
    page = call.store.page("setup_intent", call.params, customer=call.params.get("customer"))
    return as_list("/v1/setup_intents", page)


_FOR_BROWSERS = [
    "id",
    "object",
    "automatic_payment_methods",
    "cancellation_reason",
    "client_secret",
    "created",
    "description",
    "last_setup_error",
    "livemode",
    "next_action",
    "payment_method",
    "payment_method_configuration_details",
    "payment_method_types",
    "status",
    "usage",
]


def for_browser(intent: Json) -> Json:
    """Return the attributes that a publishable key may read."""
    return {name: intent[name] for name in _FOR_BROWSERS if name in intent}
