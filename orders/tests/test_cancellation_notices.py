"""What the two sides of an order hear of its cancellation."""

from datetime import timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.events.models import LiveEvent

pytestmark = pytest.mark.at(NOW)


def test_both_sides_hear_of_it(paid_order, alice, bruno) -> None:
    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation")

    mine = alice.notifications.get(kind="order_cancelled")
    theirs = bruno.notifications.get(kind="order_cancelled")
    assert mine.body == "You cancelled this order. We are returning CHF 27.50 to you."
    assert theirs.link == f"/provider#{paid_order.pk}"
    assert theirs.body.endswith(" The customer cancelled this order. The place is free again.")
    assert LiveEvent.objects.filter(topic="order", data__status="cancelled").count() == 2


def test_the_provider_hears_what_they_keep_of_a_late_cancellation(soon, alice, bruno, time_machine) -> None:
    time_machine.move_to(soon.pickup_at - timedelta(minutes=30))

    client_for(alice).post(f"/api/orders/{soon.pk}/cancellation")

    theirs = bruno.notifications.get(kind="order_cancelled")
    assert theirs.body.endswith(" The customer cancelled this order. You keep CHF 12.50 of it.")


def test_no_place_becomes_free_by_a_cancellation_after_the_pickup(soon, bruno, dora, time_machine) -> None:
    time_machine.move_to(soon.pickup_at + timedelta(minutes=5))

    operator = client_for(dora)
    operator.post(f"/api/orders/{soon.pk}/status", {"status": "cancelled", "reason": "The street is closed."})

    theirs = bruno.notifications.get(kind="order_cancelled")
    assert theirs.body.endswith(" The order was cancelled by our support team: The street is closed.")
