"""Payout accounts: validated, and every change is logged and notified."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import Notification
from accounts.tests.mailed_links import letters, token_in
from conftest import PASSWORD, client_for
from conftest import WEDNESDAY as NOW
from marketplace.errors import Invalid
from marketplace.jobs.models import OutboxMessage
from orders.models import PayoutAccount, PayoutAccountChange, StripeAccount
from orders.payouts import payout_accounts
from orders.payouts.tests.earning import IBAN, OTHER_IBAN, completed, give_account, payout_of

pytestmark = pytest.mark.at(NOW)


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("CH93 0076 2011 6238 5295 7", IBAN),
        ("ch9300762011623852957", IBAN),
        ("LI21 0881 0000 2324 013A A", OTHER_IBAN),
    ],
)
def test_takes_an_iban_as_people_write_it(given, stored) -> None:
    assert payout_accounts.clean_iban(given) == stored


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "Please enter your IBAN."),
        ("DE89370400440532013000", "begins with CH or LI"),
        ("CH93 0076 2011 6238 5295", "21 characters"),
        ("CH9300762011623852958", "typing error"),
        ("CH44 3199 9123 0008 8901 2", "QR-IBAN"),
        ("CH93007620116238529?7", "not an IBAN"),
        ("CH\x0000762011623852957", "IBAN"),
    ],
)
def test_refuses_an_iban_and_says_why(given, why) -> None:
    with pytest.raises(Invalid) as refused:
        payout_accounts.clean_iban(given)

    assert why in refused.value.message
    assert refused.value.fields == {"iban": [refused.value.message]}


@pytest.mark.parametrize("holder", ["", "   ", "x" * 71])
def test_refuses_a_holder_that_no_bank_takes(holder) -> None:
    with pytest.raises(Invalid) as refused:
        payout_accounts.clean_holder(holder)

    assert list(refused.value.fields) == ["holder"]


def test_a_change_is_kept_and_notified_by_email(now, salon) -> None:
    give_account(salon)
    give_account(salon)  # nothing has changed
    give_account(salon, OTHER_IBAN)

    changes = PayoutAccountChange.objects.order_by("pk").values_list("iban_end", flat=True)
    assert list(changes) == ["2957", "13AA"]
    assert PayoutAccount.objects.get().iban == OTHER_IBAN
    notices = Notification.objects.filter(user=salon.user, kind="payout_account")
    assert sorted(notice.body[:40] for notice in notices) == [
        "We pay you to the account ending in 13AA",
        "We pay you to the account ending in 2957",
    ]
    assert (
        OutboxMessage.objects.filter(topic="email", payload__key__startswith="payout_account:").count() == 2
    )


def test_a_payout_keeps_the_account_that_it_was_made_for(now, alice, salon) -> None:
    completed(alice, salon)
    give_account(salon)
    payout = payout_of(salon)

    give_account(salon, OTHER_IBAN)

    payout.refresh_from_db()
    assert payout.iban == IBAN
    shown = client_for(salon.user).get("/api/provider/earnings").json()
    assert shown["account"]["ibanEnd"] == OTHER_IBAN[-4:]
    assert [one["account"]["ibanEnd"] for one in shown["payouts"]] == [IBAN[-4:]]


@pytest.mark.parametrize(
    "statement",
    ["UPDATE orders_payoutaccountchange SET iban_end = '0000'", "DELETE FROM orders_payoutaccountchange"],
)
def test_the_database_refuses_to_forget_a_change(salon, statement) -> None:
    give_account(salon)

    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_the_database_refuses_an_account_abroad(salon) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        PayoutAccount.objects.create(
            provider=salon, holder="Bruno", iban="DE8937040044053201300", changed_at=NOW
        )


@pytest.mark.usefixtures("now")
def test_an_account_that_a_thief_has_entered_goes_with_the_way_back(alice, bruno, salon) -> None:
    completed(alice, salon)
    thief = client_for(bruno)
    assert (
        thief.post("/api/profile/email", {"email": "thief@example.net", "password": PASSWORD}).status_code
        == 200
    )
    (token,) = (token_in(letter) for letter in letters(at=NOW) if letter.to == ["bruno@example.org"])
    give_account(salon)
    payout = payout_of(salon)

    body = {"token": token, "password": "quiet-alpine-river"}
    owner = client_for()
    assert owner.post("/api/auth/email-change/take-back", body).status_code == 200

    assert owner.get("/api/provider/earnings").json()["account"] is None
    payout.refresh_from_db()
    assert (payout.status, payout.iban, payout.holder) == ("due", "", "")
    notices = Notification.objects.filter(user=bruno, kind="payout_account").values_list("title", flat=True)
    assert "Your payout account was removed" in notices
    body = {"holder": "Bruno Meier", "iban": OTHER_IBAN, "password": "quiet-alpine-river"}
    assert owner.put("/api/provider/payout-account", body).status_code == 200
    payout.refresh_from_db()
    assert payout.iban == OTHER_IBAN


@pytest.mark.usefixtures("now")
def test_an_account_of_before_stays_with_the_way_back(bruno, salon) -> None:
    give_account(salon, now=NOW - timedelta(days=2))
    assert (
        client_for(bruno)
        .post("/api/profile/email", {"email": "x@example.net", "password": PASSWORD})
        .status_code
        == 200
    )
    (token,) = (token_in(letter) for letter in letters(at=NOW) if letter.to == ["bruno@example.org"])
    owner = client_for()

    owner.post("/api/auth/email-change/take-back", {"token": token, "password": "quiet-alpine-river"})

    assert owner.get("/api/provider/earnings").json()["account"]["ibanEnd"] == IBAN[-4:]


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize(("paid_there", "left"), [("acct_own", 1), ("acct_before", 0)])
def test_an_account_at_stripe_goes_unless_it_was_paid_to_before(bruno, salon, paid_there, left) -> None:
    before = NOW - timedelta(days=2)
    payout_accounts.pay_through_stripe(provider=salon, account_id=paid_there, now=before)
    # Begun, or reported on, within the last day.
    StripeAccount.objects.create(provider=salon, account_id="acct_own", state="needs_more", changed_at=NOW)

    payout_accounts.account_given_back(user_id=bruno.pk, since=NOW - timedelta(days=1), now=NOW)

    assert StripeAccount.objects.count() == left
    assert PayoutAccount.objects.get().stripe_account_id == paid_there
