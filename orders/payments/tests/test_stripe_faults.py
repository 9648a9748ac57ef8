"""Whichever fault hits whichever call to Stripe: after retries our ledger agrees with Stripe."""

from datetime import timedelta
from functools import partial
from itertools import product

import pytest
from django.db import transaction

from conftest import client_for
from marketplace.tests.proof import FULL, record
from orders.models import Payment, Refund
from orders.payments import gateway, reconciling, refunds
from orders.payments.tests.fixtures import ask, books_agree_with, carry_on, come_back, open_payment
from orders.tests.booking import book

pytestmark = pytest.mark.django_db(transaction=True)

SITES = [
    "POST /v1/payment_intents",
    "GET /v1/payment_intents/*",
    "GET /v1/payment_intents",
    "POST /v1/payment_intents/*/cancel",
    "POST /v1/refunds",
    "GET /v1/refunds",
]
ASKED_BY_PAGES = SITES[:2]
KINDS = ["timeout_before", "timeout_after", "error_500", "rate_limit", "reset_after"]
MORE_KINDS = ["error_500_after", "error_500_stored", "lock_timeout", "reset_before"]
# Of the kinds run in ``make proof`` only, one always: it needs a new idempotency key.
ALWAYS = [("error_500_stored", "POST /v1/refunds")]
# A quick run takes every other pair, like the dark fields of a chessboard.
SOME = [pair for n, pair in enumerate(product(KINDS, SITES)) if (n + n // len(SITES)) % 2 == 0]
FAULTS = list(product(KINDS + MORE_KINDS, SITES)) if FULL else [*SOME, *ALWAYS]


def until_it_works(act, machine):
    """Retry, as people and sweeps do, until there is no fault any more."""
    for _ in range(5):
        try:
            response = act()
        except gateway.StripeFailure:
            machine.shift(timedelta(minutes=1))
            continue
        if getattr(response, "status_code", 200) == 200:
            return response
        assert response.json()["code"] == "payment_provider_unavailable"
    raise AssertionError("It never worked.")


@pytest.fixture
def impatient(settings, stripe) -> None:
    """Disable the SDK's retries, which ``stripe`` enables, so that every fault has its effect."""
    settings.STRIPE_NETWORK_RETRIES, settings.STRIPE_TIMEOUT_SECONDS = 0, 0.6


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("fault", FAULTS, ids=" ".join)
def test_every_fault_at_every_call(time_machine, stripe, order, fault) -> None:
    kind, site = fault
    alice, slot = order.customer, order.reservations.get().slot
    confirmed, returned, abandoned = order, book(alice, slot), book(alice, slot)
    open_payment(abandoned)
    # A page sends once more what met a connection that ended.
    stripe.fault(kind, site, times=2 if kind.startswith("reset") and site in ASKED_BY_PAGES else 1)

    for wanted in (confirmed, returned):
        response = until_it_works(partial(ask, alice, wanted), time_machine)
        stripe.confirm(response.json()["clientSecret"].split("_secret_")[0])
        until_it_works(partial(come_back, wanted), time_machine)
    client_for(alice).post(f"/api/orders/{returned.pk}/cancellation")
    carry_on()
    while Refund.objects.filter(status="pending").exists():
        time_machine.shift(timedelta(minutes=1))
        refunds.execute_due(now=time_machine.now)
    time_machine.shift(timedelta(days=2))
    # Sweeps finish what a fault interrupted.
    for _ in range(2):
        until_it_works(lambda: reconciling.reconcile(now=time_machine.now), time_machine)
        time_machine.shift(timedelta(minutes=10))
    compared = until_it_works(partial(reconciling.compare_all, now=time_machine.now), time_machine)

    assert compared.differences == []
    assert not stripe.standin.faults.planned, "the fault was never met"
    confirmed.refresh_from_db()
    returned.refresh_from_db()
    assert (confirmed.status, confirmed.payment_status) == ("confirmed", "paid")
    assert (returned.status, returned.payment_status) == ("cancelled", "refunded")
    assert abandoned.payments.get().status == "canceled"
    assert Payment.objects.filter(status="succeeded").count() == 2
    assert stripe.captured() == 2750
    assert books_agree_with(stripe)
    record("R15", f"{kind} at {site}: books agree", "each call site x each fault")


@pytest.mark.parametrize(
    "call",
    [
        lambda: gateway.retrieve_intent("pi_1"),
        lambda: gateway.cancel_intent("pi_1"),
        lambda: next(gateway.pages_of_intents()),
        lambda: next(gateway.pages_of_refunds()),
    ],
)
def test_stripe_is_never_called_inside_a_transaction(stripe, call) -> None:
    with pytest.raises(RuntimeError, match="transaction"), transaction.atomic():
        call()

    assert not stripe.calls()
