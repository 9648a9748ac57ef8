"""An account that changes while a payout is made: the payout goes to the account as it is afterwards."""

from collections.abc import Callable
from functools import partial
from threading import Thread

import pytest
from django.db import connections, transaction

from accounts import giving_back
from conftest import WEDNESDAY as NOW
from conftest import make_provider, make_slot, make_user
from marketplace.tests.racing import until_somebody_waits
from orders.models import Payout
from orders.payouts import weekly_run
from orders.payouts.tests.earning import IBAN, MONDAY, WEEK, completed, give_account
from providers.models import Provider

pytestmark = [
    pytest.mark.at(NOW),
    pytest.mark.race,
    pytest.mark.only_postgres,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def salon(now, postal_codes) -> Provider:
    alice, salon = make_user("alice"), make_provider(make_user("bruno"))
    make_slot(salon, capacity=200)
    completed(alice, salon)
    return salon


def in_thread(act: Callable[[], object]) -> Thread:
    """Start an act with a connection of its own."""

    def run() -> None:
        try:
            act()
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()
    return thread


def while_a_payout_is_made(salon: Provider, act: Callable[[], object]) -> Payout:
    """Act after a run has read the provider's account, and before its payout is there."""
    with transaction.atomic():
        # Another run has made the same payout, is slower, and fails: the first one waits for it.
        Payout.objects.create(provider=salon, week=WEEK, amount=1, created_at=MONDAY)
        run = in_thread(partial(weekly_run.make_payout, provider_id=salon.pk, week=WEEK, now=MONDAY))
        until_somebody_waits()
        change = in_thread(act)
        change.join(1)
        transaction.set_rollback(True)
    run.join()
    change.join()
    return Payout.objects.get()


def test_a_first_account_is_the_one_of_the_payout_that_is_being_made(salon) -> None:
    payout = while_a_payout_is_made(salon, partial(give_account, salon))

    assert payout.iban == IBAN


def test_an_account_that_is_taken_away_gets_no_payout_that_is_being_made(salon) -> None:
    give_account(salon)

    def give_back() -> None:
        with transaction.atomic():
            giving_back.give_back(user=salon.user, since=None, now=MONDAY)

    payout = while_a_payout_is_made(salon, give_back)

    assert payout.iban == ""
