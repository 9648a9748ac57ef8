"""The cards of an account: saved with consent, listed, chosen, removed."""

from datetime import UTC, date, datetime, time
from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.tests.racing import race, succeeded
from orders.models import SavedCard, StripeCustomer
from orders.payments import saved_cards
from orders.payments.tests.cards import (
    AUTHENTICATES_ALWAYS,
    FAILS_WHEN_CHARGED,
    INSUFFICIENT_FUNDS,
    OTHER,
    cards_in_list,
    save,
    set_up,
)
from orders.payments.tests.fixtures import carry_on, report

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]


@pytest.fixture(autouse=True)
def _clock(now) -> None:
    """Let time stand still."""


def finish(user, setup_intent_id):
    return client_for(user).post("/api/payment-methods", {"setupIntentId": setup_intent_id})


def attached(stripe) -> set[str]:
    return {method["card"]["last4"] for method in stripe.objects("payment_method") if method["customer"]}


def test_an_account_without_cards_has_an_empty_list(stripe, alice) -> None:
    assert cards_in_list(alice) == []


def test_a_card_is_saved_with_the_sentence_that_its_owner_agreed_to(now, stripe, alice) -> None:
    begun = client_for(alice).post("/api/payment-methods/setup")
    setup_intent_id = begun.json()["clientSecret"].split("_secret_")[0]
    stripe.confirm(setup_intent_id)

    response = finish(alice, setup_intent_id)

    assert response.status_code == 201
    assert cards_in_list(alice) == [response.json()]
    shown = {name: value for name, value in response.json().items() if name != "id"}
    assert shown == {
        "brand": "visa", "last4": "4242", "expMonth": 12, "expYear": 2040, "isDefault": True,
        "isExpired": False,
    }  # fmt: skip
    card = SavedCard.objects.get()
    assert (card.consent_text, card.consented_at) == (saved_cards.consent_in_profile(), now)
    assert stripe.objects("setup_intent")[0]["usage"] == "off_session"


def test_a_repeat_gives_the_same_card(stripe, alice) -> None:
    setup_intent_id = set_up(stripe, alice)

    first, second = finish(alice, setup_intent_id), finish(alice, setup_intent_id)

    assert first.json() == second.json()
    assert len(cards_in_list(alice)) == 1


def test_an_account_has_one_customer_at_stripe_however_many_cards(stripe, alice) -> None:
    save(stripe, alice)
    save(stripe, alice, OTHER)

    assert len(stripe.objects("customer")) == StripeCustomer.objects.count() == 1
    assert stripe.objects("customer")[0]["email"] is None


def test_the_first_card_is_the_default_and_the_newest_follows(stripe, alice) -> None:
    save(stripe, alice)
    save(stripe, alice, OTHER)
    save(stripe, alice, FAILS_WHEN_CHARGED)

    shown = [(card["last4"], card["isDefault"]) for card in cards_in_list(alice)]

    assert shown[0] == ("4242", True)
    assert set(shown[1:]) == {("0341", False), ("4444", False)}


def test_the_same_card_saved_again_is_one_card_with_the_newest_authentication(stripe, alice) -> None:
    first = save(stripe, alice)

    again = save(stripe, alice)

    carry_on()
    assert again.pk == first.pk
    assert len(cards_in_list(alice)) == 1
    methods = stripe.objects("payment_method")
    assert [method["id"] for method in methods if method["customer"]] == [again.payment_method_id]
    assert SavedCard.objects.count() == 2, "what was agreed to before is kept"


@pytest.mark.parametrize("number", ["4000000000000002", INSUFFICIENT_FUNDS])
def test_a_card_that_is_declined_is_not_saved(stripe, alice, number) -> None:
    response = finish(alice, set_up(stripe, alice, number))

    assert (response.status_code, response.json()["code"]) == (409, "card_not_saved")
    assert cards_in_list(alice) == []


def test_a_card_whose_owner_failed_to_authenticate_is_not_saved(stripe, alice) -> None:
    response = finish(alice, set_up(stripe, alice, AUTHENTICATES_ALWAYS, authenticate=False))

    assert (response.status_code, response.json()["code"]) == (409, "card_not_saved")


def test_nobody_saves_the_card_of_another(stripe, alice, chiara) -> None:
    response = finish(chiara, set_up(stripe, alice))

    assert response.status_code == 404
    assert cards_in_list(chiara) == cards_in_list(alice) == []


@pytest.mark.parametrize(
    ("wanted", "code"), [("seti_unknown", 404), ("pi_1", 400), ("seti_1/x", 400), (5, 400), ("", 400)]
)
def test_what_is_no_setup_intent_saves_nothing(stripe, alice, wanted, code) -> None:
    assert finish(alice, wanted).status_code == code


def test_a_card_is_saved_although_its_owner_closed_the_page(stripe, alice) -> None:
    setup_intent_id = set_up(stripe, alice)

    report(stripe, stripe.events("setup_intent.succeeded", about=setup_intent_id)[0]["id"])
    carry_on()

    assert [card["last4"] for card in cards_in_list(alice)] == ["4242"]


@pytest.mark.parametrize("language", ["de", "fr", "it", "en"])
def test_a_card_that_a_report_saves_first_keeps_the_sentence_that_its_owner_read(
    stripe, alice, language
) -> None:
    begun = client_for(alice).post("/api/payment-methods/setup", HTTP_ACCEPT_LANGUAGE=language)
    setup_intent_id = begun.json()["clientSecret"].split("_secret_")[0]
    stripe.confirm(setup_intent_id)
    report(stripe, stripe.events("setup_intent.succeeded", about=setup_intent_id)[0]["id"])
    carry_on()

    assert finish(alice, setup_intent_id).status_code == 201

    with translation.override(language):
        read = saved_cards.consent_in_profile()
    assert SavedCard.objects.get().consent_text == read


