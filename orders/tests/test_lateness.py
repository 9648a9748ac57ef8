"""Late and stuck orders, in the admin site and the provider's workspace."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_operator
from marketplace.tests.admin_forms import signed_in
from orders.lifecycle import lateness
from orders.models import Order
from orders.tests.booking import advance, book, pay

# Statuses are set directly, without the rules.
pytestmark = [pytest.mark.breaks_invariants, pytest.mark.at(NOW)]
LIST = "/admin/orders/order/"
QUEUES = ["return", "late", "stuck"]


@pytest.fixture
def order(now, alice, slot, stripe) -> Order:
    """Return a paid order with its pickup on Thursday 19 November, 12:00."""
    made = book(alice, slot)
    pay(made)
    return made


def queue(operator_client, name: str) -> list[Order]:
    return list(operator_client.get(LIST, {"attention": name}).context["cl"].result_list)


CONDITIONS = {
    "pickup": lateness.late_pickups,
    "washing": lateness.stuck_pickups,
    "return": lateness.late_returns,
}


def late_step(moment: datetime) -> str | None:
    """Return in which way the order is late; every way to ask says the same."""
    found = {
        step for step, condition in CONDITIONS.items() if Order.objects.filter(condition(moment)).exists()
    }
    missed = lateness.lateness(Order.objects.get(), now=moment)
    annotated = lateness.lateness(lateness.with_deadline(Order.objects.all()).get(), now=moment)
    assert missed == annotated
    assert found == ({missed.step.value} if missed else set())
    assert Order.objects.filter(lateness.late(moment)).exists() == bool(found)
    return missed.step.value if missed else None


def test_a_pickup_is_late_once_its_hour_has_ended(order) -> None:
    ends = order.pickup_at + timedelta(hours=1)

    assert late_step(order.pickup_at + timedelta(minutes=40)) is None
    assert late_step(ends - timedelta(seconds=1)) is None
    assert late_step(ends) == "pickup"


def test_a_pickup_that_began_is_stuck_after_two_hours(order) -> None:
    began = order.pickup_at + timedelta(minutes=50)
    advance(order, to="pickup", now=began)

    assert late_step(began + timedelta(hours=2)) is None
    assert late_step(began + timedelta(hours=2, seconds=1)) == "washing"
    # Nobody has the laundry back either: that comes first.
    assert late_step(order.pickup_at + timedelta(hours=73)) == "return"


@pytest.mark.parametrize("service", ["standard", "premium", "ironing"])
@pytest.mark.parametrize("status", ["washing", "delivery"])
def test_a_return_is_late_once_the_promised_instant_has_passed(
    now, alice, slot, stripe, status, service
) -> None:
    order = book(alice, slot, serviceType=service)
    pay(order)
    advance(order, to=status, now=order.pickup_at)
    promised = order.pickup_at + timedelta(hours=72 if service == "standard" else 48)

    assert late_step(promised) is None
    assert late_step(promised + timedelta(seconds=1)) == "return"


@pytest.mark.parametrize("status", ["pending", "completed", "cancelled"])
def test_nothing_else_is_late(order, status) -> None:
    reason = "declined" if status == "cancelled" else ""
    Order.objects.filter(pk=order.pk).update(status=status, cancel_reason=reason)

    assert late_step(order.pickup_at + timedelta(days=30)) is None


def deadline(user, order: Order) -> dict[str, str] | None:
    return client_for(user).get(f"/api/orders/{order.pk}").json()["deadline"]


def test_customer_and_provider_read_one_deadline_and_operators_find_it(
    operator_client, order, alice, bruno, time_machine
) -> None:
    stages = [
        ("confirmed", order.pickup_at + timedelta(hours=1), "pickup", "late"),
        ("pickup", order.pickup_at + timedelta(hours=2), "washing", "stuck"),
        ("washing", order.pickup_at + timedelta(hours=72), "return", "return"),
        ("delivery", order.pickup_at + timedelta(hours=72), "return", "return"),
    ]
    for status, due, step, name in stages:
        time_machine.move_to(order.pickup_at)
        advance(order, to=status)
        expected = {"step": step, "at": due.isoformat().replace("+00:00", "Z")}
        assert deadline(alice, order) == deadline(bruno, order) == expected
        assert [queue(operator_client, one) for one in QUEUES] == [[], [], []]
        time_machine.move_to(due + timedelta(seconds=1))
        assert [queue(operator_client, one) == [order] for one in QUEUES] == [one == name for one in QUEUES]
    advance(order, to="completed")
    assert deadline(alice, order) is None


def test_the_dashboard_lists_late_returns_first(operator_client, order, time_machine) -> None:
    advance(order, to="washing", now=order.pickup_at)
    time_machine.move_to(order.pickup_at + timedelta(days=5))

    shown = operator_client.get("/admin/").context["queues"]

    assert shown[0].link.endswith("attention=return")
    assert shown[0].count == 1


def test_an_order_that_is_done_before_its_pickup_is_shown(operator_client, order, time_machine) -> None:
    advance(order, to="completed")

    assert queue(operator_client, "early") == [order]
    time_machine.move_to(order.pickup_at + timedelta(hours=25))
    assert queue(operator_client, "early") == []


def test_an_order_that_is_done_after_its_pickup_began_is_not(operator_client, order, time_machine) -> None:
    time_machine.move_to(order.pickup_at)
    advance(order, to="completed")

    assert queue(operator_client, "early") == []


def test_the_queue_says_since_when_and_leads_to_the_next_step(operator_client, order, time_machine) -> None:
    time_machine.move_to(order.pickup_at + timedelta(hours=5))

    page = operator_client.get(LIST, {"attention": "late"}).content.decode()

    assert "4\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}late" in page
    step = f"/admin/orders/order/{order.pk}/to-pickup/"
    assert f'href="{step}"' in page
    assert operator_client.get(step).status_code == 200


def test_whoever_may_not_move_orders_sees_no_step(order, time_machine) -> None:
    time_machine.move_to(order.pickup_at + timedelta(hours=5))

    page = signed_in(make_operator("emma", "support")).get(LIST, {"attention": "late"}).content.decode()

    assert "late" in page
    assert "to-pickup" not in page


@pytest.mark.parametrize("name", ["return", "late", "stuck", "early", "payment"])
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
