"""Each month a provider gets one invoice of the fee: deducted already, with a QR-bill of CHF 0.00."""

from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.urls import reverse
from stdnum import iso11649

from accounts.models import Address
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot
from marketplace.jobs import outbox
from orders import tasks
from orders.documents import fee_invoices
from orders.documents.tests.reading import codes_of, words_of
from orders.lifecycle.refund_rows import request_refund
from orders.models import Actor, ActorRole, Bearer, Dispute, Document, FeeInvoice, FeeInvoiceRun
from orders.payments import disputes, refunding
from orders.payments.dispute_gateway import StripeDispute
from orders.payouts.tests.earning import completed
from orders.tests.booking import advance, book, make_receipts, pay

pytestmark = pytest.mark.at(NOW)

NOVEMBER = date(2026, 11, 1)
# Eight in the morning in Zurich.
DECEMBER_FIRST = datetime(2026, 12, 1, 7, 0, tzinfo=UTC)
PATH = "/api/provider/fee-invoices/2026-11.pdf"


@pytest.fixture(autouse=True)
def _bank(settings) -> None:
    settings.PLATFORM_BANK_HOLDER = "Suuber AG"
    settings.PLATFORM_BANK_IBAN = "CH5604835012345678009"
    settings.PLATFORM_ADDRESS = "Bahnhofstrasse 1, 8001 Zürich"


@pytest.fixture
def november(time_machine, alice, salon):
    """Return bruno on the first of December, after three orders, of which one was fully refunded."""
    Address.objects.create(
        user=salon.user, street="Langstrasse 2", city="Zürich", postal_code="8004", is_default=True
    )
    for _ in range(2):
        completed(alice, salon)
    returned = completed(alice, salon)
    returned.refresh_from_db()
    request_refund(order=returned, amount=Decimal("27.50"), reason="damage", now=NOW)
    time_machine.move_to(DECEMBER_FIRST)
    return salon


def shown(provider) -> str:
    make_receipts()
    response = client_for(provider.user).get(PATH)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    return words_of(response.content)


def test_a_month_that_is_over_is_invoiced_once(november) -> None:
    assert [tasks.make_fee_invoices() for _ in range(3)] == [1, 0, 0]

    invoice = FeeInvoice.objects.get()
    assert (invoice.month, invoice.amount, invoice.orders) == (NOVEMBER, Decimal("5.00"), 2)
    assert str(invoice) == "F-2026-000001"
    assert FeeInvoiceRun.objects.get().finished_at is not None


def test_it_says_that_nothing_is_to_be_paid(november) -> None:
    tasks.make_fee_invoices()

    text = shown(november)

    assert "Invoice F-2026-000001, 01.12.2026" in text
    assert "Suuber AG Bahnhofstrasse 1 8001 Zürich" in text
    assert (
        "Platform fee, November 2026, 2 orders 5.00 Deducted from your payouts already -5.00 To pay 0.00"
        in text
    )
    assert "No VAT: we are not registered for VAT." in text


def test_the_qr_bill_is_a_notification_of_nothing(november) -> None:
    tasks.make_fee_invoices()
    text = shown(november)

    assert text.count("CH56 0483 5012 3456 7800 9") == 2
    assert text.count("DO NOT USE FOR PAYMENT") == 1
    [scanned] = codes_of(client_for(november.user).get(PATH).content)
    lines = scanned.replace("\r\n", "\n").split("\n")
    assert lines[:4] == ["SPC", "0200", "1", "CH5604835012345678009"]
    assert lines[4:11] == ["S", "Suuber AG", "Bahnhofstrasse 1", "", "8001", "Zürich", "CH"]
    assert lines[18:20] == ["0.00", "CHF"]
    assert lines[20:27] == ["S", "Brunos Waschsalon", "Langstrasse 2", "", "8004", "Zürich", "CH"]
    assert lines[27] == "SCOR"
    assert iso11649.is_valid(lines[28])
    assert lines[29:31] == ["DO NOT USE FOR PAYMENT", "EPD"]


def test_without_a_bank_account_there_is_no_qr_bill(november, settings) -> None:
    settings.PLATFORM_BANK_IBAN = ""
    tasks.make_fee_invoices()

    text = shown(november)
    assert "Payment part" not in text
    assert "Page 1 of 1" in text


def test_a_registered_platform_shows_its_vat(november, settings) -> None:
    settings.PLATFORM_VAT_NUMBER = "CHE-107.787.577 MWST"
    tasks.make_fee_invoices()
    settings.PLATFORM_VAT_NUMBER = ""

    # As it was when the invoice was made; 5.00 x 8.1 / 108.1.
    assert "VAT number CHE-107.787.577 MWST" in shown(november)
    assert "The fee includes 8.1 % VAT: CHF 0.37." in shown(november)


