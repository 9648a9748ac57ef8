"""Output on the terminal."""

import shutil
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent


def say(text: str = "") -> None:
    """Print a line and flush it."""
    print(text, flush=True)


def give_up(sentence: str) -> NoReturn:
    """Exit with a sentence that says what to do."""
    print(sentence, file=sys.stderr, flush=True)
    raise SystemExit(1)


def tool(name: str, hint: str) -> str:
    """Return the path of a program, or give up with a hint on where to get it."""
    path = shutil.which(name)
    if path is None:
        give_up(f"{name} is missing: {hint}")
    return path
