"""A refund that Stripe never takes is tried again, or paid by our own bank, and ends."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import Notification
from conftest import client_for, make_operator
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.page_forms import sent_by
from orders.checks.data_checks import compare_with_stripe
from orders.models import CreditNote, Refund
from orders.payments import refunds
from orders.payments.tests.failed_refunds import (
    ALL,
    REFERENCE,
    bounce,
    form_on,
    mark_paid,
    page,
    queues,
    said,
    status_of,
)
from orders.payments.tests.fixtures import books_agree_with, carry_on, pay, report
from orders.payments.tests.test_two_ways_back import cancel, decide, deliver
from orders.tasks import issue_receipts
from orders.tests.booking import advance
from orders.tests.money import books

pytestmark = pytest.mark.django_db


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
