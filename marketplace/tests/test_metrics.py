"""The metrics page: who may read it, and that its gauges show what waits."""

import re
from datetime import date, timedelta

import pytest
from django.conf import settings
from django.test import Client

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot, make_user
from marketplace.jobs.models import Job, OutboxMessage
from marketplace.jobs.tasks import relay_links
from marketplace.tests.server import free_port
from orders.documents import making
from orders.models import DataCheck, Dispute, Document, Order, Payout, StripeEvent
from orders.payouts import paying
from orders.payouts.tests.earning import MONDAY, NEXT_MONDAY, completed, give_account, payout_of
from orders.tasks import execute_refunds, issue_receipts, make_documents, process_stripe_events
from orders.tests.booking import book, pay
from providers.tests.applicants import submitted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
DOCUMENTS = 'marketplace_queue_age_seconds{queue="documents"}'
TOKEN = {"Authorization": f"Bearer {settings.METRICS_TOKEN}"}


def read() -> dict[str, float]:
    response = Client().get("/metrics", headers=TOKEN)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain; version=")
    lines = [line for line in response.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": settings.METRICS_TOKEN}]
)
def test_without_the_token_there_is_no_such_page(headers) -> None:
    assert Client().get("/metrics", headers=headers).status_code == 404


def test_an_operator_without_the_token_sees_nothing_either(dora) -> None:
    browser = Client()
    browser.force_login(dora)

    assert browser.get("/metrics").status_code == 404


def test_where_nothing_waits_every_age_is_nought() -> None:
    figures = read()

    ages = {name: value for name, value in figures.items() if "_age_seconds" in name or "waiting" in name}
    assert len(ages) >= 11
    assert set(ages.values()) == {0.0}


def test_what_waits_is_notified_by_how_long(alice, salon) -> None:
    order = book(alice, make_slot(salon))
    Order.objects.filter(pk=order.pk).update(hold_expires_at=NOW - timedelta(minutes=5))
    OutboxMessage.objects.all().delete()
    OutboxMessage.objects.create(topic="email", payload={}, created_at=NOW, due_at=NOW - timedelta(minutes=3))
    OutboxMessage.objects.create(topic="email", payload={}, created_at=NOW, due_at=NOW, failed_at=NOW)
    Job.objects.create(kind="unpaid hold", subject=order.pk, due_at=NOW, failed_at=NOW)
    submitted(client_for(make_user("nora", phone="+41 79 123 45 67")))
    OutboxMessage.objects.filter(due_at=NOW, failed_at=None).delete()

    figures = read()

    assert figures['marketplace_queue_age_seconds{queue="unpaid_holds"}'] == 300
    assert figures['marketplace_queue_age_seconds{queue="mail"}'] == 180
    assert figures['marketplace_queue_age_seconds{queue="outbox"}'] == 0
    assert figures['marketplace_failed{kind="messages"}'] == 1
    assert figures['marketplace_failed{kind="jobs"}'] == 1
    assert figures['marketplace_waiting_seconds{what="applications"}'] == 0


def test_receipts_that_nobody_makes_grow_old_until_they_are_made_or_given_up(
    alice, salon, stripe, time_machine
) -> None:
    pay(book(alice, make_slot(salon)))
    issue_receipts()
    time_machine.move_to(NOW + timedelta(minutes=20))
    assert read()[DOCUMENTS] == 20 * 60
    receipt = Document.objects.get()
    given_up = Job.objects.create(kind=making.KIND, subject=receipt.pk, due_at=NOW, failed_at=NOW)
    assert read()[DOCUMENTS] == 0
    given_up.delete()

    make_documents()

    assert read()[DOCUMENTS] == 0


def at_each_minute(task, time_machine, *, minutes: int) -> None:
    for minute in range(minutes + 1):
        time_machine.move_to(NOW + timedelta(minutes=minute))
        task()


def test_while_the_mail_server_is_away_its_queue_grows_old(alice, settings, time_machine) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert client_for().post("/api/auth/password-reset", {"email": alice.email}).status_code < 300

    at_each_minute(relay_links, time_machine, minutes=12)

    assert read()['marketplace_queue_age_seconds{queue="links"}'] == 12 * 60


