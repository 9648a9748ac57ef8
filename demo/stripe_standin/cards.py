"""Stripe's documented test cards (docs.stripe.com/testing) and what each of them does."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from demo.stripe_standin.errors import StripeApiError

Authentication = Literal["none", "required", "unless_set_up", "always", "already_set_up"]


@dataclass(frozen=True)
class Decline:
    """Why a card declines, with the contents of Stripe's `card_error`."""

    code: str
    message: str
    decline_code: str | None = None
    param: str | None = None


GENERIC = Decline("card_declined", "Your card was declined.", "generic_decline")
INSUFFICIENT = Decline("card_declined", "Your card has insufficient funds.", "insufficient_funds")
LOST = Decline("card_declined", "Your card was declined.", "lost_card")
STOLEN = Decline("card_declined", "Your card was declined.", "stolen_card")
FRAUDULENT = Decline("card_declined", "Your card was declined.", "fraudulent")
VELOCITY = Decline(
    "card_declined",
    "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
    "card_velocity_exceeded",
)
EXPIRED = Decline("expired_card", "Your card has expired.", "expired_card", "exp_month")
WRONG_CVC = Decline("incorrect_cvc", "Your card's security code is incorrect.", "incorrect_cvc", "cvc")
PROCESSING = Decline(
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
    "processing_error",
)
AUTHENTICATION_REQUIRED = Decline(
    "authentication_required",
    "Your card was declined. This transaction requires authentication.",
    "authentication_required",
)


@dataclass(frozen=True)
class TestCard:
    """A test card.

    `charge` declines payments, `setup` declines being saved; `authentication` is when 3-D Secure is required.
    `dispute` is the reason with which a payment is disputed as soon as it has succeeded.
    """

    number: str
    brand: str = "visa"
    country: str = "US"
    funding: str = "credit"
    charge: Decline | None = None
    setup: Decline | None = None
    authentication: Authentication = "none"
    refund: Literal["at_once", "pending", "fails"] = "at_once"
    dispute: Literal["", "fraudulent", "product_not_received", "inquiry"] = ""

    @property
    def last4(self) -> str:
        """The last four digits."""
        return self.number[-4:]

    @property
    def fingerprint(self) -> str:
        """The same for the same number, which it does not reveal, as at Stripe."""
        return hashlib.sha256(f"suuber-standin:{self.number}".encode()).hexdigest()[:16]


def _declining(number: str, decline: Decline) -> TestCard:
    return TestCard(number, charge=decline, setup=decline)


_CARDS = [
    TestCard("4242424242424242"),
    TestCard("4000056655665556", funding="debit"),
    TestCard("5555555555554444", brand="mastercard"),
    TestCard("2223003122003222", brand="mastercard"),
    TestCard("5200828282828210", brand="mastercard", funding="debit"),
    TestCard("378282246310005", brand="amex"),
    TestCard("371449635398431", brand="amex"),
    TestCard("6011111111111117", brand="discover"),
    TestCard("4000007560000009", country="CH"),
    TestCard("4000002760000016", country="DE"),
    TestCard("4000002500000003", country="FR"),
    TestCard("4000000400000008", country="AT"),
    TestCard("4000003800000008", country="IT"),
    TestCard("4000000000000077"),
    TestCard("4000000000003055"),
    TestCard("4000000000007726", refund="pending"),
    TestCard("4000000000005126", refund="fails"),
    TestCard("4000000000000259", dispute="fraudulent"),
    TestCard("4000000000002685", dispute="product_not_received"),
    TestCard("4000000000001976", dispute="inquiry"),
    _declining("4000000000000002", GENERIC),
    _declining("4000000000009995", INSUFFICIENT),
    _declining("4000000000009987", LOST),
    _declining("4000000000009979", STOLEN),
    _declining("4000000000006975", VELOCITY),
    _declining("4000000000000069", EXPIRED),
    _declining("4000000000000127", WRONG_CVC),
    _declining("4000000000000119", PROCESSING),
    _declining("4100000000000019", FRAUDULENT),
    TestCard("4000000000000341", charge=GENERIC),
    TestCard("4000002500003155", authentication="unless_set_up"),
    TestCard("4000002760003184", authentication="always"),
    TestCard("4000003800000446", authentication="already_set_up"),
    TestCard("4000008260003178", authentication="unless_set_up", charge=INSUFFICIENT),
    TestCard("4000000000003220", authentication="required"),
    TestCard("4000000000003063", authentication="required"),
    TestCard("4000008400001629", authentication="required", charge=GENERIC, setup=GENERIC),
]
CARDS = {card.number: card for card in _CARDS}
BY_FINGERPRINT = {card.fingerprint: card for card in _CARDS}

