"""The admin site's index page."""

import re
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from celery.signals import beat_init
from django.contrib.auth.models import Group
from django.test import Client

from conftest import PASSWORD, make_slot, make_user
from conftest import WEDNESDAY as NOW
from marketplace.admin_site.tasks import compute_dashboard
from marketplace.celery import app
from marketplace.jobs.models import OutboxMessage
from marketplace.tests import admin_world
from orders.checkout.placing import place_order
from orders.models import Actor, ActorRole, Order, OrderStatus
from orders.payments import refunding
from orders.payouts.tests.earning import MONDAY, dispute
from orders.tests.booking import book, pay
from orders.tests.order_at_status import order_at

pytestmark = pytest.mark.at(NOW)


def orders_by_day(operator_client) -> list[tuple[str, str]]:
    chart = operator_client.get("/admin/").context["trend"].charts[0]
    return [(bar.day.isoformat(), bar.shown) for bar in chart.bars]


@pytest.fixture
def unpaid(now, alice, salon) -> Order:
    slot = make_slot(salon)
    return place_order(
        customer=alice,
        provider_id=salon.pk,
        service_type="standard",
        weight=Decimal("10.0"),
        pickup_address="Bahnhofstrasse 1, Zurich 8001",
        delivery_address="Bahnhofstrasse 1, Zurich 8001",
        pickup_at=slot.starts_at,
        special_instructions="",
        now=NOW,
    )


