"""Every call by every kind of person: the status, the content, and what it changes."""

from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.urls import get_resolver

from marketplace.tests.fixtures import (
    ASKING,
    LOOKED_AT,
    UNSAFE,
    Fixtures,
    Writes,
    api_routes,
    declared_calls,
    dump,
    route_of,
    undone,
)
from marketplace.tests.matrix_rows import ACTORS, OPERATORS, Row
from marketplace.tests.matrix_shapes import PARTS, PARTS_OF, SHAPES
from marketplace.tests.matrix_table import TABLE
from marketplace.tests.proof import record
from orders import selectors
from orders.models import Order

# --- Every call has a row --------------------------------------------------------------------------


def test_every_call_has_its_row_and_every_row_its_call():
    assert {(row.method, route_of(row)) for row in TABLE} == declared_calls()


def test_every_view_says_who_may_call_it():
    for route, view in api_routes(get_resolver()).items():
        classes = [kind for kind in view.__mro__ if kind.__module__.split(".")[0] != "rest_framework"]
        assert any("permission_classes" in vars(kind) for kind in classes), route


# --- Statuses ----------------------------------------------------------------------------------------


# Calling everything as everybody takes a minute: one run serves all assertions about the responses.


@dataclass(frozen=True)
class Heard:
    """An actor's response to a call, and the writing statements meanwhile."""

    row: Row
    actor: str
    response: Any
    writes: list[str]

    @property
    def status(self) -> int:
        """Return the declared status."""
        return self.row.statuses[self.actor]

    def __str__(self) -> str:
        return f"{self.row} by {self.actor}"


def hear(fixtures: Fixtures, row: Row, actor: str) -> Heard:
    writes = Writes()
    with connection.execute_wrapper(writes):
        response = fixtures.call(row, actor)
        # A streamed response may write until its end.
        b"".join(getattr(response, "streaming_content", ()))
    return Heard(row, actor, response, writes.found)


def refused(fixtures: Fixtures, rows: list[Row]) -> list[Heard]:
    """Make each call as every actor who is to be refused."""
    calls = [(row, actor) for row in rows for actor in ACTORS if row.statuses[actor] >= 400]
    return [hear(fixtures, row, actor) for row, actor in calls]


def accepted(fixtures: Fixtures, rows: list[Row]) -> list[Heard]:
    """Make each call as every actor who may, each with the same data."""
    found = []
    for row, actor in product(rows, ACTORS):
        if row.statuses[actor] < 400:
            with undone(row):
                found.append(hear(fixtures, row, actor))
    return found


def surprises(heard: list[Heard]) -> dict[str, int]:
    """Return, by call and actor, the statuses that differ from the declared ones."""
    return {str(one): one.response.status_code for one in heard if one.response.status_code != one.status}


@pytest.mark.long
@pytest.mark.proof
def test_each_gets_what_is_declared_and_nothing_beside_it(fixtures):
    fixtures.sign_everybody_in()
    before = dump()
    heard = refused(fixtures, TABLE)
    assert surprises(heard) == {}
    assert dump() == before, "a refusal has changed something"
    heard += accepted(fixtures, [*ASKING, *UNSAFE])

    assert surprises(heard) == {}
    for one in heard:
        check_shape(one)
        if one.row.method == "GET":
            check_secrets(fixtures, one)
            check_log(one)
    opened = {one.row.path for one in heard if is_private_file(one)}
    pages = {"/api/orders", "/api/orders/customer/{alice}", "/api/orders/{order}/calendar.ics"}
    pages |= {"/api/orders/{order}", "/api/orders/{away}", "/api/orders/{unpaid}"}
    assert opened == LOOKED_AT - pages - {"/api/orders/{order}/messages", "/api/orders/{done}/claims"}

    calls = len(declared_calls())
    record(
        "S1, S2",
        f"{calls} calls x {len(ACTORS)} actors: 0 unexpected",
        "every route and method, 0 unexpected",
    )
    kinds = "support, operations, finance, one without the second factor"
    record("S19", f"{calls} calls x 4: 0 unexpected", f"{kinds}: 0 unexpected 2xx")
    record("S3 shapes", f"{len(SHAPES)} shapes x {len(ACTORS)} actors exact", "golden keys of every response")
    record("S8 get", f"{len(ASKING)} calls x {len(ACTORS)} actors: 0 writes", "every route: 0 writes")


