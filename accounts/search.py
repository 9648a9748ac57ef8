"""Finding accounts by name, email address or telephone number, for operators."""

from uuid import UUID

from django.db.models import Q
from django.db.models.lookups import StartsWith

from accounts.models import User
from marketplace import mailbox, phones
from marketplace.db.text_search import FoldedName, ReversedDigits
from marketplace.folding import folded_name, words_of

MOST = 1_000
# Names are split at one of the first four blanks at most; more words belong to the second part.
MOST_PARTS = 5
# Fewer last digits of a telephone number match too many accounts.
FEWEST_DIGITS = 4


def people(words: str) -> list[Q]:
    """Return conditions on accounts, each answered by an index; none for too few digits.

    Names and email addresses are found by prefix (``anna``, ``anna mei``, ``meier anna``, and names
    of several words: ``da silva``, ``anna maria da silva``), telephone numbers by their last digits, in any
    spelling (``079 555 11 22`` and ``+41 (0)79 555 11 22`` are one).
    """
    digits = phones.searched_digits(words)
    if digits is not None:
        return [Q(StartsWith(ReversedDigits("phone"), digits[::-1]))] if len(digits) >= FEWEST_DIGITS else []
    found = Q(email__lower__startswith=mailbox.compared(words))
    if not folded_name(words):
        return [found]
    found |= _begins("first_name", "last_name", words) | _begins("last_name", "first_name", words)
    parts = [part for part in words_of(words) if part]
    for index in range(1, min(len(parts), MOST_PARTS)):
        before, after = "".join(parts[:index]), "".join(parts[index:])
        found |= _named(before, after) | _named(after, before)
    return [found]


def of_people(words: str) -> list[Q]:
    """Return the condition on rows that have a ``user``."""
    return [Q(user_id__in=people_ids(words))]


def people_ids(words: str) -> list[UUID]:
    """Return the ids of the accounts that :func:`people` finds, at most a thousand."""
    found = [
        User.objects.filter(condition).values_list("pk", flat=True)[:MOST] for condition in people(words)
    ]
    return [pk for ids in found for pk in ids]


def _begins(field: str, other: str, words: str) -> Q:
    """Return the condition that a name, or both in this order, begin with some words."""
    return Q(StartsWith(FoldedName(field, other), folded_name(words)))


def _named(first_name: str, last_name: str) -> Q:
    return _begins("first_name", "last_name", first_name) & _begins("last_name", "first_name", last_name)
