"""The texts of notices: declared once, filled with values, said in the language of who reads them.

Each app declares its texts in its ``AppConfig.ready()``. Whoever tells something passes values, not
sentences: moments, amounts and labels become words here, in the reader's language. Operators may put
words of their own in place of a text (:mod:`accounts.own_words`); whatever is wrong with those, or with
a translation, the next best words are said, because no notice may fail for its text.
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

# What a name in braces stands for.
Value = str | int | Decimal | date | time | Promise | Callable[[], str]


class Words(Protocol):
    """A title and a body with names in braces; either of them may be translated when it is read."""

    @property
    def title(self) -> "str | _StrPromise":
        """One line."""

    @property
    def body(self) -> "str | _StrPromise":
        """A few sentences."""


@dataclass(frozen=True)
class NoticeText:
    """A text that people are told; ``{names}`` in it stand for values.

    ``key`` never changes: operators' own words are kept under it.
    """

    key: str
    title: "str | _StrPromise"
    body: "str | _StrPromise"

    def of(self, **values: Value) -> "Said":
        """Fill it: what a person wrote as it is, moments and amounts as such.

        Words that depend on the language are a function without arguments, or lazily translated.
        """
        return Said(self, values)

    @property
    def names(self) -> set[str]:
        """What stands in braces in it."""
        with translation.override(SOURCE_LANGUAGE):
            return names_in(str(self.title)) | names_in(str(self.body))


@dataclass(frozen=True)
class Said:
    """A text with its values, before anybody reads it."""

    text: NoticeText
    values: Mapping[str, Value]

    def read(self, *, language: str, own_words: Words | None = None) -> "Rendered":
        """Return it in a language; ``instead`` of it the words of an operator, if they can be filled."""
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
            if names_in(title) | names_in(body) <= filled.keys():
                return Rendered(title.format(**filled), body.format(**filled))
        except ValueError:
            pass
        log.error("The text %s cannot be filled in %s.", self.text.key, translation.get_language())
        return None


@dataclass(frozen=True)
class Rendered:
    """What a person reads."""

    title: str
    body: str


def names_in(words: str) -> set[str]:
    """Return what stands in braces; ``ValueError`` where that is anything but plain names."""
    found = set()
    for _, name, form, conversion in Formatter().parse(words):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise ValueError(f"{{{name}}} is no name")
        found.add(name)
    return found


def _shown(value: Value) -> str:
    """Return a value as the active language says it."""
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


# --- What there is ----------------------------------------------------------------------------------------

_texts: dict[str, NoticeText] = {}


def declare(texts: Iterable[NoticeText]) -> None:
    """Name texts, so that operators find them and may put their own words in place."""
    for text in texts:
        if _texts.setdefault(text.key, text) is not text:
            raise ValueError(f"There are two texts called {text.key}.")


def declared() -> dict[str, NoticeText]:
    """Return all texts by their keys, in the order in which the apps have declared them."""
    return dict(_texts)
