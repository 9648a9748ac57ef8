"""Who can do an order instead: listed providers who serve its addresses, and who have its hour free."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from orders.models import CancelReason, HandBack, Order
from providers.distance import serves
from providers.horizon import ANSWER_WITHIN
from providers.models import Provider
from providers.selectors import listed_near
from scheduling.slots import first_free, free_at

MOST_OTHER_PROVIDERS = 3
# The customer may still want the pickup: offer alternatives.
NOT_BY_CUSTOMER = [reason for reason in CancelReason if reason != CancelReason.BY_CUSTOMER]
# What was not confirmed was not handed back either.
_NEVER_CONFIRMED = (CancelReason.NOT_PAID, CancelReason.DECLINED, CancelReason.NOT_ANSWERED)


def providers_serving(postal_codes: list[str], *, customer_id: UUID, now: datetime) -> list[dict[str, Any]]:
    """Return up to three listed providers who serve all of the postal codes, the nearest to the first code.

    They have the shape of the list of providers near that code. Left out is the customer's own business.
    """
    others = _others_serving(postal_codes, instead_of=(), customer_id=customer_id, now=now)
    return others[:MOST_OTHER_PROVIDERS]


class WantedProviders(TypedDict):
    """Who can do an order instead: those who serve the codes, without some and the customer's own."""

    postal_codes: list[str]
    instead_of: Collection[UUID]
    customer_id: UUID
    now: datetime


def providers_free_at(
    *,
    postal_codes: list[str],
    pickup_at: datetime,
    instead_of: Collection[UUID],
    customer_id: UUID,
    now: datetime,
    is_new: bool = True,
) -> list[dict[str, Any]]:
    """Return up to three other providers who serve the postal codes and have the pickup's hour free.

    They have the shape of the list of providers near the first code. Left out are ``instead_of``, the
    customer's own business, and, within ``ANSWER_WITHIN`` of the pickup, who confirms manually; for a new
    booking (``is_new``) also those with whom it would begin at another minute.
    """
    if not postal_codes or pickup_at <= now:
        return []
    in_time = pickup_at >= now + ANSWER_WITHIN
    others = _others_serving(postal_codes, instead_of=instead_of, customer_id=customer_id, now=now)
    fitting = [one for one in others if one["acceptsInstantly"] or in_time]
    free = free_at(
        provider_ids=[UUID(one["id"]) for one in fitting], pickup_at=pickup_at, is_new=is_new, now=now
    )
    return [one for one in fitting if UUID(one["id"]) in free][:MOST_OTHER_PROVIDERS]


def first_hour_free(
    *,
    postal_codes: list[str],
    not_before: datetime,
    until: datetime,
    instead_of: Collection[UUID],
    customer_id: UUID,
    now: datetime,
) -> tuple[datetime, list[dict[str, Any]]] | None:
    """Return the first hour that others who serve the postal codes have free, and up to three of them.

    ``None`` if none has one at ``not_before`` or later and before ``until``. See :func:`providers_free_at`.
    """
    if not postal_codes:
        return None
    others = _others_serving(postal_codes, instead_of=instead_of, customer_id=customer_id, now=now)
    ids = [UUID(one["id"]) for one in others]
    found = first_free(provider_ids=ids, not_before=not_before, until=until, now=now)
    if found is None:
        return None
    starts_at, free = found
    return starts_at, [one for one in others if UUID(one["id"]) in free][:MOST_OTHER_PROVIDERS]


def _others_serving(
    postal_codes: list[str], *, instead_of: Collection[UUID], customer_id: UUID, now: datetime
) -> list[dict[str, Any]]:
    """Return the listed providers who serve all of the postal codes, without some and the customer's own."""
    own = set(Provider.objects.filter(user_id=customer_id).values_list("pk", flat=True))
    left_out = {str(provider_id) for provider_id in own.union(instead_of)}
    return [one for one in serving(postal_codes, now=now) if one["id"] not in left_out]


def alternatives_to(order: Order, *, now: datetime) -> list[dict[str, Any]]:
    """Return up to three providers who could do a cancelled order as it was booked.

    None for an order that still runs, or that its customer cancelled.
    """
    if order.cancel_reason not in NOT_BY_CUSTOMER:
        return []
    instead_of = {order.provider_id}
    if order.cancel_reason not in _NEVER_CONFIRMED:
        instead_of |= said_no(order)
    return providers_free_at(
        postal_codes=postal_codes_of(order),
        pickup_at=order.pickup_at,
        instead_of=instead_of,
        customer_id=order.customer_id,
        now=now,
    )


def said_no(order: Order) -> set[UUID]:
    """Return the providers who handed the order back or declined an offer of it. One query."""
    found = HandBack.objects.filter(order=order).order_by()
    offers = found.values_list("provider_id", "offers__provider_id", "offers__declined_at")
    return {
        pk for before, asked, declined_at in offers for pk in (before, asked if declined_at else None) if pk
    }


def postal_codes_of(order: Order) -> list[str]:
    """Return the postal codes of an order's addresses, as far as they are known: the pickup's first."""
    codes = dict.fromkeys([order.pickup_postal_code, order.delivery_postal_code])
    return [code for code in codes if code]


def comes_to(order: Order, service_area_codes: Collection[str]) -> bool:
    """Return whether a provider with these codes comes to both addresses of an order."""
    return all(serves(code, service_area_codes) for code in postal_codes_of(order))


def serving(postal_codes: list[str], *, now: datetime) -> list[dict[str, Any]]:
    """Return the listed providers who serve all of the postal codes, the nearest to the first code."""
    first, *others = postal_codes
    listed = listed_near(postal_code=first, now=now).providers
    return [one for one in listed if all(serves(code, one["serviceArea"]) for code in others)]
