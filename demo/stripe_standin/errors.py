"""Stripe-shaped errors.

The exception that every handler raises, and constructors of common errors.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class StripeApiError(Exception):
    """An error response in Stripe's format.

    `keeps_effect`: the call changed something although its response is an error (a declined charge is stored
    as failed): its transaction is committed, and the response is stored for its idempotency key.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        kind: str = "invalid_request_error",
        code: str | None = None,
        param: str | None = None,
        decline_code: str | None = None,
        details: Json | None = None,
        keeps_effect: bool = False,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.kind = kind
        self.code = code
        self.param = param
        self.decline_code = decline_code
        self.details = details or {}
        self.keeps_effect = keeps_effect
        self.headers = headers or {}

    def body(self) -> Json:
        """Return the `error` object as Stripe sends it: absent attributes are left out, not null."""
        error: Json = {"message": self.message, "type": self.kind}
        if self.code:
            error["code"] = self.code
            error["doc_url"] = f"https://stripe.com/docs/error-codes/{self.code.replace('_', '-')}"
        if self.decline_code:
            error["decline_code"] = self.decline_code
        if self.param:
            error["param"] = self.param
        return {"error": error | self.details}


def invalid(message: str, *, param: str | None = None, code: str | None = None) -> StripeApiError:
    """Return a 400 for an invalid request."""
    return StripeApiError(400, message, param=param, code=code)


def missing(kind: str, object_id: str, *, param: str = "id", status: int = 404) -> StripeApiError:
    """Return `resource_missing`.

    Stripe responds with 404 for the object in the path and 400 for one named in a parameter.
    """
    name = kind.replace("_", "")
    return StripeApiError(status, f"No such {name}: '{object_id}'", code="resource_missing", param=param)


def unexpected_state(
    message: str, details: Json | None = None, *, kind: str = "payment_intent"
) -> StripeApiError:
    """Return a 400 because the intent's status does not allow the call."""
    return StripeApiError(400, message, code=f"{kind}_unexpected_state", details=details)


def unauthorized(message: str) -> StripeApiError:
    """Return a 401 for an API key that is absent, wrong or live."""
    return StripeApiError(401, message)