_TOKENS = {
    "visa": "4242424242424242",
    "visa_debit": "4000056655665556",
    "mastercard": "5555555555554444",
    "mastercard_debit": "5200828282828210",
    "amex": "378282246310005",
    "discover": "6011111111111117",
    "ch": "4000007560000009",
    "de": "4000002760000016",
    "fr": "4000002500000003",
    "at": "4000000400000008",
    "it": "4000003800000008",
    "bypassPending": "4000000000000077",
    "pendingRefund": "4000000000007726",
    "refundFail": "4000000000005126",
    "createDispute": "4000000000000259",
    "createDisputeProductNotReceived": "4000000000002685",
    "createDisputeInquiry": "4000000000001976",
    "chargeDeclined": "4000000000000002",
    "chargeDeclinedInsufficientFunds": "4000000000009995",
    "chargeDeclinedLostCard": "4000000000009987",
    "chargeDeclinedStolenCard": "4000000000009979",
    "chargeDeclinedVelocityLimitExceeded": "4000000000006975",
    "chargeDeclinedExpiredCard": "4000000000000069",
    "chargeDeclinedIncorrectCvc": "4000000000000127",
    "chargeDeclinedProcessingError": "4000000000000119",
    "chargeDeclinedFraudulent": "4100000000000019",
    "radarBlock": "4100000000000019",
    "chargeCustomerFail": "4000000000000341",
    "authenticationRequired": "4000002760003184",
    "authenticationRequiredOnSetup": "4000002500003155",
    "authenticationRequiredSetupForOffSession": "4000003800000446",
    "authenticationRequiredChargeDeclinedInsufficientFunds": "4000008260003178",
    "threeDSecure2Required": "4000000000003220",
    "threeDSecureRequired": "4000000000003063",
    "threeDSecureRequiredChargeDeclined": "4000008400001629",
    "threeDSecureOptional": "4000000000003055",
}


def card_of_token(token: str) -> TestCard | None:
    """Return the card behind `pm_card_…` (or `tok_…`), as Stripe's testing page lists them, else None."""
    match = re.fullmatch(r"(?:pm_card|tok)_(\w+)", token)
    if not match:
        return None
    name = match[1]
    number = _TOKENS.get(name) or _TOKENS.get(name.removeprefix("visa_"))
    return CARDS[number] if number else None


def passes_luhn(number: str) -> bool:
    """Tell whether the check digit of a card number is right (Luhn algorithm)."""
    digits = [int(digit) for digit in reversed(number)]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


def card_of_entry(*, number: str, exp_month: int, exp_year: int, cvc: str | None, now: datetime) -> TestCard:
    """Return the test card for what a person typed in.

    Raises a 402 `card_error` for bad input. A valid number that is no test card is declined, as in Stripe's
    test mode, so that no real card is ever accepted.
    """
    digits = re.sub(r"[\s-]", "", number)
    if not re.fullmatch(r"\d{12,19}", digits) or not passes_luhn(digits):
        raise card_error(Decline("incorrect_number", "Your card number is incorrect.", None, "number"))
    if not 1 <= exp_month <= 12:
        raise card_error(
            Decline("invalid_expiry_month", "Your card's expiration month is invalid.", None, "exp_month")
        )
    year = exp_year + 2000 if exp_year < 100 else exp_year
    if not (now.year, now.month) <= (year, exp_month) <= (now.year + 50, 12):
        raise card_error(
            Decline("invalid_expiry_year", "Your card's expiration year is invalid.", None, "exp_year")
        )
    if cvc is not None and not re.fullmatch(r"\d{3,4}", cvc):
        raise card_error(Decline("invalid_cvc", "Your card's security code is invalid.", None, "cvc"))
    if digits not in CARDS:
        raise card_error(
            Decline(
                "card_declined",
                "Your card was declined. Your request was in test mode, but used a non test (live) card. "
                "For a list of valid test cards, visit: https://stripe.com/docs/testing.",
                "test_mode_live_card",
            )
        )
    return CARDS[digits]


def card_error(decline: Decline, *, keeps_effect: bool = False) -> StripeApiError:
    """Return the 402 for a declined card; with ``keeps_effect`` the failed charge is stored."""
    return StripeApiError(
        402,
        decline.message,
        kind="card_error",
        code=decline.code,
        decline_code=decline.decline_code,
        param=decline.param,
        keeps_effect=keeps_effect,
    )
