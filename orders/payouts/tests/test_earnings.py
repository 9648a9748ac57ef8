"""A provider sees what is due, what is held back and why, what was paid, and every month."""

import csv
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from celery import current_app
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Address, FailedSignIn
from conftest import PASSWORD, client_for, make_provider
from conftest import WEDNESDAY as NOW
from marketplace.files import private, remade
from marketplace.http.models import IdempotencyRecord
from orders import tasks
from orders.documents.tests.reading import tags_of, words_of
from orders.lifecycle.refund_rows import request_refund
from orders.models import Payout, PayoutAccount
from orders.payouts import holding, paying, statement_files
from orders.payouts.earnings import Statement, StatementLine, statement_of
from orders.payouts.tests.earning import (
    IBAN,
    MONDAY,
    NEXT_MONDAY,
    completed,
    dispute,
    give_account,
    payout_of,
)
from orders.privacy.erasing import erase_mentions
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
        }
    ]
    assert (returned["due"], returned["payouts"][0]["status"]) == ("25.00", "failed")
    assert returned["months"] == [{"month": "2026-11", "earned": "25.00", "orders": 1, "feeInvoice": None}]


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


# --- Statements ---------------------------------------------------------------------------------------------


@pytest.fixture
def lived(time_machine, alice, salon, dora):
    """Return bruno after a paid week, a refund after it, and another order."""
    give_account(salon)
    first = completed(alice, salon)
    paying.mark_paid(payout_id=payout_of(salon).pk, actor_id=dora.pk, reference="E-1", now=MONDAY)
    first.refresh_from_db()
    request_refund(order=first, amount=D("10.00"), reason="damage", now=MONDAY + timedelta(hours=2))
    completed(alice, salon, at=MONDAY + timedelta(days=1))
    time_machine.move_to(NEXT_MONDAY + timedelta(days=3))
    Address.objects.create(
        user=salon.user, street="Langstrasse 2", city="Zürich", postal_code="8004", is_default=True
    )
    return salon


def test_a_statement_adds_up(lived) -> None:
    november = statement_of(lived, first=NOVEMBER)

    assert [(line.what, line.customer, line.paid, line.fee, line.amount) for line in november.lines] == [
        ("Standard wash and fold", "Alice", D("27.50"), D("2.50"), D("25.00")),
        ("Refund: Standard wash and fold", "Alice", D("-10.00"), D("0.00"), D("-10.00")),
        ("Standard wash and fold", "Alice", D("27.50"), D("2.50"), D("25.00")),
    ]
    assert (november.opening, november.amount, november.paid_out, november.closing) == (
        *(D("0.00"), D("40.00"), D("25.00")),
        D("15.00"),
    )
    december = statement_of(lived, first=date(2026, 12, 1))
    assert (december.opening, december.closing, december.lines) == (D("15.00"), D("15.00"), [])


def test_what_the_bank_returned_stands_in_the_statement(lived) -> None:
    payout = Payout.objects.get()
    paying.mark_failed(payout_id=payout.pk, note="Closed", now=MONDAY + timedelta(days=2))

    november = statement_of(lived, first=NOVEMBER)

    assert [one.amount for one in november.payouts] == [D("25.00"), D("-25.00")]
    assert november.closing == D("40.00")
    assert len(november.lines) == 3


def test_a_month_begins_at_midnight_in_zurich(now, alice, salon) -> None:
    completed(alice, salon, at=datetime(2026, 11, 30, 22, 59, tzinfo=UTC))
    completed(alice, salon, at=datetime(2026, 11, 30, 23, 0, tzinfo=UTC))

    months = [len(statement_of(salon, first=date(2026, month, 1)).lines) for month in (11, 12)]

    assert months == [1, 1]


def test_a_statement_as_a_table(lived) -> None:
    response = client_for(lived.user).get("/api/provider/statements/2026-11.csv")

    rows = list(csv.reader(response.content.decode("utf-8-sig").splitlines()))
    assert response["Content-Disposition"] == 'attachment; filename="statement-2026-11.csv"'
    assert response["Cache-Control"] == "no-store"
    assert rows[0][0] == "Date"
    assert rows[-1] == ["Total", "", "", "", "45.00", "5.00", "40.00", "25.00"]
    assert len(rows) == 6


