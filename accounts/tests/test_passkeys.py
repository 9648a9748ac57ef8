"""Passkeys: adding, using, renaming and removing them."""

import json
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail

from accounts import personal_export, second_factor
from accounts.tests.factor_calls import OWNER, add, come, refused, security, titles, with_passkey
from accounts.tests.soft_factors import SoftPasskey, give_app
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.jobs import outbox

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


@pytest.fixture
def alice(alice):
    alice.email_verified_at = NOW
    alice.save()
    return alice


def test_the_copy_of_ones_data_tells_the_names_of_passkeys_and_no_secret(alice) -> None:
    assert add(client_for(alice), SoftPasskey(), name="Anna's phone").status_code == 201
    give_app(alice)

    personal_export.write(target := BytesIO(), account=alice, kind="full", now=NOW)

    data = json.loads(ZipFile(target).read("data.json"))["tables"]["passkeys_and_authenticator_apps"]
    assert {(row["type"], row["name"]) for row in data} >= {("webauthn", "Anna's phone"), ("totp", None)}
    assert all(set(row) == {"type", "created_at", "last_used_at", "name"} for row in data)


def test_at_first_there_is_nothing(alice) -> None:
    assert security(client_for(alice)) == {
        "passkeys": [], "authenticatorApp": None, "recoveryCodesLeft": 0, "signedInBy": None,
        "hasPassword": True, "mayChange": True, "connections": [],
    }  # fmt: skip


def test_a_passkey_is_asked_for_as_us_and_as_the_account(alice) -> None:
    asked = client_for(alice).post("/api/profile/passkeys/question", OWNER).json()["publicKey"]

    assert asked["rp"] == {"id": "localhost", "name": "Suuber"}
    assert (asked["user"]["name"], asked["user"]["displayName"]) == (alice.email, "Alice Meier")
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "required"


def test_a_passkey_is_added_and_its_owner_notified(alice) -> None:
    client = client_for(alice)

    response = add(client, SoftPasskey(), "My telephone")

    assert response.status_code == 201
    (stored,) = security(client)["passkeys"]
    assert stored == response.json()
    assert (stored["name"], stored["lastUsedAt"]) == ("My telephone", None)
    assert stored["addedAt"] == "2026-11-18T09:30:00+01:00"
    outbox.relay(now=NOW)
    assert [letter.subject for letter in mail.outbox] == ["A passkey was added"]
    assert "My telephone" in mail.outbox[0].body


def test_without_a_name_it_is_called_after_the_device(alice) -> None:
    client = client_for(alice)
    client.credentials(HTTP_USER_AGENT="Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36")

    assert add(client, SoftPasskey(), "").json()["name"] == "Chrome on Linux"


def test_a_passkey_signs_in_without_an_address_typed(alice) -> None:
    client, response = come(with_passkey(alice))

    assert response.status_code == 200
    assert response.json()["user"]["email"] == alice.email
    data = security(client)
    assert data["signedInBy"] == "passkey"
    assert data["passkeys"][0]["lastUsedAt"] == "2026-11-18T09:30:00+01:00"


def test_a_passkey_stands_for_both_factors(alice) -> None:
    passkey = with_passkey(alice)
    give_app(alice)

    client, response = come(passkey)

    assert response.status_code == 200
    assert security(client)["mayChange"] is True


def test_a_passkey_opens_the_admin_site(dora, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    dora.email_verified_at = NOW
    dora.save()
    passkey = with_passkey(dora)

    client, response = come(passkey)

    assert response.json()["user"]["isOperator"] is True
    assert client.get("/admin/").status_code == 200
    removal = f"/api/profile/passkeys/{security(client)['passkeys'][0]['id']}/removal"
    assert client.post(removal, OWNER).status_code == 204
    assert client.get("/admin/").status_code == 302


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:9999"},
        {"origin": "http://sub.localhost:8000"},
        {"rp_id": "evil.example"},
        {"verifies": False},
    ],
    ids=str,
)
def test_a_passkey_of_another_place_or_without_its_owner_is_refused(alice, wrong) -> None:
    client = client_for(alice)
    assert refused(add(client, SoftPasskey(**wrong))) == (400, "passkey_refused")
    assert not Authenticator.objects.exists()

    passkey = with_passkey(alice)
    for name, value in wrong.items():
        setattr(passkey, name, value)
    client, response = come(passkey)

    assert refused(response) == (400, "passkey_refused")
    assert client.get("/api/auth/session").json()["authenticated"] is False


