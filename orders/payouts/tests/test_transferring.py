"""Paying through Stripe: one transfer per payout, despite lost responses, errors, retries, reversals."""

from datetime import timedelta
from decimal import Decimal
from functools import partial
from uuid import uuid4

import pytest
from django.db import transaction

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from marketplace.tests.racing import race, refused, succeeded
from orders.models import LedgerEntry, Payout, StripeEvent
from orders.payments import connect_gateway, gateway, reconciling
from orders.payments.tests.fixtures import report
from orders.payments.webhooks import process_due_events
from orders.payouts import bank_file, paying, transferring, weekly_run
from orders.payouts.paying import GoesThroughStripe, PayoutNotDue
from orders.payouts.tests.earning import MONDAY, NEXT_MONDAY, completed, give_account, owed, payout_of
from orders.payouts.transferring import GoesToBank, TransferRejected, TransferUnanswered

pytestmark = pytest.mark.at(NOW)

D = Decimal


def pay(payout, dora) -> Payout:
    return transferring.pay(payout_id=payout.pk, actor_id=dora.pk, now=MONDAY)


def test_sends_the_amount_to_the_account_of_the_payout(payout, dora, stripe, at_stripe, salon) -> None:
    paid = pay(payout, dora)

    (transfer,) = stripe.objects("transfer")
    assert (transfer["amount"], transfer["currency"], transfer["destination"]) == (2500, "chf", at_stripe)
    assert transfer["metadata"] == {"payout_id": str(payout.pk)}
    assert (paid.status, paid.reference, paid.paid_at) == ("paid", transfer["id"], MONDAY)
    assert paid.paid_by == dora
    assert owed(salon) == D("0.00")
    assert LedgerEntry.objects.filter(account="paid_out").count() == 1
    notice = Notification.objects.get(kind="payout_paid")
    assert notice.body == "CHF 25.00 went to your account at Stripe."


def test_pays_nothing_twice(payout, dora, stripe) -> None:
    pay(payout, dora)

    with pytest.raises(PayoutNotDue):
        pay(payout, dora)
    assert len(stripe.objects("transfer")) == 1


@pytest.mark.parametrize("fault", ["reset_after", "timeout_before", "error_500_after", "error_500_stored"])
def test_an_answer_that_was_lost_is_found_when_it_is_pressed_again(
    settings, payout, dora, stripe, fault
) -> None:
    settings.STRIPE_TIMEOUT_SECONDS = 0.5
    stripe.fault(fault, "POST /v1/transfers", times=3, seconds=2)

    with pytest.raises(TransferUnanswered):
        pay(payout, dora)
    payout.refresh_from_db()
    assert payout.status == "due"
    stripe.standin.faults.clear()
    paid = pay(payout, dora)

    assert [one["id"] for one in stripe.objects("transfer")] == [paid.reference]


def test_what_was_sent_is_found_although_stripe_has_forgotten_the_key(payout, dora, stripe) -> None:
    stripe.fault("reset_after", "POST /v1/transfers", times=3)
    with pytest.raises(TransferUnanswered):
        pay(payout, dora)
    stripe.standin.store.connection.execute("DELETE FROM idempotency")

    pay(payout, dora)

    assert len(stripe.objects("transfer")) == 1


def paid_after_the_backup(payout, dora) -> str:
    """Pay, and return the transfer, of which the restored data know nothing."""
    backup = transaction.savepoint()
    sent = pay(payout, dora).reference
    transaction.savepoint_rollback(backup)
    return sent


@pytest.mark.parametrize("is_key_forgotten", [False, True])
def test_what_was_sent_after_the_backup_is_found(payout, dora, stripe, is_key_forgotten) -> None:
    sent = paid_after_the_backup(payout, dora)
    if is_key_forgotten:
        stripe.standin.store.connection.execute("DELETE FROM idempotency")

    assert pay(payout, dora).reference == sent
    assert len(stripe.objects("transfer")) == 1


def test_what_was_reversed_since_the_backup_is_sent_again_within_the_day(payout, dora, stripe) -> None:
    sent = paid_after_the_backup(payout, dora)
    stripe.reverse_transfer(sent)

    paid = pay(payout, dora)

    assert {one["id"] for one in stripe.objects("transfer")} == {sent, paid.reference}
    assert paid.reference != sent
    assert compared() == []


