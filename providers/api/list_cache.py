"""Rendered provider lists, kept by the process until what they show changes.

An entry is used only under the version that the database gives at that moment and only until the
next slot begins that changes the list, so it is never served by age and may live in process memory.
"""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from hashlib import blake2b
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
    made_at: datetime
    holds_until: datetime
    rendered: Rendered


_entries: OrderedDict[str, _Entry] = OrderedDict()


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
    version = catalogue.version()
    entry = _entries.get(key)
    if entry is not None and entry.version == version and entry.made_at <= now < entry.holds_until:
        return entry.rendered
    listing = read()
    rendered = render(listing)
    if version is not None:
        _entries[key] = _Entry(version, now, listing.holds_until, rendered)
        _entries.move_to_end(key)
        if len(_entries) > MOST_ENTRIES:
            _entries.popitem(last=False)
    return rendered
