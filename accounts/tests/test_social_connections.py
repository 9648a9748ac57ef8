"""Connecting Google with an account that is signed in, and disconnecting it."""

from datetime import timedelta

import pytest
from allauth.socialaccount.models import SocialAccount
from django.contrib.sessions.models import Session

from accounts import social_connections
from accounts.models import User
from conftest import NOW, PASSWORD, client_for, make_user
from marketplace import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
CONNECT = "/api/profile/connections/google"
REMOVAL = f"{CONNECT}/removal"


def begin(client, password=PASSWORD):
    return client.post(CONNECT, {"password": password})


def connect(client, google, **identity):
    """Connect Google: prove oneself, leave, sign in there, and come back."""
    leaving = client.get(begin(client).json()["url"])
    return client.get(google.answer_to(leaving["Location"], **identity))


def providers(client) -> list[str]:
    return [one["provider"] for one in client.get("/api/profile/security").json()["connections"]]


def test_google_is_connected_by_its_owner_and_signs_in_from_then_on(google, alice) -> None:
    client = client_for(alice)

    # Another address than the account's: what counts is who is signed in here.
    response = connect(client, google, sub="7", email="alice.private@example.net")

    assert (response.status_code, response["Location"]) == (302, "/profile/security")
    assert providers(client) == ["google"]
    assert "Google" in alice.notifications.get(kind="second_factor").title
    assert User.objects.count() == 1
    visitor = client_for()
    leaving = visitor.get("/auth/google")
    visitor.get(google.answer_to(leaving["Location"], sub="7", email="alice.private@example.net"))
    assert visitor.get("/api/auth/session").json()["user"]["email"] == "alice@example.org"


@pytest.mark.parametrize(("password", "code"), [("", "password_required"), ("wrong", "wrong_password")])
def test_the_password_is_asked_for(google, alice, password, code) -> None:
    response = begin(client_for(alice), password)

    assert (response.status_code, response.json()["code"]) == (400, code)


def test_nobody_is_led_to_connect_what_they_have_not_begun(google, alice, time_machine) -> None:
    client = client_for(alice)

    response = client.get("/auth/google?connect=1")
    assert response["Location"] == "/profile/security?error=google_not_begun"

    url = begin(client).json()["url"]
    time_machine.move_to(clock.now() + timedelta(minutes=10))
    assert client.get(url)["Location"] == "/profile/security?error=google_not_begun"
    assert client_for().get(url)["Location"] == "/profile/security?error=google_not_begun"


def end_sessions_after(monkeypatch, module, name: str) -> None:
    """Let every session end elsewhere while a request is in a function."""
    act = getattr(module, name)

    def ended(*args, **options):
        found = act(*args, **options)
        Session.objects.all().delete()
        return found

    monkeypatch.setattr(module, name, ended)


def test_a_session_that_ends_on_the_way_back_connects_nothing(google, alice, monkeypatch) -> None:
    client = client_for(alice)
    leaving = client.get(begin(client).json()["url"])
    back = google.answer_to(leaving["Location"], sub="7", email="alice.private@example.net")
    end_sessions_after(monkeypatch, social_connections, "is_begun")

    response = client.get(back)

    assert (response.status_code, response["Location"]) == (302, "/profile/security?error=google_not_begun")
    assert not SocialAccount.objects.exists()


def test_what_was_done_while_the_session_ended_elsewhere_is_answered(google, alice, monkeypatch) -> None:
    client = client_for(alice)
    end_sessions_after(monkeypatch, social_connections, "begin")

    assert begin(client).status_code == 200
    assert client.get("/api/profile").status_code == 401


def test_an_identity_that_opens_another_account_is_not_connected(google, alice, chiara) -> None:
    connect(client_for(chiara), google, sub="7", email="chiara.private@example.net")

    for identity in ({"sub": "7", "email": "x@example.net"}, {"sub": "8", "email": chiara.email}):
        response = connect(client_for(alice), google, **identity)
        assert response["Location"] == "/profile/security?error=google_connected_elsewhere"

    assert providers(client_for(alice)) == []
    assert SocialAccount.objects.get().user == chiara


def test_a_change_of_mind_leads_back_to_where_it_began(google, alice) -> None:
    client = client_for(alice)
    leaving = client.get(begin(client).json()["url"])
    state = google.answer_to(leaving["Location"], email="a@example.net").split("state=")[1]

    response = client.get(f"/auth/google/callback?error=access_denied&state={state}")

    assert response["Location"] == "/profile/security?error=google_cancelled"
    assert providers(client) == []


def test_what_is_not_set_up_is_said(alice) -> None:
    client = client_for(alice)

    assert begin(client).json()["code"] == "provider_not_configured"
    assert client.post("/api/profile/connections/facebook", {"password": PASSWORD}).status_code == 404


def test_a_connection_is_removed_and_its_owner_notified(google, alice) -> None:
    client = client_for(alice)
    connect(client, google, sub="7", email="a@example.net")

    assert client.post(REMOVAL, {"password": "wrong"}).status_code == 400
    assert client.post(REMOVAL, {"password": PASSWORD}).status_code == 204

    assert providers(client) == []
    titles = [notice.title for notice in alice.notifications.filter(kind="second_factor")]
    assert "Google no longer signs in to your account" in titles
    assert client.post(REMOVAL, {"password": PASSWORD}).status_code == 404


@pytest.mark.parametrize(("verified_at", "status"), [(None, 409), (NOW, 204)])
def test_the_last_way_in_stays(google, verified_at, status) -> None:
    nora = make_user("nora", email_verified_at=verified_at)
    nora.set_unusable_password()
    nora.save()
    SocialAccount.objects.create(user=nora, provider="google", uid="9")
    client = client_for()
    leaving = client.get("/auth/google")
    client.get(google.answer_to(leaving["Location"], sub="9", email=nora.email))

    response = client.post(REMOVAL, {})

    assert response.status_code == status
    assert SocialAccount.objects.exists() is (status == 409)
