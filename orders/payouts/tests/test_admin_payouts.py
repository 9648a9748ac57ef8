"""Payouts in the admin site: listed in queues, paid by a bank file, never edited."""

import csv
from datetime import timedelta
from decimal import Decimal

import pytest
from celery import current_app
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import make_operator, make_provider, make_user
from marketplace.tests.page_forms import sent_by
from marketplace.tests.racing import race
from orders.models import LedgerEntry, Order, Payout, PayoutHold
from orders.payouts import bank_file, holding, paying
from orders.payouts.tests.earning import IBAN, MONDAY, WEEK, completed, dispute, give_account, payout_of
from orders.tasks import make_payouts

pytestmark = pytest.mark.at(NOW)

LIST = reverse("admin:orders_payout_changelist")


@pytest.fixture(autouse=True)
def _our_bank(settings) -> None:
    settings.PLATFORM_BANK_HOLDER, settings.PLATFORM_BANK_IBAN = "Suuber AG", "CH5604835012345678009"


@pytest.fixture
def payout(time_machine, alice, salon) -> Payout:
    completed(alice, salon)
    give_account(salon)
    made = payout_of(salon)
    time_machine.move_to(MONDAY)
    return made


@pytest.fixture
def waiting(payout, alice, chiara) -> Payout:
    """Return a payout of a provider without an account."""
    other = make_provider(chiara)
    return Payout.objects.create(provider=other, week=WEEK, amount=Decimal("1.00"), created_at=NOW)


def press(client, button: str, *payouts: Payout, **sent: str):
    chosen = [str(payout.pk) for payout in payouts]
    return client.post(LIST, {"action": button, "_selected_action": chosen} | sent, follow=True)


def said(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def test_the_file_is_downloaded_logged_and_marks_nothing_as_paid(operator_client, payout) -> None:
    response = press(operator_client, "make_bank_file", payout)

    assert response["Content-Type"] == "application/xml"
    assert response["Content-Disposition"].startswith('attachment; filename="payouts-')
    assert IBAN.encode() in response.content
    payout.refresh_from_db()
    assert payout.status == "due"
    assert LogEntry.objects.get().change_message.startswith("Put into bank file ")


@pytest.mark.breaks_invariants
def test_what_has_no_account_is_left_out_of_the_file(operator_client, payout, waiting) -> None:
    response = press(operator_client, "make_bank_file", payout, waiting)

    assert response.content.count(b"<CdtTrfTxInf>") == 1
    assert said(operator_client.get(LIST)) == [
        "1 left out of the file: The provider has given no bank account yet."
    ]


def test_a_payout_is_in_one_file_and_in_a_second_only_when_asked(operator_client, payout) -> None:
    press(operator_client, "make_bank_file", payout)

    refused = press(operator_client, "make_bank_file", payout)
    assert said(refused) == [
        "1 left out of the file: It stands in the bank file of Mon 23 Nov, 06:00 already."
    ]
    assert "In a bank file" in refused.text
    asked = press(operator_client, "make_bank_file_again", payout).text
    assert "CHF 25.00 to Bruno Meier stands in the bank file of Mon 23 Nov, 06:00." in asked
    again = operator_client.post(LIST, sent_by(asked))

    assert again.content.count(b"<CdtTrfTxInf>") == 1
    assert LogEntry.objects.filter(change_message__startswith="Put into bank file ").count() == 2


def test_what_stands_in_no_file_is_not_filed_again(operator_client, payout) -> None:
    assert said(press(operator_client, "make_bank_file_again", payout)) == [
        "0 done, 1 refused: It stands in no bank file yet."
    ]


@pytest.mark.breaks_invariants
def test_a_whole_page_of_payouts_is_asked_about_and_acted_on(operator_client, payout) -> None:
    weeks = [WEEK - timedelta(weeks=number) for number in range(1, 500)]
    Payout.objects.bulk_create(
        Payout(provider=payout.provider, week=week, amount=1, holder="Bruno", iban=IBAN, created_at=NOW)
        for week in weeks
    )
    Payout.objects.update(filed_at=NOW)

    asked = press(operator_client, "make_bank_file_again", *Payout.objects.all())
    again = operator_client.post(LIST, sent_by(asked.text))

    assert again.status_code == 200
    assert again.content.count(b"<CdtTrfTxInf>") == 500


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_files_at_once_pay_a_payout_once(payout) -> None:
    acts = [lambda: bank_file.put_into_file(payout_ids=[payout.pk], now=MONDAY)] * 4

    filed = race(acts)

    assert sorted(len(one.payouts) for one in filed) == [0, 0, 0, 1], filed


MAKE = reverse("admin:orders_payout_make_week")


def test_the_run_is_started_by_hand_and_says_before_what_it_makes(
    monkeypatch, time_machine, operator_client, alice, salon, django_capture_on_commit_callbacks
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_options: woken.append(name))
    completed(alice, salon)
    give_account(salon)
    time_machine.move_to(MONDAY)
    asked = operator_client.get(MAKE)
    with django_capture_on_commit_callbacks(execute=True):
        response = operator_client.post(MAKE, follow=True)
    make_payouts()

    assert "1 provider is owed something of the week of 16 Nov 2026" in " ".join(asked.text.split())
    assert said(response) == [
        "The payouts of the week of 16 Nov 2026 are being made. They stand here in a moment."
    ]
    assert woken == ["orders.make_payouts"]
    assert Payout.objects.get().provider == salon
    assert "Nobody is owed anything more" in operator_client.get(MAKE).text


def test_a_run_that_is_started_again_makes_nothing_and_says_so(monkeypatch, operator_client, payout) -> None:
    woken: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_options: woken.append(name))

    response = operator_client.post(MAKE, follow=True)
    make_payouts()

    assert said(response) == ["Nothing was made: nobody is owed anything more of the week of 16 Nov 2026."]
    assert (woken, Payout.objects.count()) == ([], 1)
    assert LogEntry.objects.get().change_message == (
        "Pressed “Make last week's payouts” for the week of 16.11.2026, refused (nobody_owed)."
    )


