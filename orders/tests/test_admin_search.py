"""The admin site's search finds orders, customers, providers and documents."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from conftest import WEDNESDAY as NOW
from conftest import make_operator, make_slot, make_user
from marketplace.tests.admin_forms import page_of
from orders.models import CreditNote, FeeInvoice, Order
from orders.tests.booking import book, make_receipts, pay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def find(operator_client, words):
    return operator_client.get(reverse("admin:find"), {"q": words})


def titles(response) -> dict[str, list[str]]:
    return {kind.title: [hit.title for hit in kind.hits] for kind in response.context["found"]}


def test_an_id_or_a_street_opens_its_order(operator_client, paid_order):
    Order.objects.filter(pk=paid_order.pk).update(pickup_address="Seltene Gasse 7, Zurich 8001")

    for words in (str(paid_order.pk), str(paid_order.pk)[-8:], "  seltene   gasse 7"):
        assert find(operator_client, words)["Location"] == page_of(paid_order), words


def test_a_name_an_address_or_a_number_finds_the_person_with_their_orders(operator_client, paid_order, alice):
    alice.phone = "+41 79 555 66 77"
    alice.save(update_fields=["phone"])

    for words in ("alice@example", "Meier Alice", "079 555 66 77"):
        assert titles(find(operator_client, words)) == {
            "Orders": [str(paid_order)],
            "Customers": [alice.get_full_name()],
        }, words


def test_somebody_without_orders_is_opened_at_once(operator_client):
    emil = make_user("emil", phone="+41 79 111 22 33")

    assert find(operator_client, "111 22 33")["Location"] == page_of(emil)


@pytest.mark.parametrize(
    "words", ["Anna Maria", "anna maria da silva", "Da Silva", "da silva anna maria", "Da Silva An", "Anna M"]
)
def test_a_name_of_several_words_is_found_in_any_order(operator_client, words):
    anna = make_user("anna")
    User.objects.filter(pk=anna.pk).update(first_name="Anna Maria", last_name="Da Silva")

    assert find(operator_client, words)["Location"] == page_of(anna)


def test_a_business_is_found_with_its_orders(operator_client, paid_order, salon):
    assert titles(find(operator_client, salon.business_name)) == {
        "Orders": [str(paid_order)],
        "Providers": [salon.business_name],
    }


@pytest.mark.breaks_invariants
def test_a_receipt_or_a_credit_note_opens_its_order(operator_client, paid_order):
    make_receipts()
    receipt = paid_order.receipts.get()
    note = CreditNote.objects.create(
        order=paid_order, receipt=receipt, position=1, year=2026, number=99, issued_at=NOW,
        reason="refund", amount=Decimal("5.00"),
    )  # fmt: skip

    for words in (str(receipt), str(receipt).lower(), f" {note} ", "C-2026-99"):
        assert find(operator_client, words)["Location"] == page_of(paid_order), words
    assert titles(find(operator_client, "R-2026-000098")) == {}


@pytest.mark.breaks_invariants
def test_a_fee_invoice_is_opened_by_its_number(operator_client, salon):
    invoice = FeeInvoice.objects.create(
        provider=salon, month=date(2026, 10, 1), year=2026, number=7, issued_at=NOW, orders=1,
        amount=Decimal("3.00"),
    )  # fmt: skip
    listed = operator_client.get(reverse("admin:orders_feeinvoice_changelist"), {"q": str(invoice)})

    assert find(operator_client, str(invoice))["Location"] == page_of(invoice)
    assert list(listed.context["cl"].result_list) == [invoice]


def test_nothing_found_says_how_to_search(operator_client):
    assert "Nothing fits" in find(operator_client, "<b>zzz</b>").content.decode()
    assert "&lt;b&gt;zzz&lt;/b&gt;" in find(operator_client, "<b>zzz</b>").content.decode()
    assert "at least two" in find(operator_client, " a ").content.decode()


def test_shows_ten_and_leads_to_all(operator_client, alice, salon):
    slot = make_slot(salon, capacity=12)
    for _ in range(12):
        pay(book(alice, slot))

    with CaptureQueriesContext(
        connection,
    ) as statements:
        response = find(operator_client, "alice")

    [_, orders] = response.context["found"]
    assert (len(orders.hits), orders.is_more) == (10, True)
    assert len(operator_client.get(orders.all_link).context["cl"].result_list) == 12
    # Session, account, permissions, and the conditions of the search.
    assert len(statements) <= 20


def test_finance_is_shown_only_what_it_may_see(paid_order, alice):
    fiona = Client()
    fiona.force_login(make_operator("fiona", group="finance"))

    response = find(fiona, "alice")

    may_see_people = fiona.get(reverse("admin:accounts_user_changelist")).status_code == 200
    assert (response.status_code == 302 or "Customers" not in titles(response)) == (not may_see_people)


def test_the_dashboard_has_the_search_and_tells_that_nothing_was_checked_yet(operator_client):
    shown = operator_client.get("/admin/").content.decode()

    assert 'role="search"' in shown
    assert "Not checked yet" in shown
