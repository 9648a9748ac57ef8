"""Every write, repeated: with an ``Idempotency-Key`` it acts once; without, it responds as listed here."""

import functools
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from demo.stripe_standin.testing import RunningStandin
from marketplace.http.models import IdempotencyRecord
from marketplace.tests.fixtures import UNSAFE, Fixtures, dump, route_of, undone
from marketplace.tests.matrix_rows import Row
from marketplace.tests.proof import record, sample
from orders.models import Order
from orders.payments.tests.fixtures import open_payment, report

KEY = {"Idempotency-Key": "7f9c0d5e-0002"}
REFUSED = "idempotency_key_reused"
SAME = "the same answer"
ANOTHER_SECRET = "a form of Stripe's that does nothing until it is sent"
ANOTHER_QUESTION = "another question, which alone is answered from now on"
# Calls that take no key, and the response to a repeat, which changes no data of ours in any case.
WITHOUT_KEY: dict[str, str] = {
    "POST /api/auth/login": SAME,
    "POST /api/auth/logout": SAME,
    "POST /api/auth/register": "400 email",
    "POST /api/auth/password-reset": SAME,
    "POST /api/auth/password-reset/confirm": "404",
    "POST /api/auth/sign-in-link": SAME,
    "POST /api/auth/sign-in-link/confirm": "404",
    "POST /api/auth/email-verification": SAME,
    "POST /api/auth/email-change": "404",
    "POST /api/auth/email-change/take-back": "404",
    "POST /api/auth/emailed-link": SAME,
    "DELETE /api/profile/devices": SAME,
    "DELETE /api/profile/devices/<uuid:device_id>": "404",
    "POST /api/profile/email": SAME,
    "DELETE /api/profile/email": SAME,
    "POST /api/profile/email-verification": SAME,
    "POST /api/auth/passkey/question": ANOTHER_QUESTION,
    "POST /api/profile/passkeys/question": ANOTHER_QUESTION,
    "PATCH /api/profile/passkeys/<int:passkey_id>": SAME,
    "POST /api/profile/passkeys/<int:passkey_id>/removal": "404",
    "POST /api/profile/authenticator-app/setup": ANOTHER_QUESTION,
    "POST /api/profile/authenticator-app/removal": "409",
    "PATCH /api/profile": SAME,
    "PUT /api/profile/care": SAME,
    "DELETE /api/profile/care/question": SAME,
    "POST /api/profile/password": "400 currentPassword",
    "PATCH /api/addresses/<uuid:address_id>": SAME,
    "PUT /api/provider-application": SAME,
    "DELETE /api/provider-application/documents/<kind:kind>": SAME,
    "DELETE /api/profile/photo": SAME,
    "DELETE /api/provider/photo": SAME,
    "PUT /api/notifications/preferences": SAME,
    "POST /api/push-subscriptions": SAME,
    "DELETE /api/push-subscriptions": SAME,
    "PUT /api/privacy/preferences": SAME,
    "POST /api/privacy/deletion": SAME,
    "POST /api/orders/<uuid:order_id>/messages/read": SAME,
    "POST /api/orders/<uuid:order_id>/payment-return": SAME,
    "PUT /api/provider/position": SAME,
    "DELETE /api/provider/position": SAME,
    "POST /api/payment-methods": SAME,
    "POST /api/payment-methods/setup": ANOTHER_SECRET,
    "PUT /api/provider/payout-account": SAME,
    "PUT /api/orders/<uuid:order_id>/handover-code": SAME,
    "PUT /api/orders/<uuid:order_id>/review": SAME,
    "PUT /api/orders/<uuid:order_id>/customer-rating": SAME,
    "POST /api/provider/stripe-account": ANOTHER_SECRET,
    "POST /api/provider/stripe-account/check": SAME,
    "PUT /api/favourites/<uuid:provider_id>": SAME,
    "DELETE /api/favourites/<uuid:provider_id>": SAME,
    "POST /api/payment-methods/<uuid:card_id>/default": SAME,
    "POST /api/pay-links/<str:token>/payment-intent": SAME,
    "POST /api/pay-links/<str:token>/payment-return": SAME,
    "POST /api/skip-links/<str:token>": SAME,
    "POST /api/stripe/webhook": SAME,
}
# No row is ready for them in the fixtures, or a repeat is meant to act again: their own tests repeat them.
REPEATED_ELSEWHERE = {
    "DELETE /api/privacy/deletion",
    "DELETE /api/orders/<uuid:order_id>/photos/<uuid:photo_id>",
    "POST /api/auth/passkey",
    "POST /api/auth/second-step",
    "POST /api/profile/authenticator-app",
    "POST /api/profile/passkeys",
    "POST /api/profile/connections/<str:provider>",
    "POST /api/profile/connections/<str:provider>/removal",
    "POST /api/profile/recovery-codes",
    "POST /api/unsubscribe/<str:token>",
}


