"""Signing in through Google and Apple, and every response that may come back."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts.factors import code_at
from accounts.models import User
from accounts.tests.mailed_links import letters, outcome, token_in
from accounts.tests.soft_factors import give_app
from conftest import NOW, PASSWORD, client_for
from marketplace.tests.proof import record

HOSTILE = [
    "//evil.example", "///evil.example", "////evil.example", "/\\evil.example", "\\\\evil.example",
    "\\/evil.example", "/\\/evil.example", "https:evil.example", "https:/evil.example",
    "https://evil.example", "http://evil.example", "HTTPS://EVIL.EXAMPLE", "//evil.example/%2f..",
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>", "vbscript:x", "ftp://evil.example", "mailto:x@evil.example",
    "//testserver@evil.example", "https://testserver@evil.example", "https://testserver.evil.example",
    "/\t/evil.example", "/\n/evil.example", "/\r\n/evil.example", "\t//evil.example", "\x00//evil.example",
    "/%0d%0aLocation:https://evil.example\r\n", "//evil\u3002example", "/\uff0fevil.example",
    "\uff0f\uff0fevil.example", "/\u2044evil.example", "//\u202eevil.example", "http:///evil.example",
    "//[::1]", "//0x7f000001", "?next=//evil.example", "evil.example", ".evil.example", "@evil.example",
    "/\u00a0/evil.example", "//evil.example:443", "https://evil.example#testserver",
]  # fmt: skip


@pytest.mark.parametrize("name", ["google", "apple"])
@pytest.mark.parametrize("address", ["{}", "{}/callback"])
def test_a_provider_that_is_not_configured_leads_back_with_a_code(db, name, address):
    method = "post" if address.endswith("callback") and name == "apple" else "get"

    response = getattr(Client(), method)(f"/auth/{address.format(name)}")

    assert response.status_code == 302
    assert response["Location"] == f"/login?error={name}_not_configured"


def test_the_way_back_is_kept_when_a_door_is_closed(db):
    response = Client().get("/auth/google?next=/booking%3FproviderId%3D1%26service%3Dpremium")

    query = parse_qs(urlsplit(response["Location"]).query)
    assert query["next"] == ["/booking?providerId=1&service=premium"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "payload",
    [
        "/api/auth/session", "/api", "/api?x=1", "/%61pi/orders", "/api%2Forders", "/api%2F..%2Fhistory",
        "/history/../api/orders", "/history/%2E%2e/api/orders", "/./api/orders", "/auth/google", "/admin/",
        "/static/app/favicon.svg", "/media/x", "/sw.js", "/robots.txt#top",
    ],
)  # fmt: skip
def test_nobody_is_led_to_what_is_no_page(google, payload):
    assert come_back(client_for(), google, email="anna@example.org", way_back=payload)["Location"] == "/"


def test_the_admin_site_is_no_page_under_another_name_either(google, settings):
    settings.ADMIN_PATH = "office/"

    response = come_back(client_for(), google, email="anna@example.org", way_back="/office/orders/")

    assert response["Location"] == "/"


@pytest.mark.parametrize(
    "path", ["/history", "/apiary", "/tracking/api?tab=static#media", "/account/privacy"]
)
def test_everybody_is_led_back_to_a_page(google, path):
    assert come_back(client_for(), google, email="anna@example.org", way_back=path)["Location"] == path


@pytest.mark.proof
def test_nobody_is_led_to_another_site(db):
    for payload in HOSTILE:
        response = Client().get("/auth/google", {"next": payload})
        if response.status_code == 302:
            assert response["Location"] == "/login?error=google_not_configured", payload
        else:
            assert response.status_code == 400, payload  # a NUL in the address
    record("S6", f"{len(HOSTILE)} payloads: 0 leave", "40 payloads: 0 leave the origin")


@pytest.mark.parametrize(
    "path",
    [
        "/auth/login", "/auth/signup", "/auth/password/reset", "/auth/google/login", "/auth/facebook",
        "/accounts/login", "/accounts/signup/", "/accounts/google/login/", "/auth/3rdparty/", "/auth/email/",
    ],
)  # fmt: skip
def test_nothing_else_of_the_sign_in_package_is_mounted(db, path):
    assert Client().get(path).status_code == 404


def come_back(client, google, *, way_back="/booking", **identity):
    """Leave, sign in at Google, and come back."""
    leaving = client.get("/auth/google", {"next": way_back})
    return client.get(google.answer_to(leaving["Location"], **identity))


def test_the_session_knows_when_it_was_opened_there(google, now):
    client = client_for()
    come_back(client, google, email="anna@example.org")

    assert client.session["signed_in_elsewhere_at"] == NOW.isoformat()


def test_google_is_asked_for_name_and_address_with_proof_of_the_caller(google):
    leaving = Client().get("/auth/google?process=connect&scope=everything&next=/history")

    asked = parse_qs(urlsplit(leaving["Location"]).query)
    assert asked["redirect_uri"] == ["http://testserver/auth/google/callback"]
    assert sorted(asked["scope"][0].split()) == ["email", "openid", "profile"]
    assert asked["code_challenge_method"] == ["S256"]
    assert len(asked["state"][0]) >= 16


def test_somebody_new_gets_an_account_with_the_first_notices(google):
    client = client_for()

    response = come_back(client, google, email="Anna@Example.org", given_name="Anna", family_name="Muster")

    assert response.status_code == 302
    assert response["Location"] == "/booking"
    user = client.get("/api/auth/session").json()["user"]
    assert (user["email"], user["firstName"], user["lastName"]) == ("anna@example.org", "Anna", "Muster")
    assert client.get("/api/notifications").json()["unread"] == 2
    assert User.objects.get().email_verified_at is not None


def test_somebody_known_gets_into_the_same_account_again(google):
    come_back(client_for(), google, sub="1", email="anna@example.org")

    client = client_for()
    come_back(client, google, sub="1", email="anna.new@example.org")

    assert User.objects.count() == 1
    assert client.get("/api/auth/session").json()["user"]["email"] == "anna@example.org"


def test_whoever_has_an_authenticator_app_is_asked_for_its_code(google, now):
    come_back(client_for(), google, sub="1", email="anna@example.org")
    anna = User.objects.get()
    secret, client = give_app(anna), client_for()

    response = come_back(client, google, sub="1", email="anna@example.org")

    assert response["Location"] == "/login/second-step?next=%2Fbooking"
    assert client.get("/api/auth/session").json()["authenticated"] is False
    assert client.post("/api/auth/second-step", {"code": code_at(secret, NOW)}).status_code == 200
    assert client.get("/api/profile/security").json()["signedInBy"] == "google"
    # An account without a password proves its owner by a recent sign-in.
    assert client.post("/api/profile/recovery-codes", {}).status_code == 201


def test_an_address_that_google_has_proven_is_no_way_around_the_code(google, alice, now):
    secret, client = give_app(alice), client_for()

    come_back(client, google, email="alice@example.org")

    assert client.get("/api/auth/session").json()["authenticated"] is False
    assert client.post("/api/auth/second-step", {"code": code_at(secret, NOW)}).status_code == 200


def log_in(client=None):
    body = {"email": "alice@example.org", "password": PASSWORD}
    return (client or client_for()).post("/api/auth/login", body)


def test_a_proven_address_opens_its_account_and_leaves_a_confirmed_one_its_password(google, alice):
    elsewhere, client = client_for(), client_for()
    log_in(elsewhere)

    come_back(client, google, email="Alice@Example.org")

    assert client.get("/api/auth/session").json()["user"]["id"] == str(alice.pk)
    assert elsewhere.get("/api/auth/session").json()["authenticated"] is True
    assert log_in().status_code == 200


def test_a_proven_address_shuts_out_who_registered_it_before(google, alice):
    User.objects.update(email_verified_at=None)
    squatter, client = client_for(), client_for()
    log_in(squatter)

    come_back(client, google, email="alice@example.org")

    assert client.get("/api/auth/session").json()["user"]["id"] == str(alice.pk)
    assert squatter.get("/api/auth/session").json()["authenticated"] is False
    assert log_in().status_code == 401


def test_the_identity_opens_its_account_from_then_on_and_its_owner_is_notified_once(google, alice):
    come_back(client_for(), google, email="alice@example.org")
    client = client_for()

    come_back(client, google, email="alice.new@example.org")

    assert client.get("/api/auth/session").json()["user"]["id"] == str(alice.pk)
    assert "Google" in alice.notifications.get(kind="second_factor").title


def test_an_account_without_a_password_changes_its_address_in_a_session_of_its_own(google, now, chiara):
    client = client_for()
    come_back(client, google, email="anna@example.org")
    asked = client.post("/api/profile/email", {"email": "anna@example.net", "password": ""})
    assert asked.status_code == 200
    (to_new, _) = letters()
    body = {"token": token_in(to_new), "password": PASSWORD}

    for visitor in (client_for(), client_for(chiara)):
        refused = visitor.post("/api/auth/email-change", body)
        assert outcome(refused) == (403, "own_session_required")
    assert client.get("/api/profile/email").json()["email"] == "anna@example.org"

    assert client.post("/api/auth/email-change", body).status_code == 200
    assert client.get("/api/profile/email").json()["email"] == "anna@example.net"


def test_an_address_that_google_has_not_proven_opens_nothing(google, alice):
    client = client_for()

    response = come_back(client, google, email="alice@example.org", email_verified=False)

    assert response["Location"] == "/login?error=google_email_taken"
    assert client.get("/api/auth/session").json()["authenticated"] is False


def test_an_identity_without_an_address_gets_no_account(google):
    response = come_back(client_for(), google, email=None)

    assert response["Location"] == "/login?error=google_no_email"
    assert not User.objects.exists()


@pytest.mark.parametrize("verified_at", [None, NOW])
def test_a_closed_account_stays_closed_and_as_it_was(google, alice, verified_at):
    User.objects.update(is_active=False, email_verified_at=verified_at)
    client = client_for()

    response = come_back(client, google, email="alice@example.org")

    assert response["Location"] == "/login?error=account_closed"
    assert client.get("/api/auth/session").json()["authenticated"] is False
    alice.refresh_from_db()
    assert (alice.email_verified_at, alice.check_password(PASSWORD)) == (verified_at, True)
    assert not alice.notifications.exists()


def test_a_change_of_mind_leads_back(google):
    client = client_for()
    leaving = client.get("/auth/google")
    state = parse_qs(urlsplit(leaving["Location"]).query)["state"][0]

    response = client.get("/auth/google/callback", {"error": "access_denied", "state": state})

    assert response["Location"] == "/login?error=google_cancelled"


def test_an_answer_that_nobody_asked_for_signs_nobody_in(google):
    address = google.answer_to(client_for().get("/auth/google")["Location"], email="mallory@example.org")

    victim = client_for()
    response = victim.get(address)

    assert response["Location"] == "/login?error=google_failed"
    assert victim.get("/api/auth/session").json()["authenticated"] is False


def test_nobody_is_led_to_another_site_after_signing_in(google, settings):
    settings.SOCIAL_CALLS_PER_MINUTE = 2 * len(HOSTILE)
    for payload in HOSTILE:
        client = client_for()
        leaving = client.get("/auth/google", {"next": payload})
        if leaving.status_code != 400:
            back = client.get(google.answer_to(leaving["Location"], email="anna@example.org"))
            assert back["Location"] == "/", payload


def test_signing_in_that_way_gives_the_session_a_new_key(google):
    client = client_for()
    client.get("/auth/google")
    before = client.cookies["sessionid"].value

    come_back(client, google, email="anna@example.org")

    assert client.cookies["sessionid"].value != before


def test_apple_is_asked_to_post_its_answer(settings, db):
    settings.SOCIALACCOUNT_PROVIDERS = {
        "apple": {"APPS": [{"client_id": "ch.suuber", "secret": "KEY", "key": "TEAM", "settings": {}}]}
    }

    leaving = Client().get("/auth/apple?next=/history")

    assert leaving["Location"].startswith("https://appleid.apple.com/auth/authorize?")
    asked = parse_qs(urlsplit(leaving["Location"]).query)
    assert asked["redirect_uri"] == ["http://testserver/auth/apple/callback"]
    assert asked["response_mode"] == ["form_post"]


def test_what_apple_posts_continues_in_this_browser(settings, db):
    settings.SOCIALACCOUNT_PROVIDERS = {
        "apple": {"APPS": [{"client_id": "ch.suuber", "secret": "KEY", "key": "TEAM", "settings": {}}]}
    }

    response = Client(enforce_csrf_checks=True).post(
        "/auth/apple/callback", {"code": "c", "state": "unknown"}
    )

    assert response.status_code == 302
    assert urlsplit(response["Location"]).path == "/auth/apple/callback/finish"
    assert Client().get(response["Location"])["Location"] == "/login?error=apple_failed"


def test_whoever_comes_by_google_with_the_former_address_of_an_account_gets_one_of_their_own(google):
    leaving = (owner := Client()).get("/auth/google")
    owner.get(google.answer_to(leaving["Location"], sub="7", email="nora@example.net"))
    User.objects.update(email="other@example.org")

    leaving = (visitor := Client()).get("/auth/google")
    response = visitor.get(google.answer_to(leaving["Location"], sub="8", email="nora@example.net"))

    assert response.status_code == 302
    assert set(User.objects.values_list("email", flat=True)) == {"other@example.org", "nora@example.net"}