def test_a_run_that_is_over_makes_what_was_held_back_meanwhile(
    time_machine, operator_client, alice, salon, dora
) -> None:
    order = completed(alice, salon)
    give_account(salon)
    holding.hold(order=order, actor_id=dora.pk, reason="A shirt is missing", now=NOW)
    time_machine.move_to(MONDAY)
    make_payouts()
    holding.release(order=order)
    assert "1 provider is owed something" in " ".join(operator_client.get(MAKE).text.split())

    operator_client.post(MAKE)
    make_payouts()

    assert Payout.objects.get().amount == Decimal("25.00")
    assert "Nobody is owed anything more" in operator_client.get(MAKE).text


def test_a_payout_is_paid_and_comes_back_on_its_own_page(operator_client, payout) -> None:
    own_page = reverse("admin:orders_payout_change", args=[payout.pk])

    def button(name: str) -> str:
        return reverse(f"admin:orders_payout_{name}", args=[payout.pk])

    shown = operator_client.get(own_page).text
    assert button("mark_it_paid") in shown
    assert button("mark_it_failed") not in shown
    asked = operator_client.get(button("mark_it_paid")).text
    assert f"CHF 25.00 to Bruno Meier, {IBAN}. The provider is told." in asked
    assert f'href="{own_page}"' in asked

    operator_client.post(button("mark_it_paid"), {"confirmed": "yes", "reference": "UBS 1"})
    payout.refresh_from_db()
    assert (payout.status, payout.reference) == ("paid", "UBS 1")
    assert button("mark_it_failed") in operator_client.get(own_page).text

    operator_client.post(button("mark_it_failed"), {"confirmed": "yes", "note": "Account closed"})
    payout.refresh_from_db()
    assert (payout.status, payout.note) == ("failed", "Account closed")
    logged = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert list(logged) == ["Pressed “Mark as paid”.", "Pressed “Returned by the bank”: Account closed"]


