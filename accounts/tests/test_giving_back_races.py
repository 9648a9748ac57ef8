"""An owner takes the account back at the same instant at which its thief acts."""

import pytest

from accounts import reauthentication
from accounts.tests.mailed_links import letters, token_in
from conftest import PASSWORD, client_for
from marketplace.tests.proof import figure
from marketplace.tests.racing import race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

OF_OWNER, OF_THIEF = "quiet-alpine-river", "the-password-of-a-thief"


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
