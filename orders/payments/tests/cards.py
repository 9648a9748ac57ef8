"""Helpers for tests of saved cards: save one as a browser does, and charge it."""

from accounts.models import User
from conftest import client_for
from demo.stripe_standin.testing import SUCCESS, RunningStandin
from marketplace import clock
from orders.models import Order, SavedCard
from orders.payments import off_session, saved_cards

AUTHENTICATES_ONCE = "4000002500003155"
AUTHENTICATES_ALWAYS = "4000002760003184"
FAILS_WHEN_CHARGED = "4000000000000341"
INSUFFICIENT_FUNDS = "4000000000009995"
OTHER = "5555555555554444"


def set_up(stripe: RunningStandin, user: User, card: str = SUCCESS, *, authenticate: bool = True) -> str:
    """Send a card to Stripe as the page of payment methods does, and return the SetupIntent."""
    secret = saved_cards.begin_setup(user=user, now=clock.now())
    setup_intent_id = secret.split("_secret_")[0]
    stripe.confirm(setup_intent_id, card, authenticate=authenticate)
    return setup_intent_id


def save(stripe: RunningStandin, user: User, card: str = SUCCESS) -> SavedCard:
    """Save a card as the page of payment methods does."""
    setup_intent_id = set_up(stripe, user, card)
    return saved_cards.finish_setup(user=user, setup_intent_id=setup_intent_id, now=clock.now())


def charge(order: Order, card: SavedCard) -> off_session.Outcome:
    """Charge an order to a card off session."""
    return off_session.charge(order=order, card_id=card.pk, now=clock.now())


def cards_in_list(user: User) -> list[dict]:
    """Return the account's cards by the API."""
    response = client_for(user).get("/api/payment-methods")
    assert response.status_code == 200, response.json()
    return response.json()
