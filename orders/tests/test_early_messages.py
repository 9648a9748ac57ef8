"""What was written in unpaid orders before the release that stores it with the order."""

from datetime import time, timedelta
from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from orders.lifecycle import holds
from orders.models import Order
from orders.tests.booking import book, pay
from providers.models import Provider

pytestmark = pytest.mark.at(NOW)


def fill_in() -> None:
    import_module("orders.migrations.0026_orders_with_early_messages").say_that_somebody_wrote(apps, None)


def written(alice: User, salon: Provider, *, hour: int) -> Order:
    """Return an unpaid order with a message, as an earlier release has left it."""
    order = book(alice, make_slot(salon, start=time(hour)))
    client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": f"The bell of {hour} is broken."})
    Order.objects.filter(pk=order.pk).update(has_early_messages=False)
    return order


def test_what_was_written_before_reaches_the_provider_with_the_payment(now, alice, bruno, salon) -> None:
    late = written(alice, salon, hour=10)
    holds.expire_unpaid(now=late.hold_expires_at)
    unpaid = written(alice, salon, hour=11)
    gone = written(alice, salon, hour=12)
    client_for(alice).post(f"/api/orders/{gone.pk}/cancellation")
    silent = book(alice, make_slot(salon, start=time(13)))

    fill_in()
    fill_in()

    assert set(Order.objects.filter(has_early_messages=True)) == {late, unpaid}
    for order in (late, unpaid, silent):
        pay(order, now=NOW + timedelta(minutes=1))
    bodies = bruno.notifications.filter(kind="message").values_list("body", flat=True)
    assert sorted(bodies) == ["The bell of 10 is broken.", "The bell of 11 is broken."]


def test_an_order_that_no_payment_revives_any_more_is_left_alone(alice, salon, time_machine) -> None:
    order = written(alice, salon, hour=10)
    holds.expire_unpaid(now=order.hold_expires_at)
    time_machine.move_to(order.pickup_at)

    fill_in()

    assert not Order.objects.filter(has_early_messages=True).exists()
