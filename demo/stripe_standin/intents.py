"""What PaymentIntents and SetupIntents share: attributes, access, confirmation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from demo.stripe_standin.call import Call, new_id, public
from demo.stripe_standin.errors import Json, StripeApiError, invalid, unexpected_state
from demo.stripe_standin.params import Spec, boolean, choice, free, merged_metadata, nested, text
from demo.stripe_standin.payment_methods import from_data, named

CONFIRMABLE = ("requires_payment_method", "requires_confirmation", "requires_action")
AUTHENTICATION_FAILED = (
    "We are unable to authenticate your payment method. "
    "Please choose a different payment method and try again."
)
AUTOMATIC = nested({"enabled": boolean, "allow_redirects": choice("always", "never")})
# Parameters that Stripe.js adds when it confirms.
FROM_BROWSER: Spec = {
    "client_secret": text(),
    "client_context": free,
    "client_attribution_metadata": free,
    "expected_payment_method_type": text(),
}

_NAMES = {"payment_intent": "PaymentIntent", "setup_intent": "SetupIntent"}


@dataclass(frozen=True)
class Manner:
    """How a caller confirms: on or off session, and where 3-D Secure returns to."""

    off_session: bool
    return_url: str | None
    in_page: bool
    error_on_requires_action: bool

    @classmethod
    def of(cls, call: Call) -> Manner:
        """Read it from the parameters of a confirmation."""
        params = call.params
        return cls(
            off_session=bool(params.get("off_session")),
            return_url=params.get("return_url"),
            in_page=call.publishable or bool(params.get("use_stripe_sdk")),
            error_on_requires_action=bool(params.get("error_on_requires_action")),
        )


def new_intent(call: Call, kind: str, intent_id: str, *, secret_length: int) -> Json:
    """Return the attributes that a new intent of either kind has."""
    params = call.params
    automatic = params.get("automatic_payment_methods") or {}
    on = automatic.get("enabled", "payment_method_types" not in params)
    redirects = automatic.get("allow_redirects") or "always"
    return {
        "id": intent_id,
        "object": kind,
        "application": None,
        "automatic_payment_methods": {"allow_redirects": redirects, "enabled": True} if on else None,
        "cancellation_reason": None,
        "client_secret": new_id(f"{intent_id}_secret", secret_length),
        "created": call.created,
        "customer": params.get("customer"),
        "customer_account": None,
        "description": params.get("description"),
        "excluded_payment_method_types": None,
        "livemode": False,
        "metadata": merged_metadata({}, params.get("metadata") or {}),
        "next_action": None,
        "on_behalf_of": params.get("on_behalf_of"),
        "payment_method": None,
        "payment_method_configuration_details": {"id": "pmc_1SuuberStandin", "parent": None} if on else None,
        "payment_method_types": params.get("payment_method_types") or ["card"],
        "status": "requires_payment_method",
    }


def intent_in_path(call: Call, kind: str) -> Json:
    """Return the intent in the path; a browser must know its client secret."""
    intent = call.store.get(call.path["id"], kind, param="intent")
    if call.publishable and call.params.get("client_secret") != intent["client_secret"]:
        raise invalid(
            "The client_secret provided does not match the client_secret associated with the "
            f"{_NAMES[kind]}.",
            code=f"{kind}_invalid_parameter",
            param="client_secret",
        )
    return intent


def with_intent(intent: Json) -> Json:
    """Return the intent as an attribute of an error."""
    return {intent["object"]: public(intent)}


def refused(message: str, intent: Json) -> StripeApiError:
    """Return a 400 because the intent's status does not allow the call."""
    return unexpected_state(message, with_intent(intent), kind=intent["object"])


def authentication_failed(intent: Json) -> StripeApiError:
    """Return the 402 for a customer who failed the 3-D Secure challenge."""
    return StripeApiError(402, AUTHENTICATION_FAILED, code=f"{intent['object']}_authentication_failure")


def method_for(call: Call, intent: Json) -> Json:
    """Return the payment method of a confirmation. Raises a 400 when there is none."""
    if call.params.get("payment_method_data"):
        return from_data(call, call.params["payment_method_data"])
    chosen = call.params.get("payment_method") or intent["payment_method"]
    if not chosen:
        name = _NAMES[intent["object"]]
        raise refused(
            f"You cannot confirm this {name} because it's missing a payment method. You can either "
            f"update the {name} with a payment method and then confirm it again, or confirm it "
            "again directly with a payment method or ConfirmationToken.",
            intent,
        )
    return named(call, chosen)


def next_action(call: Call, intent: Json, manner: Manner) -> Json:
    """Return `next_action`: 3-D Secure by Stripe.js, or on a page of its own if there is a `return_url`."""
    page = f"{call.base_url}/authenticate/{intent['id']}"
    if manner.return_url and not manner.in_page:
        shown = ("client_secret", "amount", "currency")
        query = urlencode({name: intent[name] for name in shown if name in intent})
        redirect = {"return_url": manner.return_url, "url": f"{page}?{query}"}
        return {"type": "redirect_to_url", "redirect_to_url": redirect}
    sdk = {"type": "three_d_secure_redirect", "stripe_js": page, "source": new_id("src")}
    return {"type": "use_stripe_sdk", "use_stripe_sdk": sdk}


def only(intent: Json, names: Iterable[str]) -> Json:
    """Return the named attributes that an intent has."""
    return {name: intent[name] for name in names if name in intent}