@functools.cache
def described() -> dict[str, Any]:
    """Return the OpenAPI document's description by path."""
    paths: dict[str, Any] = json.loads(Path(settings.BASE_DIR, "docs", "openapi.json").read_text())["paths"]
    return paths


def operation_of(row: Row) -> dict[str, Any]:
    """Return the OpenAPI document's description of a call."""
    paths = described()
    blank = "/".join("{}" if "<" in part else part for part in f"/{route_of(row)}".split("/"))
    found: dict[str, Any] = next(
        calls[row.method.lower()]
        for path, calls in paths.items()
        if "/".join("{}" if part.startswith("{") else part for part in path.split("/")) == blank
        and row.method.lower() in calls
    )
    return found


def call_of(row: Row) -> str:
    return f"{row.method} /{route_of(row)}"


def body_of(response: Any) -> Any:
    return response.json() if response.content else None


def takes_key(row: Row) -> bool:
    parameters = operation_of(row).get("parameters", [])
    return any(parameter["name"] == "Idempotency-Key" for parameter in parameters)


KEYED = [row for row in UNSAFE if takes_key(row)]
REPEATED = [row for row in KEYED if min(row.statuses.values()) < 300]


def caller_of(row: Row) -> str:
    return next(actor for actor in ("alice", "bruno", "dora", "chiara") if row.statuses[actor] < 300)


def aside(tables: dict[str, Any]) -> dict[str, Any]:
    return {name: rows for name, rows in tables.items() if name != IdempotencyRecord._meta.db_table}


def test_a_write_takes_a_key_or_is_known_not_to_need_one() -> None:
    assert {call_of(row) for row in UNSAFE if row not in KEYED} == {*WITHOUT_KEY, *REPEATED_ELSEWHERE}
    assert {route_of(row) for row in KEYED} == {route_of(row) for row in REPEATED} | {
        # No row is ready for them in the fixtures, or they take a file: their own tests repeat them.
        "api/orders/<uuid:order_id>/messages/photos",
        "api/orders/<uuid:order_id>/photos",
        "api/support-requests/<uuid:request_id>/photos",
        "api/orders/<uuid:order_id>/proofs",
        "api/orders/<uuid:order_id>/substitute",
        "api/provider-application/again",
        "api/provider-application/documents/<kind:kind>",
        "api/provider-application/submit",
        "api/provider/offers/<uuid:order_id>/accept",
        "api/provider/offers/<uuid:order_id>/decline",
        "api/profile/photo",
        "api/provider/photo",
        "api/provider/resume",
        "api/recurring-bookings/<uuid:booking_id>/resume",
    }


@pytest.mark.proof
def test_each_write_that_is_repeated_gives_its_first_answer_and_acts_once(fixtures: Fixtures) -> None:
    for row in sample(REPEATED, every=3):
        with undone(row):
            first = fixtures.call(row, caller_of(row), **KEY)
            assert first.status_code < 300, (row, first.json())
            after = aside(dump())
            again = fixtures.call(row, caller_of(row), **KEY)
            assert (again.status_code, body_of(again)) == (first.status_code, body_of(first)), row
            assert again.headers.get("Idempotency-Key") == KEY["Idempotency-Key"], row
            assert aside(dump()) == after, row
        IdempotencyRecord.objects.all().delete()


