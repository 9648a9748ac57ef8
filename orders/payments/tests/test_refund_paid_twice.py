"""A refund that our bank has paid, and Stripe too, is seen and settled."""

from decimal import Decimal

import pytest
from django.urls import reverse

from marketplace import clock
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.page_forms import sent_by
from orders.checks.data_checks import compare_with_stripe
from orders.models import Dispute, Refund, StripeEvent
from orders.payments import gateway, refunds
from orders.payments.tests.failed_refunds import (
    ALL,
    REFERENCE,
    bounce,
    form_on,
    given_up_too_early,
    mark_paid,
    page,
    queues,
    said,
    status_of,
)
from orders.payments.tests.fixtures import books_agree_with, carry_on, pay
from orders.payments.tests.test_two_ways_back import at_stripe, decide, deliver
from orders.payouts.earnings import statement_of
from orders.tests.booking import advance
from orders.tests.money import books

pytestmark = pytest.mark.django_db


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
