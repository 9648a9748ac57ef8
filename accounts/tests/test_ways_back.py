"""Taking an account back by the link that its former address got, whatever its thief did."""

from datetime import timedelta

import pytest

from accounts import erasure_requests, reauthentication
from accounts.models import Notification, User
from accounts.tests.email_changes import NEW, OLD, address_of, ask, confirm, mailed, take_back
from accounts.tests.mailed_links import ENDED, letters, outcome, token_in
from conftest import NOW, PASSWORD, client_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


@pytest.mark.parametrize("is_confirmed", [True, False])
def test_the_old_address_takes_the_account_back_whatever_its_thief_did(alice, is_confirmed) -> None:
    thief = client_for(alice)
    tokens = mailed(alice, client=thief)
    if is_confirmed:
        confirm(tokens[NEW])
        body = {"currentPassword": PASSWORD, "newPassword": "the-password-of-a-thief"}
        assert thief.post("/api/profile/password", body).status_code == 200
    owner = client_for()

    response = take_back(tokens[OLD], owner)

    assert (response.status_code, response.json()["user"]["email"]) == (200, OLD)
    assert owner.get("/api/auth/session").json()["authenticated"] is True
    assert thief.get("/api/auth/session").json()["authenticated"] is False
    assert outcome(confirm(tokens[NEW])) == ENDED
    assert outcome(take_back(tokens[OLD])) == ENDED
    login = {"email": OLD, "password": "quiet-alpine-river"}
    assert client_for().post("/api/auth/login", login).status_code == 200


@pytest.mark.parametrize("email", [OLD, "third@example.net"])
def test_a_thief_who_changes_the_address_twice_keeps_no_way_back(alice, time_machine, email) -> None:
    thief = client_for(alice)
    tokens = mailed(alice, client=thief)
    confirm(tokens[NEW])
    time_machine.move_to(NOW + timedelta(hours=1))
    assert ask(alice, email, client=thief).status_code == 200
    back = {letter.to[0]: token_in(letter) for letter in letters(at=NOW + timedelta(hours=1))}
    assert confirm(back[email]).status_code == 200

    assert take_back(tokens[OLD]).status_code == 200

    assert outcome(take_back(back[NEW])) == ENDED
    assert address_of(alice) == OLD
    login = {"email": OLD, "password": "quiet-alpine-river"}
    assert client_for().post("/api/auth/login", login).status_code == 200


@pytest.mark.parametrize(("is_proven", "warnings"), [(True, 12), (False, 3)], ids=["proven", "never proven"])
def test_a_mailbox_that_nobody_has_proven_gets_few_warnings_and_can_end_the_last_change(
    alice, time_machine, is_proven, warnings
) -> None:
    User.objects.update(email_verified_at=NOW if is_proven else None)
    thief, old, new = client_for(alice), [], []
    for number in range(12):
        at = NOW + timedelta(minutes=20 * number)
        time_machine.move_to(at)
        assert ask(alice, f"thief{number}@example.net", client=thief).status_code == 200
        sent = letters(at=at)
        old += [token_in(letter) for letter in sent if letter.to == [OLD]]
        new += [token_in(letter) for letter in sent if letter.to != [OLD]]
    assert (len(old), len(new)) == (warnings, 12)
    assert confirm(new[-1], thief).status_code == 200

    assert take_back(old[2]).status_code == 200

    assert address_of(alice) == OLD
    assert outcome(take_back(old[0])) == ENDED


@pytest.mark.parametrize("is_dropped_at_once", [False, True], ids=["after the letter", "before it"])
def test_who_drops_changes_until_no_warning_is_left_does_not_keep_the_account(
    alice, time_machine, is_dropped_at_once
) -> None:
    User.objects.update(email_verified_at=None)
    thief, old, new = client_for(alice), [], []
    for number in range(4):
        at = NOW + timedelta(minutes=20 * number)
        time_machine.move_to(at)
        assert ask(alice, f"thief{number}@example.net", client=thief).status_code == 200
        sent = [] if is_dropped_at_once else letters(at=at)
        if number < 3:
            assert thief.delete("/api/profile/email").status_code == 204
        sent += letters(at=at)
        old += [token_in(letter) for letter in sent if letter.to == [OLD]]
        new += [token_in(letter) for letter in sent if letter.to != [OLD]]
    assert len(old) == 3
    assert confirm(new[-1], thief).status_code == 200
    assert address_of(alice) == "thief3@example.net"

    assert take_back(old[0]).status_code == 200

    assert address_of(alice) == OLD
    assert [outcome(take_back(token)) for token in old] == [ENDED] * 3


