"""The dashboard lists the providers whom somebody should call, and why."""

from datetime import time, timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from conftest import NOW, make_operator, make_provider, make_slot, make_user
from marketplace import wall_time
from marketplace.admin_site.tasks import compute_dashboard
from marketplace.tests.admin_forms import signed_in
from orders.models import CancelReason, HandBack, Order
from orders.tests.booking import advance, book, pay
from providers.models import Provider

# Orders are declined by direct updates, without their refunds and events.
pytestmark = pytest.mark.breaks_invariants


@pytest.fixture
def orders(now, alice, salon, stripe) -> list[Order]:
    made = []
    for hour in range(10, 15):
        order = book(alice, make_slot(salon, start=time(hour)))
        pay(order)
        made.append(order)
    return made


def health(operator_client) -> dict[str, dict[str, str]]:
    compute_dashboard()
    context = operator_client.get("/admin/").context
    return {
        row.name: {
            column: cell.shown
            for column, cell in zip(context["health_columns"], row.cells, strict=True)
            if cell.is_bad
        }
        for row in context["health"].rows
    }


def test_whoever_does_well_is_not_named(operator_client, orders) -> None:
    assert health(operator_client) == {}


def test_refused_and_handed_back_orders_count(operator_client, orders, salon) -> None:
    Order.objects.filter(pk=orders[0].pk).update(status="cancelled", cancel_reason=CancelReason.DECLINED)
    HandBack.objects.create(order=orders[1], provider=salon, reason="Ill", handed_back_at=NOW)

    assert health(operator_client) == {
        str(salon): {"Declined or expired": "1 (20 %)", "Handed back": "1 (20 %)"}
    }


def handed_back(order: Order, provider: Provider, outcome: str, *, reason: str = "Ill", **more) -> None:
    ended_at = NOW if outcome else None
    HandBack.objects.create(
        order=order, provider=provider, reason=reason, handed_back_at=NOW, outcome=outcome, ended_at=ended_at,
        **more,
    )  # fmt: skip


def test_what_was_given_up_counts_when_its_reason_is_erased(operator_client, orders, salon) -> None:
    handed_back(orders[0], salon, "cancelled", reason="")

    assert health(operator_client) == {"Brunos Waschsalon": {"Handed back": "1 (20 %)"}}


def test_what_a_neighbor_took_counts_among_the_orders_of_whoever_gave_it_up(
    operator_client, orders, alice, salon
) -> None:
    orders.append(book(alice, make_slot(salon, start=time(16))))
    pay(orders[-1])
    other = make_provider(make_user("emil"), "8002", business_name="Emils")
    for order in orders[:3]:
        handed_back(order, salon, "taken", taken_by=other)
    Order.objects.filter(pk__in=[order.pk for order in orders[:3]]).update(provider=other)

    assert health(operator_client) == {str(salon): {"Handed back": "3 (50 %)"}}


def test_an_order_handed_back_twice_counts_once(operator_client, orders, salon) -> None:
    for _ in range(2):
        handed_back(orders[0], salon, "moved_on")

    assert health(operator_client) == {str(salon): {"Handed back": "1 (20 %)"}}


def test_what_its_provider_does_after_all_or_its_customer_began_is_not_given_up(
    operator_client, orders, salon
) -> None:
    handed_back(orders[0], salon, "kept")
    handed_back(orders[1], salon, "cancelled", reason="", agreed_at=NOW)

    assert health(operator_client) == {}


def test_a_pickup_after_its_hour_counts(operator_client, orders, salon, monkeypatch) -> None:
    late = orders[0].pickup_at + timedelta(hours=2)
    advance(orders[0], to="pickup", now=late)

    assert health(operator_client) == {str(salon): {"Late steps": "1 (20 %)"}}


def test_few_orders_say_nothing(operator_client, orders, alice) -> None:
    other = make_provider(make_user("emil"), "8002", business_name="Emils")
    order = book(alice, make_slot(other, start=time(9)))
    pay(order)
    Order.objects.filter(pk=order.pk).update(status="cancelled", cancel_reason=CancelReason.DECLINED)

    assert health(operator_client) == {}


def is_grouped_over_orders(sql: str) -> bool:
    """Tell whether a statement groups rows of many orders; the queue of returned payouts asks of a few."""
    return "GROUP BY" in sql and "orders_payout" not in sql


def test_the_page_counts_no_orders_and_says_when_they_were_counted(
    operator_client, orders, salon, time_machine
) -> None:
    before = operator_client.get("/admin/")
    assert "Not computed yet: this is done every ten minutes." in before.text
    assert "Nobody is beyond a threshold." not in before.text
    assert before.context["trend"].charts == []
    Order.objects.filter(pk=orders[0].pk).update(status="cancelled", cancel_reason=CancelReason.DECLINED)
    compute_dashboard()
    time_machine.move_to(NOW + timedelta(minutes=9))

    with CaptureQueriesContext(connection) as read:
        page = operator_client.get("/admin/")

    assert [row.name for row in page.context["health"].rows] == [str(salon)]
    assert f"As of {wall_time.moment(NOW)}." in page.text
    grouped = [query["sql"] for query in read if is_grouped_over_orders(query["sql"])]
    assert grouped == []


def fails(execute, sql, params, many, context):
    """Cut off whatever is grouped over orders and their events, as the time limit of statements does."""
    if is_grouped_over_orders(sql):
        raise OperationalError("canceling statement due to statement timeout")
    return execute(sql, params, many, context)


def test_figures_that_cannot_be_computed_keep_no_queue_from_the_operators(
    operator_client, orders, salon, time_machine
) -> None:
    Order.objects.filter(pk=orders[0].pk).update(status="cancelled", cancel_reason=CancelReason.DECLINED)
    compute_dashboard()
    Order.objects.filter(pk=orders[1].pk).update(status="cancelled", cancel_reason=CancelReason.DECLINED)
    time_machine.move_to(NOW + timedelta(minutes=10))

    with connection.execute_wrapper(fails):
        compute_dashboard()
        page = operator_client.get("/admin/")

    assert page.status_code == 200
    assert "Provider must answer" in {queue.title for queue in page.context["queues"]}
    [row] = page.context["health"].rows
    assert row.cells[1].shown == "1 (20 %)"
    assert page.context["health"].as_of == wall_time.moment(NOW)


def test_leads_to_the_provider(operator_client, orders, salon) -> None:
    Order.objects.filter(pk=orders[0].pk).update(status="cancelled", cancel_reason=CancelReason.DECLINED)
    compute_dashboard()

    [row] = operator_client.get("/admin/").context["health"].rows

    assert operator_client.get(row.link).status_code == 200


def test_whoever_may_not_see_providers_sees_none(now, db) -> None:
    fina = make_operator("fina", "finance")
    fina.groups.get().permissions.filter(codename="view_provider").delete()

    assert signed_in(fina).get("/admin/").context["health"] is None
