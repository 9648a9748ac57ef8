"""Files of the web app that the server reads: its routes, what its build made, and texts that both show."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import get_language


def version_of(path: Path) -> int:
    """Return what changes when the file does; 0 when there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=32)
def _read(path: Path, version: int) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if version else {}


def json_of(path: Path) -> Any:
    """Return what a JSON file says, as it stands now; an empty object when there is none."""
    return _read(path, version_of(path))


def language() -> str:
    """Return the language that is spoken now, one of ``LANGUAGES``."""
    return get_language() or settings.LANGUAGE_CODE


def texts(name: str) -> dict[str, str]:
    """Return texts that web app and server both show, by key, in the language that is spoken now.

    Empty where the web app's sources are missing. Names in braces are left to the caller; nothing else in
    them has a meaning of its own.
    """
    found: dict[str, str] = json_of(settings.WEB_APP_TEXTS / language() / f"{name}.json")
    return found


def filled_in(text: str, names: Mapping[str, str]) -> str:
    """Fill in the names in braces, once: what a person is called is no template."""
    return re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], match[0]), text)