@pytest.mark.parametrize("page_size", [3, 100])
def test_what_was_sent_is_found_behind_many_that_were_reversed(
    monkeypatch, payout, dora, stripe, at_stripe, page_size
) -> None:
    monkeypatch.setattr(connect_gateway, "PAGE_SIZE", page_size)
    sent = [
        connect_gateway.create_transfer(
            payout_id=payout.pk,
            account_id=at_stripe,
            amount=D("5.00"),
            description="",
            idempotency_key=f"k{n}",
        ).id
        for n in range(11)
    ]
    for later in sent[1:]:
        stripe.reverse_transfer(later)

    assert pay(payout, dora).reference == sent[0]
    assert len(stripe.objects("transfer")) == 11


def test_stays_due_where_we_have_too_little_and_goes_out_once_there_is_enough(
    payout, dora, stripe, salon
) -> None:
    Payout.objects.filter(pk=payout.pk).update(amount=D("100.01"))
    payout.lines.update(amount=D("100.01"))

    with pytest.raises(TransferRejected, match="insufficient available funds"):
        pay(payout, dora)
    payout.refresh_from_db()
    assert (payout.status, payout.transfer_begun_at, payout.transfer_attempt) == ("due", None, 1)
    assert payout.note.startswith("You have insufficient available funds")
    stripe.top_up(1)
    Payout.objects.filter(pk=payout.pk).update(amount=D("25.00"))
    payout.lines.update(amount=D("25.00"))

    assert pay(payout, dora).note == ""


def test_stays_due_where_the_account_is_not_ready_any_more(payout, dora, stripe, at_stripe) -> None:
    stripe.restrict(at_stripe, "individual.verification.document")

    with pytest.raises(TransferRejected, match="capabilities"):
        pay(payout, dora)
    stripe.restrict(at_stripe)

    assert pay(payout, dora).status == "paid"


def test_what_stripe_refused_goes_to_the_bank_that_is_given_then(
    payout, dora, stripe, at_stripe, salon
) -> None:
    stripe.restrict(at_stripe, "individual.verification.document")
    with pytest.raises(TransferRejected):
        pay(payout, dora)

    give_account(salon, now=MONDAY)

    payout.refresh_from_db()
    assert (payout.stripe_account_id, payout.destination, payout.note) == ("", "Bruno Meier, 2957", "")
    paying.mark_paid(payout_id=payout.pk, actor_id=dora.pk, now=MONDAY)


def test_what_stripe_may_have_sent_goes_nowhere_else(payout, dora, stripe, salon) -> None:
    stripe.fault("reset_after", "POST /v1/transfers", times=3)
    with pytest.raises(TransferUnanswered):
        pay(payout, dora)

    give_account(salon, now=MONDAY)

    payout.refresh_from_db()
    assert payout.stripe_account_id
    assert pay(payout, dora).status == "paid"


def test_is_marked_by_nobody_and_stands_in_no_bank_file(settings, payout, dora) -> None:
    settings.PLATFORM_BANK_HOLDER, settings.PLATFORM_BANK_IBAN = "Suuber AG", "CH5604835012345678009"
    with pytest.raises(GoesThroughStripe):
        paying.mark_paid(payout_id=payout.pk, actor_id=dora.pk, now=MONDAY)
    with pytest.raises(GoesThroughStripe):
        bank_file.make([payout], now=MONDAY)
    pay(payout, dora)
    with pytest.raises(GoesThroughStripe):
        paying.mark_failed(payout_id=payout.pk, note="Closed", now=MONDAY)


def test_what_goes_to_a_bank_goes_through_no_stripe(
    settings, stripe, time_machine, alice, salon, dora
) -> None:
    settings.STRIPE_CONNECT = True
    give_account(salon)
    completed(alice, salon)

    with pytest.raises(GoesToBank):
        pay(payout_of(salon), dora)
    assert not stripe.calls("POST", "/v1/transfers")


# --- Webhooks and the comparison --------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_what_is_reversed_is_owed_again(payout, dora, stripe, salon) -> None:
    paid = pay(payout, dora)
    stripe.reverse_transfer(paid.reference)
    (event,) = stripe.events("transfer.reversed")

    for _ in range(2):
        assert report(stripe, event["id"]).status_code == 200
        process_due_events(now=MONDAY)

    payout.refresh_from_db()
    assert (payout.status, payout.note) == ("failed", f"Stripe reversed {paid.reference}.")
    assert owed(salon) == D("25.00")
    assert StripeEvent.objects.get().processed_at == MONDAY
    assert Notification.objects.get(kind="payout_failed").title == "Our payment was taken back"
    weekly_run.make_due(now=NEXT_MONDAY)
    again = Payout.objects.exclude(pk=payout.pk).get()
    pay(again, dora)
    assert len(stripe.objects("transfer")) == 2


