"""Connected accounts of the Express kind, and their onboarding page."""

from __future__ import annotations

from demo.stripe_standin.call import Call, new_id
from demo.stripe_standin.errors import Json, invalid
from demo.stripe_standin.params import (
    Spec,
    boolean,
    choice,
    free,
    merged_metadata,
    metadata,
    nested,
    require,
    spec,
    text,
    web_address,
)
from demo.stripe_standin.payment_methods import changed

_REQUESTED: Spec = {"requested": boolean}
CREATE = spec(
    type=choice("express"),
    country=text(longest=2),
    email=text(longest=512),
    business_type=choice("individual", "company"),
    business_profile=free,
    capabilities=nested({"transfers": nested(_REQUESTED)}),
    metadata=metadata,
)
LINK = spec(
    account=text(),
    refresh_url=web_address,
    return_url=web_address,
    type=choice("account_onboarding"),
    collection_options=free,
)
# The choices on the page, with the requirements that are due afterwards.
OUTCOMES: dict[str, list[str]] = {
    "complete": [],
    "needs_more": ["individual.verification.document"],
    "later": ["external_account", "tos_acceptance.date"],
}
_LINK_HOLDS = 300


def create(call: Call) -> Json:
    """POST /v1/accounts: an account without any details yet."""
    require(call.params, "type")
    asked = call.params.get("capabilities") or {}
    account = {
        "id": new_id("acct", 16),
        "object": "account",
        "business_profile": call.params.get("business_profile") or {"mcc": None, "name": None, "url": None},
        "business_type": call.params.get("business_type"),
        "capabilities": {name: "inactive" for name, one in asked.items() if (one or {}).get("requested")},
        "charges_enabled": False,
        "country": call.params.get("country") or "CH",
        "created": call.created,
        "default_currency": "chf",
        "email": call.params.get("email"),
        "external_accounts": {
            "object": "list",
            "data": [],
            "has_more": False,
            "url": "/v1/external_accounts",
        },
        "metadata": merged_metadata({}, call.params.get("metadata") or {}),
        "type": "express",
    }
    return call.store.put(account | _requirements(OUTCOMES["later"], submitted=False))


def _requirements(due: list[str], *, submitted: bool) -> Json:
    """Return an account's capabilities and requirements."""
    return {
        "details_submitted": submitted,
        "payouts_enabled": not due,
        "requirements": {
            "alternatives": [],
            "current_deadline": None,
            "currently_due": due,
            "disabled_reason": "requirements.past_due" if due else None,
            "errors": [],
            "eventually_due": due,
            "past_due": due,
            "pending_verification": [],
        },
    }


def retrieve(call: Call) -> Json:
    """GET /v1/accounts/{id}."""
    return call.store.get(call.path["id"], "account")


def create_link(call: Call) -> Json:
    """POST /v1/account_links: a link to the onboarding page, valid once and for five minutes."""
    require(call.params, "account", "refresh_url", "return_url", "type")
    account = call.store.get(call.params["account"], "account", param="account", status=400)
    link = {
        "object": "account_link",
        "created": call.created,
        "expires_at": call.created + _LINK_HOLDS,
    }
    key = new_id("link")
    ways = {
        "_account": account["id"],
        "_return": call.params["return_url"],
        "_refresh": call.params["refresh_url"],
    }
    call.store.put(link | ways | {"id": key})
    return link | {"url": f"{call.base_url}/connect/{key}"}


def onboard(call: Call, link_id: str, outcome: str) -> str:
    """End a visit of the onboarding page; return the URL to redirect to.

    A used or expired link changes nothing and redirects to its ``refresh_url``.
    """
    if outcome not in OUTCOMES:
        raise invalid(f"The page ends with one of {', '.join(OUTCOMES)}, not {outcome}.")
    link = call.store.get(link_id, "account_link")
    if link.get("_used") or call.now >= link["expires_at"]:
        return str(link["_refresh"])
    call.store.put(link | {"_used": True})
    if outcome != "later":
        restrict(call, link["_account"], OUTCOMES[outcome])
    return str(link["_return"])


def restrict(call: Call, account_id: str, due: list[str]) -> Json:
    """Set the requirements that are due from an onboarded account; without any it can be paid."""
    before = call.store.get(account_id, "account")
    capabilities = dict.fromkeys(before["capabilities"], "inactive" if due else "active")
    account = before | _requirements(due, submitted=True) | {"capabilities": capabilities}
    call.store.put(account)
    call.emit("account.updated", account, previous=changed(before, account), account=account_id)
    return account
