"""A paid order has a receipt: numbered, made by a worker, the same for ever, mailed once."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail

from accounts.models import Address
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace.jobs import outbox
from orders.documents.tests.reading import copied_from, language_and_title_of, tags_of, words_of
from orders.lifecycle.refund_rows import request_refund
from orders.models import Order, Receipt
from orders.tests.booking import advance, book, make_receipts, pay
from providers.models import Application, Provider

pytestmark = pytest.mark.at(NOW)

VAT = "CHE-107.787.577 MWST"


def fetched(user, order):
    return client_for(user).get(f"/api/orders/{order.pk}/receipt.pdf")


def shown(user, order) -> str:
    response = fetched(user, order)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response["Cache-Control"] == "private, no-store"
    return words_of(response.content)


def register_for_vat(provider) -> None:
    Application.objects.create(
        provider=provider, vat_number=VAT, postal_code="8004", city="Zürich", started_at=NOW, changed_at=NOW
    )


def test_a_paid_order_has_a_receipt(paid_order, alice) -> None:
    assert make_receipts() == 1
    text = shown(alice, paid_order)

    assert "Receipt R-2026-000001" in text
    assert "Supplied by Brunos Waschsalon" in text
    assert "For Alice Meier Bahnhofstrasse 1 Zurich 8001" in text
    assert "Standard wash and fold, 10 kg 25.00 Platform fee 2.50 Total, paid 27.50" in text
    assert "No VAT: the supplier is not registered for VAT." in text
    assert "Suuber arranged this order as an intermediary" in text
    name = fetched(alice, paid_order)["Content-Disposition"]
    assert name == 'attachment; filename="receipt-R-2026-000001.pdf"'


def test_it_is_made_at_any_fraction_of_a_second(time_machine, alice, slot) -> None:
    time_machine.shift(timedelta(microseconds=123_456))
    order = book(alice, slot)
    pay(order)

    assert make_receipts() == 1
    assert "Total, paid" in shown(alice, order)


def test_until_it_is_made_one_is_asked_to_come_again(paid_order, alice, bruno) -> None:
    path = f"/api/orders/{paid_order.pk}"

    response = fetched(alice, paid_order)

    assert (response.status_code, response["Retry-After"]) == (202, "5")
    assert response.json()["code"] == "document_not_ready"
    assert client_for(alice).get(path).json()["receiptNumber"] is None
    make_receipts()
    assert fetched(alice, paid_order).status_code == 200
    assert client_for(alice).get(path).json()["receiptNumber"] == "R-2026-000001"
    assert client_for(bruno).get(path).json()["receiptNumber"] is None


def test_it_is_the_same_for_ever(paid_order, alice, bruno, salon) -> None:
    make_receipts()
    first = fetched(alice, paid_order).content

    Order.objects.update(delivery_address="Elsewhere 1, Bern, 3000", total_amount=1, service_amount=-1.5)
    Provider.objects.update(business_name="Another")
    alice.first_name, alice.language = "Alicia", "de"
    alice.save()
    assert make_receipts() == 0

    assert fetched(alice, paid_order).content == first
    Order.objects.update(total_amount="27.50", service_amount=25)


def test_it_names_the_pickup_as_it_was_booked(paid_order, alice, salon) -> None:
    """Moving it afterwards makes no other receipt."""
    make_receipts()
    make_slot(salon, day=date(2026, 11, 20))
    wanted = {"newPickupDate": "2026-11-20", "newPickupTime": "12:00"}
    assert client_for(alice).patch(f"/api/orders/{paid_order.pk}/reschedule", wanted).status_code == 200

    text = shown(alice, paid_order)
    assert ("Pickup, as booked" in text, "19.11.2026" in text) == (True, True)


def test_it_can_be_read_aloud(paid_order, alice) -> None:
    make_receipts()
    content = fetched(alice, paid_order).content

    assert language_and_title_of(content) == ("en-CH", "Receipt R-2026-000001")
    tags = tags_of(content)
    assert tags.count("/Table") == 2
    assert tags.count("/TH") == 3 + 2
    assert b"pdfuaid" in b"".join(content.split())


def test_it_speaks_the_language_of_its_customer(paid_order, alice) -> None:
    alice.language = "de"
    alice.save()
    make_receipts()

    assert language_and_title_of(fetched(alice, paid_order).content)[0] == "de-CH"
    assert "Quittung R-2026-000001" in shown(alice, paid_order)


@pytest.mark.parametrize(
    "name",
    [
        "Wäscherei Österreich & Söhne — «Œuvre» O\N{RIGHT SINGLE QUOTATION MARK}Łódź",
        "Прачечная Анны-Марии",
        "Πλυντήριο",
        "日本の洗濯屋 한국 세탁소",
        "🧺👕 Suds",
        '<b>& #set page(paper: "a1") $x$ *y* @z `q`',
        "Waschsalon" * 12,
    ],
)
def test_every_script_stands_on_paper(order, salon, alice, name) -> None:
    Provider.objects.update(business_name=name)
    pay(order)
    make_receipts()

    content = fetched(alice, order).content

    # A long word breaks between lines, and copied text has the break.
    assert name.replace(" ", "") in words_of(content).replace(" ", "")
    assert b"pdfuaid" in b"".join(content.split())


@pytest.mark.parametrize("name", ["مغسلة المدينة", "مكبسة בית כביסה", "हिन्दी धुलाई", "Salon मुंबई"])
def test_scripts_whose_letters_join_are_copied_as_they_were_written(order, salon, alice, name) -> None:
    Provider.objects.update(business_name=name)
    pay(order)
    make_receipts()

    found = copied_from(fetched(alice, order).content)

    assert all(word in found for word in name.split()), found


def test_a_letter_that_no_font_has_costs_no_receipt(order, salon, alice) -> None:
    Provider.objects.update(business_name="Salon \U000104a0")
    pay(order)
    make_receipts()

    assert "Supplied by Salon" in shown(alice, order)


def test_an_unpaid_order_has_none(order, alice) -> None:
    assert make_receipts() == 0

    response = fetched(alice, order)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_nobody_else_gets_it(paid_order, alice, bruno, chiara, dora) -> None:
    make_receipts()

    people = [None, alice, bruno, chiara, dora]
    assert [fetched(user, paid_order).status_code for user in people] == [401, 200, 404, 404, 200]


def test_an_operator_who_opens_it_stands_in_the_log_and_its_customer_not(paid_order, alice, dora) -> None:
    fetched(dora, paid_order)  # 404: there is none yet
    make_receipts()
    fetched(alice, paid_order)
    assert not LogEntry.objects.exists()

    fetched(dora, paid_order)

    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (dora, str(paid_order.pk))
    assert entry.change_message == "Opened the receipt R-2026-000001."


def test_the_vat_of_a_registered_supplier_is_within_the_total(order, salon, alice) -> None:
    register_for_vat(salon)
    pay(order)
    make_receipts()

    text = shown(alice, order)

    # 27.50 x 8.1 / 108.1, to the Rappen and not to five of them.
    assert f"Supplied by Brunos Waschsalon 8004 Zürich VAT number {VAT}" in text
    assert "The total includes 8.1 % VAT: CHF 2.06." in text


def test_a_supplier_who_registers_later_changes_no_receipt(paid_order, salon, alice) -> None:
    make_receipts()
    register_for_vat(salon)

    assert "not registered for VAT" in shown(alice, paid_order)


def test_the_place_is_named_and_no_street_of_a_provider(order, salon, alice) -> None:
    Address.objects.create(
        user=salon.user, street="Langstrasse 2", city="Zürich", postal_code="8004", is_default=True
    )
    pay(order)
    make_receipts()

    assert "8004 Zürich" in shown(alice, order)
    assert "Langstrasse" not in shown(alice, order)


def test_it_is_mailed_once_when_the_order_is_completed(paid_order, alice) -> None:
    outbox.relay(now=NOW)
    assert not [one for one in mail.outbox if one.attachments]

    advance(paid_order, to="completed")
    outbox.relay(now=NOW)
    outbox.relay(now=NOW)

    sent = [one for one in mail.outbox if one.attachments]
    assert [(one.to, one.subject) for one in sent] == [(["alice@example.org"], "Your receipt R-2026-000001")]
    ((name, content, kind),) = sent[0].attachments
    assert (name, kind) == ("receipt-R-2026-000001.pdf", "application/pdf")
    assert content == fetched(alice, paid_order).content


@pytest.mark.parametrize("is_made_first", [True, False])
def test_a_cancelled_order_is_mailed_with_what_was_returned_of_it(paid_order, alice, is_made_first) -> None:
    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation", {})
    if is_made_first:
        make_receipts()
    outbox.relay(now=NOW)
    make_receipts()
    outbox.relay(now=NOW)

    (sent,) = [one for one in mail.outbox if one.attachments]
    assert (sent.to, sent.subject) == (["alice@example.org"], "Your receipt R-2026-000001")
    assert "a credit note of what was returned" in sent.body
    names = [name for name, _, _ in sent.attachments]
    assert names == ["receipt-R-2026-000001.pdf", "credit-note-C-2026-000001.pdf"]
    assert sent.attachments[0][1] == fetched(alice, paid_order).content


def test_an_order_that_is_cancelled_when_all_has_gone_back_already_is_mailed(paid_order, alice) -> None:
    request_refund(order=paid_order, amount=Decimal("27.50"), reason="damage", now=NOW)
    make_receipts()
    outbox.relay(now=NOW)
    assert not [one for one in mail.outbox if one.attachments]

    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation", {})
    outbox.relay(now=NOW)

    (sent,) = [one for one in mail.outbox if one.attachments]
    assert len(sent.attachments) == 2


def test_an_order_that_nobody_paid_mails_none(order, alice) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {})
    make_receipts()
    outbox.relay(now=NOW)

    assert not [one for one in mail.outbox if one.attachments]


def test_numbers_run_without_a_gap_and_begin_anew_each_year(time_machine, alice, salon) -> None:
    slot = make_slot(salon, capacity=9)
    # The last second of the year in Switzerland, and the first of the next.
    for instant in (NOW, *[datetime(2026, 12, 31, 22, 59, 59, tzinfo=UTC)] * 2):
        pay(book(alice, slot), now=instant)
    make_receipts()
    pay(book(alice, slot))
    time_machine.move_to(datetime(2026, 12, 31, 23, 0, tzinfo=UTC))
    make_receipts()
    make_receipts()

    numbers = [str(one) for one in Receipt.objects.order_by("year", "number")]
    assert numbers == ["R-2026-000001", "R-2026-000002", "R-2026-000003", "R-2027-000001"]
