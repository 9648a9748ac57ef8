"""Who changes the language while something waits: each email and each push is in one language."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import translation

from accounts import email_budget
from accounts.account_texts import APP_OFF, APP_ON
from accounts.notifications import notify
from accounts.tests.pushing import phone, relay, service
from conftest import NOW, client_for
from marketplace.jobs import outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.jobs.outbox import Queue

__all__ = ["phone", "service"]
pytestmark = pytest.mark.usefixtures("now")
MINUTE = timedelta(minutes=1)


def choose(user, language: str) -> None:
    assert client_for(user).patch("/api/profile", {"language": language}).status_code == 200


def tell(user, text, key: str, *, minutes: int = 0, kind: str = "order_pickup") -> None:
    now = NOW + minutes * MINUTE
    notify(user_id=user.pk, kind=kind, said=text.of(), link="", dedupe_key=key, now=now)


def mailed(*, minutes: int) -> list[str]:
    mail.outbox.clear()
    outbox.relay(now=NOW + minutes * MINUTE, queue=Queue.MAIL)
    return [str(one.body) for one in mail.outbox]


def said_in(language: str, text) -> str:
    with translation.override(language):
        return str(text.body)


@pytest.fixture
def at_its_limit(alice):
    """Return alice, to whom as many emails went as go at once: the next notices wait."""
    for number in range(email_budget.AT_ONCE_OF_A_KIND):
        tell(alice, APP_ON, f"at once {number}")
    mailed(minutes=0)
    return alice


def test_what_waits_in_two_languages_comes_in_an_email_for_each(at_its_limit) -> None:
    choose(at_its_limit, "de")
    tell(at_its_limit, APP_ON, "one")
    tell(at_its_limit, APP_OFF, "two")
    choose(at_its_limit, "fr")
    tell(at_its_limit, APP_ON, "three", minutes=1)
    tell(at_its_limit, APP_OFF, "four", minutes=1)

    german, french = mailed(minutes=30)

    assert [german.startswith("Guten Tag, Alice"), french.startswith("Bonjour Alice")] == [True, True]
    for text in (APP_ON, APP_OFF):
        assert [said_in("de", text) in german, said_in("fr", text) in french] == [True, True]
        assert [said_in("fr", text) in german, said_in("de", text) in french] == [False, False]
    assert mailed(minutes=300) == []


def test_what_waits_in_one_language_comes_in_one_email_as_before(at_its_limit) -> None:
    choose(at_its_limit, "it")
    tell(at_its_limit, APP_ON, "one")
    tell(at_its_limit, APP_OFF, "two", minutes=1)

    (only,) = mailed(minutes=30)

    assert only.startswith("Buongiorno Alice")


def test_what_the_release_before_has_left_waiting_goes_out(at_its_limit) -> None:
    tell(at_its_limit, APP_ON, "one")
    at_its_limit.notifications.update(language="")
    for message in OutboxMessage.objects.filter(topic="email_held"):
        message.payload.pop("language")
        message.save()
    tell(at_its_limit, APP_OFF, "two")

    bodies = mailed(minutes=30)

    assert [sum(said_in("en", text) in body for body in bodies) for text in (APP_ON, APP_OFF)] == [1, 1]


def test_an_email_that_has_waited_is_framed_in_the_language_of_its_words(alice) -> None:
    choose(alice, "de")
    tell(alice, APP_ON, "one")
    choose(alice, "fr")

    (only,) = mailed(minutes=1)

    assert only.startswith("Guten Tag, Alice")
    assert said_in("de", APP_ON) in only


def test_a_push_that_has_waited_is_in_one_language(alice, phone) -> None:
    choose(alice, "de")
    tell(alice, APP_ON, "one")
    choose(alice, "fr")
    relay()

    (shown,) = phone.shown()
    with translation.override("de"):
        assert (shown["title"], shown["body"]) == (str(APP_ON.title), "Tippen Sie, um es in Suuber zu lesen.")