def is_private_file(one: Heard) -> bool:
    """Return whether an actor got somebody else's private file."""
    is_file = one.response.status_code == 200 and "attachment" in one.response.get("Content-Disposition", "")
    return is_file and one.actor in OPERATORS


def check_log(one: Heard) -> None:
    """Reads write nothing, except the log of an operator's reads of people's texts and photos."""
    logged = [sql for sql in one.writes if one.row.path in LOOKED_AT and "django_admin_log" in sql]
    assert one.writes == logged, one
    assert not logged or one.actor in OPERATORS, one
    assert len(logged) == 1 or not is_private_file(one), one


def test_the_matrix_notices_when_orders_are_open_to_strangers(fixtures, monkeypatch):
    def order_for(*, user: Any, order_id: Any) -> Order:
        return selectors.orders().get(pk=order_id)

    monkeypatch.setattr(selectors, "order_for", order_for)

    rows = [row for row in ASKING if row.path == "/api/orders/{order}"]

    # Instead of 404 they get as far as the check of the order's owner.
    assert surprises(refused(fixtures, rows)) == {
        f"GET /api/orders/{{order}} by {actor}": 403 for actor in ("chiara", "emil", "udo")
    }


# --- Content --------------------------------------------------------------------------------------------


ERROR_KEYS = {"message", "code", "fields", "current", "success", "waitsFor"}


def entries_of(response: Any) -> list[dict[str, Any]]:
    content = response.json()
    return content if isinstance(content, list) else [content]


def check_parts(entry: dict[str, Any], shape: str) -> None:
    """Compare the nested objects of an entry."""
    for name, keys in PARTS.items():
        part, keys = entry.get(name), PARTS_OF.get((shape, name), keys)  # noqa: PLW2901 - a shape's own
        if name == "user" and shape in {"Session", "AuthSuccess"}:
            keys = SHAPES["User"]  # noqa: PLW2901 - the account itself, not a provider's card
        for inner in part if isinstance(part, list) else [part]:
            if isinstance(inner, dict):
                assert set(inner) == keys, name
                check_parts(inner, "")


def check_shape(one: Heard) -> None:
    """Compare the keys of a response with the declared shape."""
    if not one.row.keys:
        return
    if one.status >= 400:
        assert set(one.response.json()) <= ERROR_KEYS, one
        return
    for entry in entries_of(one.response):
        assert set(entry) == SHAPES[one.row.keys], one
        check_parts(entry, one.row.keys)


def own_secrets(fixtures: Fixtures, name: str) -> list[str]:
    user = fixtures.users[name]
    return [user.email, user.phone]


# Customer and provider of a paid order know each other; operators know everybody.
EVERYBODY = {"alice", "bruno", "chiara", "emil"}
KNOWN = {"alice": {"bruno"}, "bruno": {"alice"}} | dict.fromkeys(("dora", "emma", "otto", "fina"), EVERYBODY)


def check_secrets(fixtures: Fixtures, one: Heard) -> None:
    """Check that no response contains other people's data."""
    if not one.row.keys:
        return
    text, actor = one.response.content.decode(), one.actor
    for name in set(ACTORS) - {"guest", actor} - KNOWN.get(actor, set()):
        for secret in own_secrets(fixtures, name):
            assert secret not in text, (one, name)
    if actor in {"guest", "chiara", "emil", "udo"}:
        assert "Geheimweg" not in text, one
        assert "Bahnhofstrasse" not in text, one
        # Once their own last name; others' last names are abbreviated to one letter.
        assert text.count("Meier") <= (actor != "guest"), one


def test_the_public_list_of_providers_tells_no_more_than_a_card(fixtures):
    for row in (row for row in ASKING if row.path.startswith("/api/providers")):
        text = fixtures.call(row, "dora").content.decode()
        assert not any(secret in text for secret in ("@", "Meier", "+41", "strasse")), row


def test_until_paid_the_provider_sees_no_address_and_no_phone(fixtures):
    row = next(row for row in ASKING if row.path == "/api/orders/{unpaid}")

    seen = fixtures.call(row, "bruno").json()

    assert seen["pickupAddress"] is seen["deliveryAddress"] is seen["specialInstructions"] is None
    assert seen["customer"]["phone"] is None
    assert seen["customer"]["lastName"] == "M"
