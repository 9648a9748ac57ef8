"""Rendered provider lists, cached in the process.

An entry is used only while the database gives the version it was made under, and until the next slot that
changes the list begins. It never expires by age, so process memory is good enough.

One thread at a time makes a list. A thread that waited takes a list whose making began after its own
request: it is as new as one of its own, so any number of parallel requests costs two lists.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import blake2b
from threading import Lock
from time import monotonic
from typing import NamedTuple

import orjson

from providers import catalogue
from providers.selectors import Listing

MOST_ENTRIES = 1024
# Of a process: a full list takes some 150 KB, and a country has thousands of them.
MOST_BYTES = 32 * 1024 * 1024


class Rendered(NamedTuple):
    """The bytes of a list and their entity tag."""

    content: bytes
    etag: str


class _Entry(NamedTuple):
    version: int
    began: float
    made_at: datetime
    holds_until: datetime
    rendered: Rendered


_entries: OrderedDict[str, _Entry] = OrderedDict()
# Keys share locks by their hash: two lists may wait for each other, which does no harm.
_locks = [Lock() for _ in range(64)]
_storing = Lock()


def forget() -> None:
    """Clear the cache."""
    with _storing:
        _entries.clear()


def render(listing: Listing) -> Rendered:
    """Serialize a list to compact JSON, with an entity tag."""
    content = orjson.dumps(listing.providers)
    return Rendered(content, f'"{blake2b(content, digest_size=12).hexdigest()}"')


def rendered_list(*, key: str, now: datetime, read: Callable[[], Listing]) -> Rendered:
    """Return the list of a key, from the cache if it is still valid, else from ``read``."""
    # The version is read before the list: after a change in between, the entry is too new for its version.
    began, version = monotonic(), catalogue.version()
    entry = _entries.get(key)
    if entry is not None and entry.version == version and entry.made_at <= now < entry.holds_until:
        return entry.rendered
    with _turn(key) as has_waited:
        entry = _entries.get(key)
        if entry is not None and entry.began >= began and now < entry.holds_until:
            return entry.rendered
        if has_waited:
            began, version = monotonic(), catalogue.version()
        listing = read()
        rendered = render(listing)
        if version is not None:
            _store(key, _Entry(version, began, now, listing.holds_until, rendered))
    return rendered


@contextmanager
def _turn(key: str) -> Iterator[bool]:
    """Serialize the making of a key's lists; yields whether another thread was waited for."""
    lock = _locks[hash(key) % len(_locks)]
    has_waited = not lock.acquire(blocking=False)
    if has_waited:
        lock.acquire()
    try:
        yield has_waited
    finally:
        lock.release()


def _store(key: str, entry: _Entry) -> None:
    with _storing:
        _entries[key] = entry
        _entries.move_to_end(key)
        if _is_too_much():
            # First those of other versions: nobody is given them any more.
            for stale in [key for key, one in _entries.items() if one.version != entry.version]:
                del _entries[stale]
        while _is_too_much():
            _entries.popitem(last=False)


def _is_too_much() -> bool:
    size = sum(len(entry.rendered.content) for entry in _entries.values())
    return len(_entries) > MOST_ENTRIES or size > MOST_BYTES
