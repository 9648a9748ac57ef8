"""Concurrent tries of codes: five wrong ones are counted exactly."""

import copy
from functools import partial

import pytest

from conftest import NOW, client_for
from marketplace.tests.racing import insisting, race
from orders import locking
from orders.lifecycle import handovers
from orders.models import Actor, ActorRole, Handover, Order
from orders.tests.booking import advance, book, patiently, pay

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]
CODE = "0000"


@pytest.fixture
def asked(now, alice, slot):
    order = book(alice, slot)
    pay(order)
    advance(order, to="pickup")
    assert client_for(alice).put(f"/api/orders/{order.pk}/handover-code", {"wanted": True}).status_code == 200
    Handover.objects.filter(kind="pickup").update(code=CODE)
    return order


def trying(user, order, code):
    # Each call has a client of its own, signed in before the race begins.
    client, body = client_for(user), {"status": "washing", "code": code}
    return lambda: patiently(lambda: client.post(f"/api/orders/{order.pk}/status", body))


def test_of_twenty_different_wrong_codes_at_once_five_are_weighed(asked, bruno) -> None:
    outcomes = race([trying(bruno, asked, f"{number:04}") for number in range(1, 21)])

    codes = [outcome.json()["code"] for outcome in outcomes if not isinstance(outcome, Exception)]
    assert sorted(codes) == ["handover_code_used_up"] * 16 + ["handover_code_wrong"] * 4
    assert len(Handover.objects.get(kind="pickup").tried) == 5
    assert Order.objects.get(pk=asked.pk).status == "pickup"


def test_the_right_code_twice_at_once_ends_the_handover_once(asked, bruno) -> None:
    outcomes = race([trying(bruno, asked, CODE), trying(bruno, asked, CODE)])

    assert sorted(outcome.status_code for outcome in outcomes) == [200, 409]
    assert Handover.objects.get(kind="pickup").wrong_codes == ""


def test_control_without_the_lock_more_codes_are_weighed_than_are_allowed(asked, bruno, monkeypatch) -> None:
    seen = Order.objects.select_related("customer", "provider__user").get(pk=asked.pk)
    row = Handover.objects.get(kind="pickup")

    # Every call reads the state before the others write.
    monkeypatch.setattr(locking, "locked_order", lambda **_: seen)
    monkeypatch.setattr(handovers, "_waiting_for_code", lambda _: copy.copy(row))
    weigh = [
        partial(
            handovers._check_code,
            order_id=asked.pk,
            code=f"{number:04}",
            to="washing",
            actor=Actor(ActorRole.PROVIDER, bruno.pk),
            now=NOW,
        )
        for number in range(1, 9)
    ]

    outcomes = race([partial(insisting, one) for one in weigh])

    assert [type(outcome).__name__ for outcome in outcomes] == ["HandoverCodeWrong"] * 8
