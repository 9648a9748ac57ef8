"""Signing in and out: who gets in, the responses, and the session."""

import re

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from accounts.models import User
from conftest import PASSWORD, client_for, make_provider


def sign_in(client, email, password=PASSWORD, **extra):
    return client.post("/api/auth/login", {"email": email, "password": password}, format="json", **extra)


def test_a_visitor_has_a_session_without_an_account_and_gets_the_csrf_cookie(db):
    client = client_for()

    response = client.get("/api/auth/session")

    assert response.status_code == 200
    assert response.json()["authenticated"] is False
    assert response.json()["user"] is None
    assert len(response.json()["csrfToken"]) == 64
    assert response.cookies[settings.CSRF_COOKIE_NAME]["samesite"] == "Lax"


def test_the_right_password_signs_in(alice):
    client = client_for()

    response = sign_in(client, "alice@example.org")

    assert response.status_code == 200
    assert response.json() == {
        "success": True,
        "user": {
            "id": str(alice.pk),
            "email": "alice@example.org",
            "emailVerified": True,
            "firstName": "Alice",
            "lastName": "Meier",
            "phone": "",
            "photoUrl": None,
            "postalCode": None,
            "language": None,
            "isProvider": False,
            "providerId": None,
            "isOperator": False,
            "impersonation": None,
        },
        "csrfToken": response.json()["csrfToken"],
    }
    session = client.get("/api/auth/session").json()
    assert session["authenticated"] is True
    assert session["user"] == response.json()["user"]


@pytest.mark.parametrize("email", ["ALICE@example.org", " alice@Example.ORG "])
def test_the_address_is_the_same_whatever_its_case(alice, email):
    assert sign_in(client_for(), email).json()["user"]["id"] == str(alice.pk)


@pytest.mark.parametrize("email", ["root@localhost", "admin@localhost"])
def test_an_account_whose_address_no_mail_reaches_signs_in_and_asks_for_links(db, email):
    User.objects.create_superuser(email, PASSWORD, first_name="Root", last_name="Meier")

    assert sign_in(client_for(), email).json()["user"]["email"] == email
    for path in ("password-reset", "sign-in-link"):
        assert client_for().post(f"/api/auth/{path}", {"email": email}).json() == {"success": True}


def test_a_provider_is_notified_which_one_they_are(bruno, salon):
    user = sign_in(client_for(), "bruno@example.org").json()["user"]

    assert user["isProvider"] is True
    assert user["providerId"] == str(salon.pk)


def test_an_applicant_is_no_provider_yet(chiara):
    make_provider(chiara, status="submitted")

    user = sign_in(client_for(), "chiara@example.org").json()["user"]

    assert user["isProvider"] is False
    assert user["providerId"] is None


def test_an_operator_is_notified_so(dora):
    assert sign_in(client_for(), "dora@example.org").json()["user"]["isOperator"] is True


@pytest.mark.parametrize("email", ["alice@example.org", "nobody@example.org"])
def test_wrong_credentials_do_not_say_what_was_wrong(alice, email):
    response = sign_in(client_for(), email, "not-the-password")

    assert response.status_code == 401
    assert response.json() == {
        "success": False,
        "message": "Invalid email or password",
        "code": "invalid_credentials",
    }


def test_a_closed_account_looks_like_a_wrong_password(alice):
    alice.is_active = False
    alice.save()

    assert sign_in(client_for(), "alice@example.org").json()["code"] == "invalid_credentials"


def test_an_account_without_a_password_cannot_be_opened_with_one(alice):
    alice.set_unusable_password()
    alice.save()

    assert sign_in(client_for(), "alice@example.org", "").status_code == 400
    assert sign_in(client_for(), "alice@example.org", "!").status_code == 401


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "email"),
        ({"email": "alice@example.org"}, "password"),
        ({"email": "no address", "password": "x"}, "email"),
        ({"email": ["alice@example.org"], "password": "x"}, "email"),
        ({"email": {"a": 1}, "password": "x"}, "email"),
        ({"email": None, "password": "x"}, "email"),
        ({"email": "a" * 300 + "@example.org", "password": "x"}, "email"),
        ({"email": "alice@example.org", "password": {"x": 1}}, "password"),
        ({"email": "alice@example.org", "password": True}, "password"),
    ],
)
def test_odd_input_is_a_400_that_names_the_field(db, body, field):
    response = client_for().post("/api/auth/login", body, format="json")

    assert response.status_code == 400
    assert response.json()["code"] == "invalid"
    assert field in response.json()["fields"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"x"', b'{"email": "a\\u0000@example.org"}', b"\xff", b"NaN"]
)
def test_what_is_no_json_object_is_a_400(db, body):
    response = client_for().generic("POST", "/api/auth/login", body, content_type="application/json")

    assert response.status_code == 400
    assert response.json()["code"] in {"malformed", "invalid"}


