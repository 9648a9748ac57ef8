"""Helpers for tests of refunds that have failed: the buttons of their pages, and what operators see."""

from decimal import Decimal

from django.test import Client
from django.urls import reverse

from conftest import client_for
from marketplace.tests.page_forms import sent_by
from orders.models import Order, Refund
from orders.payments import refunds
from orders.payments.tests.fixtures import carry_on, pay, report

ALL = Decimal("27.50")
REFERENCE = "2 December 2026, UBS 4711"


def bounce(stripe, order: Order) -> Refund:
    refund = order.refunds.get(status="succeeded")
    stripe.settle_refund(refund.stripe_refund_id, succeeded=False)
    report(stripe, stripe.events("refund.failed")[-1]["id"])
    carry_on()
    refund.refresh_from_db()
    return refund


def given_up_too_early(settings, time_machine, stripe, order) -> Refund:
    """Return a refund that failed here, and that Stripe has carried out without anybody knowing."""
    settings.STRIPE_NETWORK_RETRIES = 0
    pay(stripe, order)
    assert client_for(order.customer).post(f"/api/orders/{order.pk}/cancellation").status_code == 200
    stripe.fault("error_500_after", "POST /v1/refunds")
    stripe.fault("error_500", "GET /v1/refunds", times=9)
    for _ in range(10):
        refunds.execute_due(now=time_machine.now)
        time_machine.move_to(Refund.objects.get().due_at)
    return Refund.objects.get(status="failed")


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
