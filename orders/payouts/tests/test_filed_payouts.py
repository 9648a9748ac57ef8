"""Payouts that stand in a bank file and those that do not: each in a queue of its own."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider
from marketplace.tests.page_forms import sent_by
from orders.models import LedgerEntry, Payout, PayoutAccount
from orders.payouts import bank_file, paying, payout_accounts, weekly_run
from orders.payouts.tests.earning import (
    IBAN,
    MONDAY,
    NEXT_MONDAY,
    OTHER_IBAN,
    WEEK,
    completed,
    give_account,
    payout_of,
)

pytestmark = pytest.mark.at(NOW)

LIST = reverse("admin:orders_payout_changelist")
UNFILED = "It stands in no bank file: mark it only if it was sent another way."


def press(client, button: str, payout: Payout):
    return client.post(LIST, {"action": button, "_selected_action": [str(payout.pk)]}, follow=True)


def queue(client, name: str) -> list[Payout]:
    return list(client.get(LIST, {"queue": name}).context["cl"].result_list)


@pytest.fixture
def filed(settings, time_machine, operator_client, alice, salon) -> Payout:
    settings.PLATFORM_BANK_HOLDER, settings.PLATFORM_BANK_IBAN = "Suuber AG", "CH5604835012345678009"
    completed(alice, salon)
    give_account(salon)
    made = payout_of(salon)
    time_machine.move_to(MONDAY)
    press(operator_client, "make_bank_file", made)
    return made


def said(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def refuse(client, payout: Payout):
    asked = press(client, "mark_refused", payout).text
    return client.post(LIST, sent_by(asked) | {"note": "AC04 account closed"}, follow=True)


def test_what_the_bank_refused_waits_for_another_account_and_comes_with_the_next_file(
    operator_client, salon, filed
) -> None:
    posted = LedgerEntry.objects.count()
    asked = press(operator_client, "mark_refused", filed).text
    assert f"CHF 25.00 to Bruno Meier, {IBAN}, leaves the bank file of Mon 23 Nov, 06:00" in asked

    done = refuse(operator_client, filed)

    assert said(done) == ["CHF 25.00 waits for another account. The provider is asked for one."]
    filed.refresh_from_db()
    assert (filed.status, filed.iban, filed.holder, filed.filed_at) == ("due", "", "", None)
    assert filed.note == "AC04 account closed"
    assert queue(operator_client, "waiting") == [filed]
    asked_for = Notification.objects.filter(user=salon.user, kind__startswith="payout")
    assert asked_for.filter(kind="payout_waits").count() == 1
    assert not asked_for.filter(kind="payout_paid").exists()
    assert LedgerEntry.objects.count() == posted
    logged = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert list(logged)[-1] == "Pressed “Refused by the bank”: AC04 account closed"

    give_account(salon, OTHER_IBAN, now=MONDAY)
    assert queue(operator_client, "due") == [filed]
    file = press(operator_client, "make_bank_file", filed)
    assert OTHER_IBAN.encode() in file.content


def test_an_account_that_its_owner_confirms_is_tried_again(operator_client, salon, filed) -> None:
    refuse(operator_client, filed)

    give_account(salon, now=MONDAY)

    assert queue(operator_client, "due") == [filed]


def test_the_provider_sees_that_their_account_is_refused_until_it_is_confirmed(
    operator_client, salon, filed
) -> None:
    earnings = "/api/provider/earnings"
    refuse(operator_client, filed)

    shown = client_for(salon.user).get(earnings).json()

    assert (shown["account"]["ibanEnd"], shown["accountRefusedAt"]) == (IBAN[-4:], "2026-11-23T05:00:00Z")
    assert shown["payouts"][0]["account"] is None
    give_account(salon, now=MONDAY)
    assert client_for(salon.user).get(earnings).json()["accountRefusedAt"] is None


def test_until_a_refused_account_is_confirmed_later_payouts_wait_too(
    operator_client, alice, salon, filed, time_machine
) -> None:
    refuse(operator_client, filed)
    time_machine.move_to(NOW)
    completed(alice, salon, at=NOW + timedelta(days=7))
    later = payout_of(salon, now=NEXT_MONDAY)

    assert later.iban == ""
    for amount, notice in zip((later, filed), Notification.objects.filter(kind="payout_waits"), strict=True):
        assert notice.title == "Our bank refused your account"
        assert notice.body.startswith(f"CHF {amount.amount:.2f} wait: please enter the account ending in")
        assert f"ending in {IBAN[-4:]} again" in notice.body
    give_account(salon, now=NEXT_MONDAY)
    assert set(queue(operator_client, "due")) == {filed, later}


def test_what_a_bank_refused_of_a_former_account_goes_to_the_present_one(
    operator_client, alice, salon, filed, time_machine
) -> None:
    give_account(salon, OTHER_IBAN, now=MONDAY)

    done = refuse(operator_client, filed)

    end = OTHER_IBAN[-4:]
    assert said(done) == [f"CHF 25.00 goes to the provider's present account now: Bruno Meier, {end}."]
    assert queue(operator_client, "due") == [filed]
    assert OTHER_IBAN.encode() in press(operator_client, "make_bank_file", filed).content
    time_machine.move_to(NOW)
    completed(alice, salon, at=NOW + timedelta(days=7))
    assert payout_of(salon, now=NEXT_MONDAY).iban == OTHER_IBAN
    assert not Notification.objects.filter(kind="payout_waits").exists()


def test_an_account_whose_holder_was_corrected_is_not_the_one_that_was_refused(
    operator_client, salon, filed
) -> None:
    payout_accounts.set_account(
        provider=salon, actor_id=salon.user_id, holder="Bruno Maier", iban=IBAN, now=MONDAY
    )

    refuse(operator_client, filed)

    filed.refresh_from_db()
    assert (filed.holder, filed.iban) == ("Bruno Maier", IBAN)
    assert not Notification.objects.filter(kind="payout_waits").exists()


def test_what_a_bank_refused_of_a_former_account_goes_to_stripe(operator_client, salon, filed) -> None:
    payout_accounts.pay_through_stripe(provider=salon, account_id="acct_1Bruno", now=MONDAY)

    refuse(operator_client, filed)

    filed.refresh_from_db()
    assert (filed.stripe_account_id, filed.iban, filed.holder) == ("acct_1Bruno", "", "")
    assert queue(operator_client, "stripe") == [filed]
    assert not Notification.objects.filter(kind="payout_waits").exists()


def test_a_refused_account_does_not_wait_any_more_once_another_one_is_given(
    operator_client, alice, salon, filed, time_machine
) -> None:
    refuse(operator_client, filed)
    payout_accounts.pay_through_stripe(provider=salon, account_id="acct_1Bruno", now=MONDAY)

    time_machine.move_to(NOW)
    completed(alice, salon, at=NOW + timedelta(days=7))
    later = payout_of(salon, now=NEXT_MONDAY)

    assert set(queue(operator_client, "stripe")) == {filed, later}


def test_what_a_bank_refused_without_an_account_asks_for_one_and_names_none(
    operator_client, salon, filed
) -> None:
    PayoutAccount.objects.all().delete()

    refuse(operator_client, filed)

    notice = Notification.objects.get(kind="payout_waits")
    assert notice.title == "Where may we send your money?"


def test_what_waits_goes_to_stripe_once_the_account_there_is_confirmed(operator_client, salon, filed) -> None:
    PayoutAccount.objects.all().delete()
    refuse(operator_client, filed)
    PayoutAccount.objects.create(provider=salon, stripe_account_id="acct_1Bruno", changed_at=MONDAY)

    payout_accounts.pay_through_stripe(provider=salon, account_id="acct_1Bruno", now=MONDAY)

    assert queue(operator_client, "stripe") == [filed]


def test_what_stands_in_no_file_cannot_be_refused_by_the_bank(operator_client, filed) -> None:
    refuse(operator_client, filed)
    give_account(filed.provider, OTHER_IBAN, now=MONDAY)

    assert said(press(operator_client, "mark_refused", filed)) == [
        "0 done, 1 refused: It stands in no bank file yet."
    ]
    page = operator_client.get(reverse("admin:orders_payout_change", args=[filed.pk])).text
    assert reverse("admin:orders_payout_mark_it_refused", args=[filed.pk]) not in page


def test_a_payout_does_not_leave_a_file_that_was_made_since_the_page_was_shown(
    operator_client, filed, time_machine
) -> None:
    asked = press(operator_client, "mark_refused", filed).text
    time_machine.move_to(MONDAY + timedelta(seconds=10))
    again = press(operator_client, "make_bank_file_again", filed).text
    operator_client.post(LIST, sent_by(again))

    late = operator_client.post(LIST, sent_by(asked) | {"note": "AC04"}, follow=True)

    assert "has changed since this page was shown" in said(late)[0]
    filed.refresh_from_db()
    assert filed.iban == IBAN


def test_what_is_refused_while_its_file_is_marked_as_paid_is_not_paid(
    operator_client, alice, chiara, dora, filed, monkeypatch, time_machine
) -> None:
    late = make_provider(chiara)
    time_machine.move_to(NOW)
    completed(alice, late)
    time_machine.move_to(MONDAY)
    give_account(late)
    weekly_run.make_payout(provider_id=late.pk, week=WEEK, now=MONDAY)
    joined = Payout.objects.get(provider=late)
    rows = [filed, joined]
    press(operator_client, "make_bank_file", joined)
    filing = {"action": "mark_paid", "_selected_action": [str(row.pk) for row in rows]}
    asked = operator_client.post(LIST, filing).text
    mark_paid = paying.mark_paid

    def refused_meanwhile(**given) -> Payout:
        monkeypatch.undo()
        [other] = Payout.objects.exclude(pk=given["payout_id"])
        give_account(other.provider, OTHER_IBAN, now=MONDAY)
        bank_file.refuse(
            actor_id=dora.pk, payout_id=other.pk, filed_at=other.filed_at, note="AC04", now=MONDAY
        )
        return mark_paid(**given)

    monkeypatch.setattr(paying, "mark_paid", refused_meanwhile)
    done = operator_client.post(LIST, sent_by(asked), follow=True)

    assert said(done)[0].startswith("1 done, 1 refused: ")
    assert list(Payout.objects.filter(status="due").values_list("iban", flat=True)) == [OTHER_IBAN]
    assert list(Payout.objects.filter(status="paid").values_list("iban", flat=True)) == [IBAN]


def test_what_was_filed_anew_since_the_page_was_shown_is_not_marked_as_paid(
    operator_client, salon, filed, time_machine
) -> None:
    asked = press(operator_client, "mark_paid", filed).text
    refuse(operator_client, filed)
    give_account(salon, now=MONDAY)
    time_machine.move_to(MONDAY + timedelta(seconds=10))
    press(operator_client, "make_bank_file", filed)

    late = operator_client.post(LIST, sent_by(asked), follow=True)

    assert "has changed since this page was shown" in said(late)[0]


def test_an_account_that_was_refused_before_that_was_recorded_waits_for_its_owner(
    operator_client, alice, salon, filed, chiara, time_machine
) -> None:
    refuse(operator_client, filed)
    give_account(make_provider(chiara))
    PayoutAccount.objects.update(refused_at=None)

    migration = import_module("orders.migrations.0033_accounts_refused_before")
    migration.say_that_they_were_refused(apps, None)

    assert list(PayoutAccount.objects.exclude(refused_at=None)) == [salon.payout_account]
    time_machine.move_to(NOW)
    completed(alice, salon, at=NOW + timedelta(days=7))
    assert payout_of(salon, now=NEXT_MONDAY).iban == ""
    give_account(salon, now=NEXT_MONDAY)
    assert set(queue(operator_client, "waiting")) == set()


def test_what_joins_after_the_file_was_made_is_not_among_what_was_sent(
    settings, time_machine, operator_client, alice, salon, chiara
) -> None:
    settings.PLATFORM_BANK_HOLDER, settings.PLATFORM_BANK_IBAN = "Suuber AG", "CH5604835012345678009"
    late = make_provider(chiara)
    for provider in (salon, late):
        completed(alice, provider)
    give_account(salon)
    sent, joined = payout_of(salon), payout_of(late)
    time_machine.move_to(MONDAY)

    press(operator_client, "make_bank_file", sent)
    give_account(late, now=MONDAY)

    assert (queue(operator_client, "due"), queue(operator_client, "filed")) == ([joined], [sent])
    assert set(queue(operator_client, "open")) == {sent, joined}
    assert UNFILED in press(operator_client, "mark_paid", joined).text
    asked = press(operator_client, "mark_paid", sent).text
    assert UNFILED not in asked
    done = operator_client.post(LIST, sent_by(asked), follow=True)
    assert [str(message) for message in done.context["messages"]] == [
        f"CHF 25.00 to Bruno Meier, {IBAN}. The provider is told."
    ]
    assert (queue(operator_client, "due"), queue(operator_client, "filed")) == ([joined], [])