def test_signing_in_changes_the_session_key_and_the_csrf_token(alice):
    client = APIClient()
    client.force_login(alice)
    before = client.cookies[settings.SESSION_COOKIE_NAME].value
    token = client.get("/api/auth/session").json()["csrfToken"]

    response = sign_in(client, "alice@example.org")

    assert client.cookies[settings.SESSION_COOKIE_NAME].value != before
    assert response.json()["csrfToken"] != token


def test_cookies_of_the_session_cannot_be_read_by_scripts_or_sent_by_other_sites(alice):
    cookies = sign_in(client_for(), "alice@example.org").cookies

    for name in (settings.SESSION_COOKIE_NAME, settings.DEVICE_COOKIE_NAME):
        assert cookies[name]["httponly"] is True
        assert cookies[name]["samesite"] == "Lax"
        assert cookies[name]["path"] == "/"
        assert cookies[name]["domain"] == ""


def test_the_privacy_policy_names_the_cookies_that_are_set_and_how_long_they_last(alice):
    policy = (settings.WEB_APP_TEXTS / "en" / "legal.ts").read_text()
    cookies = sign_in(client_for(), "alice@example.org").cookies
    days = {name: cookie["max-age"] // (24 * 3600) for name, cookie in cookies.items()}

    assert days == {"sessionid": 14, "csrftoken": 364, "device": 2 * 365}
    for said in (
        "“sessionid” keeps you signed in, until you have not been here for two weeks",
        "“csrftoken” protects your forms, for a year",
        "while somebody else guesses your password, for two years",
    ):
        assert said in policy


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_the_privacy_policy_names_each_cookie_once_in_every_language(alice, language):
    policy = (settings.WEB_APP_TEXTS / language / "legal.ts").read_text()
    (section,) = re.findall(r'"privacy\.cookies\.body":\s+"(.+)"', policy)

    cookies = sign_in(client_for(), "alice@example.org").cookies
    named = re.findall(r"[“«]\s?([^“«”»]+?)\s?[”»]", section)
    assert sorted(named) == sorted([*cookies, settings.LANGUAGE_COOKIE_NAME, "theme"])


def test_signing_out_ends_the_session_on_the_server(alice):
    client = client_for()
    sign_in(client, "alice@example.org")
    stolen = client.cookies[settings.SESSION_COOKIE_NAME].value

    response = client.post("/api/auth/logout")

    assert response.status_code == 200
    assert response.json() == {"success": True}
    thief = client_for()
    thief.cookies[settings.SESSION_COOKIE_NAME] = stolen
    assert thief.get("/api/auth/session").json()["authenticated"] is False


def test_a_visitor_may_sign_out(db):
    assert client_for().post("/api/auth/logout").json() == {"success": True}


@pytest.mark.parametrize("path", ["login", "register", "logout"])
def test_every_unsafe_call_needs_the_csrf_token(alice, path):
    client = APIClient(enforce_csrf_checks=True)

    response = client.post(
        f"/api/auth/{path}", {"email": "alice@example.org", "password": PASSWORD}, format="json"
    )

    assert response.status_code == 403
    assert response.json()["code"] == "csrf_failed"


def test_the_token_of_the_session_call_opens_unsafe_calls(alice):
    client = APIClient(enforce_csrf_checks=True)
    token = client.get("/api/auth/session").json()["csrfToken"]

    response = sign_in(client, "alice@example.org", headers={"X-CSRFToken": token})

    assert response.status_code == 200


def test_a_token_from_another_origin_opens_nothing(alice):
    client = APIClient(enforce_csrf_checks=True)
    token = client.get("/api/auth/session").json()["csrfToken"]

    response = sign_in(
        client, "alice@example.org", headers={"X-CSRFToken": token, "Origin": "https://evil.example"}
    )

    assert response.status_code == 403
