"""The admin action that pays payouts through Stripe."""

import pytest
from django.test import Client
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import make_operator
from orders.models import Payout

pytestmark = pytest.mark.at(NOW)

LIST = reverse("admin:orders_payout_changelist")


def press(client, *payouts: Payout, **sent: str):
    chosen = [str(payout.pk) for payout in payouts]
    return client.post(LIST, {"action": "pay_through_stripe", "_selected_action": chosen} | sent, follow=True)


def said(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def test_shows_what_pressing_means_and_then_pays(operator_client, payout, stripe, at_stripe) -> None:
    shown = press(operator_client, payout)
    assert f"CHF 25.00 of our balance at Stripe to {at_stripe}, at once." in shown.content.decode()
    assert not stripe.objects("transfer")

    response = press(operator_client, payout, confirmed="yes")

    (transfer,) = stripe.objects("transfer")
    assert said(response) == [f"CHF 25.00 went to Stripe, {at_stripe[-4:]}: {transfer['id']}."]


def test_reports_row_by_row(operator_client, payout, stripe, chiara, alice) -> None:
    press(operator_client, payout, confirmed="yes")

    assert said(press(operator_client, payout))[0] == "0 done, 1 refused: Only what is due can be paid."


def test_says_what_stripe_refused(operator_client, payout, stripe, at_stripe) -> None:
    stripe.restrict(at_stripe, "individual.verification.document")

    assert said(press(operator_client, payout, confirmed="yes"))[0].startswith(
        "0 done, 1 refused: Stripe refused:"
    )


def test_has_a_queue_of_its_own(operator_client, payout) -> None:
    page = operator_client.get(LIST).content.decode()

    assert "To be paid through Stripe (1)" in page
    assert "To be paid (0)" in page
    assert "Waiting for an account (0)" in page


def test_there_is_no_such_button_where_it_is_not_configured(settings, operator_client, payout) -> None:
    settings.STRIPE_CONNECT = False

    assert "Pay through Stripe" not in operator_client.get(LIST).content.decode()


def test_only_finance_pays(payout, stripe) -> None:
    for group in ("support", "operations"):
        client = Client()
        client.force_login(make_operator(group, group))
        assert press(client, payout, confirmed="yes").status_code == 403

    assert not stripe.objects("transfer")