def test_shows_how_many_wait_in_each_queue_and_leads_there(operator_client, unpaid, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False

    page = operator_client.get("/admin/")

    waiting = {queue.title: queue for queue in page.context["queues"]}
    assert waiting["Waiting for payment"].count == 1
    assert waiting["Waiting for payment"].meaning == (
        "Places held while somebody pays: 15 minutes at checkout, longer for a recurring order"
    )
    assert waiting["Provider must answer"].count == 0
    for queue in waiting.values():
        assert operator_client.get(queue.link).status_code == 200, queue.title
    assert [
        order.pk
        for order in operator_client.get(waiting["Waiting for payment"].link).context["cl"].result_list
    ] == [unpaid.pk]


class ManyOrders(admin_world.World):
    """People whose orders have an hour each, ``ahead`` days from now."""

    ahead, hour = 1, 5

    def order_at(self, status: str) -> Order:
        self.hour += 1
        day = NOW.date() + timedelta(days=self.ahead)
        return order_at(self.alice, make_slot(self.salon, day=day, start=time(self.hour)), status)


def test_the_list_behind_each_number_has_that_many_rows(
    operator_client, settings, alice, salon, dora, stripe, time_machine
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    world = ManyOrders(alice=alice, salon=salon, dora=dora, time_machine=time_machine, stripe=stripe)
    for status in OrderStatus.values:
        world.order_at(status)
    world.ahead = 3
    world.order_at("confirmed")
    for make in (
        *(admin_world.failed_event, admin_world.failed_message, admin_world.failed_job, admin_world.claim),
        *(admin_world.failed_refund, admin_world.report, admin_world.request, admin_world.application),
        admin_world.refund_paid_twice,
    ):
        make(world)
    dispute(world.order_at("washing"))
    admin_world.returned_payout(world)
    time_machine.move_to(NOW + timedelta(days=1))

    queues = operator_client.get("/admin/").context["queues"]

    lists = [queue for queue in queues if "check-data" not in queue.link]
    pages = {queue.title: operator_client.get(queue.link) for queue in lists}
    behind = {title: page.context["cl"].result_count for title, page in pages.items()}
    assert behind == {queue.title: queue.count for queue in lists}
    assert len([count for count in behind.values() if count]) > 12, behind
    assert behind["Payout came back"] == 1
    assert 0 < behind["Pickups today"] < Order.objects.filter(status="confirmed").count()


def test_a_payout_that_came_back_waits_for_nobody_once_nothing_of_it_is_owed(
    operator_client, settings, alice, salon, dora, stripe, time_machine
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    world = admin_world.World(alice=alice, salon=salon, dora=dora, time_machine=time_machine, stripe=stripe)
    admin_world.returned_payout(world)
    order = Order.objects.get()

    def waiting() -> tuple[int, bool]:
        shown = {queue.title: queue.count for queue in operator_client.get("/admin/").context["queues"]}
        token = {"Authorization": f"Bearer {settings.METRICS_TOKEN}"}
        gauges = Client().get("/metrics", headers=token).content.decode()
        return shown.get("Payout came back", 0), 'marketplace_failed{kind="payouts"} 1.0' in gauges

    assert waiting() == (1, True)
    refunding.refund_order(
        actor=Actor(ActorRole.OPERATOR, dora.pk),
        order_id=order.pk,
        amount=order.total_amount,
        note="It was lost.",
        key=uuid4(),
        now=MONDAY,
        borne_by="provider",
    )

    assert waiting() == (0, False)


def test_what_is_urgent_comes_first_and_what_is_empty_is_a_name_alone(
    operator_client, unpaid, settings
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    OutboxMessage.objects.create(topic="email", payload={}, created_at=NOW, due_at=NOW, failed_at=NOW)

    page = operator_client.get("/admin/")

    titles = [queue.title for queue in page.context["queues"]]
    assert titles[:2] == ["Message failed", "Waiting for payment"]
    assert "Provider must answer" in {queue.title for queue in page.context["quiet"]}
    assert "Message failed" not in {queue.title for queue in page.context["quiet"]}
    assert page.text.index("Message failed") < page.text.index("Nothing waits here")


def test_leads_to_the_failed_messages_and_to_no_other(operator_client, db, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    failed = OutboxMessage.objects.create(
        topic="email", payload={}, created_at=NOW, due_at=NOW, failed_at=NOW
    )
    OutboxMessage.objects.create(topic="email", payload={}, created_at=NOW, due_at=NOW, done_at=NOW)

    [queue] = [
        row for row in operator_client.get("/admin/").context["queues"] if row.title == "Message failed"
    ]

    assert queue.count == 1
    assert [row.pk for row in operator_client.get(queue.link).context["cl"].result_list] == [failed.pk]


def test_counts_the_orders_of_each_swiss_day(operator_client, unpaid, settings, time_machine) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    time_machine.move_to(NOW + timedelta(days=2))
    compute_dashboard()

    bars = orders_by_day(operator_client)

    assert len(bars) == 14
    assert [bar for bar in bars if bar[1] != "0"] == [("2026-11-18", "1")]


def test_the_figures_of_a_new_site_are_computed_as_beat_starts(monkeypatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, **_options: started.append(name))

    beat_init.send(sender=None)

    assert started == ["marketplace.compute_dashboard"]


def test_counts_the_days_again_with_each_computation(operator_client, unpaid, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False

    def placed() -> list[int]:
        return [int(placed) for _, placed in orders_by_day(operator_client) if placed != "0"]

    compute_dashboard()
    assert placed() == [1]
    Order.objects.update(created_at=NOW - timedelta(days=30))
    assert placed() == [1]
    compute_dashboard()
    assert placed() == []


def test_a_new_day_is_shown_before_the_next_computation(
    operator_client, unpaid, settings, time_machine
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    time_machine.move_to(datetime(2026, 11, 18, 22, 55, tzinfo=UTC))
    compute_dashboard()
    time_machine.move_to(datetime(2026, 11, 18, 23, 1, tzinfo=UTC))

    assert orders_by_day(operator_client)[-2:] == [("2026-11-18", "1"), ("2026-11-19", "0")]
    [*_, full] = operator_client.get("/admin/").context["trend"].charts
    assert (full.bars[0].shown, len(full.bars)) == ("33 %", 7)


def test_the_last_bar_is_switzerland_s_today(operator_client, unpaid, settings, past_midnight) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    compute_dashboard()

    assert orders_by_day(operator_client)[-2:] == [("2026-11-18", "1"), ("2026-11-19", "0")]


def test_says_what_was_paid_what_came_in_and_how_full_the_week_is(
    operator_client, unpaid, settings, alice, salon, time_machine
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    paid = book(alice, make_slot(salon, start=time(15)))
    pay(paid)
    time_machine.move_to(NOW + timedelta(hours=1))
    compute_dashboard()

    trend = operator_client.get("/admin/").context["trend"]

    assert [(figure.shown, figure.meaning) for figure in trend.figures] == [
        ("50 %", "1 of 2 orders in 14 days"),
        ("CHF 27.50", "14 days, less refunds"),
        ("33 %", "2 of 6 in the next 7 days"),
    ]
    assert trend.charts[1].bars[-1].shown == "27.50"


def test_draws_what_was_paid_and_how_full_it_is_by_day_and_says_it_in_tables(
    operator_client, unpaid, settings, alice, salon, time_machine
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    pay(book(alice, make_slot(salon, start=time(15))))
    time_machine.move_to(NOW + timedelta(hours=1))
    compute_dashboard()

    page = operator_client.get("/admin/")

    paid, full = page.context["trend"].charts[2:]
    assert paid.title == "Paid of what was placed, by the day of the order"
    assert [bar.shown for bar in paid.bars] == ["-"] * 13 + ["50 %"]
    assert full.title == "Places taken, next 7 days"
    assert [(bar.day.isoformat(), bar.shown) for bar in full.bars][:3] == [
        ("2026-11-18", "-"),
        ("2026-11-19", "33 %"),
        ("2026-11-20", "-"),
    ]
    # Bars are as high as their share, and lie side by side over the whole chart.
    assert [bar.height for bar in paid.bars[-2:]] == [0, 48]
    assert (len(full.bars), full.bars[-1].x + full.bars[-1].width) == (7, 554)
    tables = re.findall(r"<table.*?</table>", page.text, flags=re.DOTALL)
    assert any("Wed 18 Nov" in table and "50 %" in table for table in tables)
    assert any("Thu 19 Nov" in table and "33 %" in table for table in tables)


def test_without_an_order_no_share_is_claimed(operator_client, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    compute_dashboard()

    trend = operator_client.get("/admin/").context["trend"]

    assert [figure.shown for figure in trend.figures] == ["-", "CHF 0.00", "-"]


def test_shows_an_operator_only_what_their_group_may_see(db, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    clerk = make_user("clerk", is_staff=True)
    clerk.groups.add(Group.objects.get(name="finance"))
    client = Client()
    assert client.login(email=clerk.email, password=PASSWORD)

    page = client.get("/admin/")

    assert "Message failed" not in {queue.title for queue in page.context["queues"]}
    assert b"Payments" in page.content


def test_is_called_by_one_name_in_title_heading_and_menu(operator_client, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False

    page = operator_client.get("/admin/").content.decode()

    assert re.search(r"<h1[^>]*>Dashboard</h1>", page)
    assert page.count("Dashboard") >= 3
    assert not re.search(r"\bDesk\b", page)


def test_asks_the_same_number_of_questions_whatever_there_is(
    operator_client, unpaid, settings, django_assert_max_num_queries
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY = "sk_test_x", "pk_test_x"
    compute_dashboard()
    operator_client.get("/admin/")

    with django_assert_max_num_queries(6):
        operator_client.get("/admin/")


@pytest.mark.parametrize(
    ("at", "count"),
    [
        # Half past midnight in Switzerland of the day of the pickup, while UTC has the day before.
        (datetime(2026, 11, 18, 23, 30, tzinfo=UTC), 1),
        (datetime(2026, 11, 18, 22, 30, tzinfo=UTC), 0),
        (datetime(2026, 11, 19, 22, 30, tzinfo=UTC), 1),
        (datetime(2026, 11, 19, 23, 30, tzinfo=UTC), 0),
    ],
)
def test_counts_the_pickups_of_the_swiss_day(
    operator_client, unpaid, settings, time_machine, at, count
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    pay(unpaid)
    time_machine.move_to(at)

    page = operator_client.get("/admin/")

    assert {queue.title: queue.count for queue in page.context["queues"]}["Pickups today"] == count
