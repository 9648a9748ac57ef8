"""Signing in by a mailed link, and confirming an email address: what each link does, and how long."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts import notifications
from accounts.models import User
from accounts.tests.mailed_links import ENDED, letters, look, outcome, token_in
from conftest import NOW, PASSWORD, client_for
from marketplace import clock
from marketplace.events.models import LiveEvent
from marketplace.jobs import outbox
from marketplace.jobs.tasks import relay_links

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def ask(email="alice@example.org", **where):
    return client_for().post("/api/auth/sign-in-link", {"email": email}, **where)


def sign_in(token, client=None):
    return (client or client_for()).post("/api/auth/sign-in-link/confirm", {"token": token})


def sign_in_token() -> str:
    assert ask().status_code == 200
    (letter,) = letters()
    return token_in(letter)


def registered(email="nora@example.org"):
    client = client_for()
    body = {"email": email, "password": "quiet-alpine-river", "firstName": "Win <b>money</b>"}
    assert client.post("/api/auth/register", body).status_code == 200
    (letter,) = letters()
    return client, letter


def verify(token, client=None, **password):
    return (client or client_for()).post("/api/auth/email-verification", {"token": token} | password)


# --- Signing in by a link -----------------------------------------------------------------------------


def test_a_link_signs_in_and_shows_that_the_mailbox_is_theirs(alice) -> None:
    client = client_for()

    response = sign_in(sign_in_token(), client)

    assert (response.status_code, response.json()["user"]["emailVerified"]) == (200, True)
    assert client.get("/api/auth/session").json()["user"]["id"] == str(alice.pk)
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_a_sign_in_link_works_once(alice) -> None:
    token = sign_in_token()
    sign_in(token)

    assert outcome(sign_in(token)) == ENDED


@pytest.mark.parametrize("way", ["sign-in-link", "password-reset"])
@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("/booking?providerId=7", "/booking?providerId=7"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/api/auth/logout", "/"),
    ],
)
def test_a_link_leads_back_to_the_page_that_asked_for_it(alice, way, asked, leads_to) -> None:
    body = {"email": "alice@example.org", "next": asked}
    assert client_for().post(f"/api/auth/{way}", body).status_code == 200

    (letter,) = letters()

    assert look(token_in(letter)).json()["next"] == leads_to


def test_asking_says_the_same_of_every_address(alice) -> None:
    known, unknown = ask(), ask("nobody@example.org")

    assert known.json() == unknown.json() == {"success": True}
    assert [letter.to for letter in letters()] == [["alice@example.org"]]


def test_it_lasts_a_quarter_of_an_hour(alice, time_machine) -> None:
    token = sign_in_token()

    time_machine.move_to(NOW + timedelta(minutes=15))

    assert outcome(sign_in(token)) == ENDED


def test_whoever_is_refused_a_letter_has_a_link_that_works_for_ten_minutes_more(alice, time_machine) -> None:
    sent = []
    for minutes in range(10):
        at = NOW + timedelta(minutes=minutes)
        time_machine.move_to(at)
        ask(REMOTE_ADDR=f"198.51.100.{minutes}")
        sent.append([token_in(letter) for letter in letters(at=at)])

    for minutes, asked in enumerate(sent):
        lately = [token for sending in sent[max(0, minutes - 4) : minutes + 1] for token in sending]
        assert asked or lately, minutes
    assert 3 < sum(map(len, sent)) <= 6


def test_a_link_waits_for_no_other_email(alice) -> None:
    notice = {"userId": str(alice.pk), "kind": "order_paid", "subject": "Paid", "body": "", "link": ""}
    outbox.enqueue_many(
        topic=notifications.EMAIL_TOPIC,
        payloads=[notice | {"key": str(number)} for number in range(600)],
        now=NOW - timedelta(minutes=20),
    )
    assert ask().status_code == 200

    relay_links()

    assert [letter.subject for letter in mail.outbox] == ["Your sign-in link"]


def test_a_link_of_one_kind_does_nothing_of_another(alice) -> None:
    token = sign_in_token()
    body = {"token": token, "password": "quiet-alpine-river"}

    for path in ("password-reset/confirm", "email-change/take-back", "email-verification", "email-change"):
        assert outcome(client_for().post(f"/api/auth/{path}", body)) == ENDED, path
    assert look(token).json() == {"purpose": "sign-in", "email": "alice@example.org", "next": "/"}


def test_staff_who_owe_their_second_factor_still_owe_it(dora, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    ask("dora@example.org")
    (letter,) = letters()

    response = sign_in(token_in(letter))

    assert response.json()["user"]["isOperator"] is False


# --- Confirming an address ------------------------------------------------------------------------------


def test_registering_mails_one_letter_that_welcomes_and_asks_for_a_confirmation(db) -> None:
    client, letter = registered()

    assert letter.subject == "Welcome to Suuber: please confirm your address"
    assert "money" not in letter.body  # the mailbox is not confirmed yet
    assert "Until you confirm it, news of your orders comes in the app only." in letter.body
    assert client.get("/api/auth/session").json()["user"]["emailVerified"] is False


def test_an_account_books_before_it_has_confirmed(db) -> None:
    client, _ = registered()

    assert client.get("/api/orders").status_code == 200


def test_the_link_confirms_in_the_session_that_registered_and_changes_nothing_else(db) -> None:
    client, letter = registered()

    assert verify(token_in(letter), client).status_code == 200
    assert verify(token_in(letter)).status_code == 200  # again, from anywhere

    assert client.get("/api/auth/session").json()["user"]["emailVerified"] is True
    assert LiveEvent.objects.filter(topic="session").count() == 1


def test_elsewhere_the_link_confirms_with_the_password_and_signs_nobody_in(chiara) -> None:
    client, letter = registered()
    for visitor in (client_for(), client_for(chiara)):
        assert outcome(verify(token_in(letter), visitor)) == (400, "password_required")
        assert outcome(verify(token_in(letter), visitor, password=PASSWORD)) == (400, "wrong_password")
    assert client.get("/api/auth/session").json()["user"]["emailVerified"] is False
    visitor = client_for()

    assert verify(token_in(letter), visitor, password="quiet-alpine-river").status_code == 200

    assert visitor.get("/api/auth/session").json()["authenticated"] is False
    assert client.get("/api/auth/session").json()["user"]["emailVerified"] is True


def test_passwords_cannot_be_guessed_through_the_link(db) -> None:
    _, letter = registered()

    statuses = [verify(token_in(letter), password=PASSWORD).status_code for _ in range(6)]

    assert statuses == [400, 400, 400, 400, 400, 429]


def test_it_works_for_three_days_and_through_a_change_of_the_password(db, time_machine) -> None:
    client, letter = registered()
    body = {"currentPassword": "quiet-alpine-river", "newPassword": "another-long-passphrase"}
    client.post("/api/profile/password", body)

    assert look(token_in(letter)).status_code == 200
    time_machine.move_to(NOW + timedelta(days=3))
    assert outcome(verify(token_in(letter))) == ENDED


def test_a_mailbox_gets_six_letters_a_day_and_its_links_still_work(alice, time_machine) -> None:
    User.objects.update(email_verified_at=None)
    client, tokens, asked = client_for(alice), [], []
    for minutes in range(0, 24 * 60, 16):
        at = NOW + timedelta(minutes=minutes)
        time_machine.move_to(at)
        asked.append(client_for(alice).post("/api/profile/email-verification"))
        tokens += [token_in(letter) for letter in letters(at=at)]

    assert [response.status_code for response in asked] == [200] * 6 + [429] * 84
    assert "each of them works for three days" in asked[-1].json()["message"]
    assert asked[-1]["Retry-After"] == str(16 * 60)
    assert len(tokens) == 6
    time_machine.move_to(NOW + timedelta(days=1))
    assert client_for(alice).post("/api/profile/email-verification").status_code == 200
    assert len(letters(at=clock.now())) == 1
    assert verify(tokens[2], client).status_code == 200


def test_pressing_twice_sends_one_letter_and_is_said_to_have_sent_it(alice) -> None:
    User.objects.update(email_verified_at=None)

    for _ in range(7):
        assert client_for(alice).post("/api/profile/email-verification").status_code == 200

    assert len(letters()) == 1


def test_a_confirmed_address_gets_no_letter(alice, time_machine) -> None:
    client = client_for(alice)
    User.objects.update(email_verified_at=NOW)
    time_machine.move_to(NOW + timedelta(hours=1))
    client.post("/api/profile/email-verification")
    outbox.relay(now=clock.now())
    assert mail.outbox == []
