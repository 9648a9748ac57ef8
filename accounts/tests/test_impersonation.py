"""An operator signs in as a customer: with a reason, for 30 minutes, and cannot spend money."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.impersonated_calls import cookie_name
from accounts.models import Address, Impersonation
from accounts.tasks import end_impersonations
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_operator
from marketplace.events.broadcaster import Stream, stale_streams

pytestmark = pytest.mark.at(NOW)

REASON = "She cannot find her order"


@pytest.fixture
def emma(now, db):
    return make_operator("emma", "support")


@pytest.fixture
def browser(emma) -> Client:
    client = Client()
    client.force_login(emma)
    return client


def page_of(account) -> str:
    return f"/admin/accounts/user/{account.pk}/change/"


def sign_in_as(client: Client, account, reason: str = REASON):
    address = f"/admin/accounts/user/{account.pk}/sign-in-as/"
    return client.post(address, {"confirmed": "yes", "note": reason})


def sign_out(client: Client):
    return client.post("/api/auth/logout", content_type="application/json")


def who(client: Client) -> str:
    return client.get("/api/auth/session").json()["user"]["email"]


def said_of(account) -> list[str]:
    entries = LogEntry.objects.filter(object_id=str(account.pk)).order_by("pk")
    return [entry.get_change_message() for entry in entries]


def test_shows_the_web_app_as_the_customer_sees_it_and_who_is_looking(browser, alice) -> None:
    response = sign_in_as(browser, alice)
    user = browser.get("/api/auth/session").json()["user"]

    assert (response.status_code, response["Location"]) == (302, "/")
    assert user["email"] == "alice@example.org"
    assert user["impersonation"] == {"endsAt": "2026-11-18T10:00:00+01:00", "backTo": page_of(alice)}


def test_nobody_else_is_notified_of_an_impersonation(browser, alice) -> None:
    assert browser.get("/api/auth/session").json()["user"]["impersonation"] is None


def test_it_is_no_device_of_the_customer(browser, alice) -> None:
    sign_in_as(browser, alice)
    assert who(browser) == "alice@example.org"

    assert len(client_for(alice).get("/api/profile/devices").json()) == 1


def test_the_operators_own_session_goes_on(browser, alice) -> None:
    sign_in_as(browser, alice)

    assert browser.get(page_of(alice)).status_code == 200
    assert sign_out(browser).status_code == 200
    assert who(browser) == "emma@example.org"
    assert browser.get(page_of(alice)).status_code == 200


def test_asks_for_a_reason(browser, alice) -> None:
    shown = sign_in_as(browser, alice, reason="  ")

    assert "Please say why." in shown.content.decode()
    assert not Impersonation.objects.exists()


def test_the_log_keeps_reason_beginning_and_end(browser, alice, time_machine) -> None:
    sign_in_as(browser, alice)
    time_machine.move_to(NOW + timedelta(minutes=5))
    sign_out(browser)

    assert said_of(alice) == [
        f"Signed in as this customer, until 10:00: {REASON}",
        "Signed out as this customer, at 09:35.",
    ]


def test_ends_after_thirty_minutes_whoever_asks(browser, alice, time_machine) -> None:
    sign_in_as(browser, alice)

    time_machine.move_to(NOW + timedelta(minutes=29, seconds=59))
    assert who(browser) == "alice@example.org"
    time_machine.move_to(NOW + timedelta(minutes=30))
    assert who(browser) == "emma@example.org"


def test_the_log_says_of_one_that_nobody_ended_when_it_ended(browser, alice, time_machine) -> None:
    sign_in_as(browser, alice)
    assert end_impersonations() == 0

    time_machine.move_to(NOW + timedelta(minutes=41))

    assert (end_impersonations(), end_impersonations()) == (1, 0)
    assert said_of(alice)[-1] == "It ended by itself, at 10:00."


def test_the_cookie_alone_opens_nothing(browser, alice, chiara) -> None:
    sign_in_as(browser, alice)
    stolen = browser.cookies[cookie_name()].value
    stranger, visitor = Client(), Client()
    stranger.force_login(chiara)
    for thief in (stranger, visitor):
        thief.cookies[cookie_name()] = stolen

    assert who(stranger) == "chiara@example.org"
    assert visitor.get("/api/auth/session").json()["authenticated"] is False


def test_its_key_is_no_session_in_which_money_could_be_spent(browser, alice) -> None:
    sign_in_as(browser, alice)
    key = Impersonation.objects.get().session_key
    around = Client()
    around.cookies[settings.SESSION_COOKIE_NAME] = key

    assert around.get("/api/auth/session").json()["authenticated"] is False
    assert around.get("/api/addresses").status_code == 401


def test_ends_with_the_operators_own_session(browser, alice) -> None:
    sign_in_as(browser, alice)

    browser.post("/admin/logout/")

    assert browser.get("/api/auth/session").json()["authenticated"] is False


def test_ends_with_the_permission(browser, emma, alice) -> None:
    sign_in_as(browser, alice)

    emma.groups.clear()

    assert who(browser) == "emma@example.org"


def test_ends_when_the_account_is_closed(browser, alice) -> None:
    sign_in_as(browser, alice)

    type(alice).objects.filter(pk=alice.pk).update(is_active=False)

    assert who(browser) == "emma@example.org"


@pytest.mark.parametrize("kind", ["staff", "closed", "oneself"])
def test_nobody_signs_in_as_an_operator_or_with_a_closed_account(browser, emma, alice, dora, kind) -> None:
    if kind == "closed":
        type(alice).objects.filter(pk=alice.pk).update(is_active=False)
    whom = {"staff": dora, "closed": alice, "oneself": emma}[kind]

    sign_in_as(browser, whom)

    assert not Impersonation.objects.exists()
    assert "Sign in as this customer" not in browser.get(page_of(whom)).content.decode()


@pytest.mark.parametrize("group", ["operations", "finance"])
def test_needs_its_own_permission(now, alice, group) -> None:
    client = Client()
    client.force_login(make_operator("otto", group))

    assert sign_in_as(client, alice).status_code == 403
    assert not Impersonation.objects.exists()


def test_signing_in_as_another_customer_ends_the_first_session(browser, alice, chiara) -> None:
    sign_in_as(browser, alice)
    sign_in_as(browser, chiara)

    assert who(browser) == "chiara@example.org"
    assert Impersonation.objects.get(account=alice).ended_at == NOW
    with pytest.raises(IntegrityError), transaction.atomic():
        Impersonation.objects.filter(account=alice).update(ended_at=None)


def test_puts_an_address_right_and_the_log_says_who_did(browser, alice) -> None:
    sign_in_as(browser, alice)
    sent = {"street": "Langstrasse 2", "city": "Zurich", "postalCode": "8004"}

    response = browser.post("/api/addresses", sent, content_type="application/json")

    assert response.status_code == 201
    assert Address.objects.get().user == alice
    assert said_of(alice)[-1] == "Changed something while signed in as this customer: POST /api/addresses"


def test_a_page_from_before_does_not_act_for_the_customer(browser, emma, alice) -> None:
    sent = {"street": "Langstrasse 2", "city": "Zurich", "postalCode": "8004"}

    def add_address(shown):
        headers = {"X-Account": str(shown.pk)}
        return browser.post("/api/addresses", sent, content_type="application/json", headers=headers)

    sign_in_as(browser, alice)
    of_before = add_address(emma)
    of_now = add_address(alice)
    sign_out(browser)
    of_the_customer = add_address(alice)

    assert (of_before.status_code, of_before.json()["code"]) == (403, "account_mismatch")
    assert of_now.status_code == 201
    assert (of_the_customer.status_code, of_the_customer.json()["code"]) == (403, "account_mismatch")
    assert [address.user for address in Address.objects.all()] == [alice]


def test_nothing_of_the_customers_own_sign_in_is_touched(browser, alice) -> None:
    before = alice.last_login

    sign_in_as(browser, alice)
    who(browser)

    alice.refresh_from_db()
    assert alice.last_login == before
    assert not alice.known_clients.exists()


def test_live_events_end_with_it(browser, alice, monkeypatch) -> None:
    sign_in_as(browser, alice)
    key = Impersonation.objects.get().session_key
    stream = Stream(alice.pk, key, alice.get_session_auth_hash())
    assert stale_streams([stream]) == []

    sign_out(browser)

    assert stale_streams([stream]) == [stream]


def test_the_admin_site_lists_who_was_signed_in_as_whom(browser, operator_client, alice) -> None:
    sign_in_as(browser, alice)

    page = operator_client.get("/admin/accounts/impersonation/").content.decode()

    assert REASON in page
    assert Impersonation.objects.get().session_key not in page
