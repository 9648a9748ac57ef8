"""Stripe-shaped errors.

The one exception that every handler raises, and the constructors of the common ones.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class StripeApiError(Exception):
    """An answer that is an error in Stripe's format.

    `keeps_effect` is true where the call changed something although it is answered by an error (a declined
    charge leaves a failed charge behind): its transaction is committed and the response is replayed for its
    idempotency key.
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
    """Return a 400 for a request that cannot be carried out."""
    return StripeApiError(400, message, param=param, code=code)


def missing(kind: str, object_id: str, *, param: str = "id", status: int = 404) -> StripeApiError:
    """`resource_missing`.

    Stripe answers 404 for the object in the path and 400 for one named in a parameter.
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
