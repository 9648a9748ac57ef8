"""An account that is closed while its owner sets up a recurring booking in another window."""

from threading import Thread

import pytest
from django.db import transaction

from accounts import closing, locks
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.tests.racing import race, until_somebody_waits
from orders.models import RecurringBooking
from orders.recurring import recurring_actions
from orders.recurring.tests.running_bookings import CALL, recurring_payload

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.race,
    pytest.mark.at(NOW),
    pytest.mark.only_postgres,
]


def answer_while_closing(customer, salon):
    """Return the response to a booking that is sent before the account is closed and waits for that."""
    client, responses = client_for(customer), []
    body = recurring_payload(salon)
    thread = Thread(target=lambda: responses.extend(race([lambda: client.post(CALL, body)])))
    with transaction.atomic():
        closing.close(user_id=customer.pk, now=NOW)
        thread.start()
        until_somebody_waits()
    thread.join()
    return responses[0]


def test_it_is_refused_and_keeps_nothing_of_the_account(alice, salon) -> None:
    response = answer_while_closing(alice, salon)

    assert (response.status_code, response.json()["code"]) == (409, "account_closed")
    assert not RecurringBooking.objects.exists()


def test_control_with_the_lock_alone_it_would_go_on(alice, salon, monkeypatch) -> None:
    def lock(*, user_id) -> bool:
        locks.lock_account(user_id)
        return True

    monkeypatch.setattr(recurring_actions.closing, "lock_if_open", lock)
    response = answer_while_closing(alice, salon)
    monkeypatch.undo()

    assert response.status_code == 201
    assert RecurringBooking.objects.filter(is_active=True).exists()
