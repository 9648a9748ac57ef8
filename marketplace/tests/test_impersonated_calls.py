"""What an operator may call while signed in as a customer: every call that writes, one by one."""

import pytest
from django.contrib.admin.models import LogEntry

from accounts import impersonated_calls
from accounts.models import Notification
from conftest import NOW, client_for
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.fixtures import UNSAFE, declared_calls, dump, route_of

# The writes that are allowed; all others are refused.
OPEN = {
    "POST /api/auth/logout",
    "POST /api/addresses",
    "PATCH /api/addresses/{address}",
    "DELETE /api/addresses/{address}",
    "PATCH /api/orders/{order}",
}


@pytest.fixture
def as_alice(fixtures):
    """Return the client of a support operator who is signed in as alice."""
    return signed_in_as(fixtures, "alice")


def signed_in_as(fixtures, name):
    client = signed_in(fixtures.users["emma"])
    page = f"/admin/accounts/user/{fixtures.users[name].pk}/sign-in-as/"
    client.post(page, {"confirmed": "yes", "note": "Helping"})
    return client


def call(fixtures, client, row):
    return client.generic(row.method, fixtures.path(row), b"{}", content_type="application/json")


def test_every_call_that_changes_something_is_refused_unless_it_is_named(fixtures, as_alice) -> None:
    before, refused = dump(), 0
    for row in UNSAFE:
        if str(row) in OPEN:
            continue
        response = call(fixtures, as_alice, row)
        if response.status_code == 415:
            response = as_alice.generic(
                row.method, fixtures.path(row), b"--x--\r\n", content_type="multipart/form-data; boundary=x"
            )
        assert (response.status_code, response.json()["code"]) == (403, "not_while_signed_in_as"), row
        refused += 1

    assert refused > 50
    assert dump() == before


def test_each_open_call_is_one_of_the_product(fixtures) -> None:
    known = {(row.method, route_of(row)) for row in UNSAFE if str(row) in OPEN}

    assert known == impersonated_calls.ALLOWED
    assert known <= declared_calls()
    routes = {route for _, route in declared_calls()}
    assert set(impersonated_calls.HIDDEN) | set(impersonated_calls.LOGGED_LOOKS) <= routes


def test_a_new_call_that_changes_something_is_refused_until_somebody_names_it() -> None:
    assert not impersonated_calls.is_allowed("POST", "api/something-new")
    assert impersonated_calls.is_allowed("GET", "api/something-new")


@pytest.mark.parametrize(
    "path",
    [
        "/api/provider/earnings",
        "/api/provider/statements/{month}.pdf",
        "/api/provider/statements/{month}.csv",
        "/api/provider-application/documents/{document}",
    ],
)
def test_money_of_providers_and_documents_are_not_shown(fixtures, as_alice, path) -> None:
    response = as_alice.get(fixtures.filled(path))

    assert (response.status_code, response.json()["code"]) == (403, "not_while_signed_in_as")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("orders/{order}/messages", "Read a conversation"),
        ("orders/{order}/receipt.pdf", "Opened a receipt"),
        ("support-requests/{support}/photos/{support_photo}", "Looked at a photo of a support request"),
    ],
)
def test_a_look_at_what_is_private_enters_the_log(fixtures, as_alice, path, words) -> None:
    assert as_alice.get(fixtures.filled(f"/api/{path}")).status_code == 200

    [said] = LogEntry.objects.filter(change_message__startswith=words)
    assert said.object_id == str(fixtures.users["alice"].pk)
    assert said.user.email == "emma@example.org"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("notifications", "Read the notifications"),
        ("provider/conversations", "Read the newest message of each conversation"),
    ],
)
def test_what_each_page_asks_for_enters_the_log_once(fixtures, path, words) -> None:
    as_bruno = signed_in_as(fixtures, "bruno")

    for _ in range(2):
        assert as_bruno.get(f"/api/{path}").status_code == 200

    [said] = LogEntry.objects.filter(change_message__startswith=words)
    assert said.object_id == str(fixtures.users["bruno"].pk)
    assert said.user.email == "emma@example.org"


def test_notices_of_payouts_are_not_shown(fixtures) -> None:
    bruno = fixtures.users["bruno"]
    for kind in ("payout_paid", "order_paid"):
        Notification.objects.create(
            user=bruno, kind=kind, title="News", body="CHF 25.00", dedupe_key=kind, created_at=NOW
        )

    def kinds(client) -> set[str]:
        return {notice["kind"] for notice in client.get("/api/notifications").json()["results"]}

    assert kinds(client_for(bruno)) >= {"payout_paid", "order_paid"}
    assert "payout_paid" not in kinds(signed_in_as(fixtures, "bruno"))
    assert "order_paid" in kinds(signed_in_as(fixtures, "bruno"))
