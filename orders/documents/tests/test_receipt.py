"""A paid order has a receipt: numbered, mailed once, with refunds and the supplier's VAT."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from threading import Barrier, Thread

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.db import connection, connections

from accounts.models import Address
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot
from marketplace.jobs import outbox
from orders import tasks
from orders.documents import receipts
from orders.documents.tests.reading import words_of
from orders.models import NumberSeries, Receipt
from orders.payments.refunds import request_refund
from orders.tests.booking import advance, book, pay
from providers.models import Application

pytestmark = pytest.mark.at(NOW)

VAT = "CHE-107.787.577 MWST"


def fetched(user, order):
    return client_for(user).get(f"/api/orders/{order.pk}/receipt.pdf")


def shown(user, order) -> str:
    response = fetched(user, order)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response["Cache-Control"] == "no-store"
    return words_of(response.content)


def register_for_vat(provider) -> None:
    Application.objects.create(
        provider=provider, vat_number=VAT, postal_code="8004", city="Zürich", started_at=NOW, changed_at=NOW
    )


def test_a_paid_order_has_a_receipt(paid_order, alice) -> None:
    assert tasks.issue_receipts() == 1
    text = shown(alice, paid_order)

    assert "Receipt R-2026-000001" in text
    assert "Supplied by Brunos Waschsalon" in text
    assert "For Alice Meier Bahnhofstrasse 1 Zurich 8001" in text
    assert "Standard wash and fold, 10 kg 25.00 Platform fee, Suuber 2.50 Total, paid by card 27.50" in text
    assert "No VAT: the supplier is not registered for VAT." in text
    assert "Suuber arranged this order as an intermediary" in text
    name = fetched(alice, paid_order)["Content-Disposition"]
    assert name == 'attachment; filename="receipt-R-2026-000001.pdf"'


def test_an_unpaid_order_has_none(order, alice) -> None:
    assert tasks.issue_receipts() == 0

    response = fetched(alice, order)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_nobody_else_gets_it(paid_order, alice, bruno, chiara, dora) -> None:
    tasks.issue_receipts()

    people = [None, alice, bruno, chiara, dora]
    assert [fetched(user, paid_order).status_code for user in people] == [401, 200, 403, 404, 200]


def test_an_operator_who_opens_it_stands_in_the_log_and_its_customer_not(paid_order, alice, dora) -> None:
    fetched(dora, paid_order)  # 404: there is none yet
    tasks.issue_receipts()
    fetched(alice, paid_order)
    assert not LogEntry.objects.exists()

    fetched(dora, paid_order)

    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (dora, str(paid_order.pk))
    assert entry.change_message == "Opened the receipt R-2026-000001."


def test_the_vat_of_a_registered_supplier_is_within_the_total(order, salon, alice) -> None:
    register_for_vat(salon)
    pay(order)
    tasks.issue_receipts()

    text = shown(alice, order)

    # 27.50 x 8.1 / 108.1, to the Rappen and not to five of them.
    assert f"Supplied by Brunos Waschsalon 8004 Zürich VAT number {VAT}" in text
    assert "The total includes 8.1 % VAT: CHF 2.06." in text


def test_a_supplier_who_registers_later_changes_no_receipt(paid_order, salon, alice) -> None:
    tasks.issue_receipts()
    register_for_vat(salon)

    assert "not registered for VAT" in shown(alice, paid_order)


def test_the_place_is_named_and_no_street_of_a_neighbour(order, salon, alice) -> None:
    Address.objects.create(
        user=salon.user, street="Langstrasse 2", city="Zürich", postal_code="8004", is_default=True
    )
    pay(order)
    tasks.issue_receipts()

    assert "8004 Zürich" in shown(alice, order)
    assert "Langstrasse" not in shown(alice, order)


def test_what_was_returned_stands_on_the_same_receipt(order, salon, alice) -> None:
    register_for_vat(salon)
    pay(order)
    advance(order, to="completed")
    tasks.issue_receipts()
    order.refresh_from_db()
    request_refund(order=order, amount=Decimal("10.00"), reason="damage", now=NOW + timedelta(days=1))

    text = shown(alice, order)

    assert "Receipt R-2026-000001" in text
    assert "Paid by card 27.50 Returned on 19.11.2026 -10.00 Total 17.50" in text
    assert "8.1 % VAT: CHF 1.31." in text


def test_a_late_cancellation_keeps_a_compensation_without_vat(time_machine, salon, slot, alice) -> None:
    register_for_vat(salon)
    order = book(alice, slot)
    pay(order)
    tasks.issue_receipts()
    time_machine.move_to(slot.starts_at - timedelta(minutes=30))
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {})

    text = shown(alice, order)

    assert "Returned on 19.11.2026 -15.00 Kept for the late cancellation 12.50" in text
    assert "No VAT." in text
    outbox.relay(now=time_machine.now)
    assert [one.subject for one in mail.outbox if one.attachments] == ["Your receipt R-2026-000001"]


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
    assert "Completed" in words_of(content)


def test_an_order_of_which_nothing_is_left_mails_none(paid_order, alice) -> None:
    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation", {})
    tasks.issue_receipts()
    outbox.relay(now=NOW)

    assert "Returned on 18.11.2026 -27.50 Kept for the late cancellation 0.00" in shown(alice, paid_order)
    assert not [one for one in mail.outbox if one.attachments]


def test_whoever_takes_an_order_over_supplies_it(paid_order, alice, bruno, chiara) -> None:
    tasks.issue_receipts()
    other = make_provider(chiara)
    make_slot(other)
    client_for(bruno).post(f"/api/orders/{paid_order.pk}/hand-back", {"reason": "The machine is broken"})
    client_for(alice).post(f"/api/orders/{paid_order.pk}/substitute", {"accept": True})
    taken = client_for(chiara).post(f"/api/provider/offers/{paid_order.pk}/accept", {})

    assert taken.status_code == 200, taken.json()
    assert "Supplied by Chiaras Waschsalon" in shown(alice, paid_order)


def test_numbers_run_without_a_gap_and_begin_anew_each_year(time_machine, alice, salon) -> None:
    slot = make_slot(salon, capacity=9)
    # The last second of the year in Switzerland, and the first of the next.
    for instant in (NOW, *[datetime(2026, 12, 31, 22, 59, 59, tzinfo=UTC)] * 2):
        pay(book(alice, slot), now=instant)
    tasks.issue_receipts()
    pay(book(alice, slot))
    time_machine.move_to(datetime(2026, 12, 31, 23, 0, tzinfo=UTC))
    tasks.issue_receipts()
    tasks.issue_receipts()

    numbers = [str(one) for one in Receipt.objects.order_by("year", "number")]
    assert numbers == ["R-2026-000001", "R-2026-000002", "R-2026-000003", "R-2027-000001"]


@pytest.mark.django_db(transaction=True)
def test_twelve_at_once_get_twelve_numbers(now, alice, salon) -> None:
    slot = make_slot(salon, capacity=20)
    paid = []
    for _ in range(12):
        order = book(alice, slot)
        pay(order)
        paid.append(order.payments.get().pk)
    begin, made = Barrier(12), []

    def issue(payment_id) -> None:
        begin.wait()
        try:
            made.append(receipts.issue(payment_id=payment_id, now=NOW))
            made.append(receipts.issue(payment_id=paid[0], now=NOW))
        finally:
            connections[connection.alias].close()

    threads = [Thread(target=issue, args=(payment_id,)) for payment_id in paid]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]

    assert sorted(Receipt.objects.values_list("number", flat=True)) == list(range(1, 13))
    assert len(made) == 24
    assert NumberSeries.objects.get().last == 12
