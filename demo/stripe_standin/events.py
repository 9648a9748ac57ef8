"""Events: what happened, newest first."""

from __future__ import annotations

import fnmatch

from demo.stripe_standin.call import Call, as_list
from demo.stripe_standin.errors import Json, invalid
from demo.stripe_standin.params import PAGE, spec, strings, text

LIST = spec(PAGE, type=text(), types=strings)


def retrieve(call: Call) -> Json:
    """GET /v1/events/{id}."""
    return call.store.get(call.path["id"], "event")


def listing(call: Call) -> Json:
    """GET /v1/events, by `type` (with `*`) or up to 20 `types`."""
    kind, kinds = call.params.get("type"), call.params.get("types")
    if kind and kinds:
        raise invalid("You may only specify one of these parameters: type, types.")
    if kinds and len(kinds) > 20:
        raise invalid("You may pass at most 20 types.", param="types")
    wanted = _matching(call, [kind] if kind else kinds) if kind or kinds else None
    page = call.store.page("event", call.params, tag=wanted)
    return as_list("/v1/events", page)


def _matching(call: Call, patterns: list[str] | None) -> list[str]:
    """Return the existing types that match.

    If none matches, a type that never occurs, so that the list is empty.
    """
    found = [
        row[0]
        for row in call.store.connection.execute("SELECT DISTINCT tag FROM objects WHERE kind = 'event'")
    ]
    return [name for name in found for pattern in patterns or [] if fnmatch.fnmatchcase(name, pattern)] or [
        "-"
    ]
