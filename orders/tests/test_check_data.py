"""The data is checked in the background; the admin site starts a check and shows its result."""

from datetime import timedelta
from decimal import Decimal
from threading import Thread

import pytest
from celery import current_app
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from conftest import make_user
from orders.checks import data_checks
from orders.models import DataCheck, Order
from orders.payments import gateway
from orders.payments.tests.fixtures import pay
from orders.tasks import check_data, compare_all_payments
from orders.tests.booking import advance, book
from orders.tests.booking import pay as pay_at_once

PAGE = "admin:orders_order_check_data"


def test_the_page_asks_and_does_not_check_itself(
    operator_client, dora, paid_order, django_capture_on_commit_callbacks
):
    with CaptureQueriesContext(connection) as asked, django_capture_on_commit_callbacks() as wakes:
        operator_client.post(reverse(PAGE))

    check = DataCheck.objects.get()
    assert (check.asked_by, check.is_open, check.finished_at) == (dora, True, None)
    assert len(wakes) == 1
    assert not [one for one in asked.captured_queries if "orders_reservation" in one["sql"]]
    shown = operator_client.get(reverse(PAGE)).content.decode()
    assert "Not checked yet" in shown
    assert "under way" in shown


@pytest.mark.django_db(transaction=True)
def test_an_order_that_goes_on_during_the_check_is_no_disorder(now, alice, slot):
    order = book(alice, slot)
    pay_at_once(order)

    def go_on() -> None:
        advance(order, to="pickup")
        connection.close()

    def while_histories_are_read(execute, sql, params, many, context):
        """Let the provider press after the statuses were read, before the histories are."""
        if 'FROM "orders_orderevent"' in sql and order.status == "confirmed":
            presses = Thread(target=go_on)
            presses.start()
            presses.join()
            order.refresh_from_db()
        return execute(sql, params, many, context)

    order.refresh_from_db()
    with connection.execute_wrapper(while_histories_are_read):
        found = check_data()

    order.refresh_from_db()
    assert (order.status, found) == ("pickup", 0)
    assert check_data() == 0


def test_two_who_ask_wait_for_one_check(operator_client, now, db):
    for _ in range(2):
        operator_client.post(reverse(PAGE))

    assert DataCheck.objects.count() == 1


def test_shows_that_all_is_well(operator_client, paid_order):
    operator_client.post(reverse(PAGE))

    assert check_data() == 0

    shown = operator_client.get(reverse(PAGE)).content.decode()
    assert "Every booked place is reserved" in shown
    assert "Violated" not in shown
    assert "under way" not in shown


@pytest.mark.breaks_invariants
def test_what_is_violated_stands_on_the_page_and_on_the_dashboard(operator_client, paid_order):
    Order.objects.filter(pk=paid_order.pk).update(status="washing")

    assert check_data() == 1

    assert f"Order {paid_order.pk} is washing" in operator_client.get(reverse(PAGE)).content.decode()
    queues = {queue.title: queue for queue in operator_client.get("/admin/").context["queues"]}
    assert queues["Data in disorder"].count == 1
    assert queues["Data in disorder"].link == reverse(PAGE)


def test_what_differs_from_stripe_stands_on_the_page_and_on_the_dashboard(operator_client, stripe, order):
    pay(stripe, order)
    intent = gateway.create_intent(
        amount=Decimal("9.00"), order_id=str(order.pk), attempt=7, description="?", idempotency_key="stray"
    )
    stripe.confirm(intent.id)

    assert compare_all_payments() == 1

    shown = operator_client.get(reverse(PAGE)).content.decode()
    assert f"{intent.id} was paid for order {order.pk}, which has no such payment" in shown
    assert "Not checked yet" in shown
    queues = {queue.title: queue for queue in operator_client.get("/admin/").context["queues"]}
    assert (queues["Differs from Stripe"].shown, queues["Data in disorder"].shown) == ("1", "Not checked yet")
    assert queues["Differs from Stripe"].link == reverse(PAGE)


def test_the_page_says_how_many_there_are_where_it_names_the_first_alone(operator_client, now, db):
    named = {"is_open": False, "finished_at": now, "found": {"one": ["a", "b"], "two": ["c"]}}
    check = DataCheck.objects.create(asked_at=now, violations=3, **named)
    assert "in all." not in operator_client.get(reverse(PAGE)).text

    DataCheck.objects.filter(pk=check.pk).update(violations=253)

    assert "253 in all." in operator_client.get(reverse(PAGE)).text


def test_each_kind_of_check_shows_its_own_last_result(operator_client, stripe, order):
    pay(stripe, order)

    assert (check_data(), compare_all_payments()) == (0, 0)

    queues = {queue.title: queue for queue in operator_client.get("/admin/").context["queues"]}
    assert (queues["Differs from Stripe"].shown, queues["Data in disorder"].shown) == ("0", "0")
    shown = operator_client.get(reverse(PAGE)).content.decode()
    assert "Compared with Stripe" in shown
    assert "Violated" not in shown


def test_where_payments_are_not_configured_nothing_is_compared(operator_client, settings, order):
    settings.STRIPE_SECRET_KEY = settings.STRIPE_PUBLISHABLE_KEY = settings.STRIPE_WEBHOOK_SECRET = ""

    assert compare_all_payments() == 0

    assert not DataCheck.objects.exists()
    assert "Differs from Stripe" not in {
        queue.title for queue in operator_client.get("/admin/").context["queues"]
    }


def test_a_check_that_died_is_taken_up_again(db, now):
    died = DataCheck.objects.create(asked_at=now, started_at=now)

    assert data_checks.carry_out(now=now + timedelta(minutes=239)) is None
    check = data_checks.carry_out(now=now + timedelta(minutes=241))

    assert check == died
    assert not check.is_open


@pytest.mark.breaks_invariants
def test_a_check_that_was_given_up_and_ends_after_all_changes_nothing(operator_client, paid_order, now):
    later = now + timedelta(hours=5)
    found = []

    def overtake(execute, sql, params, many, context):
        """Let the next run begin and end while the first one reads, and find something."""
        response = execute(sql, params, many, context)
        if not found and "orders_reservation" in sql:
            found.append("begun")
            Order.objects.filter(pk=paid_order.pk).update(status="washing")
            found.append(data_checks.carry_out(now=later))
            Order.objects.filter(pk=paid_order.pk).update(status="confirmed")
        return response

    with connection.execute_wrapper(overtake):
        assert data_checks.carry_out(now=now) is None

    check = DataCheck.objects.get()
    assert found == ["begun", check]
    assert check.started_at == later
    assert f"Order {paid_order.pk} is washing" in operator_client.get(reverse(PAGE)).content.decode()


def test_whoever_may_not_see_orders_asks_for_no_check(db):
    client = Client()
    client.force_login(make_user("emma", is_staff=True))

    assert client.post(reverse(PAGE)).status_code == 403
    assert not DataCheck.objects.exists()


def test_the_check_runs_every_night():
    assert "orders.check_data" in {entry["task"] for entry in current_app.conf.beat_schedule.values()}
