"""Transliteration for limited character sets: of banks, and of the font of our documents."""

import unicodedata
from collections.abc import Callable

# Characters that Unicode does not decompose, each followed by its replacement.
_PAIRS = (
    "øo ØO łl ŁL đd ĐD ðd ÐD þth ÞTh æae ÆAe œoe ŒOe ħh ĦH ŧt ŦT ßss "
    "\N{LATIN SMALL LETTER DOTLESS I}i \N{RIGHT SINGLE QUOTATION MARK}' \N{LEFT SINGLE QUOTATION MARK}' "
    '“" ”" „" \N{EN DASH}- \N{EM DASH}- …...'
)
_BASE = str.maketrans({pair[0]: pair[1:] for pair in _PAIRS.split()} | {"\N{NO-BREAK SPACE}": " "})


def within(text: str, is_known: Callable[[str], bool], *, unknown: str) -> str:
    """Replace characters that are not known by their base letter, or by ``unknown``."""
    return "".join(letter if is_known(letter) else _plain(letter, is_known, unknown) for letter in text)


def _plain(letter: str, is_known: Callable[[str], bool], unknown: str) -> str:
    parts = unicodedata.normalize("NFKD", letter.translate(_BASE))
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    return plain if plain and all(map(is_known, plain)) else unknown
