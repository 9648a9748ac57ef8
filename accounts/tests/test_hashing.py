"""A password whose turn does not come in time is not hashed, and its sender is told to try again."""

from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from accounts import hashing
from accounts.models import FailedSignIn, User
from conftest import PASSWORD, client_for, make_user
from marketplace.tests.racing import START_WITHIN_SECONDS

pytestmark = pytest.mark.django_db
SENTENCE = "So many people are signing in right now that this has to wait. Please try again in a moment."
CHANGE = {"currentPassword": PASSWORD, "newPassword": "quiet-alpine-river"}
NEW = {"email": "nina@example.org", "password": "quiet-alpine-river", "firstName": "Nina"}


@pytest.fixture
def anna(settings) -> User:
    """Return an account whose password is hashed as in production."""
    settings.PASSWORD_HASHERS = ["accounts.passwords.PasswordHasher"]
    return make_user("anna")


@pytest.fixture
def queue_is_full(anna, monkeypatch) -> Iterator[Event]:
    """Keep the hashing thread busy until the event is set."""
    monkeypatch.setattr(hashing, "LONGEST_WAIT", 0.02)
    is_over = Event()
    hashing._queue.submit(is_over.wait, START_WITHIN_SECONDS)
    yield is_over
    is_over.set()


def sign_in(password: str = PASSWORD) -> Any:
    return client_for().post("/api/auth/login", {"email": "anna@example.org", "password": password})


def test_who_waits_too_long_is_notified_to_come_back(anna, queue_is_full) -> None:
    calls = [
        sign_in(),
        client_for().post("/api/auth/login", {"email": "nobody@example.org", "password": PASSWORD}),
        client_for().post("/api/auth/register", NEW),
        client_for(anna).post("/api/profile/password", CHANGE),
    ]

    assert {call.status_code for call in calls} == {503}
    assert {call.json()["code"] for call in calls} == {"passwords_busy"}
    assert {call.json()["message"] for call in calls} == {SENTENCE}
    assert {call["Retry-After"] for call in calls} == {"5"}
    assert not User.objects.filter(email="nina@example.org").exists()


def test_what_was_not_checked_does_not_count_as_wrong(anna, queue_is_full, monkeypatch) -> None:
    # Five wrong passwords within a quarter of an hour would be too many.
    assert {sign_in().status_code for _ in range(7)} == {503}
    assert not FailedSignIn.objects.exists()

    queue_is_full.set()
    monkeypatch.setattr(hashing, "LONGEST_WAIT", START_WITHIN_SECONDS)

    assert sign_in("wrong").status_code == 401
    assert sign_in().status_code == 200


def test_the_form_of_the_admin_site_says_so_too(queue_is_full, client) -> None:
    page = client.post("/admin/login/", {"username": "anna@example.org", "password": PASSWORD})

    assert page.status_code == 200
    assert SENTENCE in page.content.decode()


def test_what_nobody_waits_for_any_more_is_not_done(queue_is_full) -> None:
    done: list[str] = []

    with pytest.raises(hashing.PasswordsBusy):
        hashing.in_turn(lambda first, _: done.append(first), "given up", "")
    queue_is_full.set()
    hashing._queue.submit(done.append, "next").result(START_WITHIN_SECONDS)

    assert done == ["next"]
