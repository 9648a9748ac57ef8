"""Authenticator app and recovery codes, and who may change a second factor."""

from datetime import timedelta

import pytest

from accounts.factors import code_at
from accounts.models import Notification
from accounts.tests.factor_calls import OWNER, come, refused, security, titles, with_passkey
from accounts.tests.soft_factors import give_app, recovery_codes_of, show_factor
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


@pytest.fixture
def alice(alice):
    alice.email_verified_at = NOW
    alice.save()
    return alice


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
    assert "If it was not you" in Notification.objects.get(user=alice, kind="second_factor").body


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
