"""Payouts through Stripe: requested with a password, set up on Stripe's page, and notified."""

from datetime import timedelta
from functools import partial
from urllib.parse import urlsplit

import pytest
import requests
from django.db import IntegrityError, transaction

from accounts.models import Notification
from conftest import PASSWORD, client_for
from conftest import WEDNESDAY as NOW
from marketplace.tests.racing import race
from orders.models import PayoutAccount, PayoutAccountChange, StripeAccount, StripeEvent
from orders.payments.tests.fixtures import report
from orders.payments.webhooks import process_due_events
from orders.payouts import stripe_accounts
from orders.payouts.tests.earning import IBAN, MONDAY, completed, give_account, payout_of

pytestmark = pytest.mark.at(NOW)

BEGIN, CHECK = "/api/provider/stripe-account", "/api/provider/stripe-account/check"
EARNINGS = "/api/provider/earnings"


@pytest.fixture(autouse=True)
def _offered(settings, stripe) -> None:
    settings.STRIPE_CONNECT = True


def begin(provider, **body):
    return client_for(provider.user).post(BEGIN, {"password": PASSWORD} | body)


def seen(provider) -> tuple[str, dict | None]:
    shown = client_for(provider.user).get(EARNINGS).json()
    return shown["stripe"], shown["account"]


def visit(provider, outcome: str):
    """Begin, end the visit of Stripe's page with an outcome, and return the state of the account."""
    page = begin(provider).json()["url"]
    back = requests.post(page, json={"outcome": outcome}, timeout=5).json()["url"]
    assert urlsplit(back).path == "/provider/earnings"
    return client_for(provider.user).post(CHECK)


def test_stripe_is_notified_of_a_country_and_nobodys_name(now, salon, stripe) -> None:
    response = begin(salon)

    assert response.status_code == 200
    assert response.json()["url"].startswith(stripe.base_url)
    (account,) = stripe.objects("account")
    assert (account["country"], account["type"], account["email"]) == ("CH", "express", None)
    assert account["metadata"] == {"provider_id": str(salon.pk)}
    assert account["capabilities"] == {"transfers": "inactive"}
    assert seen(salon) == ("begun", None)


def test_one_account_for_each_provider(now, salon, stripe) -> None:
    first, again = begin(salon).json()["url"], begin(salon).json()["url"]

    assert first != again
    assert len(stripe.objects("account")) == StripeAccount.objects.count() == 1


def test_an_account_whose_answer_was_lost_is_the_same_one(now, salon, stripe) -> None:
    stripe.fault("reset_after", "POST /v1/accounts", times=2)

    assert begin(salon).status_code == 503
    assert begin(salon).status_code == 200
    assert len(stripe.objects("account")) == 1


def test_a_fault_that_stripe_keeps_is_over_a_minute_later(time_machine, salon, stripe) -> None:
    stripe.fault("error_500_stored", "POST /v1/accounts")

    assert begin(salon).status_code == 503
    time_machine.shift(timedelta(minutes=1))
    assert begin(salon).status_code == 200
    assert begin(salon).status_code == 200
    assert StripeAccount.objects.count() == 1


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_calls_in_two_minutes_lead_to_the_same_account(salon, stripe) -> None:
    stripe.fault("slow", "POST /v1/accounts", times=2, seconds=0.3)

    race(
        [
            partial(
                stripe_accounts.begin, provider=salon, owner=salon.user, now=NOW + timedelta(minutes=late)
            )
            for late in (0, 1)
        ]
    )

    assert len(stripe.objects("account")) == 2
    links = stripe.calls("POST", "/v1/account_links")
    account_id = StripeAccount.objects.get().account_id
    assert [account_id in call.params for call in links] == [True, True]


@pytest.mark.parametrize(
    ("outcome", "state"), [("complete", "ready"), ("needs_more", "needs_more"), ("later", "begun")]
)
def test_the_page_ends_as_the_provider_chooses(now, salon, outcome, state) -> None:
    response = visit(salon, outcome)

    assert (response.status_code, response.json()) == (200, {"state": state})
    stripes = {"kind": "stripe", "holder": "", "ibanEnd": ""}
    assert seen(salon) == (state, stripes if state == "ready" else None)


def test_who_is_ready_is_paid_there_and_notified_so(now, salon, stripe) -> None:
    visit(salon, "complete")

    account = PayoutAccount.objects.get()
    assert (account.stripe_account_id, account.iban) == (stripe.objects("account")[0]["id"], "")
    change = PayoutAccountChange.objects.get()
    assert (change.holder, change.iban_end) == ("Stripe", account.stripe_account_id[-4:])
    notice = Notification.objects.get(kind="payout_account")
    assert notice.title == "You are paid through Stripe now"
    client_for(salon.user).post(CHECK)
    assert PayoutAccountChange.objects.count() == 1