def test_while_stripe_is_away_refunds_and_events_grow_old(
    alice, dora, salon, stripe, settings, time_machine
) -> None:
    order = book(alice, make_slot(salon))
    pay(order)
    assert client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {}).status_code == 200
    StripeEvent.objects.create(
        event_id="evt_1", type="charge.refunded", intent_id="pi_1", received_at=NOW, due_at=NOW
    )
    settings.STRIPE_API_BASE, settings.STRIPE_NETWORK_RETRIES = f"http://127.0.0.1:{free_port()}", 0

    at_each_minute(execute_refunds, time_machine, minutes=40)
    at_each_minute(process_stripe_events, time_machine, minutes=40)

    figures = read()
    assert figures['marketplace_queue_age_seconds{queue="refunds"}'] == 40 * 60
    assert figures['marketplace_queue_age_seconds{queue="stripe_events"}'] == 40 * 60


def test_a_pickup_is_overdue_once_its_hour_has_ended(alice, salon, time_machine) -> None:
    order = book(alice, make_slot(salon))
    pay(order)

    time_machine.move_to(order.pickup_at + timedelta(minutes=45))
    assert read()['marketplace_waiting_seconds{what="overdue_pickups"}'] == 0
    time_machine.move_to(order.pickup_at + timedelta(minutes=60))
    assert read()['marketplace_waiting_seconds{what="overdue_pickups"}'] == 0
    time_machine.move_to(order.pickup_at + timedelta(minutes=90))
    assert read()['marketplace_waiting_seconds{what="overdue_pickups"}'] == 1800


def test_what_the_last_check_found_is_notified(db) -> None:
    DataCheck.objects.create(
        kind="stripe", asked_at=NOW, finished_at=NOW - timedelta(hours=4), is_open=False, violations=2
    )

    figures = read()

    assert figures['marketplace_differences{check="stripe"}'] == 2
    assert figures['marketplace_check_age_seconds{check="stripe"}'] == 4 * 3600


@pytest.mark.breaks_invariants
def test_money_that_waits_for_a_person_is_notified(alice, salon) -> None:
    order = book(alice, make_slot(salon))
    pay(order)
    Dispute.objects.create(
        stripe_dispute_id="dp_1",
        order=order,
        payment=order.payments.get(),
        status="needs_response",
        amount=order.total_amount,
        opened_at=NOW - timedelta(hours=2),
        changed_at=NOW,
    )
    due = {"provider": salon, "amount": order.total_amount, "created_at": NOW - timedelta(days=3)}
    Payout.objects.create(week=date(2026, 11, 2), holder="Bruno", iban="CH9300762011623852957", **due)
    # A provider without a bank account is asked for one; operators can do nothing, so it does not count.
    Payout.objects.create(week=date(2026, 11, 9), **due | {"created_at": NOW - timedelta(days=9)})

    figures = read()

    assert figures['marketplace_waiting_seconds{what="disputes"}'] == 2 * 3600
    assert figures['marketplace_waiting_seconds{what="payouts"}'] == 3 * 86_400


def test_the_handbook_says_of_every_alarm_when_and_what_to_do(salon) -> None:
    for kind in DataCheck.Kind:
        DataCheck.objects.create(kind=kind, asked_at=NOW, finished_at=NOW, is_open=False, violations=0)
    handbook = (settings.BASE_DIR / "docs" / "operate.md").read_text()
    data = read()

    rows = [line for line in handbook.splitlines() if line.startswith(("| `marketplace_", "| `…{"))]
    named = {value for row in rows for value in re.findall(r'"(\w+)"', row.split(" | ")[0])}
    labels = re.compile(r'(?:what|queue|kind|check)="(\w+)"')
    assert named == {value for key in data for value in labels.findall(key)}
    assert all(len(row.split(" | ")) == 3 for row in rows)


def test_a_returned_payout_is_notified_until_the_next_one_takes_it_over(alice, salon, dora) -> None:
    completed(alice, salon)
    give_account(salon)
    returned = payout_of(salon)
    paying.mark_paid(payout_id=returned.pk, actor_id=dora.pk, now=MONDAY)
    paying.mark_failed(payout_id=returned.pk, note="AC04 account closed", now=MONDAY)
    assert read()['marketplace_failed{kind="payouts"}'] == 1

    payout_of(salon, now=NEXT_MONDAY)

    assert read()['marketplace_failed{kind="payouts"}'] == 0


def test_request_times_are_notified_by_route_and_never_by_address(alice, salon) -> None:
    order = book(alice, make_slot(salon))
    client_for(alice).get(f"/api/orders/{order.pk}")

    shown = Client().get("/metrics", headers=TOKEN).content.decode()

    assert (
        'marketplace_request_seconds_count{method="GET",route="api/orders/<uuid:order_id>",status="2xx"}'
        in shown
    )
    assert str(order.pk) not in shown


def test_a_scrape_asks_few_questions(django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(27):
        read()
