"""Telephone numbers: read as Swiss unless they say otherwise, stored in E.164 (``+41791234567``)."""

import re
from unicodedata import normalize

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumber, PhoneNumberFormat

REGION = "CH"
# What stands between digits, in any typography. A "+" of full width is one after NFKC.
_SEPARATORS = re.compile(r"[\s()./\u2010-\u2015\u2212-]")
_NUMBER = re.compile(r"\+?[0-9]+")
# Of a number that is not whole, what is certainly no part of its end.
_PREFIX = re.compile(r"^(?:\+41|0041)0?|^\+")


def parsed(text: str) -> PhoneNumber | None:
    """Return a valid number; ``None`` for anything else, also for one with letters or an extension."""
    number = _SEPARATORS.sub("", normalize("NFKC", text))
    if not _NUMBER.fullmatch(number):
        return None
    try:
        found = phonenumbers.parse(number, REGION)
    except NumberParseException:
        return None
    return found if phonenumbers.is_valid_number(found) else None


def e164(text: str) -> str | None:
    """Return a number as it is stored and dialled; ``None`` for what is no number."""
    found = parsed(text)
    return None if found is None else phonenumbers.format_number(found, PhoneNumberFormat.E164)


def shown(text: str) -> str:
    """Return a stored number as people read it: Swiss ones nationally; what is no number as it stands."""
    found = parsed(text)
    if found is None:
        return text
    is_swiss = found.country_code == phonenumbers.country_code_for_region(REGION)
    form = PhoneNumberFormat.NATIONAL if is_swiss else PhoneNumberFormat.INTERNATIONAL
    return phonenumbers.format_number(found, form)


def is_swiss(text: str) -> bool:
    """Tell whether a text is a valid Swiss number."""
    found = parsed(text)
    return found is not None and phonenumbers.region_code_for_number(found) == REGION


def searched_digits(text: str) -> str | None:
    """Return the last digits by which a number is searched; ``None`` for a text that is no part of one.

    Of a whole number they are those after country and trunk prefix, which every spelling shares.
    """
    found = parsed(text)
    if found is not None:
        return phonenumbers.national_significant_number(found)
    bare = normalize("NFKC", text)
    digits = _PREFIX.sub("", _SEPARATORS.sub("", bare))
    return digits if digits.isascii() and digits.isdigit() else None
