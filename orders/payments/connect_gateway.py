"""Calls to Stripe about providers' connected accounts and transfers to them.

The rules of ``gateway`` apply.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import stripe

from marketplace.money import from_rappen, to_rappen
from orders.payments.card_gateway import key_of_minute
from orders.payments.gateway import CURRENCY, PAGE_SIZE, call, id_of, page_after, written

COUNTRY = "CH"


@dataclass(frozen=True)
class ConnectedAccount:
    """A provider's account as Stripe has it now; ``can_be_paid``: transfers and payouts are enabled."""

    id: str
    can_be_paid: bool
    is_filled_in: bool


@dataclass(frozen=True)
class Transfer:
    """Money that went to a provider's account, in CHF. ``payout_id`` is from our metadata.

    ``reversed`` is the amount that came back; ``is_reversed``: all of it did.
    """

    id: str
    amount: Decimal
    reversed: Decimal
    is_reversed: bool
    account_id: str
    payout_id: str


def create_account(*, provider_id: UUID, now: datetime, former: int = 0) -> str:
    """Create a provider's account and return its id; a repeat within the same minute returns the same one.

    ``former`` is how many they have had before, each of which was taken away.
    Stripe asks its owner for name, address and bank account; we send none of them.
    """
    key = key_of_minute(f"payout-account-{provider_id}" + (f"-{former}" if former else ""), now)

    def send(client: stripe.StripeClient) -> stripe.Account:
        return client.v1.accounts.create(
            {
                "type": "express",
                "country": COUNTRY,
                "capabilities": {"transfers": {"requested": True}},
                "metadata": {"provider_id": str(provider_id)},
            },
            {"idempotency_key": key},
        )

    return call(send).id


def retrieve_account(account_id: str) -> ConnectedAccount:
    """Fetch a provider's account."""
    found = call(lambda client: client.v1.accounts.retrieve(account_id))
    able: Any = found.capabilities
    return ConnectedAccount(
        id=found.id,
        can_be_paid=getattr(able, "transfers", "") == "active" and bool(found.payouts_enabled),
        is_filled_in=bool(found.details_submitted),
    )


def link_to(*, account_id: str, return_url: str, refresh_url: str) -> str:
    """Return a link to Stripe's onboarding page of an account: valid once, for some minutes.

    Stripe then redirects to ``return_url``, or to ``refresh_url`` if the link was used or has expired.
    """

    def send(client: stripe.StripeClient) -> stripe.AccountLink:
        return client.v1.account_links.create(
            {
                "account": account_id,
                "return_url": return_url,
                "refresh_url": refresh_url,
                "type": "account_onboarding",
            }
        )

    return call(send).url


def create_transfer(
    *, payout_id: UUID, account_id: str, amount: Decimal, description: str, idempotency_key: str
) -> Transfer:
    """Transfer an amount in CHF to a provider's account, once per idempotency key."""

    def send(client: stripe.StripeClient) -> stripe.Transfer:
        return client.v1.transfers.create(
            {
                "amount": to_rappen(amount),
                "currency": CURRENCY,
                "destination": account_id,
                "description": description,
                "transfer_group": _group(payout_id),
                "metadata": {"payout_id": str(payout_id)},
            },
            {"idempotency_key": idempotency_key},
        )

    return _transfer(call(send))


def retrieve_transfer(transfer_id: str) -> Transfer:
    """Fetch a transfer."""
    return _transfer(call(lambda client: client.v1.transfers.retrieve(transfer_id)))


def transfers_of(payout_id: UUID) -> list[Transfer]:
    """Return all transfers of a payout, the newest first."""

    def send(client: stripe.StripeClient) -> list[stripe.Transfer]:
        first = client.v1.transfers.list({"transfer_group": _group(payout_id), "limit": PAGE_SIZE})
        return [*first.auto_paging_iter()]

    return [_transfer(one) for one in call(send)]


def pages_of_transfers(*, since: int) -> Iterator[list[Transfer]]:
    """List transfers since a second by Stripe's clock (Unix time), newest first, in pages of 100."""
    after: str | None = None
    while True:
        page = call(
            lambda client, after=after: client.v1.transfers.list(  # type: ignore[misc]  # a default
                {"created": {"gte": since}, **page_after(after)}
            )
        )
        yield [_transfer(one) for one in page.data]
        if not page.has_more:
            return
        after = page.data[-1].id


def _group(payout_id: UUID) -> str:
    return f"payout-{payout_id}"


def _transfer(found: stripe.Transfer) -> Transfer:
    return Transfer(
        id=found.id,
        amount=from_rappen(found.amount),
        reversed=from_rappen(found.amount_reversed),
        is_reversed=found.reversed,
        account_id=id_of(found.destination),
        payout_id=written(found, "payout_id"),
    )
