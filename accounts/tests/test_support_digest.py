"""The support address is told of new requests: one email an hour at most, without what people wrote."""

from datetime import timedelta
from functools import partial

import pytest
from django.core import mail

from accounts import support_requests
from accounts.models import SupportRequest
from accounts.tasks import announce_support_requests
from accounts.tests.test_support_requests import response_of, write
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.jobs import outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.jobs.outbox import Queue
from marketplace.tests.racing import insisting, race

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


def letters() -> list[mail.EmailMessage]:
    """Return what goes to the support address."""
    outbox.relay(now=NOW, queue=Queue.MAIL)
    return [letter for letter in mail.outbox if letter.to == ["support@example.com"]]


def test_new_requests_are_notified_in_one_letter_without_what_they_say(alice) -> None:
    write(alice)
    write(category="booking")
    write(category="payment")

    assert announce_support_requests() == 3

    [letter] = letters()
    assert letter.subject == "New in support: 3"
    assert "Payment: 2\nBooking: 1" in letter.body
    assert "/admin/accounts/supportrequest/" in letter.body
    assert "Charged twice?" not in letter.body
    assert "kim@example.org" not in letter.body


def test_each_is_notified_once_and_one_that_is_answered_not_at_all(alice, dora, time_machine) -> None:
    write(alice)
    announce_support_requests()
    response_of(write(alice), dora)

    time_machine.move_to(NOW + timedelta(hours=1))
    assert announce_support_requests() == 0
    assert len(letters()) == 1
    assert SupportRequest.objects.filter(announced_at__isnull=True).count() == 1


def test_there_is_one_letter_an_hour(alice, time_machine) -> None:
    write(alice)
    announce_support_requests()
    write(alice)
    write(alice)

    time_machine.move_to(NOW + timedelta(minutes=59))
    assert announce_support_requests() == 0
    time_machine.move_to(NOW + timedelta(minutes=60))
    assert announce_support_requests() == 2
    outbox.relay(now=NOW + timedelta(hours=1), queue=Queue.MAIL)
    assert [letter.subject for letter in letters()] == ["New in support: 1", "New in support: 2"]


def test_a_chat_and_who_writes_again_after_an_answer_are_new_too(alice, dora, time_machine) -> None:
    chat = write(alice, isChat=True)
    announce_support_requests()
    client_for(alice).post(f"/api/support-requests/{chat.pk}/replies", {"body": "Hello?"})
    time_machine.move_to(NOW + timedelta(hours=2))
    assert announce_support_requests() == 0

    response_of(chat, dora)
    client_for(alice).post(f"/api/support-requests/{chat.pk}/replies", {"body": "It is broken again."})
    assert announce_support_requests() == 1
    assert announce_support_requests() == 0

    outbox.relay(now=NOW + timedelta(hours=2), queue=Queue.MAIL)
    first, second = letters()
    assert first.subject == second.subject == "New in support: 1"
    assert "Live chat: 1" in first.body
    assert "Live chat: 1" in second.body
    assert "broken" not in second.body


def test_a_chat_is_announced_at_once_whatever_was_within_the_hour(alice, bruno, time_machine) -> None:
    write(category="booking")
    announce_support_requests()
    write(category="payment")
    time_machine.move_to(NOW + timedelta(minutes=10))

    write(alice, isChat=True)

    outbox.relay(now=NOW + timedelta(minutes=10), queue=Queue.MAIL)
    assert "Live chat: 1" in letters()[-1].body
    assert "Payment: 1" in letters()[-1].body
    assert len(letters()) == 2
    # Another one within five minutes waits for the next run.
    write(bruno, isChat=True)
    assert announce_support_requests() == 0
    time_machine.move_to(NOW + timedelta(minutes=15))
    assert announce_support_requests() == 1


def test_outside_of_our_hours_a_chat_waits_like_any_other_request(alice, dora, time_machine) -> None:
    chat = write(alice, isChat=True)
    response_of(chat, dora)
    time_machine.move_to(NOW + timedelta(hours=11))
    write(category="booking")
    announce_support_requests()
    client_for(alice).post(f"/api/support-requests/{chat.pk}/replies", {"body": "It is broken again."})

    time_machine.move_to(NOW + timedelta(hours=11, minutes=10))

    assert announce_support_requests() == 0


def test_nothing_new_is_no_letter() -> None:
    assert announce_support_requests() == 0
    assert letters() == []


def test_no_letter_goes_out_where_the_digest_is_switched_off(alice, settings) -> None:
    settings.SUPPORT_DIGEST = False
    write(alice)

    assert announce_support_requests() == 0
    assert letters() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_two_runs_at_once_tell_once() -> None:
    for number in range(5):
        write(subject=f"Question {number}")

    announced = race([partial(insisting, partial(support_requests.announce_new, now=NOW))] * 6)

    assert sorted(announced) == [0, 0, 0, 0, 0, 5]
    assert OutboxMessage.objects.filter(topic=support_requests.DIGEST_TOPIC).count() == 1
