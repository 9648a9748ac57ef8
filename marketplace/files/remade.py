"""Files that are made again where they are missing: stored for a week, under names that say what is in them.

A name belongs to one content for ever, so nothing is replaced, and no row names the files. A name begins with
its subject and a hyphen, so that all that is stored of a subject can be found.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction

from marketplace.files import private

FOLDER = "remade"
KEEP = timedelta(days=7)


def content_of(name: str) -> bytes | None:
    """Return a stored file's bytes; ``None`` if it has to be made. Raises ``StoreUnavailable``."""
    try:
        with private.opened(f"{FOLDER}/{name}") as file:
            content: bytes = file.read()
    except FileNotFoundError:
        return None
    return content


def store(name: str, content: bytes) -> None:
    """Store a file. Raises ``StoreUnavailable``."""
    private.store_as(f"{FOLDER}/{name}", content)


def forget_after_commit(*subjects: str) -> None:
    """Remove all that is stored of some subjects once the current transaction is committed."""
    transaction.on_commit(lambda: _forget(subjects))


def _forget(subjects: tuple[str, ...]) -> None:
    starts = tuple(f"{FOLDER}/{subject}-" for subject in subjects)
    # The commit is not undone if the store is away: :func:`sweep` removes the files within a week.
    with suppress(private.StoreUnavailable):
        for name in private.names_in(FOLDER):
            if name.startswith(starts):
                private.remove_now(name)


def sweep(*, now: datetime) -> int:
    """Remove the files that were made more than a week ago; return how many."""
    return sum(private.remove_now(name) for name in private.older_than(now - KEEP, folder=FOLDER))
