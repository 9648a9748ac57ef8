"""Whoever registers somebody else's address does not get into the account once its owner has come."""

from datetime import timedelta

import pytest
from allauth.socialaccount.models import SocialAccount

from accounts import erasure_requests
from accounts.models import PushSubscription, SignedInDevice, User
from accounts.tests.mailed_links import letters, outcome, token_in
from conftest import NOW, client_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]

EMAIL = "nora@example.org"
OF_STRANGER = "the-password-of-a-stranger"


@pytest.fixture
def stranger():
    """Return the browser of a stranger who has registered the address, and gets its notifications."""
    client = client_for()
    body = {"email": EMAIL, "password": OF_STRANGER, "firstName": "Nora"}
    assert client.post("/api/auth/register", body).status_code == 200
    PushSubscription.objects.create(
        device=SignedInDevice.objects.get(), endpoint="https://push.example/1", created_at=NOW
    )
    return client


def by_google(client, google, **identity):
    leaving = client.get("/auth/google", {"next": "/booking"})
    return client.get(google.answer_to(leaving["Location"], **identity))


def link_of(path) -> str:
    """Have a link mailed, and return its token."""
    letters()
    assert client_for().post(path, {"email": EMAIL}).status_code == 200
    (letter,) = letters()
    return token_in(letter)


def sign_in_by_link():
    client, token = client_for(), link_of("/api/auth/sign-in-link")
    assert client.post("/api/auth/sign-in-link/confirm", {"token": token}).status_code == 200
    return client


def is_signed_in(client) -> bool:
    return client.get("/api/auth/session").json()["authenticated"]


def login(password):
    return client_for().post("/api/auth/login", {"email": EMAIL, "password": password})


def assert_only(owner, stranger) -> None:
    assert is_signed_in(owner)
    assert owner.get("/api/auth/session").json()["user"]["emailVerified"] is True
    assert not is_signed_in(stranger)
    assert outcome(login(OF_STRANGER)) == (401, "invalid_credentials")
    assert [device["isThisOne"] for device in owner.get("/api/profile/devices").json()] == [True]
    assert not PushSubscription.objects.exists()


def test_a_sign_in_link_shuts_the_stranger_out(stranger) -> None:
    owner = sign_in_by_link()

    assert_only(owner, stranger)
    titles = [one["title"] for one in owner.get("/api/notifications").json()["results"]]
    assert "Your address is confirmed, your password removed" in titles


def ask_for_deletion(client, **body):
    return client.post("/api/privacy/deletion", body)


def test_who_has_no_password_and_came_by_a_link_acts_for_ten_minutes(stranger, time_machine) -> None:
    owner = sign_in_by_link()
    assert ask_for_deletion(owner).status_code == 201
    assert owner.delete("/api/privacy/deletion").status_code == 204

    time_machine.move_to(NOW + timedelta(minutes=10))

    assert outcome(ask_for_deletion(owner)) == (403, "recent_sign_in_required")
    assert ask_for_deletion(sign_in_by_link()).status_code == 201


def test_a_link_stands_for_no_password_where_there_is_one(alice) -> None:
    client = client_for()
    client.post("/api/auth/sign-in-link", {"email": alice.email})
    (letter,) = letters()
    assert client.post("/api/auth/sign-in-link/confirm", {"token": token_in(letter)}).status_code == 200

    assert outcome(ask_for_deletion(client)) == (400, "password_required")
    assert outcome(ask_for_deletion(client, password=OF_STRANGER)) == (400, "wrong_password")


def test_the_owner_chooses_a_password_afterwards_which_later_links_leave_alone(
    stranger, time_machine
) -> None:
    sign_in_by_link()
    time_machine.move_to(NOW + timedelta(minutes=10))
    token = link_of("/api/auth/password-reset")
    body = {"token": token, "password": "quiet-alpine-river"}
    owner = client_for()
    assert owner.post("/api/auth/password-reset/confirm", body).status_code == 200

    sign_in_by_link()

    assert login("quiet-alpine-river").status_code == 200
    assert is_signed_in(owner)


def test_the_confirmation_of_the_owner_alone_does_not_confirm_for_the_stranger(stranger) -> None:
    (letter,) = letters()

    asked = client_for().post("/api/auth/email-verification", {"token": token_in(letter)})

    assert outcome(asked) == (400, "password_required")
    assert stranger.get("/api/auth/session").json()["user"]["emailVerified"] is False
    assert_only(sign_in_by_link(), stranger)


def test_google_shuts_the_stranger_out(stranger, google) -> None:
    owner = client_for()

    by_google(owner, google, sub="of-owner", email=EMAIL)

    assert_only(owner, stranger)


@pytest.mark.parametrize("way", ["sign-in-link", "password-reset"])
def test_the_google_of_the_stranger_opens_it_no_more(stranger, google, way) -> None:
    begun = stranger.post("/api/profile/connections/google", {"password": OF_STRANGER})
    leaving = stranger.get(begun.json()["url"])
    stranger.get(google.answer_to(leaving["Location"], sub="of-stranger", email="stranger@example.net"))
    assert SocialAccount.objects.count() == 1
    body = {"token": link_of(f"/api/auth/{way}"), "password": "quiet-alpine-river"}

    assert client_for().post(f"/api/auth/{way}/confirm", body).status_code == 200

    by_google(stranger, google, sub="of-stranger", email="stranger@example.net")
    assert stranger.get("/api/auth/session").json()["user"]["id"] != str(User.objects.get(email=EMAIL).pk)


def test_the_deletion_that_the_stranger_has_asked_for_ends(stranger, time_machine) -> None:
    assert stranger.post("/api/privacy/deletion", {"password": OF_STRANGER}).status_code == 201
    sign_in_by_link()

    later = NOW + timedelta(days=31)
    time_machine.move_to(later)
    erasure_requests.carry_out(now=later)

    assert User.objects.filter(email=EMAIL, is_active=True).exists()


def test_who_takes_back_an_address_that_was_never_confirmed_ends_all_that_was_before(
    stranger, google, time_machine
) -> None:
    begun = stranger.post("/api/profile/connections/google", {"password": OF_STRANGER})
    leaving = stranger.get(begun.json()["url"])
    stranger.get(google.answer_to(leaving["Location"], sub="of-stranger", email="stranger@example.net"))
    at = NOW + timedelta(days=2)
    time_machine.move_to(at)
    letters(at=at)
    body = {"email": "other@example.net", "password": OF_STRANGER}
    assert stranger.post("/api/profile/email", body).status_code == 200
    tokens = {letter.to[0]: token_in(letter) for letter in letters(at=at)}
    body = {"token": tokens[EMAIL], "password": "quiet-alpine-river"}

    assert client_for().post("/api/auth/email-change/take-back", body).status_code == 200

    back = client_for()
    by_google(back, google, sub="of-stranger", email="stranger@example.net")
    assert back.get("/api/profile").json()["email"] == "stranger@example.net"
