"""A refund that Stripe never takes is paid by our own bank, and ends; what is paid twice is seen."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Notification
from conftest import client_for, make_operator
from marketplace import clock
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.page_forms import sent_by
from orders.checks.data_checks import compare_with_stripe
from orders.models import CreditNote, Dispute, Order, Refund, StripeEvent
from orders.payments import gateway, refunds
from orders.payments.tests.fixtures import books_agree_with, carry_on, pay, report
from orders.payments.tests.test_two_ways_back import at_stripe, cancel, decide, deliver
from orders.payouts.earnings import statement_of
from orders.tasks import issue_receipts
from orders.tests.booking import advance
from orders.tests.money import books

pytestmark = pytest.mark.django_db

ALL = Decimal("27.50")
REFERENCE = "2 December 2026, UBS 4711"


@pytest.fixture
def fiona(db):
    """Return an operator of the group finance."""
    return make_operator("fiona", group="finance")


@pytest.fixture
def failed(time_machine, stripe, order) -> Refund:
    """Return the refund of a cancelled order that went out, and came back: the card is closed."""
    pay(stripe, order, "4000000000005126")
    cancel(order)
    carry_on()
    return bounce(stripe, order)


def bounce(stripe, order: Order) -> Refund:
    refund = order.refunds.get(status="succeeded")
    stripe.settle_refund(refund.stripe_refund_id, succeeded=False)
    report(stripe, stripe.events("refund.failed")[-1]["id"])
    carry_on()
    refund.refresh_from_db()
    return refund


def page(refund: Refund, button: str = "mark_paid_by_bank") -> str:
    return reverse(f"admin:orders_refund_{button}", args=[refund.pk])


def form_on(client: Client, address: str) -> dict:
    """Return what the confirmation page would send, as it stands."""
    response = client.get(address)
    assert response.status_code == 200
    return dict(sent_by(response.content.decode()))


def mark_paid(client: Client, refund: Refund, reference: str = REFERENCE) -> list[str]:
    body = form_on(client, page(refund)) | {"reference": reference}
    return said(client.post(page(refund), body, follow=True))


def said(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def queues(client: Client) -> dict[str, int]:
    return {queue.title: queue.count for queue in client.get("/admin/").context["queues"] if queue.count}


def status_of(refund: Refund) -> tuple[str, str]:
    refund.refresh_from_db()
    return refund.status, refund.bank_reference


# --- Paid by our bank -------------------------------------------------------------------------------------


def test_ends_the_refund_and_tells_the_customer(stripe, order, failed, alice, fiona) -> None:
    client = signed_in(fiona)
    assert (failed.status, queues(client)) == ("failed", {"Refund failed": 1})
    assert page(failed) in client.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()
    assert (
        page(failed) in client.get(reverse("admin:orders_refund_change", args=[failed.pk])).content.decode()
    )
    assert "CHF 27.50 to " in client.get(page(failed)).content.decode()

    assert mark_paid(client, failed) == ["1 done."]

    assert status_of(failed) == ("paid_by_bank", REFERENCE)
    assert queues(client) == {}
    shown = client_for(alice).get(f"/api/orders/{order.pk}").json()
    assert (shown["paymentStatus"], shown["refundedAmount"]) == ("refunded", "27.50")
    assert books() == {"stripe": ALL, "bank": -ALL}
    assert books_agree_with(stripe)
    notice = Notification.objects.get(user=alice, title="Money sent by bank transfer")
    assert "could not go back the way it was paid. We have sent it to your bank account." in notice.body
    for address, words in (
        (reverse("admin:orders_refund_changelist"), "Paid by bank transfer"),
        (reverse("admin:orders_order_change", args=[order.pk]), REFERENCE),
        (reverse("admin:accounts_user_timeline", args=[alice.pk]), ", paid by bank transfer"),
    ):
        assert words in client.get(address).content.decode()


def test_trying_it_again_is_the_first_step_on_its_page(time_machine, stripe, order, failed, fiona) -> None:
    client, again = signed_in(fiona), page(failed, "try_it_again")
    for address in (
        reverse("admin:orders_order_change", args=[order.pk]),
        reverse("admin:orders_refund_change", args=[failed.pk]),
    ):
        shown = client.get(address).content.decode()
        assert 0 < shown.index(again) < shown.index(page(failed)), address

    asked = client.get(again).content.decode()
    assert f"CHF 27.50 to {order.customer.known_name}. Stripe is asked first whether it was carried" in asked
    assert said(client.post(again, dict(sent_by(asked)), follow=True)) == ["1 done."]
    carry_on()

    assert status_of(failed) == ("succeeded", "")
    assert again not in client.get(reverse("admin:orders_refund_change", args=[failed.pk])).content.decode()
    assert books_agree_with(stripe)


def test_a_page_that_showed_an_earlier_failure_tries_nothing_again(
    time_machine, stripe, order, failed, fiona
) -> None:
    client, again = signed_in(fiona), page(failed, "try_it_again")
    asked = client.get(again).content.decode()
    refunds.retry(refund_id=failed.pk, now=time_machine.now)
    carry_on()
    bounce(stripe, order)

    response = client.post(again, dict(sent_by(asked)), follow=True)

    assert "has changed since this page was shown" in said(response)[0]
    assert status_of(failed) == ("failed", "")


def test_nothing_tries_it_again(stripe, failed, fiona) -> None:
    client = signed_in(fiona)
    mark_paid(client, failed)

    chosen = {"action": "try_again", "_selected_action": [str(failed.pk)]}
    response = client.post(reverse("admin:orders_refund_changelist"), chosen, follow=True)
    # Stripe repeats that the first one failed.
    report(stripe, stripe.events("refund.failed")[0]["id"])
    carry_on()
    compare_with_stripe(now=failed.created_at)

    assert said(response) == ["0 done, 1 refused: Only a refund that failed can be tried again."]
    assert status_of(failed) == ("paid_by_bank", REFERENCE)
    assert len(stripe.objects("refund")) == 1
    assert books_agree_with(stripe)


def test_of_two_operators_one_marks_it_and_the_other_is_notified(failed, fiona, dora) -> None:
    first, second = signed_in(fiona), signed_in(dora)
    other = form_on(second, page(failed)) | {"reference": "3 December, UBS 4712"}

    assert mark_paid(first, failed) == ["1 done."]
    response = second.post(page(failed), other, follow=True)

    assert said(response) == ["0 done, 1 refused: Only a refund that failed can be paid by bank transfer."]
    assert status_of(failed) == ("paid_by_bank", REFERENCE)
    assert books() == {"stripe": ALL, "bank": -ALL}


def test_a_page_that_showed_an_earlier_failure_marks_nothing(
    time_machine, stripe, order, failed, fiona
) -> None:
    client = signed_in(fiona)
    body = form_on(client, page(failed)) | {"reference": REFERENCE}
    refunds.retry(refund_id=failed.pk, now=time_machine.now)
    carry_on()
    bounce(stripe, order)

    response = client.post(page(failed), body, follow=True)

    assert "has changed since this page was shown" in said(response)[0]
    assert status_of(failed) == ("failed", "")


@pytest.mark.parametrize("reference", ["", "   ", "x" * 201])
def test_needs_a_reference_that_has_room(failed, fiona, reference) -> None:
    client = signed_in(fiona)
    body = form_on(client, page(failed)) | {"reference": reference}

    response = client.post(page(failed), body)

    assert response.context["form"].errors["reference"]
    assert status_of(failed) == ("failed", "")


@pytest.mark.parametrize("group", ["support", "operations"])
def test_needs_the_permission_to_refund(order, failed, group) -> None:
    client = signed_in(make_operator("emil", group=group))

    response = client.post(page(failed), {"confirmed": "yes", "reference": REFERENCE})
    shown = client.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()

    assert response.status_code == 403
    assert page(failed) not in shown
    assert status_of(failed) == ("failed", "")


def test_only_a_failed_refund_is_paid(stripe, order, fiona) -> None:
    pay(stripe, order)
    cancel(order)
    client, refund = signed_in(fiona), Refund.objects.get()

    for status in ("pending", "succeeded"):
        assert refund.status == status
        response = client.post(page(refund), {"confirmed": "yes", "reference": REFERENCE}, follow=True)
        assert said(response) == [
            "0 done, 1 refused: Only a refund that failed can be paid by bank transfer."
        ]
        carry_on()
        assert status_of(refund) == ("succeeded", "")
    assert books() == {}


def test_waits_for_the_bank_that_withholds_the_money(stripe, order, fiona) -> None:
    intent_id = pay(stripe, order)
    cancel(order)
    stripe.contest(intent_id)
    carry_on()
    deliver(stripe)
    client, refund = signed_in(fiona), Refund.objects.get()
    assert refund.status == "failed"

    response = client.get(page(refund), follow=True)

    assert "A bank withholds this payment" in said(response)[0]
    assert (
        page(refund) not in client.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()
    )
    decide(stripe, "won")
    carry_on()
    assert status_of(refund) == ("succeeded", "")


def test_the_database_wants_a_reference_exactly_then(failed) -> None:
    for values in ({"status": "paid_by_bank"}, {"bank_reference": REFERENCE}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Refund.objects.filter(pk=failed.pk).update(**values)


def test_it_is_credited_once(stripe, order, failed, fiona) -> None:
    issue_receipts()
    mark_paid(signed_in(fiona), failed)
    issue_receipts()

    assert CreditNote.objects.get().amount == ALL


def test_the_provider_of_a_running_order_earns_as_before(stripe, order, alice, fiona, salon) -> None:
    pay(stripe, order, "4000000000005126")
    advance(order, to="washing")
    client = signed_in(fiona)
    refund_page = reverse("admin:orders_order_refund", args=[order.pk])
    body = dict(sent_by(client.get(refund_page).content.decode()))
    body |= {"amount": "10.00", "note": "A shirt was torn", "borne_by": "platform", "confirmed": "yes"}
    client.post(refund_page, body)
    carry_on()
    refund = bounce(stripe, order)

    mark_paid(client, refund)
    advance(order, to="completed")

    assert books() == {
        "stripe": ALL,
        "bank": Decimal("-10.00"),
        "provider": Decimal("-25.00"),
        "platform": Decimal("7.50"),
    }
    assert books_agree_with(stripe)


# --- Paid twice -------------------------------------------------------------------------------------------


def given_up_too_early(settings, time_machine, stripe, order) -> Refund:
    """Return a refund that failed here, and that Stripe has carried out without anybody knowing."""
    settings.STRIPE_NETWORK_RETRIES = 0
    pay(stripe, order)
    cancel(order)
    stripe.fault("error_500_after", "POST /v1/refunds")
    stripe.fault("error_500", "GET /v1/refunds", times=9)
    for _ in range(10):
        refunds.execute_due(now=time_machine.now)
        time_machine.move_to(Refund.objects.get().due_at)
    return Refund.objects.get(status="failed")


def test_what_stripe_carried_out_after_all_is_owed_back_and_seen(
    settings, time_machine, stripe, order, fiona
) -> None:
    refund, client = given_up_too_early(settings, time_machine, stripe, order), signed_in(fiona)
    mark_paid(client, refund)

    deliver(stripe)
    deliver(stripe)

    assert status_of(refund) == ("paid_by_bank", REFERENCE)
    assert (refund.is_paid_twice, refund.netted_amount) == (True, ALL)
    assert books() == {"bank": -ALL, "returns": ALL}
    assert books_agree_with(stripe)
    order.refresh_from_db()
    assert (order.refunded_amount, order.payment_status) == (ALL, "refunded")
    assert not StripeEvent.objects.filter(processed_at=None).exists()
    assert queues(client) == {"Refund paid twice": 1}
    [queue] = [queue for queue in client.get("/admin/").context["queues"] if queue.count]
    listed = client.get(queue.link)
    assert [row.pk for row in listed.context["cl"].result_list] == [refund.pk]
    assert "Paid twice" in listed.content.decode()


def test_what_was_paid_twice_is_settled_with_a_word(settings, time_machine, stripe, order, fiona) -> None:
    refund, client = given_up_too_early(settings, time_machine, stripe, order), signed_in(fiona)
    mark_paid(client, refund)
    deliver(stripe)
    settle = page(refund, "settle_paid_twice")
    assert settle in client.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()

    nothing = client.post(settle, form_on(client, settle) | {"outcome": " "})
    body = form_on(client, settle) | {"outcome": "Came back on 9 December"}
    done = client.post(settle, body, follow=True)
    again = client.post(settle, body, follow=True)

    assert nothing.context["form"].errors["outcome"]
    assert said(done) == ["1 done."]
    assert said(again) == ["0 done, 1 refused: Nothing of it was paid twice, or it is settled already."]
    assert queues(client) == {}
    assert books() == {"bank": -ALL, "returns": ALL}


def test_what_is_returned_in_the_dashboard_is_paid_twice_as_far_as_it_is_too_much(
    stripe, order, failed, fiona
) -> None:
    mark_paid(signed_in(fiona), failed)
    at_stripe(failed.payment.intent_id, "10.00")

    deliver(stripe)

    assert status_of(failed) == ("paid_by_bank", REFERENCE)
    assert failed.netted_amount == Decimal("10.00")
    assert books() == {
        "stripe": ALL - Decimal("10.00"),
        "bank": -ALL,
        "returns": Decimal("10.00"),
    }
    order.refresh_from_db()
    assert order.refunded_amount == ALL
    assert not StripeEvent.objects.filter(processed_at=None).exists()
    assert compare_with_stripe(now=order.created_at).violations == 0
    assert books_agree_with(stripe)


def test_what_stripe_sent_beside_and_gets_back_is_paid_once(
    settings, time_machine, stripe, order, failed, fiona
) -> None:
    mark_paid(signed_in(fiona), failed)
    at_stripe(failed.payment.intent_id, "10.00")
    deliver(stripe)

    beside = bounce(stripe, order)

    assert (beside.status, status_of(failed)) == ("superseded", ("paid_by_bank", REFERENCE))
    assert failed.netted_amount == 0
    assert books() == {"stripe": ALL, "bank": -ALL}
    assert not Refund.objects.filter(status__in=["failed", "pending"]).exists()
    assert books_agree_with(stripe)


def test_a_dispute_that_is_lost_later_is_the_platforms_loss(stripe, order, failed, fiona) -> None:
    mark_paid(signed_in(fiona), failed)
    stripe.contest(failed.payment.intent_id)
    deliver(stripe)

    decide(stripe, "lost")

    assert Dispute.objects.get().status == "lost"
    assert status_of(failed) == ("paid_by_bank", REFERENCE)
    assert books() == {"bank": -ALL, "platform": ALL}
    assert books_agree_with(stripe)


def test_a_worker_that_hangs_while_the_bank_pays_is_not_lost(stripe, order, failed, fiona) -> None:
    mark_paid(signed_in(fiona), failed)
    found = gateway.create_refund(
        intent_id=failed.payment.intent_id,
        amount=failed.amount,
        refund_id=str(failed.pk),
        order_id=str(order.pk),
        idempotency_key="of-a-worker-that-hangs",
    )

    refunds.sync_refund(found=found, now=failed.created_at)

    assert status_of(failed) == ("paid_by_bank", REFERENCE)
    assert books() == {"bank": -ALL, "returns": ALL}


def test_in_a_statement_it_is_no_second_order(stripe, order, salon, fiona) -> None:
    pay(stripe, order, "4000000000005126")
    advance(order, to="completed")
    client = signed_in(fiona)
    refund_page = reverse("admin:orders_order_refund", args=[order.pk])
    body = dict(sent_by(client.get(refund_page).content.decode()))
    client.post(refund_page, body | {"note": "All was torn", "confirmed": "yes"})
    carry_on()
    refund = bounce(stripe, order)
    mark_paid(client, refund)
    at_stripe(refund.payment.intent_id, "27.50")
    deliver(stripe)

    statement = statement_of(salon, first=clock.local_date(order.created_at).replace(day=1))

    wash, back = "Standard wash and fold", "Refund: Standard wash and fold"
    assert [line.what for line in statement.lines] == [wash, back, back, back]
