"""Payouts that stand in a bank file and those that do not: each in a queue of its own."""

import pytest
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import make_provider
from marketplace.tests.page_forms import sent_by
from orders.models import Payout
from orders.payouts.tests.earning import IBAN, MONDAY, completed, give_account, payout_of

pytestmark = pytest.mark.at(NOW)

LIST = reverse("admin:orders_payout_changelist")
UNFILED = "It stands in no bank file: mark it only if it was sent another way."


def press(client, button: str, payout: Payout):
    return client.post(LIST, {"action": button, "_selected_action": [str(payout.pk)]}, follow=True)


def queue(client, name: str) -> list[Payout]:
    return list(client.get(LIST, {"queue": name}).context["cl"].result_list)


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
