"""Files that are made again where they are missing: kept for a week, under names that say what is in them.

A name belongs to one content for ever, so nothing is replaced, and no row names the files.
"""

from datetime import datetime, timedelta

from marketplace.files import private

FOLDER = "remade"
KEEP = timedelta(days=7)


def content_of(name: str) -> bytes | None:
    """Return a kept file's bytes; ``None`` if it has to be made. Raises ``StoreUnavailable``."""
    try:
        with private.opened(f"{FOLDER}/{name}") as file:
            content: bytes = file.read()
    except FileNotFoundError:
        return None
    return content


def keep(name: str, content: bytes) -> None:
    """Keep a file. Raises ``StoreUnavailable``."""
    private.store_as(f"{FOLDER}/{name}", content)


def sweep(*, now: datetime) -> int:
    """Remove the files that were made more than a week ago; return how many."""
    return sum(private.remove_now(name) for name in private.older_than(now - KEEP, folder=FOLDER))