def test_a_call_without_a_key_that_is_repeated_changes_nothing_more(fixtures: Fixtures, sampled) -> None:
    known = [row for row in UNSAFE if row not in KEYED and call_of(row) not in REPEATED_ELSEWHERE]
    all_of_them = [(row, WITHOUT_KEY[call_of(row)]) for row in known if row.csrf]
    for row, expected in sampled(all_of_them):
        with undone(row):
            client = fixtures.client(caller_of(row))
            first = fixtures.call(row, caller_of(row), client)
            assert first.status_code < 300, (row, first.json())
            after = dump()
            again = fixtures.call(row, caller_of(row), client)
            assert dump() == after, row
            if expected in {ANOTHER_SECRET, ANOTHER_QUESTION}:
                assert (again.status_code, again.json() == first.json()) == (200, False), row
            elif expected == SAME:
                assert (again.status_code, said(again)) == (first.status_code, said(first)), row
            else:
                assert outcome_of(again) == expected, row


def said(response: Any) -> Any:
    """Return a response's content, except the CSRF token, which always differs."""
    content = response.json() if response.content else None
    return content | {"csrfToken": ""} if isinstance(content, dict) else content


def outcome_of(error: Any) -> str:
    """Return the status of an error, and its fields."""
    return " ".join([str(error.status_code), *error.json().get("fields", {})])


@pytest.mark.django_db(transaction=True)
def test_an_event_of_stripes_that_is_repeated_is_kept_once(
    fixtures: Fixtures, stripe: RunningStandin
) -> None:
    order = Order.objects.get(pk=fixtures.values["unpaid"])
    intent_id = open_payment(order)
    stripe.confirm(intent_id)
    (event,) = stripe.events("payment_intent.succeeded", about=intent_id)

    first = report(stripe, event["id"])
    after = dump()
    again = report(stripe, event["id"])

    assert (again.status_code, again.json()) == (first.status_code, first.json()) == (200, {"received": True})
    assert dump() == after


@pytest.mark.proof
def test_a_key_that_somebody_else_used_gives_nothing_of_theirs(fixtures: Fixtures) -> None:
    for row in sample(REPEATED, every=3, first=1):
        with undone(row):
            first = fixtures.call(row, caller_of(row), **KEY)
            other = fixtures.call(row, "chiara", **KEY)
            assert first.status_code < 300, row
            assert other.status_code == row.statuses["chiara"], row
            assert body_of(other) != body_of(first), row
        IdempotencyRecord.objects.all().delete()


def test_a_key_belongs_to_a_call_with_its_query(fixtures: Fixtures) -> None:
    asked = [row for row in REPEATED if row.query]
    for row in asked:
        with undone(row):
            assert fixtures.call(row, caller_of(row), **KEY).status_code < 300, row
            client, body = fixtures.client(caller_of(row)), fixtures.filled(row.body)
            elsewhere = f"{fixtures.path(row)}&providerId={fixtures.values['alice']}"
            response = getattr(client, row.method.lower())(elsewhere, body, headers=KEY)
            assert (response.status_code, response.json()["code"]) == (422, REFUSED), row

    assert asked


@pytest.mark.proof
def test_an_equal_change_under_a_new_key_stores_nothing(fixtures: Fixtures) -> None:
    changing = [row for row in REPEATED if row.method in {"PATCH", "PUT"}]
    stored = []
    for row in changing:
        with undone(row):
            assert fixtures.call(row, caller_of(row), **KEY).status_code < 300, row
            before = IdempotencyRecord.objects.count()
            again = fixtures.call(row, caller_of(row), **{"Idempotency-Key": "7f9c0d5e-0003"})
            assert again.status_code < 300, (row, again.json())
            if IdempotencyRecord.objects.count() > before:
                stored.append(call_of(row))
        IdempotencyRecord.objects.all().delete()

    assert ", ".join(stored) == ""
    record("S26 equal", f"{len(changing)} changes repeated: 0 rows", "a no-op stores no answer")
