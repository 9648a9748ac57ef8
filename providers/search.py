"""Finding providers by the name of their business or person, for operators."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q
from django.db.models.lookups import Contains
from django.utils.translation import gettext_lazy

from accounts.search import people_ids
from marketplace.db.text_search import Folded, FoldedName
from marketplace.folding import folded, folded_name
from providers.models import Provider

MOST = 1_000
OF_PROVIDERS = gettext_lazy(
    "Of the provider: the business, or its person's name, email address or telephone number"
)


def providers(words: str) -> list[Q]:
    """Return the condition on providers."""
    return [_of(words, people_ids(words))]


def of_providers(words: str) -> list[Q]:
    """Return the condition on rows that have a ``provider``."""
    return [Q(provider_id__in=provider_ids(words, people=people_ids(words)))]


def provider_ids(words: str, *, people: Sequence[UUID]) -> list[UUID]:
    """Return the ids of providers that the words name, or that belong to ``people``; at most a thousand."""
    return list(Provider.objects.filter(_of(words, people)).values_list("pk", flat=True)[:MOST])


def _of(words: str, people: Sequence[UUID]) -> Q:
    # Unindexed: there are few enough providers to read every name. With blanks and without: "Ella" is in
    # "Caffè Ella", which without them reads "caffella".
    named = Q(pk__in=[])
    if business := folded(words):
        named = Q(Contains(Folded("business_name"), business))
        named |= Q(Contains(FoldedName("business_name"), folded_name(words)))
    return named | Q(user_id__in=people)