def test_a_statement_as_a_document(lived) -> None:
    client, path = client_for(lived.user), "/api/provider/statements/2026-11.pdf"
    asked = client.get(path)
    assert (asked.status_code, asked["Retry-After"], asked.json()["code"]) == (202, "5", "document_not_ready")
    assert tasks.make_statement(str(lived.pk), "2026-11-01", "en")
    assert not tasks.make_statement(str(lived.pk), "2026-11-01", "en")

    response = client.get(path)

    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")
    assert "Page 1 of 1" in words_of(response.content)
    assert "/Table" in tags_of(response.content)


def test_a_statement_is_made_again_once_something_has_changed(lived, alice) -> None:
    client, path = client_for(lived.user), "/api/provider/statements/2026-11.pdf"
    tasks.make_statement(str(lived.pk), "2026-11-01", "en")
    first = client.get(path).content
    assert client.get(path, headers={"Accept-Language": "de"}).status_code == 202

    alice.first_name = "Alicia"
    alice.save()

    assert client.get(path).status_code == 202
    tasks.make_statement(str(lived.pk), "2026-11-01", "en")
    assert words_of(client.get(path).content) != words_of(first)


@pytest.fixture
def started(monkeypatch):
    """Return the tasks that are sent from now on, with their options."""
    sent = []
    monkeypatch.setattr(current_app, "send_task", lambda *task, **options: sent.append((task, options)))
    return sent


def test_asking_for_a_statement_starts_the_worker_once_a_minute(lived, started) -> None:
    client, path = client_for(lived.user), "/api/provider/statements/2026-11.pdf"

    assert [client.get(path).status_code for _ in range(3)] == [202, 202, 202]

    task = {"args": (str(lived.pk), "2026-11-01", "en"), "retry": False, "expires": 60}
    assert started == [(("orders.make_statement",), task)]
    client.get(path, headers={"Accept-Language": "de"})
    assert [options["args"][2] for _, options in started] == ["en", "de"]


@pytest.mark.parametrize("status", ["draft", "submitted", "changes", "rejected"])
@pytest.mark.parametrize("kind", ["pdf", "csv"])
def test_applicants_have_no_statements(now, salon, started, status, kind) -> None:
    type(salon).objects.update(status=status)

    response = client_for(salon.user).get(f"/api/provider/statements/2026-11.{kind}")

    assert (response.status_code, response.json()["code"], started) == (403, "permission_denied", [])


def test_a_broker_that_is_down_costs_nothing_but_time(lived, monkeypatch, caplog) -> None:
    def refuse(*_task: object, **_options: object) -> None:
        raise OSError

    monkeypatch.setattr(current_app, "send_task", refuse)

    response = client_for(lived.user).get("/api/provider/statements/2026-11.pdf")

    assert response.status_code == 202
    assert "A statement could not be asked for" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_statement_goes_with_whoever_it_names(lived, alice) -> None:
    tasks.make_statement(str(lived.pk), "2026-11-01", "en")
    assert [name for name in private.names_in(remade.FOLDER) if str(lived.pk) in name]

    with transaction.atomic():
        erase_mentions(user_id=alice.pk, now=NOW)

    assert not [name for name in private.names_in(remade.FOLDER) if str(lived.pk) in name]


def long_statement(salon, count: int) -> Statement:
    line = StatementLine(
        NOVEMBER, "1234abcd", "Nguyễn-Łukaszewiczówna the Third", "Refund: Premium <b>", D(1), D(0), D(1)
    )
    return Statement(salon, ["Straße 1", "8001 Zürich"], NOVEMBER, [line] * count, [], D(0))


def test_a_long_statement_has_pages_and_letters_of_all_languages(salon) -> None:
    salon.business_name = "Wäscherei Ő 北京 <i>"

    text = words_of(statement_files.as_pdf(long_statement(salon, 120), now=NOW))

    assert "Wäscherei Ő 北京 <i>" in text
    assert text.count("Nguyễn- Łukaszewiczówna the Third") == 120
    assert "Page 8 of 8" in text


@pytest.mark.parametrize(
    "month", ["2000-01", "2026-10", "2026-12", "2026-13", "2026-1", "26-11", "nonsense", "2026-11-01"]
)
@pytest.mark.parametrize("kind", ["pdf", "csv"])
def test_a_month_without_the_provider_is_not_found(now, salon, month, kind) -> None:
    response = client_for(salon.user).get(f"/api/provider/statements/{month}.{kind}")

    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_another_provider_sees_nothing_of_it(now, alice, salon, chiara) -> None:
    completed(alice, salon)
    other = make_provider(chiara)

    assert seen(other)["balance"] == "0.00"