def test_what_goes_back_later_is_a_credit_note(november, alice, time_machine) -> None:
    tasks.make_fee_invoices()
    order = november.orders.filter(payment_status="paid").first()
    request_refund(order=order, amount=Decimal("27.50"), reason="damage", now=DECEMBER_FIRST)
    time_machine.move_to(datetime(2027, 1, 2, 7, 0, tzinfo=UTC))

    assert tasks.make_fee_invoices() == 1

    credit = FeeInvoice.objects.latest("month")
    assert (credit.month, credit.amount, credit.orders, str(credit)) == (
        date(2026, 12, 1), Decimal("-2.50"), 0, "F-2027-000001",
    )  # fmt: skip
    make_receipts()
    response = client_for(november.user).get("/api/provider/fee-invoices/2026-12.pdf")
    assert "Platform fees returned, December 2026 -2.50" in words_of(response.content)


def test_months_that_were_missed_are_made_up_for(november, alice, time_machine) -> None:
    tasks.make_fee_invoices()
    time_machine.move_to(NOW)
    completed(alice, november, at=datetime(2026, 12, 20, 9, 0, tzinfo=UTC))
    completed(alice, november, at=datetime(2027, 1, 20, 9, 0, tzinfo=UTC))
    time_machine.move_to(datetime(2027, 2, 10, 9, 0, tzinfo=UTC))

    assert tasks.make_fee_invoices() == 2
    assert [one.month for one in FeeInvoice.objects.order_by("month")] == [
        NOVEMBER, date(2026, 12, 1), date(2027, 1, 1),
    ]  # fmt: skip


def test_one_bad_provider_holds_up_no_other_in_later_months(
    november, alice, chiara, time_machine, monkeypatch
) -> None:
    other, make = make_provider(chiara), fee_invoices.make

    def fails_for_one(**facts):
        if facts["provider_id"] == november.pk:
            raise RuntimeError("bad row")
        return make(**facts)

    monkeypatch.setattr(fee_invoices, "make", fails_for_one)
    tasks.make_fee_invoices()
    time_machine.move_to(NOW)
    completed(alice, other, at=datetime(2026, 12, 20, 9, 0, tzinfo=UTC))
    time_machine.move_to(datetime(2027, 1, 1, 7, 0, tzinfo=UTC))
    tasks.make_fee_invoices()
    assert [one.provider for one in FeeInvoice.objects.all()] == [other]

    monkeypatch.undo()
    time_machine.move_to(datetime(2027, 1, 2, 7, 0, tzinfo=UTC))
    tasks.make_fee_invoices()

    made = FeeInvoice.objects.order_by("month").values_list("month", "provider")
    assert list(made) == [(NOVEMBER, november.pk), (date(2026, 12, 1), other.pk)]
    assert not FeeInvoiceRun.objects.filter(finished_at=None).exists()


def test_the_running_month_has_none(november, chiara, time_machine) -> None:
    time_machine.move_to(NOW)
    assert tasks.make_fee_invoices() == 0

    assert client_for(november.user).get(PATH).status_code == 404
    assert client_for(make_provider(chiara).user).get(PATH).status_code == 404


def test_it_is_mailed_and_stands_among_the_earnings(november) -> None:
    tasks.make_fee_invoices()
    for _ in range(2):
        outbox.relay(now=DECEMBER_FIRST)

    sent = [one for one in mail.outbox if one.subject == "Your fee invoice F-2026-000001"]
    assert [one.to for one in sent] == [["bruno@example.org"]]
    assert sent[0].attachments[0][0] == "fee-invoice-F-2026-000001.pdf"
    months = client_for(november.user).get("/api/provider/earnings").json()["months"]
    assert [(one["month"], one["feeInvoice"]) for one in months] == [("2026-11", "F-2026-000001")]


# --- Beside the statement -----------------------------------------------------------------------------------


def refund(order, amount: str, dora, *, at: datetime = NOW, borne_by: Bearer = Bearer.PLATFORM) -> None:
    refunding.refund_order(
        actor=Actor(ActorRole.OPERATOR, dora.pk),
        order_id=order.pk,
        amount=Decimal(amount),
        note="Damaged",
        key=uuid4(),
        borne_by=borne_by,
        now=at,
    )


def totals(provider, month: str = "2026-11") -> list[str]:
    """Return the totals of a statement: what customers paid, our fee, the provider's share."""
    table = client_for(provider.user).get(f"/api/provider/statements/{month}.csv").content.decode()
    return table.splitlines()[-1].split(",")[4:7]


