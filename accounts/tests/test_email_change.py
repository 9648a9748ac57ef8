"""Changing the email address: what is required, who is notified, and when it applies."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.models import EmailChange, User
from accounts.tests.email_changes import NEW, OLD, address_of, ask, confirm, mailed
from accounts.tests.mailed_links import ENDED, letters, look, outcome, token_in
from conftest import NOW, PASSWORD, client_for, make_user
from marketplace.jobs import outbox
from marketplace.tests.admin_forms import form_on, page_of, press_save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def test_nothing_changes_before_the_new_address_is_confirmed(alice) -> None:
    client = client_for(alice)
    response = ask(alice, " alice@Example.NET ", client=client)

    assert response.json() == {
        "email": OLD, "isVerified": True, "pendingEmail": NEW, "hasPassword": True,
    }  # fmt: skip
    assert address_of(alice) == OLD
    tokens = {letter.to[0]: token_in(letter) for letter in letters()}
    assert confirm(tokens[NEW]).status_code == 200

    assert client.get("/api/profile/email").json() == {
        "email": NEW, "isVerified": True, "pendingEmail": None, "hasPassword": True,
    }  # fmt: skip
    assert client_for().post("/api/auth/login", {"email": NEW, "password": PASSWORD}).status_code == 200
    assert client_for().post("/api/auth/login", {"email": OLD, "password": PASSWORD}).status_code == 401


def test_the_new_address_is_notified_no_name_and_the_old_one_the_new_address(alice) -> None:
    ask(alice)
    to_new, to_old = letters()

    assert (to_new.to, to_old.to) == ([NEW], [OLD])
    assert "Alice" not in to_new.body
    assert NEW in to_old.body
    assert look(token_in(to_new)).json() == {"purpose": "change", "email": NEW, "next": "/"}


def test_a_mailbox_that_was_never_confirmed_reads_nothing_that_a_stranger_has_made_up(alice) -> None:
    User.objects.filter(pk=alice.pk).update(email_verified_at=None, first_name="Win at evil.example")
    alice.refresh_from_db()

    ask(alice)
    client_for(alice).post("/api/privacy/deletion", {"password": PASSWORD})

    outbox.relay(now=NOW)
    assert [one.to for one in mail.outbox] == [[NEW], [OLD], [OLD]]
    assert [one.to for one in mail.outbox if "evil.example" in str(one.body)] == []


@pytest.mark.parametrize(
    ("password", "code"), [("", "password_required"), ("not-my-password", "wrong_password")]
)
def test_the_password_is_asked_for(alice, password, code) -> None:
    response = ask(alice, password=password)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert not EmailChange.objects.exists()


def test_wrong_passwords_count_like_those_at_sign_in(alice) -> None:
    statuses = [ask(alice, password="not-my-password").status_code for _ in range(6)]

    assert statuses == [400, 400, 400, 400, 400, 429]


@pytest.mark.parametrize("email", ["root@localhost", "x@[10.0.0.5]", "a@[127.0.0.1]", "a@nas.local"])
def test_refuses_an_address_that_no_mail_reaches(alice, email) -> None:
    assert ask(alice, email).json()["fields"] == {"email": ["Enter a valid email address."]}


def test_refuses_the_address_that_the_account_has(alice) -> None:
    assert ask(alice, "Alice@Example.org").json()["fields"] == {
        "email": ["This is your email address already."]
    }


def test_a_taken_address_gets_the_same_answer_and_its_mailbox_a_word(alice, chiara) -> None:
    free, taken = ask(alice), ask(alice, chiara.email)

    assert taken.status_code == free.status_code == 200
    assert taken.json() == free.json() | {"pendingEmail": chiara.email}
    assert not any(letter.to == [chiara.email] for letter in letters())


def test_an_address_that_was_taken_meanwhile_is_refused_to_its_holder_alone(alice) -> None:
    tokens = mailed(alice)
    make_user("kim")
    User.objects.filter(email="kim@example.org").update(email=NEW)

    assert outcome(confirm(tokens[NEW])) == (400, "email_taken")
    assert address_of(alice) == OLD


def test_a_mailbox_gets_few_letters_however_many_accounts_want_its_address(alice, time_machine) -> None:
    earlier = mailed(alice)
    for number in range(12):
        assert ask(make_user(f"guest{number}"), "stranger@example.com").status_code == 200

    time_machine.move_to(NOW + timedelta(minutes=16))
    refused = ask(alice, "stranger@example.com")

    assert outcome(refused) == (429, "throttled")
    assert refused.json()["message"].startswith("Several links were sent to this address within a day")
    assert 0 < int(refused["Retry-After"]) <= 24 * 3600
    assert [letter.to for letter in letters()].count(["stranger@example.com"]) == 12
    assert client_for(alice).get("/api/profile/email").json()["pendingEmail"] == NEW
    assert confirm(earlier[NEW]).status_code == 200
    time_machine.move_to(NOW + timedelta(days=1))
    assert ask(make_user("later"), "stranger@example.com").status_code == 200
    assert [letter.to for letter in letters()].count(["stranger@example.com"]) == 1


def test_a_stranger_cannot_keep_an_address_from_its_owner(alice, chiara, time_machine) -> None:
    for number in range(6):
        time_machine.move_to(NOW + timedelta(minutes=6 * number))
        assert ask(chiara, NEW).status_code == 200
        letters(at=NOW + timedelta(minutes=6 * number))
    time_machine.move_to(NOW + timedelta(hours=1))
    assert outcome(ask(chiara, NEW)) == (429, "throttled")

    assert ask(alice).status_code == 200

    tokens = {letter.to[0]: token_in(letter) for letter in letters(at=NOW + timedelta(hours=1))}
    assert confirm(tokens[NEW]).status_code == 200
    assert address_of(alice) == NEW


def test_who_asks_too_often_uses_up_no_letters_of_others(alice, chiara) -> None:
    for number in range(3):
        ask(alice, f"another{number}@example.net")
    for _ in range(6):
        assert ask(alice, "stranger@example.com").status_code == 429

    assert ask(chiara, "stranger@example.com").status_code == 200


def test_pressing_twice_takes_none_of_them(alice, chiara) -> None:
    for _ in range(4):
        ask(alice, "stranger@example.com")
    ask(chiara, "stranger@example.com")

    assert [letter.to for letter in letters()].count(["stranger@example.com"]) == 2


def test_the_link_works_once_and_for_a_day(alice, time_machine) -> None:
    tokens = mailed(alice)
    time_machine.move_to(NOW + timedelta(days=1))
    assert outcome(confirm(tokens[NEW])) == ENDED
    assert client_for(alice).get("/api/profile/email").json()["pendingEmail"] is None
    time_machine.move_to(NOW + timedelta(hours=23))
    assert client_for(alice).get("/api/profile/email").json()["pendingEmail"] == NEW
    assert confirm(tokens[NEW]).status_code == 200
    assert outcome(confirm(tokens[NEW])) == ENDED


def test_another_request_a_dropped_one_and_a_new_password_end_the_link(alice) -> None:
    first = mailed(alice)
    assert client_for(alice).delete("/api/profile/email").status_code == 204
    assert outcome(confirm(first[NEW])) == ENDED
    second = mailed(alice, email="another@example.net")
    third = mailed(alice)
    assert outcome(confirm(second["another@example.net"])) == ENDED
    alice.set_password("another-long-passphrase")
    alice.save()
    assert outcome(confirm(third[NEW])) == ENDED
    fourth = ask(alice, "fourth@example.net", password="another-long-passphrase")
    assert outcome(fourth) == (429, "throttled")


def test_the_link_takes_a_session_of_the_account_or_its_password(alice, chiara) -> None:
    tokens = mailed(alice)

    for visitor in (client_for(), client_for(chiara)):
        assert outcome(confirm(tokens[NEW], visitor, password="")) == (400, "password_required")
        assert outcome(confirm(tokens[NEW], visitor, password="not-my-password")) == (400, "wrong_password")
    assert address_of(alice) == OLD
    visitor = client_for()

    assert confirm(tokens[NEW], visitor, password=PASSWORD).status_code == 200

    assert address_of(alice) == NEW
    assert visitor.get("/api/auth/session").json()["authenticated"] is False


def test_in_a_session_of_the_account_the_link_needs_no_password(alice) -> None:
    tokens = mailed(alice)

    assert confirm(tokens[NEW], client_for(alice), password="").status_code == 200

    assert address_of(alice) == NEW


def test_passwords_cannot_be_guessed_through_the_link(alice) -> None:
    tokens = mailed(alice)

    statuses = [confirm(tokens[NEW], password="not-my-password").status_code for _ in range(6)]

    assert statuses == [400, 400, 400, 400, 400, 429]


def test_an_account_of_google_alone_must_have_signed_in_just_now(alice) -> None:
    alice.set_unusable_password()
    alice.save()

    response = ask(alice, password="")

    assert outcome(response) == (403, "recent_sign_in_required")


def test_an_account_can_have_its_own_old_address_again(alice) -> None:
    confirm(mailed(alice)[NEW])

    assert confirm(mailed(alice, email=OLD)[OLD]).status_code == 200

    assert address_of(alice) == OLD


def test_an_address_that_an_operator_sets_is_confirmed_from_its_mailbox(operator_client, alice) -> None:
    by_alice = mailed(alice, email="alice@example.com")["alice@example.com"]

    press_save(operator_client, page_of(alice), form_on(operator_client, page_of(alice)), email=NEW)

    assert client_for(alice).get("/api/profile/email").json() == {
        "email": NEW, "isVerified": False, "pendingEmail": None, "hasPassword": True,
    }  # fmt: skip
    (letter,) = letters()
    assert letter.to == [NEW]
    assert outcome(confirm(by_alice)) == ENDED
    token = {"token": token_in(letter), "password": PASSWORD}
    assert client_for().post("/api/auth/email-verification", token).status_code == 200
    assert client_for(alice).get("/api/profile/email").json()["isVerified"] is True
