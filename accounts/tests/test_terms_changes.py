"""Announcing changed terms to every account, 30 days ahead."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from accounts.models import Notification
from accounts.tests.pushing import phone, service, tell
from conftest import NOW, client_for, make_slot, make_user
from marketplace import clock, wall_time
from marketplace.jobs import outbox, tasks
from orders.tests.booking import book, pay

__all__ = ["phone", "service"]
AHEAD = timedelta(days=30)
FIRST_DAY = clock.local_date(NOW) + AHEAD
WORDS = {
    "en": "Reviews are kept for five years.",
    "de": "Bewertungen bleiben fünf Jahre.",
    "fr": "Les avis restent cinq ans.",
    "it": "Le recensioni restano cinque anni.",
}


def announce(policy="terms", days=AHEAD, **changes):
    said = StringIO()
    day = clock.local_date(NOW) + days
    call_command("announce_terms", policy, day.isoformat(), **WORDS | changes, stdout=said)
    return said.getvalue()


def notices(user):
    found = client_for(user).get("/api/notifications").json()["results"]
    return [notice for notice in found if notice["kind"] == "terms_change"]


def test_every_open_account_is_notified_in_its_language_and_by_email(alice, bruno, chiara) -> None:
    bruno.language = "de"
    bruno.save(update_fields=["language"])
    # They accepted the terms, too, though their address is not confirmed.
    bruno.email_verified_at = None
    bruno.save(update_fields=["email_verified_at"])
    chiara.is_active = False
    chiara.save(update_fields=["is_active"])

    assert announce() == "2 accounts have been told.\n"

    [notice] = notices(alice)
    assert notice["title"] == f"Our terms change on {wall_time.day(FIRST_DAY)}"
    assert notice["body"].startswith(WORDS["en"])
    assert notice["link"] == "/terms"
    [notice] = notices(bruno)
    assert notice["body"].startswith(WORDS["de"])
    assert not Notification.objects.filter(user=chiara, kind="terms_change").exists()
    outbox.relay(now=NOW)
    assert {tuple(letter.to) for letter in mail.outbox} == {(alice.email,), (bruno.email,)}


def test_each_is_notified_once_of_a_text_and_a_day(alice) -> None:
    announce()
    announce()
    announce("privacy")

    assert sorted(notice["link"] for notice in notices(alice)) == ["/privacy", "/terms"]


def test_hundreds_of_accounts_are_notified_in_turns(alice, bruno, monkeypatch) -> None:
    monkeypatch.setattr("accounts.terms_changes._AT_ONCE", 1)

    assert announce() == "2 accounts have been told.\n"

    assert len(notices(alice)) == len(notices(bruno)) == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"days": AHEAD - timedelta(days=1)}, f"{FIRST_DAY} is the first day possible"),
        ({"de": " "}, "Say what changes in Deutsch, too."),
        ({"fr": "x" * 1201}, "Please keep it within 1200 characters."),
    ],
)
def test_a_day_too_near_or_words_that_are_missing_tell_nobody(alice, given, said) -> None:
    with pytest.raises(CommandError, match=said):
        announce(**given)

    assert notices(alice) == []


def test_a_third_announcement_within_an_hour_is_emailed_as_the_first(alice, time_machine) -> None:
    for minutes in range(3):
        time_machine.shift(timedelta(minutes=minutes))
        announce(days=AHEAD + timedelta(days=minutes))
        tasks.relay_bulk()

    assert [letter.to for letter in mail.outbox] == [[alice.email]] * 3


@pytest.fixture
def everybody(alice, bruno):
    """Make sixty more accounts: a run tells fewer of a change."""
    return [make_user(f"person{number}") for number in range(60)]


@pytest.mark.parametrize("task", [tasks.relay_mail, tasks.relay_bulk])
def test_an_announcement_holds_up_no_email_that_somebody_waits_for(alice, salon, everybody, task) -> None:
    salon.accepts_instantly = False
    salon.save()
    announce()
    order = book(alice, make_slot(salon))
    pay(order)

    task()

    sent = [(letter.to, letter.subject) for letter in mail.outbox]
    assert ([salon.user.email], "Please answer") in sent[:2]


def test_an_announcement_is_sent_a_few_at_a_time_until_everybody_has_it(everybody) -> None:
    announce()

    tasks.relay_bulk()
    assert len(mail.outbox) == 50
    tasks.relay_bulk()
    assert len(mail.outbox) == 62


def test_an_announcement_holds_up_no_push(alice, phone) -> None:
    announce()
    tell(alice, key="order:1:pickup")

    tasks.relay_bulk_push()

    assert [shown["path"] for shown in phone.shown()] == ["/tracking/7", "/terms"]
