"""One way to compare what people type: without case, accents and punctuation.

``Müller``, ``MUELLER`` and ``muller`` are the same, so are ``O'Neill`` with either apostrophe, and
``Anna-Maria`` and ``anna maria``. The steps are such that PostgreSQL can repeat them in an index whatever its
locale (see :class:`marketplace.db.text_search.Folded`): the two foldings must agree, or a search finds
nothing.
"""

import re
from unicodedata import normalize

# U+0300 to U+036F are what NFKD makes of accents.
_ACCENTS = re.compile("[\u0300-\u036f]")
# A vowel with a written-out umlaut: "ae" is read as "ä", which is read as "a".
_UMLAUT = re.compile("([aou])e")
_BLANKS = re.compile(" +")
# What NFKD leaves as one letter, and is written as two.
DIGRAPHS = {"ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th"}
# No % and no backslash, which would need escaping in SQL.
_PUNCTUATION = (
    "!\"#$&'()*+,-./:;<=>?@[]^_`{|}~\t\n\r"
    # Quotation marks of all kinds, dashes, apostrophes and bullets.
    "\xab\xbb\xb7\xa1\xbf\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u2039\u203a"
    "\u02b9\u02bc\u02bb\u2022"
)
# Letters of names alone. The streets' indexes are built without them, and would have to be built anew.
_OF_NAMES = {"ð": "d", "Ð": "d", "ŧ": "t", "Ŧ": "t", "ŋ": "n", "Ŋ": "n", "ə": "e", "Ə": "e"}
_BARRED = {"ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ħ": "h", "Ħ": "h", "\u0131": "i"}


def _small_letters() -> dict[str, str]:
    """Return the capitals of Latin, Greek, Cyrillic and Armenian with their small letters.

    A table, because a database in locale C folds ASCII alone.
    """
    capitals = map(chr, [*range(0x41, 0x5B), *range(0x370, 0x590)])
    pairs = {one: one.lower() for one in capitals if one != one.lower() and len(one.lower()) == 1}
    return {one: small for one, small in pairs.items() if normalize("NFKD", one) == one} | {
        "\u03c2": "\u03c3"
    }


#: Single characters and what they are read as.
LETTERS = _small_letters() | _BARRED | dict.fromkeys(_PUNCTUATION, " ")
#: The same for names.
NAME_LETTERS = LETTERS | _OF_NAMES
_TABLE, _NAME_TABLE = str.maketrans(LETTERS), str.maketrans(NAME_LETTERS)


def folded(text: str) -> str:
    """Return a text as it is compared; empty where nothing of it can be."""
    return _BLANKS.sub(" ", _UMLAUT.sub(r"\1", _bare(text, _TABLE))).strip(" ")


def folded_name(text: str) -> str:
    """Return a name as it is searched: as :func:`folded`, without blanks (``vonarx`` is ``von Arx``)."""
    return _UMLAUT.sub(r"\1", _bare(text, _NAME_TABLE).replace(" ", ""))


def words_of(name: str) -> list[str]:
    """Return the words of a name, to be joined and given to :func:`folded_name`."""
    return _bare(name, _NAME_TABLE).split(" ")


def _bare(text: str, table: dict[int, str]) -> str:
    bare = _ACCENTS.sub("", normalize("NFKD", text))
    for letter, pair in DIGRAPHS.items():
        bare = bare.replace(letter, pair)
    return bare.translate(table)
