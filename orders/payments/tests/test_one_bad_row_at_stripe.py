"""In sweeps that call Stripe, failing rows do not stop the others, which are all done in one run."""

from datetime import timedelta

import pytest
from django.db import connection

from conftest import NOW, make_slot, make_user
from marketplace.tests.faults import FaultOf
from marketplace.tests.proof import figure, record
from orders.lifecycle import refund_rows
from orders.models import Order, Payment, Refund, StripeEvent
from orders.payments import refunds, webhooks
from orders.payments.tests.fixtures import books_agree_with, open_payment, pay, report
from orders.tests.booking import book

# Rate limits on placing orders are not the subject here.
EACH = 20

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.proof]


def test_refunds_are_returned_beside_one_that_stripe_refuses_and_one_that_fails(
    time_machine, settings, stripe, salon
) -> None:
    settings.STRIPE_CALLS_PER_MINUTE = settings.BOOKINGS_PER_HOUR = 1_000
    count = figure(20, 500)
    slot = make_slot(salon, capacity=count)
    customers = [make_user(f"emil{one}") for one in range(count // EACH)]
    for number in range(count):
        order = book(customers[number // EACH], slot)
        pay(stripe, order)
        refund_rows.request_refund(order=order, amount=order.total_amount, reason="damage", now=NOW)
    broken, refused = Refund.objects.order_by("created_at", "pk")[:2]
    known = refused.payment.intent_id
    Payment.objects.filter(pk=refused.payment_id).update(intent_id="pi_of_nobody")

    with connection.execute_wrapper(FaultOf(broken.pk, only="settled_at")):
        returned = refunds.execute_due(now=NOW)

    assert returned == count - 2
    left = {one.pk: (one.status, one.last_error) for one in Refund.objects.exclude(status="succeeded")}
    assert left == {
        broken.pk: ("pending", "Fault: "),
        refused.pk: ("failed", "No such paymentintent: 'pi_of_nobody'"),
    }
    Payment.objects.filter(pk=refused.payment_id).update(intent_id=known)
    refunds.retry(refund_id=refused.pk, now=NOW)
    assert refunds.execute_due(now=NOW + timedelta(minutes=1)) == 2
    # What failed after Stripe had paid was not paid twice.
    assert len(stripe.objects("refund")) == count
    assert books_agree_with(stripe)
    record("T15 (refunds)", f"2 of {count} fail: {returned} are returned", "499 of 500 done")


def test_events_are_acted_upon_beside_one_of_nobodys_and_one_that_fails(time_machine, stripe, salon) -> None:
    count = figure(20, 500)
    slot = make_slot(salon, capacity=count)
    customers = [make_user(f"emil{one}") for one in range(count // EACH)]
    for number in range(count):
        stripe.confirm(open_payment(book(customers[number // EACH], slot)))
        # Nor is the limit on unpaid checkouts.
        Order.objects.filter(hold_expires_at__isnull=False).update(hold_expires_at=None)
    for event in stripe.events("payment_intent.succeeded"):
        assert report(stripe, event["id"]).status_code == 200
    broken, unknown = Payment.objects.order_by("created_at", "pk")[:2]
    known = unknown.intent_id
    Payment.objects.filter(pk=unknown.pk).update(intent_id="pi_of_nobody")

    with connection.execute_wrapper(FaultOf(broken.pk)):
        done = webhooks.process_due_events(now=NOW)

    assert done == count - 2
    assert Order.objects.filter(payment_status="paid").count() == count - 2
    left = dict(StripeEvent.objects.filter(processed_at=None).values_list("intent_id", "attempts"))
    assert left == {broken.intent_id: 1, known: 1}
    Payment.objects.filter(pk=unknown.pk).update(intent_id=known)
    assert webhooks.process_due_events(now=NOW + timedelta(minutes=1)) == 2
    assert Order.objects.filter(payment_status="paid").count() == count
    assert books_agree_with(stripe)
    record("T15 (Stripe's events)", f"2 of {count} fail: {done} are acted upon", "499 of 500 done")
