"""Every call by every kind of person: what they get, what they see of it, and what it changes."""

from typing import Any

import pytest
from django.urls import get_resolver

from marketplace.tests.matrix_shapes import PARTS, PARTS_OF, SHAPES
from marketplace.tests.matrix_table import ACTORS, TABLE, Row
from marketplace.tests.proof import record
from marketplace.tests.scene import ASKING, UNSAFE, Scene, api_routes, declared_calls, dump, route_of, undone
from orders import selectors
from orders.models import Order

# --- No call without a row -------------------------------------------------------------------------


def test_every_call_has_its_row_and_every_row_its_call():
    assert {(row.method, route_of(row)) for row in TABLE} == declared_calls()


def test_every_view_says_who_may_call_it():
    for route, view in api_routes(get_resolver()).items():
        classes = [kind for kind in view.__mro__ if kind.__module__.split(".")[0] != "rest_framework"]
        assert any("permission_classes" in vars(kind) for kind in classes), route


# --- Who gets what -----------------------------------------------------------------------------------


def statuses(scene: Scene, row: Row) -> dict[str, int]:
    """Return what each actor gets, each in the same scene."""
    found = {}
    for actor in ACTORS:
        with undone(row):
            found[actor] = scene.call(row, actor).status_code
    return found


# One scene serves all rows of a test: what a row changes is undone before the next.


def surprises(scene: Scene, rows: list[Row] = TABLE) -> dict[str, dict[str, int]]:
    """Return, by call, what actors get where it is not what is declared."""
    found = {}
    for row in rows:
        got = statuses(scene, row)
        if got != row.statuses:
            found[str(row)] = {actor: got[actor] for actor in ACTORS if got[actor] != row.statuses[actor]}
    return found


@pytest.mark.proof
def test_each_gets_what_is_declared(scene):
    scene.sign_everybody_in()
    assert surprises(scene) == {}
    asked = "every route and method, 0 unexpected"
    record("S1, S2", f"{len(declared_calls())} calls x {len(ACTORS)} actors: 0 unexpected", asked)
    kinds = "support, operations, finance, one without the second factor"
    record("S19", f"{len(declared_calls())} calls x 4: 0 unexpected", f"{kinds}: 0 unexpected 2xx")


def test_a_refusal_changes_nothing(scene):
    scene.sign_everybody_in()
    before = dump()
    for row in UNSAFE:
        for actor, status in row.statuses.items():
            if status >= 400:
                scene.call(row, actor)
        assert dump() == before, row


def test_the_matrix_notices_when_orders_are_open_to_strangers(scene, monkeypatch):
    def order_for(*, user: Any, order_id: Any) -> Order:
        return selectors.orders().get(pk=order_id)

    monkeypatch.setattr(selectors, "order_for", order_for)

    rows = [row for row in ASKING if row.path == "/api/orders/{order}"]

    assert surprises(scene, rows) == {"GET /api/orders/{order}": {"chiara": 403, "emil": 403, "udo": 403}}


# --- What they see of it --------------------------------------------------------------------------------


def entries_of(answer: Any) -> list[dict[str, Any]]:
    content = answer.json()
    return content if isinstance(content, list) else [content]


def check_parts(entry: dict[str, Any], shape: str) -> None:
    """Compare the parts inside an entry."""
    for name, keys in PARTS.items():
        part, keys = entry.get(name), PARTS_OF.get((shape, name), keys)  # noqa: PLW2901 - a shape's own
        if name == "user" and shape in {"Session", "AuthSuccess"}:
            keys = SHAPES["User"]  # noqa: PLW2901 - the account itself, not a provider's card
        for inner in part if isinstance(part, list) else [part]:
            if isinstance(inner, dict):
                assert set(inner) == keys, name
                check_parts(inner, "")


@pytest.mark.proof
def test_an_answer_holds_what_is_declared_and_nothing_beside_it(scene):
    scene.sign_everybody_in()
    for row in (row for row in TABLE if row.keys):
        for actor, status in row.statuses.items():
            with undone(row):
                answer = scene.call(row, actor)
            if status >= 400:
                assert set(answer.json()) <= {"message", "code", "fields", "current", "success", "waitsFor"}
                continue
            for entry in entries_of(answer):
                assert set(entry) == SHAPES[row.keys], (row, actor)
                check_parts(entry, row.keys)
    record("S3 shapes", f"{len(SHAPES)} shapes x {len(ACTORS)} actors exact", "golden keys of every response")


def own_secrets(scene: Scene, name: str) -> list[str]:
    user = scene.cast[name]
    return [user.email, user.phone]


# A customer and the provider of a paid order know each other; an operator knows everybody.
EVERYBODY = {"alice", "bruno", "chiara", "emil"}
KNOWN = {"alice": {"bruno"}, "bruno": {"alice"}} | dict.fromkeys(("dora", "emma", "otto", "fina"), EVERYBODY)


def test_nobody_sees_what_is_not_theirs_to_see(scene):
    scene.sign_everybody_in()
    for row in (row for row in ASKING if row.keys):
        for actor in ACTORS:
            text = scene.call(row, actor).content.decode()
            for name in set(ACTORS) - {"guest", actor} - KNOWN.get(actor, set()):
                for secret in own_secrets(scene, name):
                    assert secret not in text, (row, actor, name)
            if actor in {"guest", "chiara", "emil", "udo"}:
                assert "Geheimweg" not in text, (row, actor)
                assert "Bahnhofstrasse" not in text, (row, actor)
                # Their own last name, once; that of a provider or an author is one letter.
                assert text.count("Meier") <= (actor != "guest"), (row, actor)


def test_the_public_list_of_providers_tells_no_more_than_a_card(scene):
    for row in (row for row in ASKING if row.path.startswith("/api/providers")):
        text = scene.call(row, "dora").content.decode()
        assert not any(secret in text for secret in ("@", "Meier", "+41", "strasse")), row


def test_until_paid_the_provider_sees_no_address_and_no_phone(scene):
    row = next(row for row in ASKING if row.path == "/api/orders/{unpaid}")

    seen = scene.call(row, "bruno").json()

    assert seen["pickupAddress"] is seen["deliveryAddress"] is seen["specialInstructions"] is None
    assert seen["customer"]["phone"] is None
    assert seen["customer"]["lastName"] == "M"
