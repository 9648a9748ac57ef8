"""What a write needs: the CSRF token, JSON, a declared method; and reads change nothing."""

from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from conftest import client_for
from marketplace.tests.fixtures import (
    ASKING,
    IDS,
    LOOKED_AT,
    UNSAFE,
    Writes,
    declared_calls,
    dump,
    route_of,
    undone,
)
from marketplace.tests.matrix_rows import ACTORS, OPERATORS
from marketplace.tests.matrix_table import TABLE
from marketplace.tests.proof import FULL, record
from orders import selectors
from orders.models import Order


def strict_client(user: Any) -> APIClient:
    """Return a client whose requests are checked for the CSRF token, as a browser's are."""
    client = APIClient(enforce_csrf_checks=True)
    client.default_format = "json"
    if user is not None:
        client.force_login(user)
    return client


@pytest.mark.proof
def test_nothing_is_changed_without_the_csrf_token(fixtures):
    clients = {actor: strict_client(fixtures.users[actor]) for actor in ("guest", "alice")}
    before = dump()
    for row in (row for row in UNSAFE if row.csrf):
        for actor, client in clients.items():
            response = fixtures.call(row, actor, client)
            assert response.status_code == 403, (row, actor)
            assert response.json()["code"] == "csrf_failed", (row, actor)

    assert dump() == before
    guarded = sum(row.csrf for row in UNSAFE)
    record("S8 token", f"{guarded} of {guarded} unsafe calls 403, 0 changes", "100 % of unsafe routes")


def test_with_the_token_the_same_calls_get_what_is_declared(fixtures, sampled):
    for row in sampled(row for row in UNSAFE if row.csrf):
        with undone(row):
            client = strict_client(fixtures.users["alice"])
            token = client.get("/api/auth/session").json()["csrfToken"]
            response = fixtures.call(row, "alice", client, **{"X-CSRFToken": token})
        assert response.status_code == row.statuses["alice"], row


def test_json_that_comes_as_plain_text_is_refused(fixtures):
    client = client_for(fixtures.users["alice"])
    for row in UNSAFE:
        response = client.generic(row.method, fixtures.path(row), b'{"a": 1}', content_type="text/plain")
        assert response.status_code == 415, row


# GET is covered by test_matrix.py; to views, HEAD is the same.
@pytest.mark.proof
def test_asking_by_head_changes_nothing(fixtures, sampled):
    actors = ACTORS if FULL else ("guest", "alice", "dora")
    for turn, actor in enumerate(actors):
        client = fixtures.client(actor)
        for row in sampled(ASKING, turn):
            writes = Writes()
            with connection.execute_wrapper(writes):
                response = client.head(fixtures.path(row))
                # Reading a streamed file to its end closes it.
                b"".join(getattr(response, "streaming_content", ()))
            # Reads of people's texts and photos are logged for operators who are neither of the two sides.
            logged = [sql for sql in writes.found if row.path in LOOKED_AT and "django_admin_log" in sql]
            assert writes.found == logged, (row, actor)
            assert not logged or actor in OPERATORS, (row, actor)
    record("S8 head", f"{len(ASKING)} calls x {len(actors)} actors: 0 writes", "every route: 0 writes")


def test_the_detector_notices_a_write(fixtures, monkeypatch):
    order_for = selectors.order_for

    def writing(**wanted: Any) -> Order:
        Order.objects.filter(pk=wanted["order_id"]).update(special_instructions="seen")
        return order_for(**wanted)

    monkeypatch.setattr(selectors, "order_for", writing)
    client, writes = client_for(fixtures.users["alice"]), Writes()
    with connection.execute_wrapper(writes):
        client.get(fixtures.filled("/api/orders/{order}"))

    assert len(writes.found) == 1


def test_a_method_that_is_not_declared_does_nothing(fixtures):
    client, declared = fixtures.client("dora"), declared_calls()
    for row in TABLE:
        for method in ("PUT", "DELETE", "PATCH", "POST", "OPTIONS", "TRACE"):
            if (method, route_of(row)) not in declared:
                assert client.generic(method, fixtures.filled(row.path)).status_code == 405, (row, method)


NO_IDS = ["5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11", "1", "x%00", "../../etc", "%F0%9F%A7%BA"]


@pytest.mark.parametrize("value", NO_IDS)
def test_what_is_no_id_of_anything_is_not_found(fixtures, sampled, value):
    fixtures.values |= dict.fromkeys([*IDS, "day_off", "passkey", "month"], value)
    # A body that is not JSON is refused before the ids are looked up; a link of an email leads to a page.
    asked = [row for row in TABLE if "{" in row.path and row.statuses["emil"] not in {302, 415}]
    for row in sampled(asked, NO_IDS.index(value)):
        assert fixtures.call(row, "emil").status_code in {400, 404}, row
