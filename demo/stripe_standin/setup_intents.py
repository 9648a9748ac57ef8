"""SetupIntents: saving a card without charging it."""

from __future__ import annotations

from demo.stripe_standin.call import Call, as_list, new_id, public
from demo.stripe_standin.cards import card_error
from demo.stripe_standin.errors import Json, StripeApiError
from demo.stripe_standin.intents import (
    AUTOMATIC,
    CONFIRMABLE,
    FROM_BROWSER,
    Manner,
    authentication_failed,
    intent_in_path,
    method_for,
    new_intent,
    next_action,
    only,
    refused,
    with_intent,
)
from demo.stripe_standin.params import (
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
from demo.stripe_standin.payment_methods import DATA, attach_to, card_of, living_customer, named

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
    automatic_payment_methods=AUTOMATIC,
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
    FROM_BROWSER,
)
CANCEL = spec(cancellation_reason=choice("abandoned", "requested_by_customer", "duplicate"))
RETRIEVE = spec(client_secret=text())
LIST = spec(PAGE, customer=text(), payment_method=text())


def create(call: Call) -> Json:
    """POST /v1/setup_intents."""
    params = call.params
    if params.get("customer"):
        living_customer(call, params["customer"])
    intent = _new(call)
    if params.get("payment_method"):
        method = named(call, params["payment_method"])
        intent |= {"payment_method": method["id"], "status": "requires_confirmation"}
    call.store.put(intent)
    call.emit("setup_intent.created", intent)
    return _confirm(call, intent) if params.get("confirm") else intent


def _new(call: Call) -> Json:
    params = call.params
    return new_intent(call, "setup_intent", new_id("seti"), secret_length=31) | {
        "flow_directions": params.get("flow_directions"),
        "last_setup_error": None,
        "latest_attempt": None,
        "mandate": None,
        "payment_method_options": params.get("payment_method_options")
        or {"card": {"mandate_options": None, "network": None, "request_three_d_secure": "automatic"}},
        "single_use_mandate": None,
        "usage": params.get("usage") or "off_session",
    }


def intent_of(call: Call) -> Json:
    """Return the intent in the path; a browser must know its client secret."""
    return intent_in_path(call, "setup_intent")


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
    return refused(
        f"You cannot {act} this SetupIntent because it has a status of {intent['status']}.", intent
    )


def confirm_call(call: Call) -> Json:
    """POST /v1/setup_intents/{id}/confirm."""
    return _confirm(call, intent_of(call))


def _confirm(call: Call, intent: Json) -> Json:
    if intent["status"] not in CONFIRMABLE:
        raise _refused("confirm", intent)
    method, manner = method_for(call, intent), Manner.of(call)
    card = card_of(method)
    intent = intent | {"payment_method": method["id"], "last_setup_error": None, "next_action": None}
    intent["_return_url"] = manner.return_url
    if card.authentication != "none":
        intent |= {"status": "requires_action", "next_action": next_action(call, intent, manner)}
        call.store.put(intent)
        call.emit("setup_intent.requires_action", intent)
        return intent
    return _finish(call, intent, method)


def authenticated(call: Call, intent: Json, *, succeeded: bool) -> Json:
    """Apply the result of the 3-D Secure challenge."""
    if intent["status"] != "requires_action":
        raise _refused("authenticate", intent)
    method = call.store.get(intent["payment_method"], "payment_method")
    intent = intent | {"next_action": None}
    if not succeeded:
        return _fail(call, intent, method, authentication_failed(intent))
    return _finish(call, intent, call.store.put(method | {"_set_up": True}))


def _finish(call: Call, intent: Json, method: Json) -> Json:
    decline = card_of(method).setup
    if decline:
        error = card_error(decline, keeps_effect=True)
        failed = _fail(call, intent, method, error)
        error.details |= with_intent(failed)
        raise error
    if intent["customer"]:
        method = attach_to(call, method, intent["customer"])
    intent = call.store.put(intent | {"status": "succeeded", "next_action": None})
    call.emit("setup_intent.succeeded", intent)
    return intent


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
    return only(intent, _FOR_BROWSERS)