def compared() -> list[str]:
    """Compare with Stripe; return the differences except of orders, which have no payment there."""
    found = reconciling.compare_all(now=MONDAY).differences
    return [one for one in found if not one.startswith("Payment ")]


def test_the_nightly_comparison_finds_nothing_where_all_is_well(payout, dora) -> None:
    pay(payout, dora)

    assert compared() == []


def test_the_nightly_comparison_writes_down_what_nobody_heard(payout, dora, stripe) -> None:
    stripe.fault("reset_after", "POST /v1/transfers", times=3)
    with pytest.raises(TransferUnanswered):
        pay(payout, dora)

    assert compared() == []

    payout.refresh_from_db()
    assert (payout.status, payout.paid_by) == ("paid", None)
    assert payout.reference == stripe.objects("transfer")[0]["id"]


def test_the_nightly_comparison_takes_back_what_was_reversed(payout, dora, stripe) -> None:
    paid = pay(payout, dora)
    stripe.reverse_transfer(paid.reference)

    assert compared() == []

    payout.refresh_from_db()
    assert payout.status == "failed"


def test_the_nightly_comparison_tells_what_an_operator_must_see(payout, dora, stripe, at_stripe) -> None:
    paid = pay(payout, dora)
    stripe.reverse_transfer(paid.reference, 500)
    second = connect_gateway.create_transfer(
        payout_id=payout.pk, account_id=at_stripe, amount=D("25.00"), description="", idempotency_key="other"
    )

    assert compared() == [
        f"{second.id} sent 25.00 CHF for payout {payout.pk}, which is not paid by it.",
        f"5.00 CHF of {paid.reference}, which paid payout {payout.pk}, came back.",
    ]
    stripe.reset()
    assert compared() == [f"Payout {payout.pk} is paid by {paid.reference}, which Stripe does not list."]


def test_the_nightly_comparison_tells_of_a_transfer_whose_payout_is_not_here(
    payout, stripe, at_stripe
) -> None:
    unknown = uuid4()
    sent, returned = [
        connect_gateway.create_transfer(
            payout_id=unknown, account_id=at_stripe, amount=D("1.00"), description="", idempotency_key=key
        )
        for key in ("x", "y")
    ]
    stripe.reverse_transfer(returned.id)

    [difference] = compared()
    assert difference == (
        f"{sent.id} sent 1.00 CHF to {at_stripe} for payout {unknown}, "
        "which is unknown here or goes elsewhere."
    )


def test_transfers_that_name_no_payout_are_none_of_ours(payout, stripe, at_stripe) -> None:
    transfer = {"amount": 100, "currency": "chf", "destination": at_stripe}
    gateway.call(lambda client: client.v1.transfers.create(transfer))

    assert compared() == []


# --- Two operators ----------------------------------------------------------------------------------------


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_operators_at_once_make_one_transfer(payout, dora, stripe, salon) -> None:
    stripe.fault("slow", "POST /v1/transfers", times=4, seconds=0.2)

    outcomes = race([partial(pay, payout, dora)] * 4)

    assert len(succeeded(outcomes)) == 1
    assert len(refused(outcomes, PayoutNotDue, TransferUnanswered)) == 3
    assert len(stripe.objects("transfer")) == 1
    assert owed(salon) == D("0.00")
    assert LedgerEntry.objects.filter(account="paid_out").count() == 1


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_control_without_the_key_two_operators_make_two_transfers(monkeypatch, payout, dora, stripe) -> None:
    create = connect_gateway.create_transfer
    monkeypatch.setattr(
        connect_gateway,
        "create_transfer",
        lambda **facts: create(**facts | {"idempotency_key": uuid4().hex}),
    )
    monkeypatch.setattr(connect_gateway, "transfers_of", lambda payout_id: [])
    stripe.fault("slow", "POST /v1/transfers", times=2, seconds=0.3)

    race([partial(pay, payout, dora)] * 2)

    assert len(stripe.objects("transfer")) == 2


def test_a_payout_made_long_ago_is_paid_as_any_other(payout, dora, time_machine) -> None:
    time_machine.move_to(MONDAY + timedelta(days=400))

    assert pay(payout, dora).status == "paid"
