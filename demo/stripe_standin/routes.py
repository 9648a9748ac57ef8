"""The routes of the API.

Method, path, handler, allow-list, and whether a browser may call it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from demo.stripe_standin import (
    accounts,
    charges,
    customers,
    disputes,
    events,
    payment_intents,
    payment_methods,
    refunds,
    setup_intents,
    transfers,
)
from demo.stripe_standin.call import Call
from demo.stripe_standin.errors import Json
from demo.stripe_standin.params import Spec

Handler = Callable[[Call], Json]


@dataclass(frozen=True)
class Route:
    """One call of the API."""

    method: str
    pattern: re.Pattern[str]
    handler: Handler
    spec: Spec
    publishable: bool = False


def _route(method: str, path: str, handler: Handler, spec: Spec, *, publishable: bool = False) -> Route:
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[A-Za-z0-9_]+)", path)
    return Route(method, re.compile(f"/v1/{pattern}"), handler, spec, publishable)


_PM = payment_methods
_PI = payment_intents
_SI = setup_intents

ROUTES = [
    _route("POST", "customers", customers.create, customers.CREATE),
    _route("GET", "customers", customers.listing, customers.LIST),
    _route("GET", "customers/{id}", customers.retrieve, _PM.NOTHING),
    _route("POST", "customers/{id}", customers.update, customers.UPDATE),
    _route("DELETE", "customers/{id}", customers.delete, _PM.NOTHING),
    _route("GET", "customers/{customer}/payment_methods", _PM.listing, _PM.LIST),
    _route("GET", "customers/{customer}/payment_methods/{id}", _PM.retrieve_of_customer, _PM.NOTHING),
    _route("POST", "payment_methods", _PM.create, _PM.CREATE, publishable=True),
    _route("GET", "payment_methods", _PM.listing, _PM.LIST),
    _route("GET", "payment_methods/{id}", _PM.retrieve, _PM.NOTHING),
    _route("POST", "payment_methods/{id}", _PM.update, _PM.UPDATE),
    _route("POST", "payment_methods/{id}/attach", _PM.attach, _PM.ATTACH),
    _route("POST", "payment_methods/{id}/detach", _PM.detach, _PM.NOTHING),
    _route("POST", "payment_intents", _PI.create, _PI.CREATE),
    _route("GET", "payment_intents", _PI.listing, _PI.LIST),
    _route("GET", "payment_intents/{id}", _PI.retrieve, _PI.RETRIEVE, publishable=True),
    _route("POST", "payment_intents/{id}", _PI.update, _PI.UPDATE),
    _route("POST", "payment_intents/{id}/confirm", _PI.confirm_call, _PI.CONFIRM, publishable=True),
    _route("POST", "payment_intents/{id}/cancel", _PI.cancel, _PI.CANCEL),
    _route("GET", "charges", charges.listing, charges.LIST),
    _route("GET", "charges/{id}", charges.retrieve, charges.NOTHING),
    _route("POST", "charges/{id}", charges.update, charges.UPDATE),
    _route("GET", "disputes", disputes.listing, disputes.LIST),
    _route("GET", "disputes/{id}", disputes.retrieve, charges.NOTHING),
    _route("POST", "disputes/{id}", disputes.update, disputes.UPDATE),
    _route("POST", "disputes/{id}/close", disputes.close, charges.NOTHING),
    _route("POST", "refunds", refunds.create, refunds.CREATE),
    _route("GET", "refunds", refunds.listing, refunds.LIST),
    _route("GET", "refunds/{id}", refunds.retrieve, charges.NOTHING),
    _route("POST", "refunds/{id}", refunds.update, refunds.UPDATE),
    _route("POST", "setup_intents", _SI.create, _SI.CREATE),
    _route("GET", "setup_intents", _SI.listing, _SI.LIST),
    _route("GET", "setup_intents/{id}", _SI.retrieve, _SI.RETRIEVE, publishable=True),
    _route("POST", "setup_intents/{id}", _SI.update, _SI.UPDATE),
    _route("POST", "setup_intents/{id}/confirm", _SI.confirm_call, _SI.CONFIRM, publishable=True),
    _route("POST", "setup_intents/{id}/cancel", _SI.cancel, _SI.CANCEL),
    _route("POST", "accounts", accounts.create, accounts.CREATE),
    _route("GET", "accounts/{id}", accounts.retrieve, charges.NOTHING),
    _route("POST", "account_links", accounts.create_link, accounts.LINK),
    _route("POST", "transfers", transfers.create, transfers.CREATE),
    _route("GET", "transfers", transfers.listing, transfers.LIST),
    _route("GET", "transfers/{id}", transfers.retrieve, charges.NOTHING),
    _route("POST", "transfers/{id}/reversals", transfers.reverse, transfers.REVERSE),
    _route("GET", "events", events.listing, events.LIST),
    _route("GET", "events/{id}", events.retrieve, charges.NOTHING),
    _route("GET", "balance_transactions", charges.list_balance, charges.LIST_BALANCE),
    _route("GET", "balance_transactions/{id}", charges.retrieve_balance, charges.NOTHING),
]
