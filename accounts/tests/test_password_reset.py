"""A forgotten password: who is mailed a link, what it opens, how long and how often."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts import closing
from accounts.models import KnownClient, Notification, User
from accounts.tests.mailed_links import ENDED, letters, look, outcome, token_in
from conftest import NOW, PASSWORD, client_for, make_user
from marketplace import clock
from marketplace.jobs.models import OutboxMessage

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]

NEW = "quiet-alpine-river"
HOUR = timedelta(hours=1)


def ask(email="alice@example.org", **where):
    return client_for().post("/api/auth/password-reset", {"email": email}, **where)


def choose(token, password=NEW, client=None):
    client = client or client_for()
    return client.post("/api/auth/password-reset/confirm", {"token": token, "password": password})


def token_for(email="alice@example.org") -> str:
    assert ask(email).status_code == 200
    (letter,) = letters()
    return token_in(letter)


def sign_in(password, email="alice@example.org"):
    return client_for().post("/api/auth/login", {"email": email, "password": password})


def test_a_mailed_link_sets_the_password_and_signs_in(alice) -> None:
    ask(" ALICE@example.org ")
    (letter,) = letters()
    client = client_for()

    response = choose(token_in(letter), client=client)

    assert (letter.to, letter.subject) == (["alice@example.org"], "Choose a new password")
    until = (NOW + timedelta(hours=1)).astimezone(clock.ZURICH)
    assert f"until {until:%H:%M}" in letter.body
    assert (response.status_code, response.json()["user"]["id"]) == (200, str(alice.pk))
    assert client.get("/api/auth/session").json()["user"]["email"] == "alice@example.org"
    assert sign_in(PASSWORD).status_code == 401
    assert sign_in(NEW).status_code == 200


def test_the_answer_is_the_same_for_an_address_that_no_account_has(alice) -> None:
    known, unknown = ask(), ask("nobody@example.org")

    assert (
        (known.status_code, known.json()) == (unknown.status_code, unknown.json()) == (200, {"success": True})
    )
    assert [letter.to for letter in letters()] == [["alice@example.org"]]


def test_asking_does_the_same_work_for_every_address(alice, django_assert_num_queries) -> None:
    ask()
    with django_assert_num_queries(6) as known:
        ask(alice.email, REMOTE_ADDR="198.51.100.1")
    with django_assert_num_queries(6) as unknown:
        ask("nobody@example.org", REMOTE_ADDR="198.51.100.2")

    tables = [
        "accounts_user" in query["sql"] for query in [*known.captured_queries, *unknown.captured_queries]
    ]
    assert not any(tables)


def test_a_link_works_once(alice) -> None:
    token = token_for()
    choose(token)

    assert outcome(choose(token, "something-else-1")) == ENDED
    assert outcome(look(token)) == ENDED
    assert sign_in(NEW).status_code == 200


def test_looking_at_a_link_says_whose_it_is_and_uses_nothing_up(alice) -> None:
    token = token_for()

    for _ in range(3):
        assert look(token).json() == {"purpose": "reset", "email": "alice@example.org", "next": "/"}

    assert choose(token).status_code == 200


def test_a_link_lasts_an_hour(alice, time_machine) -> None:
    token = token_for()

    time_machine.move_to(NOW + HOUR - timedelta(seconds=1))
    assert look(token).status_code == 200
    time_machine.move_to(NOW + HOUR)
    assert outcome(choose(token)) == ENDED


def test_a_letter_that_comes_too_late_is_not_sent(alice) -> None:
    ask()

    assert letters(at=NOW + HOUR) == []


@pytest.mark.parametrize("change", ["password", "email", "signed in", "closed"])
def test_a_link_ends_with_any_change_of_how_the_account_is_opened(alice, change) -> None:
    token = token_for()
    if change == "password":
        alice.set_password("another-long-passphrase")
        alice.save()
    elif change == "email":
        User.objects.update(email="alice@example.net")
    elif change == "signed in":
        sign_in(PASSWORD)
    else:
        closing.close(user_id=alice.pk, now=NOW)

    assert outcome(choose(token)) == ENDED


@pytest.mark.parametrize("token", ["", "x", "a:b:c", "é" * 40, "x" * 1001])
def test_refuses_what_is_no_link_of_ours(alice, token) -> None:
    assert choose(token).status_code in {400, 404}
    assert not alice.check_password(NEW)


def test_a_link_that_was_tampered_with_opens_nothing(alice) -> None:
    token = token_for()
    content, _, signature = token.partition(":")

    # Swapping the case changes at least one letter, whatever the token.
    for bad in (
        f"{content[:-1].swapcase()}{content[-1]}:{signature}",
        f"{content}:{signature.swapcase()}",
        content,
    ):
        assert outcome(choose(bad)) == ENDED


@pytest.mark.parametrize(
    ("password", "sentence"),
    [("short", "Password must be at least 6 characters"), ("password1", "This password is too common.")],
)
def test_the_rules_of_registration_hold_and_the_link_stays_good(alice, password, sentence) -> None:
    token = token_for()

    response = choose(token, password)

    assert (response.status_code, response.json()["fields"]) == (400, {"password": [sentence]})
    assert choose(token).status_code == 200


def test_every_other_session_ends(alice) -> None:
    elsewhere = client_for(alice)
    token = token_for()

    choose(token)

    assert elsewhere.get("/api/auth/session").json()["authenticated"] is False


def test_whoever_is_signed_in_as_somebody_else_changes_account(alice, chiara) -> None:
    client = client_for(chiara)

    choose(token_for(), client=client)

    assert client.get("/api/auth/session").json()["user"]["id"] == str(alice.pk)
    chiara.refresh_from_db()
    assert chiara.check_password(PASSWORD)


def test_the_account_is_notified_that_its_password_is_another(alice) -> None:
    choose(token_for())
    letters()  # those with a link are asked for; this one has none
    notice = Notification.objects.get(user=alice, kind="password_changed")

    assert notice.link == "/login/help"
    assert OutboxMessage.objects.filter(topic="email", payload__subject=notice.title).count() == 1


def test_an_account_of_google_alone_has_a_password_from_then_on(db) -> None:
    gina = make_user("gina")
    gina.set_unusable_password()
    gina.save()

    choose(token_for("gina@example.org"))

    gina.refresh_from_db()
    assert gina.check_password(NEW)
    assert gina.email_verified_at == NOW


def test_a_closed_account_is_mailed_nothing(alice) -> None:
    closing.close(user_id=alice.pk, now=NOW)
    ask()

    assert letters() == []


def test_pressing_twice_mails_once_and_three_letters_go_out_in_a_quarter_of_an_hour(
    alice, time_machine
) -> None:
    sent = []
    for minutes in (0, 0, 1, 3, 5, 14):
        at = NOW + timedelta(minutes=minutes)
        time_machine.move_to(at)
        assert ask(REMOTE_ADDR=f"198.51.100.{minutes}").status_code == 200
        sent += letters(at=at)

    assert len(sent) == 3
    # The link mailed first still works, long enough to be used.
    assert look(token_in(sent[0])).status_code == 200
    time_machine.move_to(NOW + timedelta(minutes=16))
    ask()
    assert len(letters(at=NOW + timedelta(minutes=16))) == 1


def test_one_network_address_asks_thirty_times_an_hour(alice) -> None:
    for number in range(30):
        assert ask(f"person{number}@example.org").status_code == 200

    refused = ask("another@example.org")

    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert ask(REMOTE_ADDR="198.51.100.7").status_code == 200


def test_who_asks_in_somebody_elses_name_locks_nobody_out(alice) -> None:
    for number in range(30):
        ask(REMOTE_ADDR=f"198.51.100.{number}")

    assert sign_in(PASSWORD).status_code == 200


def test_the_device_is_known_from_then_on(alice) -> None:
    choose(token_for())

    assert KnownClient.objects.filter(user=alice).count() == 2


def test_no_token_stands_in_the_outbox_or_in_an_address(alice) -> None:
    token = token_for()

    assert not any(token in str(message.payload) for message in OutboxMessage.objects.all())
    assert client_for().get("/email-link").status_code == 200
    assert mail.outbox == []