def test_a_late_report_does_not_bring_a_removed_card_back(stripe, alice) -> None:
    setup_intent_id = set_up(stripe, alice)
    card_id = finish(alice, setup_intent_id).json()["id"]
    client_for(alice).delete(f"/api/payment-methods/{card_id}")
    carry_on()

    report(stripe, stripe.events("setup_intent.succeeded", about=setup_intent_id)[0]["id"])
    carry_on()

    assert cards_in_list(alice) == []
    assert finish(alice, setup_intent_id).json()["code"] == "card_not_saved"


def test_another_card_is_made_the_default(stripe, alice) -> None:
    save(stripe, alice)
    other = save(stripe, alice, OTHER)

    for _ in range(2):
        response = client_for(alice).post(f"/api/payment-methods/{other.pk}/default")
        assert (response.status_code, response.json()["isDefault"]) == (200, True)

    assert [(card["last4"], card["isDefault"]) for card in cards_in_list(alice)] == [
        ("4444", True),
        ("4242", False),
    ]


def test_a_removed_card_is_gone_here_and_at_stripe(stripe, alice) -> None:
    card = save(stripe, alice)

    response = client_for(alice).delete(f"/api/payment-methods/{card.pk}")

    carry_on()
    assert response.status_code == 204
    assert cards_in_list(alice) == []
    assert attached(stripe) == set()
    assert client_for(alice).delete(f"/api/payment-methods/{card.pk}").status_code == 404
    assert client_for(alice).post(f"/api/payment-methods/{card.pk}/default").status_code == 404


def test_the_newest_other_card_takes_over_from_a_removed_default(stripe, alice) -> None:
    first = save(stripe, alice)
    save(stripe, alice, OTHER)

    client_for(alice).delete(f"/api/payment-methods/{first.pk}")

    assert [(card["last4"], card["isDefault"]) for card in cards_in_list(alice)] == [("4444", True)]


def test_a_card_is_good_until_the_end_of_its_month(now, stripe, alice) -> None:
    card = save(stripe, alice)

    for month, expired in ((11, False), (10, True)):
        SavedCard.objects.filter(pk=card.pk).update(exp_year=2026, exp_month=month)
        assert cards_in_list(alice)[0]["isExpired"] is expired


def test_a_card_ends_with_its_month_in_switzerland(stripe, alice, time_machine) -> None:
    card = save(stripe, alice)
    SavedCard.objects.filter(pk=card.pk).update(exp_year=2026, exp_month=11)

    # December begins in Zurich at 23:00 UTC.
    for wall, expired in ((time(22, 59), False), (time(23), True)):
        at = datetime.combine(date(2026, 11, 30), wall, tzinfo=UTC)
        time_machine.move_to(at)
        assert cards_in_list(alice)[0]["isExpired"] is expired


def test_no_card_is_added_where_payments_are_not_configured(settings, stripe, alice) -> None:
    settings.STRIPE_PUBLISHABLE_KEY = ""

    response = client_for(alice).post("/api/payment-methods/setup")

    assert (response.status_code, response.json()["code"]) == (503, "payments_not_configured")


def test_the_database_refuses_a_second_default_and_a_card_without_consent(stripe, alice) -> None:
    save(stripe, alice)
    other = save(stripe, alice, OTHER)

    for wrong in ({"is_default": True}, {"consent_text": ""}, {"exp_month": 13}):
        with pytest.raises(IntegrityError), transaction.atomic():
            SavedCard.objects.filter(pk=other.pk).update(**wrong)


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_many_clicks_save_one_card_for_one_customer(stripe, alice) -> None:
    secrets = race([partial(saved_cards.begin_setup, user=alice, now=alice.date_joined)] * 6)
    setup_intent_id = succeeded(secrets)[0].split("_secret_")[0]
    stripe.confirm(setup_intent_id)

    responses = race([partial(finish, alice, setup_intent_id)] * 6)

    assert {response.status_code for response in succeeded(responses)} <= {201, 503}
    assert len(cards_in_list(alice)) == SavedCard.objects.count() == 1
    assert StripeCustomer.objects.count() == len(stripe.objects("customer")) == 1


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_choosing_and_removing_at_once_leaves_one_default(stripe, alice) -> None:
    cards = [save(stripe, alice, number) for number in ("4242424242424242", OTHER, FAILS_WHEN_CHARGED)]
    acts = [partial(client_for(alice).post, f"/api/payment-methods/{card.pk}/default") for card in cards]
    acts.append(partial(client_for(alice).delete, f"/api/payment-methods/{cards[0].pk}"))

    responses = race(acts * 2)

    assert {response.status_code for response in succeeded(responses)} <= {200, 204, 404, 503}
    assert sum(card["isDefault"] for card in cards_in_list(alice)) == 1


def test_the_admin_site_shows_what_was_agreed_to_and_changes_nothing(stripe, alice, dora) -> None:
    card = save(stripe, alice)
    path = "/admin/orders/savedcard/"

    listed = client_for(dora).get(f"{path}?q=4242")
    shown = client_for(dora).get(f"{path}{card.pk}/change/")

    assert "Visa •••• 4242" in listed.content.decode()
    assert "By saving this card" in shown.content.decode()
    assert client_for(dora).post(f"{path}{card.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client_for(dora).post(f"{path}{card.pk}/change/", {"is_default": ""}).status_code == 403
