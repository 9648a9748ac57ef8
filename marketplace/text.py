"""What people write, as it is stored: Unicode NFC, without invisible characters, blanks folded."""

import re
from unicodedata import category, combining, normalize

# Joins emoji into one picture; between letters it is invisible.
_JOINER = "\u200d"
# Letters and symbols by their category, but empty to the eye: Hangul fillers and the blank of Braille.
_EMPTY = "\u115f\u1160\u2800\u3164\uffa0"
_BREAK = re.compile("\r\n|[\r\u0085\u2028\u2029]")
_BLANKS = re.compile(r"\s+")
# A word of one letter and two full stops: its own, and that of the sentence. Three are an ellipsis.
_INITIAL_AT_END = re.compile(r"\b([^\W\d_]\.)\.(?!\.)")
_MARKS = {"Mn", "Mc", "Me"}
# Accents on one letter: no language needs more (Unicode's Stream-Safe Text Format, UAX #15).
_MOST_ACCENTS = 30


def _is_pictured(character: str) -> bool:
    return category(character) in {"So", "Sk"} or character == "\ufe0f"


def _joins(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and _is_pictured(text[at - 1]) and _is_pictured(text[at + 1])


def _visible(text: str) -> str:
    """Drop control and format characters (Cc, Cf), lone surrogates and fillers; blanks stay."""
    return "".join(
        character
        for at, character in enumerate(text)
        if character.isspace()
        or (category(character) not in {"Cc", "Cf", "Cs"} and character not in _EMPTY)
        or (character == _JOINER and _joins(text, at))
    )


def nfc(text: str) -> str:
    """Return a text in NFC, without the accents of a letter beyond the thirtieth.

    Normalizing sorts the accents of a letter, in time that grows with the square of their number: half a
    million of them would hold up a process for a quarter of an hour.
    """
    if text.isascii():
        return text
    kept, accents = [], 0
    for character in text:
        accents = accents + 1 if combining(character) else 0
        if accents <= _MOST_ACCENTS:
            kept.append(character)
    return normalize("NFC", "".join(kept))


def one_full_stop(text: str) -> str:
    """Return a sentence that ends with a person's initial ("Bruno K.") with one full stop."""
    return _INITIAL_AT_END.sub(r"\1", text)


def clean_line(text: str) -> str:
    """Return a text as one line, with single blanks."""
    return _BLANKS.sub(" ", _visible(nfc(text))).strip()


def clean_paragraphs(text: str) -> str:
    """Return a text with its line breaks, each line without blanks at its ends."""
    lines = _BREAK.sub("\n", nfc(text)).split("\n")
    return "\n".join(_visible(line).replace("\t", " ").strip() for line in lines).strip()


def has_letter(text: str) -> bool:
    """Tell whether a name has a letter that can be seen."""
    return any(category(character).startswith("L") and character not in _EMPTY for character in text)


def initial(text: str) -> str:
    """Return the first character as people see it, also if that is several.

    An emoji with its joiners and skin tone, a flag, a letter with its accents are one.
    """
    end = 1
    if _is_flag_letter(text[:1]) and _is_flag_letter(text[1:2]):
        end = 2
    while end < len(text):
        if text[end] == _JOINER:
            end += 2
        elif category(text[end]) in _MARKS or "\U0001f3fb" <= text[end] <= "\U0001f3ff":
            end += 1
        else:
            break
    return text[:end]


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
