"""The lists of the admin site stay fast: limited counts, cheap filters, searches by index."""

import re
from datetime import time
from itertools import product
from uuid import UUID

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Notification, User
from accounts.search import people
from conftest import make_slot, make_user
from marketplace.admin_site.lists import COUNTED, LongListAdmin
from marketplace.tests.proof import sample
from orders.admin_site import search
from orders.models import Order
from orders.tests.booking import book

# Tables that do not grow: the groups of operators, and the country's postal codes.
SHORT = {"auth.group", "providers.postalcode"}
LONG = sorted({model._meta.label_lower for model in admin.site._registry} - SHORT)
# Searched by a full scan: providers and applicants are few, and so are requests to support, which are stored
# for three years and are searched by any word of their text.
READ_WHOLE = {"providers_provider", "providers_application", "accounts_supportrequest"}
# The present holds are few enough to be sorted.
SORTED = {"orders.payouthold"}
WORDS = [
    "frieda",
    "frieda meier",
    "0795551234",
    "deadbeef",
    "seeweg",
    "#12",
    "pi_1",
    "4242",
    str(UUID(int=7)),
]


@pytest.mark.parametrize("label", LONG)
def test_a_list_that_grows_counts_and_searches_within_bounds(label) -> None:
    model_admin = admin.site._registry[apps.get_model(label)]

    assert isinstance(model_admin, LongListAdmin)
    assert bool(model_admin.searches) == bool(model_admin.search_fields)


@pytest.mark.only_postgres
@pytest.mark.sweep
@pytest.mark.parametrize("label", LONG)
def test_each_list_is_searched_through_indexes(wanted, label) -> None:
    model = apps.get_model(label)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")

    for find, words in product(admin.site._registry[model].searches, WORDS):
        for condition in find(words):
            plan = model._default_manager.order_by().filter(condition).explain()
            read_whole = {
                line.split("Seq Scan on ")[1].split()[0] for line in plan.splitlines() if "Seq Scan" in line
            }
            assert read_whole <= READ_WHOLE, f"{words}: {plan}"


@pytest.mark.only_postgres
@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("label", sample(LONG, every=2))
def test_each_list_is_read_in_its_order_from_an_index(operator_client, label) -> None:
    shown = (
        operator_client.get(list_of(label))
        .context["cl"]
        .get_queryset(operator_client.get("/admin/").wsgi_request)
    )
    with connection.cursor() as cursor:
        # PostgreSQL would sort few rows even with an index; forbid it, to see whether the index suffices.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")

    plan = shown.select_related(None)[:100].explain()

    # An incremental sort of rows with equal keys by id is fine.
    assert label in SORTED or "->  Sort" not in plan, plan


def list_of(label: str) -> str:
    return reverse("admin:{}_{}_changelist".format(*label.split(".")))


def statements(operator_client: Client, address: str, **query: str) -> list[str]:
    """Return the statements of showing a list."""
    with CaptureQueriesContext(connection) as captured:
        response = operator_client.get(address, query)
    assert response.status_code == 200
    return [one["sql"] for one in captured.captured_queries]


@pytest.fixture
def wanted(now, salon) -> Order:
    """Return an order with every attribute to search by, beside an order of somebody else."""
    frieda = make_user("frieda", phone="+41 79 555 12 34")
    User.objects.filter(pk=frieda.pk).update(last_name="Zürcher")
    other = make_user("emil", phone="079 555 99 88")
    book(other, make_slot(salon, start=time(15)))
    order = book(frieda, make_slot(salon, start=time(11)))
    Order.objects.filter(pk=order.pk).update(
        pickup_address="Seeweg 12, Thun 3600", delivery_address="Am Rain 3, Bern 3011"
    )
    return order


@pytest.mark.sweep
@pytest.mark.parametrize(
    "words",
    [
        "frieda@",
        "FRIEDA",
        "zürch",
        "Frieda Zürcher",
        "zürcher fri",
        "079 555 12 34",
        "+41795551234",
        "555-1234",
        "seeweg 12",
        "Am Rain",
    ],
)
def test_an_order_is_found_by_whose_it_is_and_from_which_street(operator_client, wanted, words) -> None:
    found = operator_client.get(list_of("orders.order"), {"q": words}).context["cl"].result_list

    assert [order.pk for order in found] == [wanted.pk]


@pytest.mark.parametrize("characters", [4, 8, 12, 20, 32, 36])
def test_an_order_is_found_by_the_end_of_its_id(operator_client, wanted, characters) -> None:
    end = str(wanted.pk).replace("-", "" if characters == 32 else "-")[-characters:]

    found = operator_client.get(list_of("orders.order"), {"q": end.upper()}).context["cl"].result_list

    assert wanted.pk in [order.pk for order in found]


