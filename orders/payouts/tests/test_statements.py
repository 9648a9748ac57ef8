"""A provider's statement of a month: what stands in it, as a table and a document, and who may ask for it."""

import csv
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from celery import current_app
from django.db import transaction

from accounts.models import Address
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.files import private, remade
from orders import tasks
from orders.documents.tests.reading import tags_of, words_of
from orders.lifecycle.refund_rows import request_refund
from orders.models import Payout
from orders.payouts import paying, statement_files
from orders.payouts.earnings import Statement, StatementLine, statement_of
from orders.payouts.tests.earning import (
    MONDAY,
    NEXT_MONDAY,
    completed,
    give_account,
    payout_of,
)
from orders.privacy.erasing import erase_mentions

pytestmark = pytest.mark.at(NOW)

D = Decimal
NOVEMBER = date(2026, 11, 1)


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
