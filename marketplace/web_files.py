"""Files of the web app that the server reads: its routes, its build's output, and shared texts."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import get_language


def version_of(path: Path) -> int:
    """Return the file's modification time in nanoseconds, as a cache key; 0 if it does not exist."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=32)
def _read(path: Path, version: int) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if version else {}


def json_of(path: Path) -> Any:
    """Return a JSON file's current content; an empty object if it does not exist."""
    return _read(path, version_of(path))


def language() -> str:
    """Return the active language, one of ``LANGUAGES``."""
    return get_language() or settings.LANGUAGE_CODE


def texts(name: str) -> dict[str, str]:
    """Return texts that web app and server share, by key, in the active language.

    Empty if the web app's sources are missing. Placeholders in braces are left to the caller; the texts have
    no other syntax.
    """
    found: dict[str, str] = json_of(settings.WEB_APP_TEXTS / language() / f"{name}.json")
    return found


def filled_in(text: str, names: Mapping[str, str]) -> str:
    """Fill in the placeholders in one pass: braces within a value are not expanded."""
    return re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], match[0]), text)