@pytest.mark.parametrize("is_confirmed", [True, False])
@pytest.mark.parametrize("is_dropped", [True, False])
def test_a_way_back_that_was_used_takes_back_no_later_change(
    alice, time_machine, is_confirmed, is_dropped
) -> None:
    first = mailed(alice)
    used = [first[OLD]]
    if is_dropped:
        client_for(alice).delete("/api/profile/email")
        first = mailed(alice, email="second@example.net")
        used.append(first[OLD])
    if is_confirmed:
        confirm(first["second@example.net" if is_dropped else NEW])
    assert take_back(used[0]).status_code == 200
    alice.refresh_from_db()
    time_machine.move_to(NOW + timedelta(hours=1))
    asked = ask(alice, "third@example.net", password="quiet-alpine-river")
    assert asked.status_code == 200
    later = {letter.to[0]: token_in(letter) for letter in letters(at=NOW + timedelta(hours=1))}

    assert [outcome(take_back(token)) for token in used] == [ENDED] * len(used)

    body = {"token": later["third@example.net"], "password": "quiet-alpine-river"}
    assert client_for().post("/api/auth/email-change", body).status_code == 200
    assert take_back(later[OLD]).status_code == 200


def test_a_change_that_its_owner_dropped_is_not_taken_back(alice) -> None:
    tokens = mailed(alice)
    client_for(alice).delete("/api/profile/email")

    assert outcome(take_back(tokens[OLD])) == ENDED


def test_the_way_back_works_for_a_week(alice, time_machine) -> None:
    tokens = mailed(alice)

    time_machine.move_to(NOW + timedelta(days=7))

    assert outcome(take_back(tokens[OLD])) == ENDED


def test_the_deletion_that_a_thief_has_asked_for_ends_with_the_way_back(alice, time_machine) -> None:
    thief = client_for(alice)
    tokens = mailed(alice, client=thief)
    confirm(tokens[NEW])
    assert thief.post("/api/privacy/deletion", {"password": PASSWORD}).status_code == 201

    assert take_back(tokens[OLD]).status_code == 200

    assert Notification.objects.filter(user=alice, kind="account_kept").exists()
    later = NOW + timedelta(days=31)
    time_machine.move_to(later)
    erasure_requests.carry_out(now=later)
    assert User.objects.filter(email=OLD, is_active=True).exists()


def test_what_the_owner_asked_for_long_before_goes_on(alice, time_machine) -> None:
    owner = client_for(alice)
    assert owner.post("/api/privacy/deletion", {"password": PASSWORD}).status_code == 201
    time_machine.move_to(NOW + timedelta(days=2))
    letters(at=NOW + timedelta(days=2))
    assert ask(alice, client=owner).status_code == 200
    tokens = {letter.to[0]: token_in(letter) for letter in letters(at=NOW + timedelta(days=2))}

    take_back(tokens[OLD], back := client_for())

    assert back.get("/api/privacy/deletion").json()["request"] is not None


def register_old():
    body = {"email": OLD, "password": "quiet-alpine-river", "firstName": "Nora"}
    return client_for().post("/api/auth/register", body)


def test_nobody_gets_the_old_address_while_it_can_be_taken_back(alice, chiara) -> None:
    tokens = mailed(alice)
    confirm(tokens[NEW])
    assert ask(chiara, OLD).status_code == 200

    assert outcome(register_old()) == (400, "email_taken")
    assert not any(letter.to == [OLD] for letter in letters())
    assert take_back(tokens[OLD]).status_code == 200
    assert address_of(alice) == OLD


def test_after_a_week_somebody_else_can_have_the_old_address(alice, time_machine) -> None:
    confirm(mailed(alice)[NEW])

    time_machine.move_to(NOW + timedelta(days=7))

    assert register_old().status_code == 200


ACTS_UNDER_WAY = {
    "a new password": ("post", "/api/profile/password", {"newPassword": "the-password-of-a-thief"}),
    "another address": ("post", "/api/profile/email", {"email": "third@example.net"}),
    "the deletion": ("post", "/api/privacy/deletion", {}),
    "another bank account": (
        "put",
        "/api/provider/payout-account",
        {"holder": "Thief", "iban": "CH9300762011623852957"},
    ),
}


@pytest.mark.parametrize("act", ACTS_UNDER_WAY)
def test_what_a_thief_has_under_way_is_refused_once_the_owner_is_back(bruno, salon, monkeypatch, act) -> None:
    method, path, body = ACTS_UNDER_WAY[act]
    thief = client_for(bruno)
    tokens = mailed(bruno, client=thief)
    check = reauthentication.check_password

    def check_while_the_owner_comes_back(**proof):
        check(**proof)
        assert take_back(tokens["bruno@example.org"]).status_code == 200

    monkeypatch.setattr(reauthentication, "check_password", check_while_the_owner_comes_back)
    response = getattr(thief, method)(path, {"password": PASSWORD, "currentPassword": PASSWORD} | body)

    assert outcome(response) == (403, "owner_changed")
    assert thief.get("/api/auth/session").json()["authenticated"] is False
    owner = client_for()
    login = {"email": "bruno@example.org", "password": "quiet-alpine-river"}
    assert owner.post("/api/auth/login", login).status_code == 200
    assert owner.get("/api/privacy/deletion").json()["request"] is None
    assert owner.get("/api/provider/earnings").json()["account"] is None
