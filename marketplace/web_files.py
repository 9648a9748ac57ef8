"""Files of the web app that the server reads: its routes, what its build made, and texts that both show."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

# The language of what the server itself says.
LANGUAGE = "en"


def version_of(path: Path) -> int:
    """Return what changes when the file does; 0 when there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=16)
def _read(path: Path, version: int) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if version else {}


def json_of(path: Path) -> Any:
    """Return what a JSON file says, as it stands now; an empty object when there is none."""
    return _read(path, version_of(path))


def texts(name: str) -> dict[str, str]:
    """Return texts that web app and server both show, by key; empty where the web app's sources are missing.

    Names in braces are left to the caller; nothing else in them has a meaning of its own.
    """
    found: dict[str, str] = json_of(settings.WEB_APP_TEXTS / LANGUAGE / f"{name}.json")
    return found