def test_what_is_marked_as_paid_twice_is_refused_and_written_down(operator_client, payout) -> None:
    sent = {"confirmed": "yes", "reference": "UBS 1"}
    press(operator_client, "mark_paid", payout, **sent)

    assert said(press(operator_client, "mark_paid", payout, **sent)) == [
        "0 done, 1 refused: Only what is due can be paid."
    ]
    logged = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert list(logged) == ["Pressed “Mark as paid”.", "Pressed “Mark as paid”, refused (payout_not_due)."]


def test_no_file_without_our_own_account(settings, operator_client, payout) -> None:
    settings.PLATFORM_BANK_IBAN = ""

    assert said(press(operator_client, "make_bank_file", payout))[0].startswith("Set PLATFORM_BANK_HOLDER")


@pytest.mark.breaks_invariants
def test_marks_as_paid_after_showing_what_that_means(operator_client, payout, waiting) -> None:
    shown = press(operator_client, "mark_paid", payout, waiting)
    assert f"CHF 25.00 to Bruno Meier, {IBAN}. The provider is told." in shown.content.decode()
    assert Payout.objects.filter(status="paid").count() == 0

    response = press(operator_client, "mark_paid", payout, waiting, confirmed="yes", reference="E-2026-11")

    assert said(response) == ["1 done, 1 refused: The provider has given no bank account yet."]
    payout.refresh_from_db()
    assert (payout.status, payout.paid_at, payout.reference) == ("paid", MONDAY, "E-2026-11")
    assert payout.paid_by.email == "dora@example.org"
    assert LogEntry.objects.count() == 2  # the successful and the rejected action


def test_what_the_bank_returned_is_owed_again(operator_client, payout) -> None:
    press(operator_client, "mark_paid", payout, confirmed="yes", reference="")

    assert (
        "Please say why."
        in press(operator_client, "mark_failed", payout, confirmed="yes", note="").content.decode()
    )
    response = press(operator_client, "mark_failed", payout, confirmed="yes", note="Account closed")

    assert said(response) == [
        "CHF 25.00 are owed again, and come with the next payout. The provider is told."
    ]
    payout.refresh_from_db()
    assert (payout.status, payout.note) == ("failed", "Account closed")
    assert said(press(operator_client, "mark_failed", payout, confirmed="yes", note="Again"))[0].startswith(
        "0 done"
    )


def test_exports_a_table_without_formulas(operator_client, payout) -> None:
    Payout.objects.filter(pk=payout.pk).update(holder='=HYPERLINK("x")')

    response = operator_client.get(f"{LIST}export/csv/")
    head, row = csv.reader(response.content.decode("utf-8-sig").splitlines())

    assert dict(zip(head, row, strict=True)) == {
        "Week of": "2026-11-16",
        "Provider": str(payout.provider),
        "Amount": "25.00",
        "Status": "To be paid",
        "Account": dict(zip(head, row, strict=True))["Account"],
        "Paid": "",
        "Reference": "",
        "Id": str(payout.pk),
        "Account holder": '\'=HYPERLINK("x")',
        "IBAN": IBAN,
        "Account at Stripe": "",
    }


def test_a_payout_stands_in_its_providers_timeline_by_its_week(operator_client, payout) -> None:
    shown = operator_client.get(reverse("admin:providers_provider_timeline", args=[payout.provider_id])).text

    assert "CHF 25.00 for the week of 16 Nov 2026: to be paid" in shown


@pytest.mark.breaks_invariants
def test_the_queues_say_how_many_wait(operator_client, payout, waiting) -> None:
    page = operator_client.get(LIST).content.decode()

    for queue in (
        "To be paid (1)",
        "In a bank file (0)",
        "Waiting for an account (1)",
        "Returned by the bank (0)",
        "Paid (0)",
    ):
        assert queue in page
    found = operator_client.get(LIST, {"queue": "waiting"}).context["cl"].result_list
    assert list(found) == [waiting]


