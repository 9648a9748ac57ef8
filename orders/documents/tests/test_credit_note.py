"""What goes back of a paid order is credited: numbered, once, with its VAT; the receipt stays as it is."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot
from marketplace.jobs import outbox
from orders.documents.tests.reading import language_and_title_of, words_of
from orders.documents.tests.test_receipt import VAT, register_for_vat
from orders.lifecycle.refund_rows import request_refund
from orders.models import CreditNote, Dispute, Document, Receipt, Refund
from orders.payments import disputes, gateway, refunds
from orders.payments.dispute_gateway import StripeDispute
from orders.tests.booking import advance, book, make_receipts, pay

pytestmark = pytest.mark.at(NOW)


def fetched(user, order, position=1):
    return client_for(user).get(f"/api/orders/{order.pk}/credit-note-{position}.pdf")


def shown(user, order, position=1) -> str:
    response = fetched(user, order, position)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    return words_of(response.content)


def refund(order, amount, reason="damage") -> None:
    order.refresh_from_db()
    request_refund(order=order, amount=Decimal(amount), reason=reason, now=NOW + timedelta(hours=1))


@pytest.fixture
def done(order, salon, alice):
    """Return a completed order of a registered supplier, with its receipt."""
    register_for_vat(salon)
    pay(order)
    advance(order, to="completed")
    make_receipts()
    return order


def test_a_refund_is_credited_and_the_receipt_stays(done, alice) -> None:
    receipt = client_for(alice).get(f"/api/orders/{done.pk}/receipt.pdf").content
    refund(done, "10.00")
    make_receipts()

    text = shown(alice, done)

    assert "Credit note C-2026-000001" in text
    assert f"Supplied by Brunos Waschsalon 8004 Zürich VAT number {VAT}" in text
    assert "Refund of receipt R-2026-000001 of 18.11.2026 10.00 Total credited 10.00" in text
    # 27.50 has CHF 2.06 of VAT, the 17.50 that are left 1.31.
    assert "The VAT credited with it is CHF 0.75." in text
    assert client_for(alice).get(f"/api/orders/{done.pk}/receipt.pdf").content == receipt
    shown_order = client_for(alice).get(f"/api/orders/{done.pk}").json()
    assert shown_order["creditNotes"] == [{"position": 1, "number": "C-2026-000001"}]
    assert language_and_title_of(fetched(alice, done).content) == ("en-CH", "Credit note C-2026-000001")


def test_it_is_mailed_once_alone_where_the_receipt_was_mailed_before(done, alice) -> None:
    outbox.relay(now=NOW)
    refund(done, "10.00")
    make_receipts()
    outbox.relay(now=NOW)
    outbox.relay(now=NOW)

    first, second = [one for one in mail.outbox if one.attachments]
    assert first.subject == "Your receipt R-2026-000001"
    assert (second.to, second.subject) == (["alice@example.org"], "Your credit note C-2026-000001")
    ((name, content, kind),) = second.attachments
    assert (name, kind) == ("credit-note-C-2026-000001.pdf", "application/pdf")
    assert content == fetched(alice, done).content


def test_a_running_order_mails_no_credit_note_before_its_end(paid_order) -> None:
    make_receipts()
    refund(paid_order, "10.00")
    make_receipts()
    outbox.relay(now=NOW)
    assert not [one for one in mail.outbox if one.attachments]

    advance(paid_order, to="completed")
    outbox.relay(now=NOW)

    (sent,) = [one for one in mail.outbox if one.attachments]
    assert len(sent.attachments) == 2


def test_until_it_is_made_one_is_asked_to_come_again(done, alice) -> None:
    assert fetched(alice, done).status_code == 404
    refund(done, "10.00")

    assert [fetched(alice, done, position).status_code for position in (1, 2)] == [202, 404]
    make_receipts()
    assert [fetched(alice, done, position).status_code for position in (0, 1, 2)] == [404, 200, 404]


def test_several_refunds_are_credited_to_the_rappen(done, alice) -> None:
    for amount, reason in (("9.15", "one"), ("9.15", "two"), ("9.20", "three")):
        refund(done, amount, reason)
        make_receipts()

    notes = CreditNote.objects.order_by("position")
    assert [str(note) for note in notes] == ["C-2026-000001", "C-2026-000002", "C-2026-000003"]
    assert sum(note.amount for note in notes) == Decimal("27.50")
    assert sum(note.vat for note in notes) == Decimal("2.06")


def test_a_late_cancellation_keeps_a_compensation_without_vat(time_machine, salon, slot, alice) -> None:
    register_for_vat(salon)
    order = book(alice, slot)
    pay(order)
    make_receipts()
    time_machine.move_to(slot.starts_at - timedelta(minutes=30))
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {})
    make_receipts()

    text = shown(alice, order)

    assert "Total credited 15.00" in text
    assert "CHF 12.50 is kept of a late cancellation: a compensation, which contains no VAT." in text
    assert "The VAT credited with it is CHF 2.06." in text
    outbox.relay(now=time_machine.now)
    assert [one.subject for one in mail.outbox if one.attachments] == ["Your receipt R-2026-000001"]


def test_a_late_cancellation_that_returns_nothing_more_credits_its_vat(
    time_machine, salon, slot, alice
) -> None:
    register_for_vat(salon)
    order = book(alice, slot)
    pay(order)
    make_receipts()
    refund(order, "15.00")
    make_receipts()
    time_machine.move_to(slot.starts_at - timedelta(minutes=30))
    done = client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {"expectedFee": "12.50"})
    make_receipts()

    text = shown(alice, order, position=2)

    assert done.status_code == 200
    assert "Late cancellation of receipt R-2026-000001 of 18.11.2026: nothing more goes back 0.00" in text
    assert "Total credited 0.00" in text
    assert "CHF 12.50 is kept of a late cancellation: a compensation, which contains no VAT." in text
    # 27.50 has CHF 2.06 of VAT; the 12.50 that were left had 0.94 of it.
    assert "The VAT credited with it is CHF 0.94." in text
    assert sum(note.vat for note in CreditNote.objects.all()) == Decimal("2.06")
    outbox.relay(now=time_machine.now)
    [sent] = [one for one in mail.outbox if one.attachments]
    assert len(sent.attachments) == 3


def test_without_vat_a_late_cancellation_that_returns_nothing_more_has_no_credit_note(
    time_machine, slot, alice
) -> None:
    order = book(alice, slot)
    pay(order)
    make_receipts()
    refund(order, "15.00")
    make_receipts()
    time_machine.move_to(slot.starts_at - timedelta(minutes=30))
    assert client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {}).status_code == 200
    make_receipts()

    assert CreditNote.objects.count() == 1
    outbox.relay(now=time_machine.now)
    [sent] = [one for one in mail.outbox if one.attachments]
    assert len(sent.attachments) == 2


@pytest.mark.parametrize(
    ("refunded", "withheld", "status", "said", "notes"),
    [
        ("0", "27.50", "lost", "Withdrawn by your bank", [("27.50", "2.06")]),
        ("0", "27.50", "won", "Refund of receipt", [("15.00", "2.06")]),
        ("15.00", "12.50", "won", "nothing more goes back", [("15.00", "1.12"), ("0.00", "0.94")]),
    ],
)
def test_a_late_cancellation_is_credited_once_the_bank_has_decided(
    time_machine, salon, slot, alice, refunded, withheld, status, said, notes
) -> None:
    register_for_vat(salon)
    order = book(alice, slot)
    pay(order)
    make_receipts()
    if refunded != "0":
        refund(order, refunded)
        make_receipts()
    before = CreditNote.objects.count()
    found = StripeDispute(
        id="dp_1", intent_id=order.payments.get().intent_id, status="needs_response", reason="fraudulent",
        amount=Decimal(withheld), withheld=Decimal(withheld), moves=1, opened_at=NOW, respond_by=None,
    )  # fmt: skip
    disputes.apply_dispute(found=found, now=NOW)
    time_machine.move_to(slot.starts_at - timedelta(minutes=30))
    assert client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {}).status_code == 200
    make_receipts()
    assert CreditNote.objects.count() == before

    left = Decimal(withheld) if status == "lost" else Decimal(0)
    decided = replace(found, status=status, withheld=left, moves=2)
    disputes.apply_dispute(found=decided, now=time_machine.now)
    make_receipts()

    made = CreditNote.objects.order_by("position")
    assert [(f"{note.amount:.2f}", f"{note.vat:.2f}") for note in made] == notes
    assert said in shown(alice, order, position=len(notes))


def test_the_mail_of_a_credit_note_of_vat_alone_says_that_nothing_is_returned(
    time_machine, salon, slot, alice
) -> None:
    register_for_vat(salon)
    order = book(alice, slot)
    pay(order)
    refund(order, "15.00")
    make_receipts()
    Document.objects.update(mailed_at=NOW)
    time_machine.move_to(slot.starts_at - timedelta(minutes=30))
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {})
    outbox.relay(now=time_machine.now)

    [sent] = [one for one in mail.outbox if one.attachments]
    assert sent.subject == "Your credit note C-2026-000002"
    assert "nothing more is returned" in sent.body


def test_a_free_cancellation_after_a_refund_keeps_nothing(paid_order, alice) -> None:
    make_receipts()
    refund(paid_order, "10.00")
    make_receipts()
    assert client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation", {}).status_code == 200
    make_receipts()

    text = shown(alice, paid_order, position=2)

    assert "Total credited 17.50" in text
    assert "late cancellation" not in text


def test_nobody_else_gets_it(done, alice, bruno, chiara, dora) -> None:
    refund(done, "10.00")
    make_receipts()

    people = [None, alice, bruno, chiara, dora]
    assert [fetched(user, done).status_code for user in people] == [401, 200, 404, 404, 200]
    assert LogEntry.objects.get().change_message == "Opened the credit note C-2026-000001."


def test_a_lost_dispute_is_credited_and_an_open_one_not(done, alice) -> None:
    dispute = Dispute.objects.create(
        stripe_dispute_id="dp_1", order=done, payment=done.payments.get(), status="needs_response",
        reason="fraudulent", amount=Decimal("27.50"), opened_at=NOW, changed_at=NOW,
    )  # fmt: skip
    make_receipts()
    assert not CreditNote.objects.exists()

    Dispute.objects.update(status="lost", withheld=Decimal("27.50"))
    make_receipts()

    assert "Withdrawn by your bank, of receipt R-2026-000001" in shown(alice, done)
    # The rows of this test, so that the books agree again.
    dispute.refresh_from_db()
    Dispute.objects.update(status="won", withheld=0)


def test_a_refund_that_leaves_after_all_is_credited_beside_the_dispute(done) -> None:
    refund(done, "10.00")
    make_receipts()
    row = Refund.objects.get()
    intent_id = done.payments.get().intent_id
    # Given up after the last try, whose response was lost.
    refunds._hand_over(row, NOW)
    lost = StripeDispute(
        id="dp_1", intent_id=intent_id, status="lost", reason="fraudulent", amount=Decimal("10.00"),
        withheld=Decimal("10.00"), moves=1, opened_at=NOW, respond_by=None,
    )  # fmt: skip
    disputes.apply_dispute(found=lost, now=NOW)
    make_receipts()
    assert CreditNote.objects.count() == 1

    sent = gateway.StripeRefund(
        id="re_1", intent_id=intent_id, status="succeeded", amount=Decimal("10.00"), refund_id=str(row.pk),
        failure_reason="",
    )  # fmt: skip
    refunds.sync_refund(found=sent, now=NOW)
    make_receipts()

    notes = CreditNote.objects.order_by("position")
    assert [note.amount for note in notes] == [Decimal("10.00"), Decimal("10.00")]


def test_whoever_takes_an_order_over_gets_a_receipt_of_their_own(paid_order, alice, bruno, chiara) -> None:
    make_receipts()
    other = make_provider(chiara)
    make_slot(other)
    client_for(bruno).post(f"/api/orders/{paid_order.pk}/hand-back", {"reason": "The machine is broken"})
    client_for(alice).post(f"/api/orders/{paid_order.pk}/substitute", {"accept": True})
    taken = client_for(chiara).post(f"/api/provider/offers/{paid_order.pk}/accept", {})
    assert taken.status_code == 200, taken.json()
    make_receipts()

    receipt = words_of(client_for(alice).get(f"/api/orders/{paid_order.pk}/receipt.pdf").content)
    note = shown(alice, paid_order)

    assert "Receipt R-2026-000002" in receipt
    assert "Supplied by Chiaras Waschsalon" in receipt
    assert "Supplied by Brunos Waschsalon" in note
    assert "Receipt R-2026-000001 of 18.11.2026, which another receipt replaces 27.50" in note
    assert "Nothing was paid back" in note
    assert Receipt.objects.filter(replaced_at=None).count() == 1
    # What is refunded later is credited on the receipt that is valid.
    refund(paid_order, "5.00")
    make_receipts()
    assert "Refund of receipt R-2026-000002" in shown(alice, paid_order, 2)


def test_a_year_is_one_file_with_the_same_bytes(done, alice, bruno) -> None:
    path = "/api/receipts/2026.zip"
    refund(done, "10.00")
    make_receipts()

    response = client_for(alice).get(path)

    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    with ZipFile(BytesIO(b"".join(response.streaming_content))) as archive:
        names = archive.namelist()
        assert names == [
            "receipts-2026.csv", "receipt-R-2026-000001.pdf", "credit-note-C-2026-000001.pdf",
        ]  # fmt: skip
        listed = archive.read(names[0]).decode("utf-8-sig").splitlines()
        assert archive.read(names[1]) == client_for(alice).get(f"/api/orders/{done.pk}/receipt.pdf").content
        assert archive.read(names[2]) == fetched(alice, done).content
    assert listed[1:] == [
        "R-2026-000001,2026-11-18,,Brunos Waschsalon,27.50,2.06",
        "C-2026-000001,2026-11-18,R-2026-000001,Brunos Waschsalon,-10.00,-0.75",
    ]
    others = [client_for(user).get(path).status_code for user in (None, bruno)]
    assert others == [401, 404]
    assert client_for(alice).get("/api/receipts/2025.zip").status_code == 404


def test_a_year_waits_for_what_is_being_made(paid_order, alice) -> None:
    assert client_for(alice).get("/api/receipts/2026.zip").status_code == 404
    from orders.documents import receipts  # noqa: PLC0415

    receipts.issue_due(now=NOW)

    response = client_for(alice).get("/api/receipts/2026.zip")

    assert (response.status_code, response["Retry-After"]) == (202, "5")
