"""Late and stuck orders, in the admin site and the provider's workspace."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conftest import WEDNESDAY as NOW
from conftest import make_operator
from marketplace.tests.admin_forms import signed_in
from orders.lifecycle import lateness
from orders.models import Order
from orders.tests.booking import advance, book, pay

# Statuses are set directly, without the rules.
pytestmark = [pytest.mark.breaks_invariants, pytest.mark.at(NOW)]
LIST = "/admin/orders/order/"


@pytest.fixture
def order(now, alice, slot, stripe) -> Order:
    """Return a paid order with its pickup on Thursday 19 November, 12:00."""
    made = book(alice, slot)
    pay(made)
    return made


def queue(operator_client, name: str) -> list[Order]:
    return list(operator_client.get(LIST, {"attention": name}).context["cl"].result_list)


def is_late(moment: datetime) -> bool:
    found = Order.objects.filter(lateness.late(moment)).exists()
    assert lateness.is_late(Order.objects.get(), now=moment) == found
    return found


def test_a_pickup_is_late_from_its_minute_on(order) -> None:
    Order.objects.filter(pk=order.pk).update(status="confirmed")

    assert not is_late(order.pickup_at)
    assert is_late(order.pickup_at + timedelta(seconds=1))


@pytest.mark.parametrize("status", ["washing", "delivery"])
def test_a_return_is_late_from_the_day_after_the_promised_one(order, status) -> None:
    Order.objects.filter(pk=order.pk).update(status=status)
    # Promised by Sunday 22 November, 12:00; Monday begins at 23:00 UTC.
    midnight = datetime(2026, 11, 22, 23, tzinfo=UTC)

    assert not is_late(midnight - timedelta(seconds=1))
    assert is_late(midnight)


@pytest.mark.parametrize("status", ["pending", "pickup", "completed", "cancelled"])
def test_nothing_else_is_late(order, status) -> None:
    reason = "declined" if status == "cancelled" else ""
    Order.objects.filter(pk=order.pk).update(status=status, cancel_reason=reason)

    assert not is_late(order.pickup_at + timedelta(days=30))


def test_a_stage_that_lasts_too_long_is_stuck(operator_client, order, time_machine) -> None:
    advance(order, to="pickup", now=order.pickup_at)
    usual = lateness.USUAL["pickup"]

    time_machine.move_to(order.pickup_at + usual)
    assert queue(operator_client, "stuck") == []
    time_machine.move_to(order.pickup_at + usual + timedelta(seconds=1))
    assert queue(operator_client, "stuck") == [order]


def test_the_queue_says_since_when_and_leads_to_the_next_step(operator_client, order, time_machine) -> None:
    time_machine.move_to(order.pickup_at + timedelta(hours=5))

    page = operator_client.get(LIST, {"attention": "late"}).content.decode()

    assert "5\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}late" in page
    step = f"/admin/orders/order/{order.pk}/to-pickup/"
    assert f'href="{step}"' in page
    assert operator_client.get(step).status_code == 200


def test_whoever_may_not_move_orders_sees_no_step(order, time_machine) -> None:
    time_machine.move_to(order.pickup_at + timedelta(hours=5))

    page = signed_in(make_operator("emma", "support")).get(LIST, {"attention": "late"}).content.decode()

    assert "late" in page
    assert "to-pickup" not in page


@pytest.mark.parametrize("name", ["late", "stuck", "payment"])
def test_the_dashboard_counts_each_queue_and_leads_there(operator_client, order, time_machine, name) -> None:
    time_machine.move_to(order.pickup_at + timedelta(hours=5))

    [shown] = [
        one
        for one in operator_client.get("/admin/").context["queues"]
        if one.link.endswith(f"attention={name}")
    ]

    assert shown.count == len(queue(operator_client, name)) == (1 if name == "late" else 0)


def test_a_queue_of_many_takes_few_statements(operator_client, order, time_machine) -> None:
    time_machine.move_to(order.pickup_at + timedelta(hours=5))
    for number in range(99):
        order.pk, order._state.adding = f"{number:032x}", True
        order.save(force_insert=True)
    operator_client.get(LIST)

    with CaptureQueriesContext(connection) as found:
        page = operator_client.get(LIST, {"attention": "late"})

    assert len(page.context["cl"].result_list) == 100
    assert len(found) <= 15
