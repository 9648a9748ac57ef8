"""A provider sees what is due, what is held back and why, what was paid, and every month."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import FailedSignIn
from conftest import PASSWORD, client_for, make_provider
from conftest import WEDNESDAY as NOW
from marketplace.http.models import IdempotencyRecord
from orders.lifecycle.refund_rows import request_refund
from orders.models import PayoutAccount
from orders.payouts import holding, paying
from orders.payouts.tests.earning import (
    IBAN,
    MONDAY,
    NEXT_MONDAY,
    completed,
    dispute,
    give_account,
    payout_of,
)
from orders.tests.claims import report
from providers.models import Provider

pytestmark = pytest.mark.at(NOW)

D = Decimal
PATH = "/api/provider/earnings"
NOVEMBER = date(2026, 11, 1)


def seen(provider) -> dict:
    response = client_for(provider.user).get(PATH)
    assert response.status_code == 200, response.json()
    return response.json()


def test_begins_with_nothing(now, salon) -> None:
    assert seen(salon) == {
        "due": "0.00",
        "nextPayoutOn": "2026-11-23",
        "held": "0.00",
        "heldOrders": [],
        "balance": "0.00",
        "account": None,
        "accountRefusedAt": None,
        "stripe": "not_offered",
        "hasPassword": True,
        "payouts": [],
        "months": [],
    }


def test_shows_what_the_next_payout_brings_and_what_is_held_back(now, alice, salon, dora) -> None:
    give_account(salon)
    _, contested, looked_into, damaged = (completed(alice, salon) for _ in range(4))
    dispute(contested)
    for order in (looked_into, damaged):
        holding.hold(order=order, actor_id=dora.pk, reason="A sock is missing", now=NOW)
    assert report(alice, damaged).status_code == 201

    shown = seen(salon)

    assert (shown["due"], shown["held"], shown["balance"]) == ("25.00", "75.00", "100.00")
    held = {
        one["orderId"]: (one["customerName"], one["amount"], one["reason"]) for one in shown["heldOrders"]
    }
    assert held == {
        str(contested.pk): ("Alice", "25.00", "dispute"),
        str(looked_into.pk): ("Alice", "25.00", "support"),
        str(damaged.pk): ("Alice", "25.00", "claim"),
    }
    assert shown["account"] == {"kind": "bank", "holder": "Bruno Meier", "ibanEnd": "2957"}
    assert shown["months"] == [{"month": "2026-11", "earned": "100.00", "orders": 4, "feeInvoice": None}]
    assert payout_of(salon).amount == D(shown["due"])


def test_shows_payouts_and_what_came_back(time_machine, alice, salon, dora) -> None:
    give_account(salon)
    completed(alice, salon)
    payout = payout_of(salon)
    time_machine.move_to(MONDAY)
    waiting = seen(salon)
    paying.mark_paid(payout_id=payout.pk, actor_id=dora.pk, reference="E-1", now=MONDAY)
    paid = seen(salon)
    paying.mark_failed(payout_id=payout.pk, note="Closed", now=MONDAY)
    returned = seen(salon)

    assert (waiting["due"], waiting["balance"], waiting["payouts"][0]["status"]) == ("0.00", "25.00", "due")
    assert paid["balance"] == "0.00"
    assert paid["payouts"] == [
        {
            "id": str(payout.pk),
            "week": "2026-11-16",
            "amount": "25.00",
            "status": "paid",
            "paidAt": "2026-11-23T05:00:00Z",
            "reference": "E-1",
            "comesAgain": False,
            "account": waiting["account"],
        }
    ]
    assert (returned["due"], returned["payouts"][0]["status"]) == ("25.00", "failed")
    assert returned["payouts"][0]["comesAgain"]
    assert returned["months"] == [{"month": "2026-11", "earned": "25.00", "orders": 1, "feeInvoice": None}]


def test_what_came_back_comes_again_until_a_later_payout_has_taken_it(
    time_machine, alice, salon, dora
) -> None:
    give_account(salon)
    completed(alice, salon)
    payout = payout_of(salon)
    time_machine.move_to(MONDAY)
    paying.mark_paid(payout_id=payout.pk, actor_id=dora.pk, reference="E-1", now=MONDAY)
    paying.mark_failed(payout_id=payout.pk, note="Closed", now=MONDAY)

    time_machine.move_to(NEXT_MONDAY)
    payout_of(salon, now=NEXT_MONDAY)

    assert [(one["status"], one["comesAgain"]) for one in seen(salon)["payouts"]] == [
        ("due", False),
        ("failed", False),
    ]


def test_months_are_those_of_two_years(time_machine, alice, salon) -> None:
    december = datetime(2028, 12, 15, 12, 0, tzinfo=UTC)
    # The last of November 2026, 23:59 in Zurich, and the first of December, 00:00.
    for at in (
        NOW,
        datetime(2026, 11, 30, 22, 59, tzinfo=UTC),
        datetime(2026, 11, 30, 23, 0, tzinfo=UTC),
        datetime(2028, 10, 31, 23, 30, tzinfo=UTC),
        december,
    ):
        completed(alice, salon, at=at)

    time_machine.move_to(december - timedelta(days=31))
    two_years = [month["month"] for month in seen(salon)["months"]]
    time_machine.move_to(december)
    a_month_later = [month["month"] for month in seen(salon)["months"]]

    assert two_years == ["2028-11", "2026-12"]
    assert a_month_later == ["2028-12", "2028-11"]


def test_what_is_owed_back_is_shown_below_zero(time_machine, alice, salon, dora) -> None:
    give_account(salon)
    order = completed(alice, salon)
    paying.mark_paid(payout_id=payout_of(salon).pk, actor_id=dora.pk, now=MONDAY)
    order.refresh_from_db()
    request_refund(order=order, amount=D("10.00"), reason="damage", now=MONDAY)
    time_machine.move_to(MONDAY)

    assert (seen(salon)["due"], seen(salon)["balance"]) == ("-10.00", "-10.00")


def test_asks_the_same_number_of_questions_however_much_was_earned(now, alice, salon) -> None:
    counts, client = [], client_for(salon.user)
    for _ in range(2):
        for _ in range(3):
            completed(alice, salon)
        with CaptureQueriesContext(connection) as queries:
            client.get(PATH)
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 12


def set_account(provider, **body):
    return client_for(provider.user).put("/api/provider/payout-account", {"password": PASSWORD} | body)


def test_a_provider_says_where_to_be_paid_and_sees_the_end_of_it(now, salon) -> None:
    response = set_account(salon, holder=" Bruno  Meier ", iban="CH93 0076 2011 6238 5295 7")

    assert (response.status_code, response.json()) == (
        200,
        {"kind": "bank", "holder": "Bruno Meier", "ibanEnd": "2957"},
    )
    assert salon.payout_account.iban == IBAN
    assert IBAN not in client_for(salon.user).get(PATH).content.decode()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"holder": "", "iban": IBAN}, "holder"),
        ({"holder": "Bruno", "iban": "CH00"}, "iban"),
        ({"holder": "Bruno", "iban": "CH44 3199 9123 0008 8901 2"}, "iban"),
        ({"holder": "Bruno"}, "iban"),
    ],
)
def test_a_wrong_account_is_refused_at_its_field(now, salon, body, field) -> None:
    response = set_account(salon, **body)

    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert list(response.json()["fields"]) == [field]


def test_the_account_needs_the_password_of_its_owner(now, salon) -> None:
    body = {"holder": "Mallory", "iban": IBAN}

    for given, code in (({"password": ""}, "password_required"), ({"password": "wrong"}, "wrong_password")):
        refused = set_account(salon, **body, **given)
        assert (refused.status_code, refused.json()["code"]) == (400, code)
        assert list(refused.json()["fields"]) == ["password"]

    assert not PayoutAccount.objects.exists()
    assert FailedSignIn.objects.count() == 1


def test_wrong_passwords_are_counted_like_failed_sign_ins(now, salon) -> None:
    body = {"holder": "Mallory", "iban": IBAN}
    differences = [set_account(salon, **body, password=f"guess-{number}").status_code for number in range(6)]

    assert differences == [400] * 5 + [429]
    right = set_account(salon, **body)
    assert (right.status_code, right.json()["code"]) == (429, "throttled")
    assert not PayoutAccount.objects.exists()


def test_what_is_kept_of_the_call_holds_no_digest_of_the_password(now, salon) -> None:
    body = {"holder": "Bruno Meier", "iban": IBAN, "password": PASSWORD}
    headers = {"Idempotency-Key": "7f9c0d5e-0001"}

    response = client_for(salon.user).put("/api/provider/payout-account", body, headers=headers)

    assert response.status_code == 200
    assert not IdempotencyRecord.objects.exists()


@pytest.fixture
def without_password(salon) -> Provider:
    """Return a provider who signs in by Google only."""
    salon.user.set_unusable_password()
    salon.user.save(update_fields=["password"])
    return salon


@pytest.mark.parametrize(
    ("minutes", "status"), [(None, 403), (0, 200), (9, 200), (10, 403), (-1, 403), (1_000, 403)]
)
def test_an_account_without_a_password_must_have_signed_in_just_now(
    now, without_password, minutes, status
) -> None:
    client = client_for(without_password.user)
    if minutes is not None:
        session = client.session
        session["signed_in_elsewhere_at"] = (NOW - timedelta(minutes=minutes)).isoformat()
        session.save()

    response = client.put("/api/provider/payout-account", {"holder": "Bruno", "iban": IBAN})

    assert response.status_code == status
    assert client.get(PATH).json()["hasPassword"] is False
    if status == 403:
        assert response.json()["code"] == "recent_sign_in_required"


def test_another_provider_sees_nothing_of_it(now, alice, salon, chiara) -> None:
    completed(alice, salon)
    other = make_provider(chiara)

    assert seen(other)["balance"] == "0.00"
