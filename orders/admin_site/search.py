"""Search for orders as operators do: by customer, provider, street, the end of the id, or a document."""

import re
from uuid import UUID

from django.db.models import Q
from django.db.models.lookups import StartsWith

from accounts.search import people_ids
from marketplace.db.text_search import Folded, ReversedText
from marketplace.folding import folded
from orders.models import CreditNote, Order, Receipt
from providers.search import provider_ids

MOST = 1_000
_END_OF_ID = re.compile(r"[0-9a-f-]{4,36}")
_NUMBER = re.compile(r"([RCF])-(\d{4})-(\d{1,9})")
# The last group of a UUID, which has no hyphens in either database's text form.
_LAST_GROUP = 12


def ends_with(words: str) -> list[Q]:
    """Return the condition that an id ends with ``words`` (four characters or more, or the whole id)."""
    characters = words.lower().replace("-", "")
    if not _END_OF_ID.fullmatch(words.lower()) or not characters:
        return []
    if len(characters) == len(UUID(int=0).hex):
        return [Q(pk=UUID(characters))]
    return [Q(StartsWith(ReversedText("id"), characters[-_LAST_GROUP:][::-1]))]


def orders(words: str) -> list[Q]:
    """Return conditions on orders, each of which uses an index.

    A street matches the beginning of the pickup or delivery address.
    """
    return ends_with(words) + of_documents(words) + of_streets(words) + of_people(words)


def of_documents(words: str) -> list[Q]:
    """Return the condition that an order has the receipt or the credit note of a number: R-2026-000123."""
    kind, numbered = _numbered(words)
    kinds: dict[str, type[Receipt] | type[CreditNote]] = {"R": Receipt, "C": CreditNote}
    if kind not in kinds:
        return []
    return [Q(pk__in=kinds[kind]._default_manager.filter(numbered).values("order"))]


def fee_invoices(words: str) -> list[Q]:
    """Return the condition that a fee invoice has a number: F-2026-000123."""
    kind, numbered = _numbered(words)
    return [numbered] if kind == "F" else []


def _numbered(words: str) -> tuple[str, Q]:
    """Return the kind of a numbered document, ``R``, ``C``, ``F`` or empty, and its condition."""
    found = _NUMBER.fullmatch(words.upper())
    if found is None:
        return "", Q()
    kind, year, number = found.groups()
    return kind, Q(year=int(year), number=int(number))


def of_streets(words: str) -> list[Q]:
    """Return conditions that an address begins with ``words``."""
    street = folded(words)
    if not street:
        return []
    return [Q(StartsWith(Folded(field), street)) for field in ("pickup_address", "delivery_address")]


def of_people(words: str) -> list[Q]:
    """Return conditions on rows with a customer and a provider, by their names and addresses."""
    people = people_ids(words)
    providers = provider_ids(words, people=people)
    return [Q(customer_id__in=people)] * bool(people) + [Q(provider_id__in=providers)] * bool(providers)


def order_ids(words: str) -> list[UUID]:
    """Return the ids of the newest matching orders, at most a thousand for each condition."""
    found: set[UUID] = set()
    for condition in orders(words):
        found.update(Order.objects.filter(condition).values_list("pk", flat=True)[:MOST])
    return list(found)