def test_the_bank_account_stays_until_stripe_is_ready(now, salon) -> None:
    give_account(salon)
    visit(salon, "needs_more")
    assert seen(salon) == ("needs_more", {"kind": "bank", "holder": "Bruno Meier", "ibanEnd": "2957"})

    visit(salon, "complete")

    assert seen(salon)[1]["kind"] == "stripe"
    assert PayoutAccount.objects.get().iban == ""


def test_a_bank_account_ends_the_request(now, salon, stripe) -> None:
    visit(salon, "needs_more")
    give_account(salon)

    stripe.restrict(stripe.objects("account")[0]["id"])
    stripe_accounts.look(provider=salon, now=NOW)

    assert seen(salon) == ("nothing", {"kind": "bank", "holder": "Bruno Meier", "ibanEnd": "2957"})


def test_back_from_the_bank_to_an_account_that_is_ready(now, salon) -> None:
    visit(salon, "complete")
    give_account(salon)
    begin(salon)

    assert seen(salon) == ("ready", {"kind": "stripe", "holder": "", "ibanEnd": ""})


def test_what_waited_for_an_account_goes_there(time_machine, alice, salon, stripe) -> None:
    completed(alice, salon)
    payout = payout_of(salon)
    time_machine.move_to(MONDAY)
    visit(salon, "complete")

    payout.refresh_from_db()
    assert payout.stripe_account_id == stripe.objects("account")[0]["id"]
    assert payout.destination == f"Stripe, {payout.stripe_account_id[-4:]}"


def test_a_payout_keeps_the_account_at_stripe_that_it_was_made_for(time_machine, alice, salon) -> None:
    completed(alice, salon)
    visit(salon, "complete")
    payout = payout_of(salon)

    give_account(salon)

    payout.refresh_from_db()
    assert payout.stripe_account_id.startswith("acct_")
    assert payout.iban == ""


@pytest.mark.django_db(transaction=True)
def test_stripe_reports_what_changed_although_nobody_came_back(now, salon, stripe) -> None:
    begin(salon)
    stripe.restrict(stripe.objects("account")[0]["id"])
    (event,) = stripe.events("account.updated")

    assert report(stripe, event["id"]).status_code == 200
    process_due_events(now=NOW)

    assert StripeEvent.objects.get().processed_at == NOW
    assert seen(salon)[0] == "ready"


@pytest.mark.django_db(transaction=True)
def test_events_of_accounts_need_their_own_secret(settings, now, salon, stripe) -> None:
    begin(salon)
    stripe.restrict(stripe.objects("account")[0]["id"])
    (event,) = stripe.events("account.updated")

    settings.STRIPE_CONNECT_WEBHOOK_SECRET = ""
    assert report(stripe, event["id"]).json()["code"] == "invalid_signature"
    settings.STRIPE_CONNECT_WEBHOOK_SECRET = "whsec_of_somebody_else"
    assert report(stripe, event["id"]).json()["code"] == "invalid_signature"
    assert not StripeEvent.objects.exists()


def test_asks_for_the_password_and_opens_nothing_without(now, salon, stripe) -> None:
    for given, code in (("", "password_required"), ("wrong", "wrong_password")):
        refused = begin(salon, password=given)
        assert (refused.status_code, refused.json()["code"]) == (400, code)

    assert not stripe.objects("account")


def test_offers_it_only_where_it_is_configured(settings, now, salon) -> None:
    settings.STRIPE_CONNECT = False

    assert seen(salon)[0] == "not_offered"
    for path in (BEGIN, CHECK):
        refused = client_for(salon.user).post(path, {"password": PASSWORD})
        assert (refused.status_code, refused.json()["code"]) == (409, "stripe_payouts_off")


def test_who_has_begun_nothing_is_notified_so(now, salon) -> None:
    refused = client_for(salon.user).post(CHECK)

    assert (refused.status_code, refused.json()["code"]) == (409, "no_stripe_account")


@pytest.mark.parametrize(
    "wrong",
    [
        {"holder": "Bruno", "iban": IBAN, "stripe_account_id": "acct_1"},
        {"holder": "", "iban": "", "stripe_account_id": ""},
        {"holder": "Bruno", "iban": "", "stripe_account_id": "acct_1"},
    ],
)
def test_the_database_refuses_two_destinations_and_none(salon, wrong) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        PayoutAccount.objects.create(provider=salon, changed_at=NOW, **wrong)
