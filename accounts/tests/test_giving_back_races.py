"""An owner takes the account back at the same instant at which its thief acts."""

import pytest
from allauth.socialaccount.models import SocialAccount

from accounts import reauthentication, social_adapters, social_connections
from accounts.tests.mailed_links import letters, token_in
from conftest import PASSWORD, client_for
from marketplace.tests.proof import figure
from marketplace.tests.racing import race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

OF_OWNER, OF_THIEF = "quiet-alpine-river", "the-password-of-a-thief"
# The session in which the thief went to Google has ended: nothing tells that it was to connect.
SIGNED_OUT = "/login?error=google_failed"


@pytest.fixture
def way_back(alice, now):
    """Return what the owner does: take the account back after a thief has asked for another address."""
    thief = client_for(alice)
    body = {"email": "thief@example.net", "password": PASSWORD}
    assert thief.post("/api/profile/email", body).status_code == 200
    (token,) = (token_in(letter) for letter in letters() if letter.to == [alice.email])

    def take_back() -> int:
        body = {"token": token, "password": OF_OWNER}
        return client_for().post("/api/auth/email-change/take-back", body).status_code

    return take_back


def signs_in(alice, password: str) -> bool:
    body = {"email": alice.email, "password": password}
    return client_for().post("/api/auth/login", body).status_code == 200


@pytest.mark.parametrize("_try", range(figure(2, 20)))
def test_whoever_comes_first_the_account_is_its_owners(alice, way_back, _try) -> None:
    thieves = [client_for(alice) for _ in range(3)]
    body = {"currentPassword": PASSWORD, "newPassword": OF_THIEF}

    def steal(client) -> int:
        return client.post("/api/profile/password", body).status_code

    came_back, *_ = race([way_back, *(lambda client=client: steal(client) for client in thieves)])

    assert came_back == 200
    assert (signs_in(alice, OF_OWNER), signs_in(alice, OF_THIEF)) == (True, False)
    assert not any(client.get("/api/auth/session").json()["authenticated"] for client in thieves)


def test_without_the_lock_the_thief_would_win(alice, way_back, monkeypatch) -> None:
    check = reauthentication.check_password

    def check_while_the_owner_comes_back(**proof):
        check(**proof)
        assert way_back() == 200

    monkeypatch.setattr(reauthentication, "check_password", check_while_the_owner_comes_back)
    monkeypatch.setattr(reauthentication, "lock_owner", lambda _user: None)
    client_for(alice).post("/api/profile/password", {"currentPassword": PASSWORD, "newPassword": OF_THIEF})
    monkeypatch.undo()

    assert (signs_in(alice, OF_OWNER), signs_in(alice, OF_THIEF)) == (False, True)


@pytest.fixture
def way_from_google(google, alice):
    """Return what the thief does last: come back from Google, which they connect with the account."""
    thief = client_for(alice)
    url = thief.post("/api/profile/connections/google", {"password": PASSWORD}).json()["url"]
    back = google.answer_to(thief.get(url)["Location"], sub="7", email="thief@gmail.example")

    def connect() -> str:
        return thief.get(back).headers.get("Location", "")

    return connect


@pytest.fixture
def comes_back_meanwhile(way_back, monkeypatch):
    """The owner takes the account back after the thief's request has read it."""
    finish = social_connections.finish

    def finish_while_the_owner_comes_back(request):
        finish(request)
        assert way_back() == 200

    monkeypatch.setattr(social_connections, "finish", finish_while_the_owner_comes_back)


@pytest.mark.parametrize("_try", range(figure(2, 20)))
def test_google_is_not_connected_with_an_account_that_comes_back(
    alice, way_back, way_from_google, _try
) -> None:
    came_back, way = race([way_back, way_from_google])

    assert came_back == 200
    assert way in {"/profile/security", "/profile/security?error=google_not_begun", SIGNED_OUT}
    assert not SocialAccount.objects.exists()
    assert signs_in(alice, OF_OWNER)


def test_who_comes_back_from_google_after_the_owner_has_to_sign_in(way_back, way_from_google) -> None:
    way_back()

    assert way_from_google() == SIGNED_OUT
    assert not SocialAccount.objects.exists()


@pytest.mark.usefixtures("comes_back_meanwhile")
def test_a_request_that_began_before_connects_nothing(alice, way_from_google) -> None:
    assert way_from_google() == "/profile/security?error=google_not_begun"
    assert not SocialAccount.objects.exists()
    assert signs_in(alice, OF_OWNER)


@pytest.mark.usefixtures("comes_back_meanwhile")
def test_without_the_lock_google_would_be_connected(way_from_google, monkeypatch) -> None:
    monkeypatch.setattr(social_adapters, "lock_owner", lambda _user: None)
    way_from_google()

    assert SocialAccount.objects.exists()