def test_a_payout_leads_to_its_orders(operator_client, payout) -> None:
    page = operator_client.get(reverse("admin:orders_payout_change", args=[payout.pk])).content.decode()

    order = payout.lines.get().entry.order
    assert reverse("admin:orders_order_change", args=[order.pk]) in page
    assert IBAN in page


@pytest.mark.breaks_invariants
def test_a_list_of_a_hundred_takes_few_queries(operator_client, alice) -> None:
    for number in range(100):
        provider = make_provider(make_user(f"p{number}"))
        Payout.objects.create(provider=provider, week=WEEK, amount=Decimal("1.00"), created_at=NOW)

    with CaptureQueriesContext(connection) as queries:
        response = operator_client.get(LIST)

    assert len(response.context["cl"].result_list) == 100
    assert len(queries) <= 15


def test_finds_payouts_by_their_provider(operator_client, payout) -> None:
    assert list(operator_client.get(LIST, {"q": "bruno"}).context["cl"].result_list) == [payout]
    assert not operator_client.get(LIST, {"q": "nobody"}).context["cl"].result_list


@pytest.mark.parametrize(("group", "sees"), [("finance", True), ("support", False), ("operations", False)])
def test_only_finance_sees_and_pays_payouts(payout, group, sees) -> None:
    client = Client()
    client.force_login(make_operator("fina", group))

    assert client.get(LIST).status_code == (200 if sees else 403)
    press(client, "mark_paid", payout, confirmed="yes", reference="")
    payout.refresh_from_db()
    assert payout.status == ("paid" if sees else "due")


def test_what_came_back_is_held_back_as_a_whole(operator_client, payout, dora) -> None:
    order = payout.lines.get().entry.order
    page = reverse("admin:orders_order_hold_money", args=[order.pk])
    paying.mark_paid(payout_id=payout.pk, actor_id=dora.pk, now=MONDAY)
    assert "goes out all the same" in operator_client.get(page).text

    paying.mark_failed(payout_id=payout.pk, note="Closed", now=MONDAY)

    assert "goes out all the same" not in operator_client.get(page).text


def test_before_money_is_let_go_the_page_says_when_it_comes(
    operator_client, alice, salon, dora, time_machine
) -> None:
    taken, contested, waiting = (completed(alice, salon) for _ in range(3))
    dispute(contested)
    give_account(salon)
    holding.hold(order=waiting, actor_id=dora.pk, reason="A sock is missing", now=NOW)
    payout_of(salon)
    time_machine.move_to(MONDAY)
    for order in (taken, contested):
        holding.hold(order=order, actor_id=dora.pk, reason="A sock is missing", now=MONDAY)

    def said(order: Order) -> str:
        return operator_client.get(reverse("admin:orders_order_release_money", args=[order.pk])).text

    assert "paid for this order with the next weekly payout." in said(waiting)
    assert "once no damage claim or dispute about it is open." in said(contested)
    assert "Nothing of this order waits for a payout" in said(taken)


def test_support_holds_money_back_and_lets_it_go(now, alice, salon) -> None:
    order = completed(alice, salon)
    client = Client()
    client.force_login(make_operator("emma", "support"))
    page = reverse("admin:orders_order_change", args=[order.pk])
    assert "Hold money back" in client.get(page).content.decode()

    hold = reverse("admin:orders_order_hold_money", args=[order.pk])
    assert "Please say why." in client.post(hold, {"confirmed": "yes", "note": ""}).content.decode()
    client.post(hold, {"confirmed": "yes", "note": "A sock is missing"})

    assert PayoutHold.objects.get().reason == "A sock is missing"
    assert "Let money go" in client.get(page).content.decode()
    client.post(reverse("admin:orders_order_release_money", args=[order.pk]))
    assert not PayoutHold.objects.exists()
    assert LedgerEntry.objects.filter(order=order).exists()
