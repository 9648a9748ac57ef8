"""Maintains the server's message catalogues, ``locale/<language>/LC_MESSAGES/django.po``.

``python -m tools.texts`` updates the catalogues from the sources: new texts are added without a translation,
obsolete ones are dropped. There is no fuzzy matching.
"""

import io
import os
import re
import string
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from tools.console import ROOT, say
from tools.schema import quiet_environment

LOCALE = ROOT / "locale"
# The sources are in English.
LANGUAGES = ("de", "fr", "it")
APPS = ("accounts", "demo", "marketplace", "orders", "providers", "scheduling", "templates")
_KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
_METHODS = [
    ("**/tests/**", "ignore"),
    ("**.py", "python"),
    ("**.html", "tools.texts:extract_template"),
    ("**.txt", "tools.texts:extract_template"),
    ("**.js", "tools.texts:extract_template"),
]


# Babel's options for extraction; the defaults.
_PLAIN: Any = {}


def extract_template(
    file: io.BufferedReader, keywords: Mapping[str, Any], comments: list[str], options: dict[str, Any]
) -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    """Extract the texts of a Django template, which Django converts to Python-like code."""
    # Only the calls matter; strip the HTML's indentation, which is invalid in Python.
    code = "\n".join(line.strip() for line in templatize(file.read().decode()).splitlines())
    yield from extract_python(io.BytesIO(code.encode()), keywords, comments, _PLAIN)


_HEAD: dict[str, Any] = {"project": "Suuber", "charset": "utf-8"}


def found_texts() -> Catalog:
    """Return every marked text of the sources, and every name of a column or table, with its location."""
    # Imported here, because it needs loaded apps.
    from marketplace import names  # noqa: PLC0415

    catalogue = Catalog(**_HEAD)
    for app in APPS:
        for name, _, text, _, context in extract_from_dir(ROOT / app, _METHODS, keywords=_KEYWORDS):
            catalogue.add(text, locations=[(f"{app}/{name}", 0)], context=context)
    for app, text in names.shown():
        if app in APPS:
            catalogue.add(text, locations=[(f"{app}/models", 0)])
    return catalogue


def path_of(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    """Return a language's catalogue, or an empty one."""
    path = path_of(language)
    if not path.is_file():
        return Catalog(locale=language, **_HEAD)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _messages(catalogue: Catalog) -> list[Message]:
    # Without the header, which has an empty id.
    return [message for message in catalogue if message.id]


def _all_of(text: Any) -> list[str]:
    return [text or ""] if isinstance(text, str | None) else [form or "" for form in text]


def _names(text: str) -> set[str]:
    """Return the placeholders of a text: ``{name}``, or ``%(name)s`` in templates."""
    of_templates = set(re.findall(r"%\((\w+)\)s", text))
    try:
        return of_templates | {name for _, name, _, _ in string.Formatter().parse(text) if name}
    except ValueError:  # a text with braces that are no placeholders
        return of_templates


def _blanks(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def fault_of(message: Message, *, plurals: int) -> str:
    """Return what is wrong with a translation; empty if nothing is."""
    forms, english = _all_of(message.string), _all_of(message.id)
    if message.fuzzy or not all(forms):
        return "is not translated"
    if len(forms) != (plurals if len(english) > 1 else 1):
        return "has not all forms of the plural"
    # The singular form may omit the number.
    if _names(forms[-1]) != _names(english[-1]) or any(_names(form) - _names(english[-1]) for form in forms):
        return f"fills in other names than {sorted(_names(english[-1]))}"
    if any(_blanks(form) != _blanks(english[0]) for form in forms):
        return "begins or ends with a blank otherwise than English"
    return "has a letter that nobody writes in Switzerland" if "ß" in "".join(forms) else ""


def faults(language: str) -> list[str]:
    """Return the missing, obsolete and invalid translations of a language."""
    known, wanted = read(language), found_texts()
    found = []
    for message in _messages(wanted):
        translated = known.get(message.id, message.context)
        fault = "is missing" if translated is None else fault_of(translated, plurals=known.num_plurals)
        if fault:
            found.append(f"{language}: {message.id!r} {fault}")
    gone = [message.id for message in _messages(known) if wanted.get(message.id, message.context) is None]
    return found + [f"{language}: {text!r} stands in no source" for text in gone]


def update(language: str) -> None:
    """Update a language's catalogue from the sources."""
    known, new = read(language), Catalog(locale=language, header_comment=f"# {language}", **_HEAD)
    new.fuzzy = False
    new.creation_date = known.creation_date
    for message in _messages(found_texts()):
        translated = known.get(message.id, message.context)
        text = "" if translated is None else translated.string
        new.add(message.id, text, locations=message.locations, context=message.context)
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, new, width=110, sort_output=True, include_lineno=False)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        os.environ.update(quiet_environment(Path(empty)), DJANGO_SETTINGS_MODULE="marketplace.settings")
        django.setup()
    for one in LANGUAGES:
        update(one)
        left = faults(one)
        say(f"  {one}: {len(left)} texts to write or mend")
        if "-v" in sys.argv:
            say("\n".join(left))
