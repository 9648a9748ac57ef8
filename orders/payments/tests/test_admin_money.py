"""Money in the admin site: read only and searchable; a failed refund is retried."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from conftest import NOW, make_operator, make_user
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.confirmations import confirmation_on
from orders import ledger
from orders.models import LedgerEntry, Payment, Refund, StripeEvent
from orders.payments import webhooks
from orders.tests.money import make_order, make_payment

# The orders of these tests are bare rows without reservations.
pytestmark = [pytest.mark.django_db, pytest.mark.breaks_invariants]

TABLES = ["payment", "refund", "ledgerentry", "stripeevent"]


def changelist(table: str) -> str:
    return reverse(f"admin:orders_{table}_changelist")


def money_moves(alice, salon, count: int) -> None:
    for number in range(count):
        order = make_order(alice, salon)
        payment = make_payment(order)
        refund = order.refunds.create(
            payment=payment,
            amount=Decimal("1.00"),
            reason=f"r{number}",
            status="failed",
            due_at=NOW,
            created_at=NOW,
        )
        ledger.payment_captured(order=order, payment=payment, now=NOW)
        ledger.refunded(order=order, refund=refund, now=NOW)
        ledger.order_completed(order=order, now=NOW)
        StripeEvent.objects.create(
            event_id=f"evt_{number}",
            type="payment_intent.succeeded",
            intent_id=payment.intent_id,
            received_at=NOW,
        )


@pytest.mark.parametrize("table", TABLES)
def test_a_list_of_a_hundred_takes_few_queries(operator_client, alice, salon, table) -> None:
    money_moves(alice, salon, 100)

    with CaptureQueriesContext(connection) as queries:
        response = operator_client.get(changelist(table))

    assert response.status_code == 200
    assert len(response.context["cl"].result_list) == 100
    assert len(queries) <= 15


@pytest.mark.parametrize(
    ("table", "find"),
    [
        ("payment", lambda: Payment.objects.first().intent_id),
        ("payment", lambda: "alice@example.org"),
        ("refund", lambda: str(Refund.objects.first().order_id)[-8:]),
        ("ledgerentry", lambda: f"captured:{Payment.objects.first().pk}"),
        ("stripeevent", lambda: "evt_0"),
    ],
)
def test_the_lists_of_money_can_be_searched(operator_client, alice, salon, table, find) -> None:
    money_moves(alice, salon, 1)

    found = operator_client.get(changelist(table), {"q": find()})
    other = operator_client.get(changelist(table), {"q": "nothing-like-it"})

    assert len(found.context["cl"].result_list) >= 1
    assert len(other.context["cl"].result_list) == 0


def test_events_that_wait_are_filtered(operator_client, alice, salon) -> None:
    money_moves(alice, salon, 2)
    StripeEvent.objects.filter(event_id="evt_1").update(processed_at=NOW)

    waiting = operator_client.get(changelist("stripeevent"), {"state": "waiting"})

    assert [row.event_id for row in waiting.context["cl"].result_list] == ["evt_0"]


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_added_edited_or_deleted(operator_client, alice, salon, table) -> None:
    money_moves(alice, salon, 1)
    model = {"payment": Payment, "refund": Refund, "ledgerentry": LedgerEntry, "stripeevent": StripeEvent}[
        table
    ]
    row = model.objects.first()
    before = model.objects.values().get(pk=row.pk)

    shown = operator_client.get(reverse(f"admin:orders_{table}_change", args=[row.pk]))
    added = operator_client.get(reverse(f"admin:orders_{table}_add"))
    deleted = operator_client.post(reverse(f"admin:orders_{table}_delete", args=[row.pk]), {"post": "yes"})
    operator_client.post(
        reverse(f"admin:orders_{table}_change", args=[row.pk]), {"amount": "0.01", "status": "succeeded"}
    )

    assert (shown.status_code, added.status_code, deleted.status_code) == (200, 403, 403)
    assert model.objects.values().get(pk=row.pk) == before


def press_try_again(client, *rows):
    response = client.post(
        changelist("refund"),
        {"action": "try_again", "_selected_action": [str(row.pk) for row in rows]},
        follow=True,
    )
    return [str(message) for message in response.context["messages"]]


def test_failed_refunds_are_tried_again(now, operator_client, alice, salon) -> None:
    money_moves(alice, salon, 2)
    failed, done = Refund.objects.order_by("reason")
    Refund.objects.filter(pk=done.pk).update(status="succeeded")

    said = press_try_again(operator_client, failed, done)

    assert said == ["1 done, 1 refused: Only a refund that failed can be tried again."]
    failed.refresh_from_db()
    done.refresh_from_db()
    assert (failed.status, failed.due_at, done.status) == ("pending", NOW, "succeeded")


@pytest.mark.parametrize(("group", "may"), [("finance", True), ("support", False), ("operations", False)])
def test_only_finance_tries_refunds_again(now, alice, salon, group, may) -> None:
    money_moves(alice, salon, 1)
    operator = make_user("emil", is_staff=True)
    operator.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(operator)

    press_try_again(client, Refund.objects.get())

    assert Refund.objects.get().status == ("pending" if may else "failed")
    assert client.get(changelist("ledgerentry")).status_code == (200 if may else 403)


def failed_events(client, settings) -> tuple[int, float, int]:
    """Return how many failed events the dashboard, the alarm and the list behind the number count."""
    settings.METRICS_TOKEN = "t"
    figures = client.get("/metrics", HTTP_AUTHORIZATION="Bearer t").content.decode()
    (alarm,) = re.findall(r'^marketplace_failed\{kind="stripe_events"\} (\S+)$', figures, re.MULTILINE)
    queues = client.get("/admin/").context["queues"]
    (queue,) = [queue for queue in queues if queue.title == "Stripe event failed"]
    return queue.count, float(alarm), client.get(queue.link).context["cl"].result_count


def test_finance_sets_aside_an_event_about_what_is_not_ours(now, stripe, settings) -> None:
    event = StripeEvent.objects.create(
        event_id="evt_1", type="charge.refunded", intent_id="pi_1", received_at=NOW, due_at=NOW
    )
    for days in range(webhooks.POLICY.max_attempts):
        webhooks.process_due_events(now=NOW + timedelta(days=days))
    client = signed_in(make_operator("fiona", group="finance"))
    assert failed_events(client, settings) == (1, 1, 1)

    chosen = {"action": "set_aside", "_selected_action": [str(event.pk)]}
    asked = client.post(changelist("stripeevent"), chosen).content.decode()
    client.post(changelist("stripeevent"), confirmation_on(asked))

    assert "No such paymentintent" in asked
    event.refresh_from_db()
    assert (event.processed_at, event.failed_at) == (NOW, None)
    assert "No such paymentintent" in event.last_error
    assert failed_events(client, settings) == (0, 0, 0)
    webhooks.prune(now=NOW + timedelta(days=settings.KEEP_WEBHOOK_EVENTS_DAYS, seconds=1))
    assert not StripeEvent.objects.exists()


def test_an_event_that_waits_is_not_set_aside(now, operator_client) -> None:
    event = StripeEvent.objects.create(
        event_id="evt_1", type="charge.refunded", intent_id="pi_1", received_at=NOW, due_at=NOW
    )

    chosen = {"action": "set_aside", "_selected_action": [str(event.pk)], "confirmed": "yes"}
    response = operator_client.post(changelist("stripeevent"), chosen, follow=True)

    assert [str(message) for message in response.context["messages"]] == [
        "0 done, 1 refused: Only what has failed for good can be set aside."
    ]
    event.refresh_from_db()
    assert event.processed_at is None
