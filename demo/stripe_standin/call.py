"""One call to the API: its parameters, the store, and the events that it causes."""

from __future__ import annotations

import secrets
import string
from dataclasses import dataclass, field
from typing import Any, Protocol

from demo.stripe_standin.errors import Json, invalid, missing
from demo.stripe_standin.settings import API_VERSION, StandinSettings
from demo.stripe_standin.store import Page, Store

_ALPHABET = string.ascii_letters + string.digits


def new_id(prefix: str, length: int = 24) -> str:
    """Return an id in Stripe's form, unguessable."""
    return f"{prefix}_" + "".join(secrets.choice(_ALPHABET) for _ in range(length))


class Outlet(Protocol):
    """Where events leave for the webhook."""

    def enqueue(self, event_id: str, *, now: float) -> int:
        """Plan the deliveries of an event in the present transaction; return how many are pending."""


@dataclass
class Call:
    """What a handler works with.

    `publishable` calls come from a browser and are authorized by a client secret.
    """

    settings: StandinSettings
    store: Store
    outlet: Outlet
    params: Json
    path: dict[str, str]
    now: float
    request_id: str
    base_url: str
    publishable: bool = False
    idempotency_key: str | None = None
    hold_processing: bool = False
    emitted: list[str] = field(default_factory=list)

    @property
    def created(self) -> int:
        """The present Unix time, for `created`."""
        return int(self.now)

    def emit(self, kind: str, obj: Json, *, previous: Json | None = None, account: str | None = None) -> None:
        """Record an event with the present state of the object, and plan its delivery.

        `account` is the connected account of the event; None for the platform itself.
        """
        data: Json = {"object": public(obj)}
        if previous is not None:
            data["previous_attributes"] = previous
        event: Json = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.created,
            "data": data,
            "livemode": False,
            "pending_webhooks": 0,
            "request": {"id": self.request_id, "idempotency_key": self.idempotency_key},
            "type": kind,
        }
        if account is not None:
            event["account"] = account
        event["pending_webhooks"] = self.outlet.enqueue(event["id"], now=self.now)
        self.store.put(event)
        self.emitted.append(event["id"])


def public(obj: Any) -> Any:
    """Return the object without the stand-in's private attributes.

    Those have a leading underscore.
    """
    if isinstance(obj, dict):
        return {key: public(value) for key, value in obj.items() if not key.startswith("_")}
    if isinstance(obj, list):
        return [public(item) for item in obj]
    return obj


def as_list(url: str, page: Page) -> Json:
    """Return a list object; the SDKs fetch the next page from its `url`."""
    return {"object": "list", "data": page.data, "has_more": page.has_more, "url": url}


_EXPANDABLE = {
    "customer": "customer",
    "payment_method": "payment_method",
    "latest_charge": "charge",
    "charge": "charge",
    "payment_intent": "payment_intent",
    "balance_transaction": "balance_transaction",
    "source": "charge",
}


def expanded(store: Store, obj: Json, paths: list[str]) -> Json:
    """Return the object with the ids at these dotted paths replaced by their objects.

    A path is such as `latest_charge.balance_transaction`; a list is expanded through `data.`. Raises a 400
    for an attribute that cannot be expanded.
    """
    for path in paths:
        head, _, rest = path.partition(".")
        if head == "data" and obj.get("object") == "list":
            obj["data"] = [expanded(store, item, [rest] if rest else []) for item in obj["data"]]
            continue
        if head == "refunds" and obj.get("object") == "charge":
            refunds = store.every("refund", charge=obj["id"])[::-1]
            obj[head] = as_list(f"/v1/charges/{obj['id']}/refunds", Page(refunds, has_more=False))
            continue
        if head not in _EXPANDABLE or head not in obj:
            raise invalid(f"This property cannot be expanded ({path}).", param="expand")
        value = obj[head]
        if isinstance(value, str):
            value = store.find(value, _EXPANDABLE[head])
            if value is None:
                raise missing(_EXPANDABLE[head], str(obj[head]))
        if isinstance(value, dict):
            obj[head] = expanded(store, value, [rest] if rest else [])
    return obj