@pytest.mark.parametrize("label", ["orders.payment", "orders.ledgerentry", "accounts.notification"])
def test_what_belongs_to_an_order_is_found_by_its_customer(operator_client, paid_order, alice, label) -> None:
    found = operator_client.get(list_of(label), {"q": alice.email[:6]}).context["cl"].result_list

    assert len(found) > 0
    assert all("alice" in str(row.order.customer if hasattr(row, "order") else row.user) for row in found)


def test_a_search_keeps_to_the_filters(operator_client, wanted) -> None:
    found = operator_client.get(
        list_of("orders.order"), {"q": "frieda", "status__exact": "completed"}
    ).context["cl"]

    assert list(found.result_list) == []


def test_a_count_stops_at_a_thousand_and_says_so(operator_client, alice, now) -> None:
    Notification.objects.bulk_create(
        Notification(user=alice, kind="message", title="-", body="-", dedupe_key=f"{number}", created_at=now)
        for number in range(COUNTED + 1)
    )

    page = operator_client.get(list_of("accounts.notification"))

    assert page.context["cl"].result_count == COUNTED
    assert "more than 1,000 notifications" in page.content.decode()


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("label", sample(LONG, every=3))
def test_a_list_counts_no_further_and_looks_for_no_choices(operator_client, paid_order, label) -> None:
    asked = statements(operator_client, list_of(label))

    # The number of postal codes is fixed.
    assert label == "providers.postalcode" or not [sql for sql in asked if "DISTINCT" in sql]
    counts = [sql for sql in asked if "COUNT(" in sql]
    assert counts
    assert all(f"LIMIT {COUNTED + 1}" in sql for sql in counts)


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("label", sample(LONG, every=3, first=1))
def test_a_search_takes_at_most_fifteen_statements(operator_client, paid_order, label) -> None:
    most = 0
    for words in ("alice", "alice meier", "bruno", "0795551234", "deadbeef", "Bahnhofstrasse 1"):
        most = max(most, len(statements(operator_client, list_of(label), q=words)))

    assert most <= 15


@pytest.mark.only_postgres
@pytest.mark.parametrize("words", ["frieda", "frieda meier", "0795551234", "deadbeef", "seeweg"])
def test_every_way_of_searching_has_its_index(wanted, words) -> None:
    # PostgreSQL would scan few rows even with an index; forbid it, to see whether an index can be used.
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    ways = [(User, people(words))]
    ways.append((Order, search.ends_with(words) + search.of_streets(words)))

    for model, conditions in ways:
        for condition in conditions:
            plan = model.objects.order_by().filter(condition).explain()
            assert "Index Cond" in plan, plan
            assert "Seq Scan" not in plan, plan


def test_the_list_of_orders_says_names_and_amounts_as_people_do(operator_client, wanted):
    page = operator_client.get(list_of("orders.order")).content.decode()

    assert "Zürcher" in page
    assert "CHF\N{NO-BREAK SPACE}27.50" in page
    assert re.search(r'<span class="whitespace-nowrap">[^<]*\d\d:\d\d-\d\d:\d\d</span>', page)


def test_the_first_page_is_called_by_the_name_of_the_menu(operator_client):
    assert operator_client.get(reverse("admin:index")).context["title"] == "Dashboard"


@pytest.mark.parametrize(
    ("language", "waits", "not_found", "empty"),
    [
        ("en", "Nothing waits here", "Nothing fits “zzz”", "Nothing is here yet"),
        ("de", "Hier wartet nichts", "Nichts passt zu «zzz»", "Hier ist noch nichts"),
    ],
)
@pytest.mark.django_db
def test_an_empty_list_says_why_in_the_operators_language(
    operator_client, language, waits, not_found, empty
) -> None:
    operator_client.cookies["language"] = language
    orders = reverse("admin:orders_order_changelist")

    def shown(**query: str) -> str:
        return str(operator_client.get(orders, query).content.decode())

    assert waits in shown(attention="return")
    assert not_found in shown(q="zzz")
    assert empty in shown()
    assert "yielded" not in shown()


@pytest.mark.django_db
def test_a_list_has_its_own_search_and_the_dashboard_the_one_of_everything(operator_client) -> None:
    everything = f'action="{reverse("admin:find")}"'
    orders = operator_client.get(reverse("admin:orders_order_changelist"), {"attention": "late"})
    figures = operator_client.get(reverse("admin:marketplace_figureversion_changelist"))

    assert everything in operator_client.get("/admin/").content.decode()
    assert everything not in orders.content.decode()
    assert "End of the id, a name" in orders.content.decode()
    assert '<input type="hidden" name="attention" value="late">' in orders.content.decode()
    assert 'role="search"' not in figures.content.decode()


@pytest.mark.django_db
def test_the_queues_of_late_orders_have_their_age_and_next_step_in_sight(operator_client) -> None:
    page = operator_client.get(reverse("admin:orders_order_changelist"), {"attention": "return"})

    columns = [column for column in page.context["cl"].list_display if column != "action_checkbox"]
    assert columns == ["number", "shown_status", "age", "next_step", "who", "provider", "pickup", "total"]
