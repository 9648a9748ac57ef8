"""A handed back order when several act at once: one provider gets it, or nobody does."""

from functools import partial

import pytest
from django.contrib.admin.models import LogEntry

from conftest import WEDNESDAY as NOW
from marketplace.tests.racing import insisting, race, refused
from orders.lifecycle import handing_back
from orders.models import HandBack
from orders.tests.booking import book, patiently, pay
from orders.tests.hand_backs import agree, hand_back, other_provider, take
from orders.tests.invariant_checks import invariants_hold

__all__ = ["invariants_hold"]
pytestmark = [
    pytest.mark.race,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("now"),
    pytest.mark.at(NOW),
]


@pytest.fixture
def order(alice, slot):
    placed = book(alice, slot)
    pay(placed)
    return placed


def test_of_three_who_accept_at_once_one_comes(order, alice, bruno) -> None:
    asked = [other_provider(f"neighbour{number}") for number in range(3)]
    hand_back(bruno, order)
    agree(alice, order)

    responses = race([partial(patiently, partial(take, provider, order)) for provider in asked])

    assert sorted(response.status_code for response in responses) == [200, 409, 409]
    noted = LogEntry.objects.filter(object_id=str(order.pk), change_message="Refused (offer_gone).")
    assert {entry.user for entry in noted} == {
        provider.user
        for provider, response in zip(asked, responses, strict=True)
        if response.status_code == 409
    }
    order.refresh_from_db()
    assert order.reservations.filter(released_at=None).get().slot.provider == order.provider


def test_it_is_taken_or_cancelled_and_never_both(order, alice, bruno) -> None:
    emil = other_provider("emil")
    hand_back(bruno, order)
    agree(alice, order)

    outcomes = race(
        [
            partial(insisting, partial(handing_back.take, order_id=order.pk, provider=emil, now=NOW)),
            partial(insisting, partial(handing_back.keep_order, order_id=order.pk, now=NOW)),
        ]
    )

    assert len(refused(outcomes)) == 1
    assert HandBack.objects.get().outcome in {"taken", "kept"}
