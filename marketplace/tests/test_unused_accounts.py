"""Accounts that nobody uses get notice and go; one that is opened, or had an order, is used."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session

from accounts import erasing, erasure_requests
from accounts.models import ErasureRequest, Notification, User
from accounts.tasks import erase_accounts
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace import clock
from orders.models import Order
from orders.tests.booking import advance, book, pay

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]


@pytest.fixture
def later(time_machine):
    """Return a function that moves the clock."""

    def move(now) -> None:
        time_machine.move_to(now)

    return move


def test_an_account_that_nobody_uses_gets_notice_and_goes(now, alice, chiara, dora, later) -> None:
    three_years = NOW + timedelta(days=3 * 366)
    User.objects.update(date_joined=NOW, last_login=NOW)
    later(three_years)
    erase_accounts()

    asked = ErasureRequest.objects.order_by("account__email")
    assert [(one.account, one.reason) for one in asked] == [(alice, "unused"), (chiara, "unused")]
    assert "Nobody has used it for 3 years" in Notification.objects.get(user=alice).body

    # Signing in keeps the account; otherwise it is erased after 30 days.
    User.objects.filter(pk=chiara.pk).update(last_login=three_years)
    later(three_years + timedelta(days=30))
    assert erase_accounts() == 1
    assert not User.objects.get(pk=alice.pk).is_active
    assert User.objects.get(pk=chiara.pk).is_active


def use(client) -> None:
    """Open the app."""
    assert client.get("/api/auth/session").json()["authenticated"]


def test_an_account_is_in_use_while_its_person_only_stays_signed_in(now, alice, chiara, later) -> None:
    three_years = NOW + timedelta(days=3 * 366)
    User.objects.update(date_joined=NOW, last_login=NOW)
    later(three_years - timedelta(days=20))
    phone = client_for(alice)
    later(three_years - timedelta(days=19))
    use(phone)
    # Two weeks later its session ends, and leaves nothing.
    Session.objects.all().delete()

    later(three_years)
    erase_accounts()

    assert [one.account for one in ErasureRequest.objects.all()] == [chiara]


def test_opening_the_app_keeps_an_account_that_was_about_to_go(now, alice, chiara, later) -> None:
    three_years = NOW + timedelta(days=3 * 366)
    User.objects.update(date_joined=NOW, last_login=NOW)
    later(three_years)
    erase_accounts()
    phone, stale_request = client_for(alice), ErasureRequest.objects.get(account=alice)

    later(three_years + timedelta(days=1))
    use(phone)
    later(three_years + timedelta(days=30))

    # Whatever the night has read before, it is looked at once more under the account's lock.
    assert not erasing.erase(request_id=stale_request.pk, now=clock.now())
    assert erase_accounts() == 1
    assert client_for(alice).get("/api/privacy/deletion").json()["request"] is None
    assert User.objects.get(pk=alice.pk).is_active
    assert not User.objects.get(pk=chiara.pk).is_active


def test_orders_show_that_an_account_is_needed(now, alice, bruno, chiara, slot, later) -> None:
    User.objects.update(date_joined=NOW, last_login=NOW)
    order = book(alice, slot)
    pay(order)
    advance(order, to="completed")
    Order.objects.update(created_at=NOW + timedelta(days=10), pickup_at=NOW + timedelta(days=12))

    later(NOW + timedelta(days=3 * 365 + 5))
    erase_accounts()

    assert [one.account for one in ErasureRequest.objects.all()] == [chiara]


def test_who_waits_for_something_unfinished_stands_in_nobodys_way(
    monkeypatch, alice, chiara, slot, later
) -> None:
    book(alice, slot)
    monkeypatch.setattr(erasure_requests, "MOST_A_NIGHT", 1)
    User.objects.filter(pk__in=[alice.pk, chiara.pk]).update(date_joined=NOW, last_login=NOW)
    later(NOW + timedelta(days=3 * 366))
    assert erasing.waits_for(user_id=alice.pk)

    erase_accounts()

    assert [one.account for one in ErasureRequest.objects.all()] == [chiara]
