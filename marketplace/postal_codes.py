"""Reading Swiss postal codes: from a form's field, and from an address in one line.

The web app reads addresses in the same way (``frontend/src/lib/postal-codes.ts``); both are tested with the
lines of ``marketplace/tests/address_lines.json``.
"""

import re
from base64 import b64decode
from functools import cache
from pathlib import Path
from unicodedata import normalize

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# One bit for each code from 1000 on (tools/postal_codes.py).
_BITS = Path(__file__).with_name("postal_codes.bits")
FIRST = 1000
# Liechtenstein shares the numbering, but is not served.
LIECHTENSTEIN = range(9485, 9499)

MALFORMED = _("A Swiss postal code has four digits")
UNKNOWN = _("This is not a Swiss postal code.")
NOT_LIECHTENSTEIN = _("We do not come to Liechtenstein yet.")

# [0-9], because \d also matches digits of other scripts.
_FIELD = re.compile(r"(?:CH[ -]?)?([0-9]{4})", re.IGNORECASE)
# A country may precede the number, as in CH-8001; A-6900 is Bregenz in Austria, not the Swiss 6900.
_NUMBER = re.compile(r"(?<!\w)(?:([A-Za-z]{1,2})-)?([0-9]{4})(?!\w)")
# \Z and blanks by name: here $ matches before a line's end, and \s other characters than in the web app.
_DATE = re.compile(r"(?<![0-9])[0-9]{1,2}[./] ?[0-9]{1,2}[./] ?\Z")
# Groups of digits that precede the number: with it they are one, such as 044 211 8001.
_GROUPS = re.compile(r"\+?(?:[0-9]+[ ./()-]+)+\Z")
_WORD_BEFORE = re.compile(r"(#|[^\W\d_]+)(?:[^\w#,\n]|_)*\Z")
_BLANK = r"[\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
_HOUR_AFTER = re.compile(_BLANK + r"*(?:uhr|h|heures?|ore|o\W?clock)(?!\w)", re.IGNORECASE)
_DAY_AFTER = re.compile(r"-[0-9]")
_TOWN_AFTER = re.compile(_BLANK + r"+[^\W\d_]")
#: Words behind which a number is no postal code: of telephones, doors, hours, boxes and floors.
NO_CODE_BEHIND = frozenset(
    [
        "#",
        "tel",
        "telefon",
        "telefono",
        "telephone",
        "téléphone",
        "phone",
        "mobile",
        "mobil",
        "mobiltelefon",
        "handy",
        "natel",
        "cell",
        "portable",
        "fax",
        "türcode",
        "tuercode",
        "haustürcode",
        "torcode",
        "code",
        "codes",
        "digicode",
        "codice",
        "pin",
        "kode",
        "key",
        "schlüssel",
        "badge",
        "ab",
        "bis",
        "um",
        "vor",
        "nach",
        "seit",
        "from",
        "until",
        "till",
        "after",
        "before",
        "since",
        "by",
        "dès",
        "jusque",
        "dalle",
        "fino",
        "dopo",
        "prima",
        "postfach",
        "fach",
        "postale",
        "cp",
        "box",
        "nr",
        "no",
        "numéro",
        "numero",
        "nummer",
        "number",
        "eg",
        "og",
        "ug",
        "stock",
        "etage",
        "étage",
        "piano",
        "floor",
        "zimmer",
        "room",
        "wohnung",
        "whg",
        "appartement",
        "apartment",
        "apt",
        "app",
        "int",
        "intern",
        "chf",
        "kundennummer",
        "ref",
        "referenz",
        "id",
    ]
)


@cache
def _bits() -> bytes:
    return b64decode(_BITS.read_text())


def is_registered(code: str) -> bool:
    """Tell whether a postal code is in the country's table."""
    if not (len(code) == 4 and code.isascii() and code.isdigit()) or int(code) < FIRST:
        return False
    at = int(code) - FIRST
    return bool(_bits()[at // 8] >> at % 8 & 1)


def cleaned(text: str) -> str | None:
    """Return what a field for a postal code means (``CH-8001`` is 8001); ``None`` without four digits."""
    found = _FIELD.fullmatch(text.strip())
    return found[1] if found else None


def is_of_liechtenstein(code: str) -> bool:
    """Tell whether a code is one of Liechtenstein's."""
    return code.isascii() and code.isdigit() and int(code) in LIECHTENSTEIN


def problem_of(code: str) -> Promise | None:
    """Return the sentence for a code that is not served; ``None`` for a registered one."""
    if is_registered(code):
        return None
    return NOT_LIECHTENSTEIN if is_of_liechtenstein(code) else UNKNOWN


def of_address(line: str) -> str | None:
    """Return the postal code of an address in one line; ``None`` if it names no Swiss one.

    It is the last number of four digits that is a registered code, and neither part of a telephone number or
    date nor behind a word such as ``Tel.``, ``Türcode`` or ``ab``.
    """
    return _read(line)[0]


def names_liechtenstein(line: str) -> bool:
    """Tell whether the code of an address is one of Liechtenstein's."""
    return _read(line)[1]


def _read(line: str) -> tuple[str | None, bool]:
    text = normalize("NFC", line)
    has_passed = False
    for found in reversed(list(_NUMBER.finditer(text))):
        country, code = (found[1] or "").upper(), found[2]
        before, after = text[: found.start()], text[found.end() :]
        if country not in {"", "CH"}:
            return None, country in {"FL", "LI"} and is_of_liechtenstein(code)
        if _is_other_number(before, after):
            continue
        if is_of_liechtenstein(code):
            return None, True
        # Where the last number is no code, a number at the end of the street is the house's.
        is_house = has_passed and "," not in before and not _TOWN_AFTER.match(after)
        if is_registered(code) and not is_house:
            return code, False
        has_passed = True
    return None, False


def _is_other_number(before: str, after: str) -> bool:
    groups = _GROUPS.search(before)
    if groups and groups[0][0] in "+0":
        return True
    if _DATE.search(before) or _DAY_AFTER.match(after) or _HOUR_AFTER.match(after):
        return True
    word = _WORD_BEFORE.search(before)
    return word is not None and word[1].lower() in NO_CODE_BEHIND
