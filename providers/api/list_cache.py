"""Rendered provider lists, kept by the process until what they show changes.

An entry is used only under the version that the database gives at that moment and only until the
next slot begins that changes the list, so it is never served by age and may live in process memory.

A list is made by one thread at a time. Who waited meanwhile takes what was begun after they asked: it
is as new as what they would have made, so any number of callers costs two lists and not one each.
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
# Keys share locks: two lists that wait for each other now and then are no harm.
_locks = [Lock() for _ in range(64)]


def forget() -> None:
    """Drop every kept list."""
    _entries.clear()


def render(listing: Listing) -> Rendered:
    """Turn a list into compact JSON."""
    content = orjson.dumps(listing.providers)
    return Rendered(content, f'"{blake2b(content, digest_size=12).hexdigest()}"')


def rendered_list(*, key: str, now: datetime, read: Callable[[], Listing]) -> Rendered:
    """Return the list of a key, from memory if it still holds, else from ``read``."""
    # The version is read first: a change in between makes the entry older than it is, never newer.
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
    """Make the lists of a key one after the other; tell whether somebody else's was waited for."""
    lock = _locks[hash(key) % len(_locks)]
    has_waited = not lock.acquire(blocking=False)
    if has_waited:
        lock.acquire()
    try:
        yield has_waited
    finally:
        lock.release()


def _store(key: str, entry: _Entry) -> None:
    _entries[key] = entry
    _entries.move_to_end(key)
    if len(_entries) > MOST_ENTRIES:
        _entries.popitem(last=False)
