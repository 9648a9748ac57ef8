"""The operators' first page."""

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from conftest import NOW, PASSWORD, make_slot, make_user
from marketplace import clock
from marketplace.back_office import dashboard
from marketplace.models import OutboxMessage
from orders.models import Order
from orders.placing import place_order
from orders.tests.booking import pay


@pytest.fixture(autouse=True)
def past_days_not_yet_counted() -> None:
    dashboard.forget()


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


def test_shows_how_many_wait_in_each_queue_and_leads_there(office, unpaid, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False

    page = office.get("/admin/")

    waiting = {queue.title: queue for queue in page.context["queues"]}
    assert waiting["Waiting for payment"].count == 1
    assert waiting["Provider must answer"].count == 0
    for queue in waiting.values():
        assert office.get(queue.link).status_code == 200, queue.title
    assert [
        order.pk for order in office.get(waiting["Waiting for payment"].link).context["cl"].result_list
    ] == [unpaid.pk]


def test_leads_to_the_parked_messages_and_to_no_other(office, db, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    parked = OutboxMessage.objects.create(
        topic="email", payload={}, created_at=NOW, due_at=NOW, parked_at=NOW
    )
    OutboxMessage.objects.create(topic="email", payload={}, created_at=NOW, due_at=NOW, done_at=NOW)

    [queue] = [row for row in office.get("/admin/").context["queues"] if row.title == "Message parked"]

    assert queue.count == 1
    assert [row.pk for row in office.get(queue.link).context["cl"].result_list] == [parked.pk]


def test_counts_the_orders_of_each_swiss_day(office, unpaid, settings, monkeypatch) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(days=2))

    bars = office.get("/admin/").context["trend"]

    assert len(bars) == 14
    assert [(bar.day.isoformat(), bar.count) for bar in bars if bar.count] == [("2026-11-18", 1)]


def test_counts_the_days_that_are_over_again_after_ten_minutes(office, unpaid, settings, monkeypatch) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    later = NOW + timedelta(days=2)

    def placed() -> list[int]:
        return [bar.count for bar in office.get("/admin/").context["trend"] if bar.count]

    monkeypatch.setattr(clock, "now", lambda: later)
    assert placed() == [1]
    Order.objects.update(created_at=NOW - timedelta(days=30))
    assert placed() == [1]
    monkeypatch.setattr(clock, "now", lambda: later + timedelta(minutes=10))
    assert placed() == []


def test_the_last_bar_is_switzerland_s_today(office, unpaid, settings, past_midnight) -> None:
    settings.SECOND_FACTOR_REQUIRED = False

    bars = office.get("/admin/").context["trend"]

    assert [(bar.day.isoformat(), bar.count) for bar in bars[-2:]] == [("2026-11-18", 1), ("2026-11-19", 0)]


def test_shows_an_operator_only_what_their_group_may_see(db, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    clerk = make_user("clerk", is_staff=True)
    clerk.groups.add(Group.objects.get(name="finance"))
    client = Client()
    assert client.login(email=clerk.email, password=PASSWORD)

    page = client.get("/admin/")

    assert "Message parked" not in {queue.title for queue in page.context["queues"]}
    assert b"Payments" in page.content


def test_is_called_by_one_name_in_title_heading_and_menu(office, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False

    page = office.get("/admin/").content.decode()

    assert re.search(r"<h1[^>]*>Dashboard</h1>", page)
    assert page.count("Dashboard") >= 3
    assert not re.search(r"\bDesk\b", page)


def test_asks_the_same_number_of_questions_whatever_there_is(
    office, unpaid, settings, django_assert_max_num_queries
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY = "sk_test_x", "pk_test_x"
    office.get("/admin/")  # the days that are over are counted once in a while

    with django_assert_max_num_queries(16):
        office.get("/admin/")


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
def test_counts_the_pickups_of_the_swiss_day(office, unpaid, settings, monkeypatch, at, count) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    pay(unpaid)
    monkeypatch.setattr(clock, "now", lambda: at)

    page = office.get("/admin/")

    assert {queue.title: queue.count for queue in page.context["queues"]}["Pickups today"] == count
