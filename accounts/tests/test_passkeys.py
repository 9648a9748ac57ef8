"""Passkeys, authenticator app and recovery codes: adding, using, renaming and removing them."""

import json
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail

from accounts import personal_export, second_factor
from accounts.factors import code_at
from accounts.models import Notification
from accounts.tests.soft_factors import SoftPasskey, give_app, recovery_codes_of, show_factor
from conftest import PASSWORD, client_for
from conftest import WEDNESDAY as NOW
from marketplace import clock
from marketplace.jobs import outbox

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
OWNER = {"password": PASSWORD}


@pytest.fixture
def alice(alice):
    alice.email_verified_at = NOW
    alice.save()
    return alice


def add(client, passkey, name="Key"):
    question = client.post("/api/profile/passkeys/question", OWNER)
    assert question.status_code == 200, question.json()
    made = passkey.make(question.json()["publicKey"])
    return client.post("/api/profile/passkeys", {"name": name, "credential": made})


def with_passkey(user, **kind) -> SoftPasskey:
    passkey = SoftPasskey(**kind)
    assert add(client_for(user), passkey).status_code == 201
    return passkey


def come(passkey, client=None):
    client = client or client_for()
    question = client.post("/api/auth/passkey/question").json()["publicKey"]
    return client, client.post("/api/auth/passkey", {"credential": passkey.sign(question)})


def security(client) -> dict:
    return client.get("/api/profile/security").json()


def refused(response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def titles(user) -> list[str]:
    data = Notification.objects.filter(user=user, kind="second_factor")
    return sorted(data.values_list("title", flat=True))


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
        "hasPassword": True, "mayChange": True,
    }  # fmt: skip


def test_a_passkey_is_asked_for_as_us_and_as_the_account(alice) -> None:
    asked = client_for(alice).post("/api/profile/passkeys/question", OWNER).json()["publicKey"]

    assert asked["rp"] == {"id": "localhost", "name": "Suuber"}
    assert (asked["user"]["name"], asked["user"]["displayName"]) == (alice.email, "Alice Meier")
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "required"


def test_a_passkey_is_added_and_its_owner_told(alice) -> None:
    client = client_for(alice)

    response = add(client, SoftPasskey(), "My telephone")

    assert response.status_code == 201
    (kept,) = security(client)["passkeys"]
    assert kept == response.json()
    assert (kept["name"], kept["lastUsedAt"]) == ("My telephone", None)
    assert kept["addedAt"] == "2026-11-18T09:30:00+01:00"
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


def test_a_passkey_opens_the_back_office(dora, settings) -> None:
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


# --- The authenticator app --------------------------------------------------------------------------------


def set_up(client) -> list[str]:
    begun = client.post("/api/profile/authenticator-app/setup", OWNER).json()
    response = client.post("/api/profile/authenticator-app", {"code": code_at(begun["secret"], clock.now())})
    assert response.status_code == 201, response.json()
    return response.json()["recoveryCodes"]


def test_an_authenticator_app_is_turned_on_by_its_first_code(alice) -> None:
    client = client_for(alice)
    begun = client.post("/api/profile/authenticator-app/setup", OWNER).json()
    assert begun["qrCode"].startswith("data:image/svg+xml;base64,")
    assert begun["address"] == (f"otpauth://totp/alice%40example.org?secret={begun['secret']}&issuer=Suuber")

    wrong = client.post("/api/profile/authenticator-app", {"code": "000000"})
    assert refused(wrong) == (400, "wrong_code")
    assert security(client)["authenticatorApp"] is None
    right = client.post("/api/profile/authenticator-app", {"code": code_at(begun["secret"], NOW)})

    assert right.status_code == 201
    assert right.json()["recoveryCodes"] == recovery_codes_of(alice)
    assert len(right.json()["recoveryCodes"]) == 10
    data = security(client)
    assert data["authenticatorApp"] == {"addedAt": "2026-11-18T09:30:00+01:00", "lastUsedAt": None}
    assert (data["recoveryCodesLeft"], data["mayChange"]) == (10, True)
    assert titles(alice) == ["Two-step sign-in is on"]


