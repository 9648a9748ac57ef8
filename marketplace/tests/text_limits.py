"""Texts at exactly the limit of a field and beyond it, of characters that are counted in different ways."""

from typing import Any
from unicodedata import normalize

from django.apps import apps
from django.db.models import CharField
from django.db.models.functions import Length

# What a field is filled with: by name, a character.
CHARACTERS = {
    "plain": "x",
    "umlaut": "\u00fc",
    # Longer once composed (NFC): two, three characters, and three beyond the first plane.
    "devanagari": "\u0958",
    "hebrew": "\ufb2c",
    "music": "\U0001d160",
    # Shorter once composed.
    "decomposed": "u\u0308",
    # Longer as capitals (SS, two letters), and longer once simplified (NFKD: eighteen letters).
    "sharp s": "\u00df",
    "n with apostrophe": "\u0149",
    "ligature": "\ufdfa",
    # One character, but two units in JavaScript and four bytes.
    "emoji": "\U0001f9fa",
}


def stored_length(text: str) -> int:
    return len(normalize("NFC", text))


def of_length(character: str, most: int, *, begins: str = "") -> str:
    """Return the longest text of a character, after ``begins``, that is stored in ``most`` characters."""
    each = stored_length(character)
    text = begins + character * ((most - len(begins)) // each)
    return text + "x" * (most - stored_length(text))


def beyond(character: str, most: int, *, begins: str = "") -> str:
    """Return a text of a character that is stored in more than ``most`` characters, by as few as can be."""
    return begins + character * ((most - len(begins)) // stored_length(character) + 1)


def columns_of_text() -> list[tuple[Any, "CharField[Any, Any]"]]:
    """Return every column of the product that holds a limited number of characters, with its table."""
    ours = [model for model in apps.get_models() if model.__module__.split(".")[0] in OURS]
    return [
        (model, field)
        for model in ours
        for field in model._meta.local_concrete_fields
        if isinstance(field, CharField) and field.max_length is not None
    ]


OURS = {"accounts", "marketplace", "orders", "providers", "scheduling"}


def overfull() -> dict[str, int]:
    """Return the columns that hold more than they may: PostgreSQL would have refused what SQLite takes."""
    found = {}
    for model, field in columns_of_text():
        rows = model._default_manager.order_by().annotate(characters=Length(field.name))
        longest = rows.order_by("-characters").values_list("characters", flat=True).first()
        if longest is not None and longest > (field.max_length or 0):
            found[f"{model._meta.label}.{field.name}"] = longest
    return found
