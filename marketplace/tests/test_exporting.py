"""Lists of the admin site as CSV and XLSX: the rows shown, for operators who may see them, and logged."""

import csv
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import make_operator, make_slot
from marketplace import audit
from marketplace.admin_site import exporting
from marketplace.admin_site.exporting import ExportedList
from marketplace.tests.admin_forms import signed_in
from orders.tests.booking import book, pay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
ORDERS = "/admin/orders/order/export/{}/"


@pytest.fixture
def order(alice, salon):
    return book(alice, make_slot(salon))


def rows_of(response) -> list[dict[str, str]]:
    assert response.status_code == 200
    text = response.content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text)))


def test_a_list_goes_out_as_it_is_shown(operator_client, order, alice) -> None:
    (row,) = rows_of(operator_client.get(ORDERS.format("csv")))

    assert list(row) == ["Order", "Status", "Payment", "Customer", "Provider", "Pickup", "Total"]
    assert (row["Status"], row["Customer"]) == ("Order Placed", "Alice Meier")
    assert row["Pickup"] == "2026-11-19 12:00:00"


def test_filters_and_search_hold_for_the_file_too(operator_client, order, alice, salon) -> None:
    paid = book(alice, make_slot(salon, day=order.pickup_at.date().replace(day=20)))
    pay(paid)

    assert len(rows_of(operator_client.get(ORDERS.format("csv"), {"status__exact": "confirmed"}))) == 1
    assert len(rows_of(operator_client.get(ORDERS.format("csv"), {"q": str(order.pk)[-8:]}))) == 1
    assert "export/csv/?status__exact=confirmed" in (
        operator_client.get("/admin/orders/order/", {"status__exact": "confirmed"}).content.decode()
    )


def test_a_workbook_has_the_same_rows(operator_client, order) -> None:
    response = operator_client.get(ORDERS.format("xlsx"))

    assert response["Content-Disposition"] == 'attachment; filename="orders-2026-11-18.xlsx"'
    with ZipFile(BytesIO(response.content)) as book:
        sheet = book.read("xl/worksheets/sheet1.xml")
    assert sheet.count(b"<c ") == 2 * 7


def test_no_cell_is_a_formula(operator_client, salon) -> None:
    salon.business_name = "=HYPERLINK(1)"
    salon.save()

    (row,) = rows_of(operator_client.get("/admin/providers/provider/export/csv/"))
    workbook = operator_client.get("/admin/providers/provider/export/xlsx/")

    assert "'=HYPERLINK(1)" in row.values()
    with ZipFile(BytesIO(workbook.content)) as book:
        assert b"<f>" not in book.read("xl/worksheets/sheet1.xml")


def test_who_took_how_many_rows_is_written_down(operator_client, order, dora) -> None:
    operator_client.get(ORDERS.format("csv"))

    entry = LogEntry.objects.get()
    assert (entry.user, entry.change_message) == (dora, "Exported 1 rows as CSV.")
    assert "Exported 1 rows as CSV." in operator_client.get("/admin/admin/logentry/").content.decode()


def test_the_audit_log_goes_out_for_whoever_reads_it(operator_client, order) -> None:
    operator_client.get(ORDERS.format("csv"))

    (row,) = rows_of(operator_client.get("/admin/admin/logentry/export/csv/"))
    refused = signed_in(make_operator("emma", "support")).get("/admin/admin/logentry/export/csv/")

    assert (row["Who"], row["What was done"]) == ("Dora Meier", "Exported 1 rows as CSV.")
    assert refused.status_code == 403


def test_a_file_says_what_was_typed_to_the_letter(operator_client, alice, dora) -> None:
    alice.email = "o'hara@example.org"
    alice.save()
    audit.record(user_id=dora.pk, about=alice, sentence="Pressed “Close”: wrote <ugly> & rude things.")

    (row,) = rows_of(operator_client.get("/admin/admin/logentry/export/csv/"))

    assert row["About"] == "o'hara@example.org"
    assert row["What was done"] == "Pressed “Close”: wrote <ugly> & rude things."


@pytest.mark.parametrize("query", ["status=bogus", "nonsense=1", "created_at__gte=x"])
def test_a_filter_that_there_is_not_leads_back_to_the_list(operator_client, query) -> None:
    page = "/admin/accounts/supportrequest/"

    response = operator_client.get(f"{page}export/csv/?{query}")

    assert (response.status_code, response["Location"]) == (302, f"{page}?e=1")


def test_too_many_rows_are_asked_to_be_narrowed(operator_client, order, monkeypatch) -> None:
    monkeypatch.setattr(exporting, "MOST_ROWS", 0)

    response = operator_client.get(ORDERS.format("csv"), {"status__exact": "pending"}, follow=True)

    assert "please narrow the list by its filters first" in response.content.decode()
    assert response.redirect_chain[0][0].endswith("?status__exact=pending")
    assert not LogEntry.objects.exists()


def test_only_who_sees_a_list_takes_it(order) -> None:
    support = signed_in(make_operator("emma", "support"))

    assert support.get(ORDERS.format("csv")).status_code == 200
    assert support.get("/admin/orders/ledgerentry/export/csv/").status_code == 403


def test_every_list_that_goes_out_does(operator_client, order) -> None:
    pay(order)
    exported = [model for model, page in admin.site._registry.items() if isinstance(page, ExportedList)]

    assert len(exported) >= 17
    for model in exported:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_export"
        for kind in ("csv", "xlsx"):
            assert operator_client.get(reverse(name, args=[kind])).status_code == 200, model
    assert operator_client.get(ORDERS.format("pdf")).status_code == 404


def test_a_long_list_asks_few_questions(operator_client, alice, salon, django_assert_max_num_queries) -> None:
    slot = make_slot(salon, capacity=20)
    for _ in range(3):
        book(alice, slot)

    with django_assert_max_num_queries(12):
        operator_client.get(ORDERS.format("csv"))
