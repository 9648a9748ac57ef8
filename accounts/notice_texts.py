"""The texts of notices: declared once, filled with values, rendered in the reader's language.

Each app declares its texts in its ``AppConfig.ready()``. Callers pass values, not sentences: instants,
amounts and labels become words here. Operators may replace a text by their own words
(:mod:`accounts.own_words`). If those or a translation cannot be filled, the next text in line is used,
because no notice may fail for its text.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from string import Formatter
from typing import TYPE_CHECKING, Protocol

from django.utils import translation
from django.utils.functional import Promise

from marketplace import wall_time
from marketplace.money import chf

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SOURCE_LANGUAGE = "en"

log = logging.getLogger(__name__)

# The value of a placeholder.
Value = str | int | Decimal | date | time | Promise | Callable[[], str]


class Words(Protocol):
    """A title and a body with placeholders in braces; either may be lazily translated."""

    @property
    def title(self) -> "str | _StrPromise":
        """The title of the notice, one line."""

    @property
    def body(self) -> "str | _StrPromise":
        """The body of the notice, a few sentences."""


@dataclass(frozen=True)
class NoticeText:
    """A text for a notice; ``{names}`` in it are placeholders.

    ``key`` never changes: operators' own words are stored under it. Those may also use the placeholders of
    ``more``.
    """

    key: str
    title: "str | _StrPromise"
    body: "str | _StrPromise"
    more: frozenset[str] = frozenset()

    def of(self, **values: Value) -> "Said":
        """Fill the text: what people wrote as strings, instants and amounts as such.

        Words that depend on the language are passed as a function without arguments, or lazily translated.
        """
        return Said(self, values)

    @property
    def names(self) -> set[str]:
        """The names of its placeholders, for own words as they are written and as they are sent."""
        with translation.override(SOURCE_LANGUAGE):
            return names_in(str(self.title)) | names_in(str(self.body)) | self.more


@dataclass(frozen=True)
class Said:
    """A text with its values, not rendered yet."""

    text: NoticeText
    values: Mapping[str, Value]

    def read(self, *, language: str, own_words: Words | None = None) -> "Rendered":
        """Render it in a language; with ``own_words`` in place of the default text, if they can be filled."""
        with translation.override(language):
            filled = {name: _shown(value) for name, value in self.values.items()}
            for words in (own_words, self.text):
                if words is not None and (rendered := self._filled(words, filled)):
                    return rendered
        with translation.override(SOURCE_LANGUAGE):
            filled = {name: _shown(value) for name, value in self.values.items()}
            return Rendered(str(self.text.title).format(**filled), str(self.text.body).format(**filled))

    def _filled(self, words: Words, filled: Mapping[str, str]) -> "Rendered | None":
        title, body = str(words.title), str(words.body)
        try:
            if names_in(title) | names_in(body) <= filled.keys() & self.text.names:
                return Rendered(title.format(**filled), body.format(**filled))
        except ValueError:
            pass
        log.error("The text %s cannot be filled in %s.", self.text.key, translation.get_language())
        return None


@dataclass(frozen=True)
class Rendered:
    """A title and a body as a person reads them."""

    title: str
    body: str


def names_in(words: str) -> set[str]:
    """Return the placeholders; ``ValueError`` for anything in braces but plain names."""
    found = set()
    for _, name, form, conversion in Formatter().parse(words):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise ValueError(f"{{{name}}} is no name")
        found.add(name)
    return found


def _shown(value: Value) -> str:
    """Return a value in the words of the active language."""
    match value:
        case Decimal():
            return chf(value)
        case datetime():
            return wall_time.moment(value)
        case date():
            return wall_time.day(value)
        case time():
            return f"{value:%H:%M}"
        case str() | int():
            return str(value)
    return value() if callable(value) else str(value)


# --- Registry ---------------------------------------------------------------------------------------------

_texts: dict[str, NoticeText] = {}


def declare(texts: Iterable[NoticeText]) -> None:
    """Register texts, so that operators find them and may replace them."""
    for text in texts:
        if _texts.setdefault(text.key, text) is not text:
            raise ValueError(f"There are two texts called {text.key}.")


def declared() -> dict[str, NoticeText]:
    """Return all texts by key, in the order of declaration."""
    return dict(_texts)
