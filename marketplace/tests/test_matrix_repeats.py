"""Every write that takes an ``Idempotency-Key``, by the API's document: repeated, it acts once."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings

from marketplace.models import IdempotencyRecord
from marketplace.tests.matrix_table import Row
from marketplace.tests.scene import UNSAFE, Scene, dump, route_of, undone

KEY = {"Idempotency-Key": "7f9c0d5e-0002"}
REFUSED = "idempotency_key_reused"
# Unsafe calls that take no key: repeated they say the same again, or what is made twice is seen and undone.
WITHOUT_KEY = {
    "POST /api/auth/login",
    "POST /api/auth/logout",
    "POST /api/auth/register",
    "PATCH /api/profile",
    "POST /api/profile/password",
    "POST /api/addresses",
    "PATCH /api/addresses/<uuid:address_id>",
    "DELETE /api/addresses/<uuid:address_id>",
    "POST /api/notifications/read",
    "POST /api/orders/<uuid:order_id>/messages/read",
    "POST /api/orders/<uuid:order_id>/payment-return",
    "POST /api/payment-methods",
    "POST /api/payment-methods/setup",
    "PUT /api/favourites/<uuid:provider_id>",
    "DELETE /api/favourites/<uuid:provider_id>",
    "POST /api/payment-methods/<uuid:card_id>/default",
    "DELETE /api/payment-methods/<uuid:card_id>",
    "POST /api/pay-links/<str:token>/payment-intent",
    "POST /api/pay-links/<str:token>/payment-return",
    "POST /api/skip-links/<str:token>",
    "POST /api/stripe/webhook",
}


def operation_of(row: Row) -> dict[str, Any]:
    """Return what the API's document says of a call."""
    paths = json.loads(Path(settings.BASE_DIR, "docs", "openapi.json").read_text())["paths"]
    blank = "/".join("{}" if "<" in part else part for part in f"/{route_of(row)}".split("/"))
    path = next(
        path
        for path in paths
        if "/".join("{}" if part.startswith("{") else part for part in path.split("/")) == blank
    )
    found: dict[str, Any] = paths[path][row.method.lower()]
    return found


def takes_key(row: Row) -> bool:
    parameters = operation_of(row).get("parameters", [])
    return any(parameter["name"] == "Idempotency-Key" for parameter in parameters)


KEYED = [row for row in UNSAFE if takes_key(row)]
REPEATED = [row for row in KEYED if min(row.statuses.values()) < 300]


def caller_of(row: Row) -> str:
    return next(actor for actor in ("alice", "bruno", "dora") if row.statuses[actor] < 300)


def aside(tables: dict[str, Any]) -> dict[str, Any]:
    return {name: rows for name, rows in tables.items() if name != IdempotencyRecord._meta.db_table}


def test_a_write_takes_a_key_or_is_known_not_to_need_one() -> None:
    assert {f"{row.method} /{route_of(row)}" for row in UNSAFE if row not in KEYED} == WITHOUT_KEY
    assert {route_of(row) for row in KEYED} == {route_of(row) for row in REPEATED} | {
        "api/provider/resume",
        "api/recurring-bookings/<uuid:booking_id>/resume",
    }


def test_each_write_that_is_repeated_gives_its_first_answer_and_acts_once(scene: Scene) -> None:
    for row in REPEATED:
        with undone(row):
            first = scene.call(row, caller_of(row), **KEY)
            assert first.status_code < 300, (row, first.json())
            after = aside(dump())
            again = scene.call(row, caller_of(row), **KEY)
            assert (again.status_code, again.json()) == (first.status_code, first.json()), row
            assert again.headers.get("Idempotency-Key") == KEY["Idempotency-Key"], row
            assert aside(dump()) == after, row
        IdempotencyRecord.objects.all().delete()


def test_a_key_that_somebody_else_used_gives_nothing_of_theirs(scene: Scene) -> None:
    for row in REPEATED:
        with undone(row):
            first = scene.call(row, caller_of(row), **KEY)
            other = scene.call(row, "chiara", **KEY)
            assert first.status_code < 300, row
            assert other.status_code == row.statuses["chiara"], row
            assert other.json() != first.json(), row
        IdempotencyRecord.objects.all().delete()


def test_a_key_belongs_to_a_call_with_its_query(scene: Scene) -> None:
    asked = [row for row in REPEATED if row.query]
    for row in asked:
        with undone(row):
            assert scene.call(row, caller_of(row), **KEY).status_code < 300, row
            client, body = scene.client(caller_of(row)), scene.filled(row.body)
            elsewhere = f"{scene.path(row)}&providerId={scene.values['alice']}"
            answer = getattr(client, row.method.lower())(elsewhere, body, headers=KEY)
            assert (answer.status_code, answer.json()["code"]) == (422, REFUSED), row

    assert asked
