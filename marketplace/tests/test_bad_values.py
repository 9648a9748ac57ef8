"""Wrong values in place of any value: a sentence and a code say so, and nothing is changed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from marketplace.tests.fixtures import UNSAFE, Fixtures, dump
from marketplace.tests.matrix_rows import ACTORS, Row
from marketplace.tests.proof import figure

HUGE, NIL = 10**40, "00000000-0000-0000-0000-000000000000"
VALUES = [
    None, True, -1, HUGE, 1.5, "", "a\x00b", "\ud800", "x" * 5000, "2026-02-30", "9999-12-31", "24:00",
    NIL, [], [[]], {"a": 1},
]  # fmt: skip
BODIES = [b"[]", b"null", b"{", b"\xff", b'{"a": NaN}', b"[" * 50_000, b'{"a": "' + b"x" * 1_100_000 + b'"}']
WITH_BODY = [row for row in UNSAFE if row.body and min(row.statuses.values()) < 300]


def paths_in(body: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return the path to every value of a body."""
    entries = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for name, value in entries:
        yield (*way, name)
        yield from paths_in(value, (*way, name))


def changed(body: Any, way: tuple[Any, ...], value: object) -> bytes:
    """Return a body as JSON, with one value replaced."""
    copy = at = json.loads(json.dumps(body))
    for name in way[:-1]:
        at = at[name]
    at[way[-1]] = value
    return json.dumps(copy).encode()


def hostile(body: Any) -> list[bytes]:
    """Return a body with each value replaced by each wrong one, and malformed bodies."""
    return [changed(body, way, value) for way in paths_in(body) for value in VALUES] + BODIES


# Setting up the data takes as long as one call's bad values, so a test covers several calls.
TESTS = 8


@pytest.mark.proof
@pytest.mark.parametrize("first", range(TESTS))
def test_a_wrong_value_is_refused_with_a_sentence_and_changes_nothing(
    fixtures, settings, sampled, first
) -> None:
    settings.ACCOUNT_CALLS_PER_MINUTE = 1_000_000
    each = figure(6, 1)
    for number in range(first, len(WITH_BODY), TESTS):
        row = WITH_BODY[number]
        # A quick run takes every sixth value, starting elsewhere for each call.
        bodies = sampled(hostile(fixtures.filled(row.body))[number % each :: each], number)
        # One that no call takes, whatever the sample has.
        check_errors(fixtures, row, [*bodies, b"{"])


def check_errors(fixtures: Fixtures, row: Row, bodies: list[bytes]) -> None:
    actor = next(name for name in reversed(ACTORS) if row.statuses[name] < 300)
    client, path = fixtures.client(actor), fixtures.path(row)
    before, refused = dump(), 0
    for body in bodies:
        # Limits of how often something is done count there.
        cache.clear()
        # Accepted requests are rolled back; refused ones must have written nothing.
        with transaction.atomic():
            response = client.generic(row.method, path, body, content_type="application/json")
            transaction.set_rollback(response.status_code < 300)
        if response.status_code < 300:
            continue
        refused += 1
        assert 400 <= response.status_code < 500, (row, body[:200], response.content[:200])
        error = response.json()
        assert error["code"], (row, body[:200])
        assert len(error["message"].split()) >= 3, (row, body[:200], error)

    assert refused, row
    assert dump() == before, row