def test_the_setup_lasts_ten_minutes_and_is_of_its_session(alice, time_machine) -> None:
    client = client_for(alice)
    secret = client.post("/api/profile/authenticator-app/setup", OWNER).json()["secret"]
    other = client_for(alice).post("/api/profile/authenticator-app", {"code": code_at(secret, NOW)})
    assert refused(other) == (409, "no_authenticator_app")

    time_machine.move_to(NOW + timedelta(minutes=10))
    late = client.post("/api/profile/authenticator-app", {"code": code_at(secret, clock.now())})

    assert refused(late) == (409, "no_authenticator_app")


def test_there_is_one_app(alice) -> None:
    client = client_for(alice)
    set_up(client)

    assert refused(client.post("/api/profile/authenticator-app/setup", OWNER)) == (
        409, "authenticator_app_set_up",
    )  # fmt: skip


def test_the_app_goes_with_its_recovery_codes(alice) -> None:
    client = client_for(alice)
    set_up(client)

    assert client.post("/api/profile/authenticator-app/removal", OWNER).status_code == 204

    data = security(client)
    assert (data["authenticatorApp"], data["recoveryCodesLeft"]) == (None, 0)
    assert titles(alice) == ["Two-step sign-in is off", "Two-step sign-in is on"]
    again = client.post("/api/profile/authenticator-app/removal", OWNER)
    assert refused(again) == (409, "no_authenticator_app")


def test_new_recovery_codes_end_the_former(alice) -> None:
    client = client_for(alice)
    assert refused(client.post("/api/profile/recovery-codes", OWNER)) == (409, "no_authenticator_app")
    former = set_up(client)

    new = client.post("/api/profile/recovery-codes", OWNER)

    assert new.status_code == 201
    assert not set(new.json()["recoveryCodes"]) & set(former)
    assert new.json()["recoveryCodes"] == recovery_codes_of(alice)


# --- Who may ----------------------------------------------------------------------------------------------

CHANGES = [
    "passkeys/question",
    "passkeys/1/removal",
    "authenticator-app/setup",
    "authenticator-app/removal",
    "recovery-codes",
]


@pytest.mark.parametrize("path", CHANGES)
def test_every_change_asks_for_the_password(alice, path) -> None:
    client = client_for(alice)
    if path != "authenticator-app/setup":
        give_app(alice)
        show_factor(client, alice)

    assert refused(client.post(f"/api/profile/{path}", {})) == (400, "password_required")
    assert refused(client.post(f"/api/profile/{path}", {"password": "wrong"})) == (400, "wrong_password")


@pytest.mark.parametrize("path", [*CHANGES, "passkeys", "authenticator-app"])
def test_a_session_without_the_second_factor_changes_nothing(alice, path) -> None:
    give_app(alice)
    client = client_for(alice)

    assert refused(client.post(f"/api/profile/{path}", OWNER)) == (403, "second_factor_not_shown")
    assert security(client)["mayChange"] is False


def test_of_operators_a_passkey_is_a_second_factor_too(dora) -> None:
    dora.email_verified_at = NOW
    dora.save()
    with_passkey(dora)

    response = client_for(dora).post("/api/profile/authenticator-app/setup", OWNER)

    assert refused(response) == (403, "second_factor_not_shown")


def test_who_has_a_passkey_alone_may_use_the_password(alice) -> None:
    with_passkey(alice)

    assert client_for(alice).post("/api/profile/authenticator-app/setup", OWNER).status_code == 200


@pytest.mark.parametrize("path", ["passkeys/question", "authenticator-app/setup"])
def test_an_address_that_is_not_confirmed_gets_none(chiara, path) -> None:
    chiara.email_verified_at = None
    chiara.save()

    response = client_for(chiara).post(f"/api/profile/{path}", OWNER)

    assert refused(response) == (409, "email_not_verified")


def test_an_account_without_a_password_has_just_signed_in(alice, time_machine) -> None:
    passkey = with_passkey(alice)
    alice.set_unusable_password()
    alice.save()
    assert refused(client_for(alice).post("/api/profile/authenticator-app/setup", {})) == (
        403, "recent_sign_in_required",
    )  # fmt: skip

    client, _ = come(passkey)
    assert client.post("/api/profile/authenticator-app/setup", {}).status_code == 200
    time_machine.move_to(NOW + timedelta(minutes=10))
    late = client.post("/api/profile/authenticator-app/setup", {})
    assert refused(late) == (403, "recent_sign_in_required")
