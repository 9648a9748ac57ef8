"""Signing in through Apple, from the button back to the page that was left, against a stand-in server."""

import pytest
from django.contrib.sessions.models import Session

from accounts.models import User
from accounts.tests.social_stand_in import Apple, new_key
from conftest import client_for


@pytest.fixture
def apple(settings, monkeypatch, db):
    with Apple() as stand_in:
        settings.SOCIALACCOUNT_PROVIDERS = stand_in.settings()
        stand_in.take_the_place_of_apple(monkeypatch)
        yield stand_in


def come_back(client, apple, *, way_back="/booking", **identity):
    """Leave, sign in at Apple, and come back as a browser does: a cross-site POST, then a page."""
    leaving = client.get("/auth/apple", {"next": way_back})
    posted = client.post(
        "/auth/apple/callback", apple.answer_to(leaving["Location"], **identity), format="multipart"
    )
    assert posted.status_code == 302, posted.content
    return client.get(posted["Location"])


def session_of(client):
    return client.get("/api/auth/session").json()


def test_somebody_new_gets_an_account_with_the_name_that_apple_says_once(apple) -> None:
    client = client_for()

    response = come_back(client, apple, email="Anna@Example.org")

    assert response["Location"] == "/booking"
    user = session_of(client)["user"]
    assert (user["email"], user["firstName"], user["lastName"]) == ("anna@example.org", "Anna", "Muster")
    assert User.objects.get().email_verified_at is not None
    assert client.get("/api/notifications").json()["unread"] == 2


def test_somebody_known_gets_into_the_same_account_again_without_a_name(apple) -> None:
    come_back(client_for(), apple, email="anna@example.org")

    client = client_for()
    come_back(client, apple, email="anna@example.org", name=None)

    assert session_of(client)["user"]["firstName"] == "Anna"
    assert User.objects.count() == 1


def test_an_address_that_apple_hides_is_as_good_as_another(apple) -> None:
    client = client_for()

    come_back(client, apple, email="x7k2@privaterelay.appleid.com", is_private_email="true")

    assert session_of(client)["user"]["email"] == "x7k2@privaterelay.appleid.com"


def test_a_proven_address_opens_its_account(apple, alice) -> None:
    client = client_for()

    come_back(client, apple, email="alice@example.org")

    assert session_of(client)["user"]["id"] == str(alice.pk)


@pytest.mark.parametrize("proven", ["false", False, None])
def test_an_address_that_apple_has_not_proven_opens_nothing(apple, alice, proven) -> None:
    client = client_for()

    response = come_back(client, apple, email="alice@example.org", email_verified=proven)

    assert response["Location"] == "/login?error=apple_email_taken"
    assert session_of(client)["authenticated"] is False


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "ch.somebody-else"},
        {"iss": "https://evil.example"},
        {"exp": 1},
    ],
)
def test_a_token_for_another_app_of_another_issuer_or_of_yesterday_opens_nothing(apple, claims) -> None:
    client = client_for()

    response = come_back(client, apple, email="anna@example.org", **claims)

    assert response["Location"] == "/login?error=apple_failed"
    assert not User.objects.exists()


def test_a_token_that_somebody_else_has_signed_opens_nothing(apple) -> None:
    other = Apple()
    other.server.server_close()
    other.key = new_key()
    apple.id_token = other.id_token
    client = client_for()

    response = come_back(client, apple, email="anna@example.org")

    assert response["Location"] == "/login?error=apple_failed"
    assert session_of(client)["authenticated"] is False


def test_a_code_is_good_once_and_an_answer_that_nobody_asked_for_signs_nobody_in(apple) -> None:
    client = client_for()
    leaving = client.get("/auth/apple", {"next": "/booking"})
    form = apple.answer_to(leaving["Location"], email="mallory@example.org")

    victim = client_for()
    posted = victim.post("/auth/apple/callback", form, format="multipart")

    assert victim.get(posted["Location"])["Location"] == "/login?error=apple_failed"
    assert session_of(victim)["authenticated"] is False


def test_a_change_of_mind_leads_back(apple) -> None:
    client = client_for()
    leaving = client.get("/auth/apple")
    state = apple.answer_to(leaving["Location"])["state"]

    posted = client.post(
        "/auth/apple/callback", {"error": "user_cancelled_authorize", "state": state}, format="multipart"
    )

    assert client.get(posted["Location"])["Location"] == "/login?error=apple_cancelled"


def test_what_is_far_too_long_for_a_token_begins_no_session(apple) -> None:
    form = {"state": "x", "id_token": "x" * 500_000}

    response = client_for().post("/auth/apple/callback", form, format="multipart")

    assert response["Location"] == "/login?error=apple_failed"
    assert not Session.objects.exists()


def test_an_address_goes_there_and_back_so_many_times_a_minute(apple, settings) -> None:
    settings.SOCIAL_CALLS_PER_MINUTE = 2

    ways = [client_for().get("/auth/apple", {"next": "/booking"})["Location"] for _ in range(3)]
    posted = client_for().post("/auth/apple/callback", {"state": "x"}, format="multipart")

    assert [way.startswith("/login") for way in ways] == [False, False, True]
    assert ways[2] == "/login?error=apple_failed&next=%2Fbooking"
    assert posted["Location"] == "/login?error=apple_failed"
    assert Session.objects.count() == 2