@pytest.mark.usefixtures("now")
def test_a_fee_that_goes_back_alone_stands_in_the_statement(alice, salon, dora) -> None:
    order = completed(alice, salon)
    refund(order, "25.00", dora)
    refund(order, "2.50", dora)

    assert totals(salon) == ["0.00", "0.00", "0.00"]
    assert fee_invoices.retained_fees(provider_id=salon.pk, month=NOVEMBER).amount == 0


@pytest.mark.usefixtures("now")
def test_a_fee_of_an_order_without_a_share_stands_in_the_statement(alice, salon, dora, time_machine) -> None:
    order = book(alice, make_slot(salon))
    pay(order)
    refund(order, "26.00", dora, borne_by=Bearer.PROVIDER)
    advance(order, to="completed")
    time_machine.move_to(DECEMBER_FIRST)
    tasks.make_fee_invoices()

    assert totals(salon) == ["1.50", "1.50", "0.00"]
    assert FeeInvoice.objects.get().amount == Decimal("1.50")
    assert client_for(salon.user).get("/api/provider/earnings").json()["months"] == [
        {"month": "2026-11", "earned": "0.00", "orders": 0, "feeInvoice": "F-2026-000001"}
    ]


@pytest.mark.usefixtures("now")
def test_what_a_bank_takes_beyond_the_fee_is_our_loss_in_the_statement_too(alice, salon, dora) -> None:
    order = completed(alice, salon)
    refund(order, "10.00", dora)
    taken = StripeDispute(
        id="dp_1", intent_id=order.payments.get().intent_id, status=Dispute.Status.LOST,
        reason="fraudulent", amount=Decimal("27.50"), withheld=Decimal("27.50"), moves=1,
        opened_at=NOW, respond_by=None,
    )  # fmt: skip
    disputes.apply_dispute(found=taken, now=NOW)

    assert totals(salon) == ["0.00", "0.00", "0.00"]
    assert fee_invoices.retained_fees(provider_id=salon.pk, month=NOVEMBER).amount == 0


def test_finance_opens_the_same_document_and_it_is_kept_who_did(november, operator_client, dora) -> None:
    tasks.make_fee_invoices()
    invoice = FeeInvoice.objects.get()
    path = reverse("admin:orders_feeinvoice_document", args=[invoice.pk])
    assert "This document is being made." in operator_client.get(path, follow=True).content.decode()
    make_receipts()

    opened = operator_client.get(path)

    assert words_of(opened.content) == shown(november)
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id, entry.change_message) == (
        dora,
        str(invoice.pk),
        "Opened the document.",
    )


def test_finance_reads_that_the_store_is_away(november, operator_client, settings, tmp_path, caplog) -> None:
    tasks.make_fee_invoices()
    make_receipts()
    (tmp_path / "books").write_text("a file where the folder should be")
    options = settings.STORAGES["private"]["OPTIONS"] | {"location": tmp_path}
    settings.STORAGES = settings.STORAGES | {"private": settings.STORAGES["private"] | {"OPTIONS": options}}
    path = reverse("admin:orders_feeinvoice_document", args=[FeeInvoice.objects.get().pk])

    page = operator_client.get(path, follow=True)

    assert "Files cannot be read or stored right now." in page.content.decode()
    assert not LogEntry.objects.exists()


def test_a_document_is_offered_while_there_is_one(november, operator_client) -> None:
    tasks.make_fee_invoices()
    make_receipts()
    invoice = FeeInvoice.objects.get()
    page = reverse("admin:orders_feeinvoice_change", args=[invoice.pk])
    path = reverse("admin:orders_feeinvoice_document", args=[invoice.pk])
    assert path in operator_client.get(page).text

    Document.objects.filter(fee_invoice=invoice).update(file="")

    assert path not in operator_client.get(page).text
    assert operator_client.get(path).status_code == 404
    unknown = reverse("admin:orders_feeinvoice_document", args=["99999999"])
    assert operator_client.get(unknown).status_code == 404


def test_the_exported_list_has_the_fee_as_a_number(november, operator_client) -> None:
    tasks.make_fee_invoices()

    exported = operator_client.get("/admin/orders/feeinvoice/export/csv/").content.decode()

    assert "F-2026-000001,Brunos Waschsalon,November 2026,5.00,2," in exported


def test_another_provider_has_none(november, chiara) -> None:
    tasks.make_fee_invoices()
    other = make_provider(chiara)

    assert client_for(other.user).get(PATH).status_code == 404
    assert fee_invoices.retained_fees(provider_id=other.pk, month=NOVEMBER).orders == 0