def test_an_answer_counts_once_and_only_for_what_was_asked(alice) -> None:
    passkey, client = with_passkey(alice), client_for()
    question = client.post("/api/auth/passkey/question").json()["publicKey"]
    credential = {"credential": passkey.sign(question)}

    assert refused(client_for().post("/api/auth/passkey", credential)) == (400, "passkey_refused")
    assert client.post("/api/auth/passkey", credential).status_code == 200
    assert refused(client.post("/api/auth/passkey", credential)) == (400, "passkey_refused")

    # A challenge for adding a passkey is not one for signing in.
    other = client_for(alice)
    asked = other.post("/api/profile/passkeys/question", OWNER).json()["publicKey"]
    response = other.post("/api/auth/passkey", {"credential": passkey.sign(asked)})
    assert refused(response) == (400, "passkey_refused")


def test_an_answer_comes_within_ten_minutes(alice, time_machine) -> None:
    passkey, client = with_passkey(alice), client_for()
    question = client.post("/api/auth/passkey/question").json()["publicKey"]
    time_machine.move_to(NOW + timedelta(minutes=10))

    response = client.post("/api/auth/passkey", {"credential": passkey.sign(question)})

    assert refused(response) == (400, "passkey_refused")


def test_another_key_and_another_account_are_refused(alice, chiara) -> None:
    passkey, stranger = with_passkey(alice), SoftPasskey()
    stranger.user_handle = passkey.user_handle
    assert refused(come(stranger)[1]) == (400, "passkey_refused")
    stranger.id = passkey.id
    assert refused(come(stranger)[1]) == (400, "passkey_refused")

    for handle in ("AAAA", "bm9ib2R5", str(chiara.pk)):
        passkey.user_handle = handle
        assert refused(come(passkey)[1]) == (400, "passkey_refused")


def test_a_closed_account_is_not_opened(alice) -> None:
    passkey = with_passkey(alice)
    alice.is_active = False
    alice.save()

    assert refused(come(passkey)[1]) == (400, "passkey_refused")


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": "AA", "rawId": "AA", "type": "public-key", "response": {}},
        {"id": 1, "rawId": [], "type": "public-key", "response": "x"},
        {"id": "AA", "rawId": "AA", "type": "password", "response": {"clientDataJSON": "e30"}},
    ],
)
def test_what_is_no_answer_is_said_to_be_none(alice, credential) -> None:
    client = client_for()
    client.post("/api/auth/passkey/question")

    assert client.post("/api/auth/passkey", {"credential": credential}).status_code == 400


def test_a_passkey_is_renamed_and_removed(alice) -> None:
    client = client_for(alice)
    one = f"/api/profile/passkeys/{add(client, passkey := SoftPasskey()).json()['id']}"

    assert client.patch(one, {"name": "Desk"}).json()["name"] == "Desk"
    assert refused(client.post(f"{one}/removal", {"password": "wrong"})) == (400, "wrong_password")
    assert client.post(f"{one}/removal", OWNER).status_code == 204

    assert security(client)["passkeys"] == []
    assert titles(alice) == ["A passkey was added", "A passkey was removed"]
    assert refused(come(passkey)[1]) == (400, "passkey_refused")


def test_nobody_touches_somebody_elses(alice, chiara) -> None:
    chiara.email_verified_at = NOW
    chiara.save()
    with_passkey(alice)
    one = f"/api/profile/passkeys/{Authenticator.objects.get().pk}"
    client = client_for(chiara)

    assert client.patch(one, {"name": "Mine"}).status_code == 404
    assert client.post(f"{one}/removal", OWNER).status_code == 404
    assert Authenticator.objects.get().wrap().name == "Key"


def test_there_are_twenty_at_most(alice, monkeypatch) -> None:
    monkeypatch.setattr(second_factor, "MOST_PASSKEYS", 1)
    with_passkey(alice)

    response = client_for(alice).post("/api/profile/passkeys/question", OWNER)

    assert refused(response) == (409, "too_many_passkeys")
