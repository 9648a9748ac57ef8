"""Saved cards: saved with consent, chosen, removed.

Changes to the cards of an account lock its :class:`StripeCustomer`; Stripe is called before or after the
transaction. A card that is removed here is detached at Stripe by the outbox, once the removal is committed.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace import web_files
from marketplace.errors import DomainError, NotFound
from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from orders.models import Payment, SavedCard, StripeCustomer
from orders.payments import card_gateway, gateway

log = logging.getLogger(__name__)

Result = TypeVar("Result")

DETACH_TOPIC = "detach_card"
KEEP_TOPIC = "keep_card"
# The outbox saves a card within seconds; after this time the sweep does.
KEPT_WITHIN = timedelta(minutes=5)

# The consent texts are read from the web app's own catalogue, so that what is stored with a card is what the
# screen showed. Cards keep the text that they were saved with. A missing file raises an error: an empty
# consent must not be stored.


def consent_at_checkout() -> str:
    """Return the consent text of the checkbox at checkout, in the active language."""
    said = web_files.texts("consent")
    return f"{said['save']}. {said['save.hint']}"


def consent_in_profile() -> str:
    """Return the consent text for adding a card, in the active language."""
    return web_files.texts("consent")["agreement"]


class CardNotSaved(DomainError):
    """Stripe has no such card for this account, or no longer (409)."""

    code = "card_not_saved"

    def __init__(self) -> None:
        super().__init__(_("This card could not be saved. Please enter it again."))


# --- Reading ----------------------------------------------------------------------------------------


def cards_of(*, user_id: UUID) -> QuerySet[SavedCard]:
    """Return an account's cards, the default first, then the newest."""
    return SavedCard.objects.filter(user_id=user_id, removed_at=None).order_by("-is_default", "-created_at")


def card_of(*, user: User, card_id: UUID) -> SavedCard:
    """Return one of an account's own cards; 404 for any other and for a removed one."""
    card = cards_of(user_id=user.pk).filter(pk=card_id).first()
    if card is None:
        raise NotFound(_("There is no such card."))
    return card


def card_to_charge(*, owner: str, chosen: str) -> Subquery:
    """Return a subquery for the id of the card to charge: the chosen one, or else the default one.

    Arguments name the columns of the account's and of the chosen card's id. The result is null if neither
    card exists (any more).
    """
    cards = SavedCard.objects.filter(user_id=OuterRef(owner), removed_at=None)
    # At most two rows; the one that is not the default is the chosen one, and sorts first.
    either = cards.filter(Q(pk=OuterRef(chosen)) | Q(is_default=True)).order_by("is_default")
    return Subquery(either.values("pk")[:1])


# --- Saving -----------------------------------------------------------------------------------------


def customer_of(*, user_id: UUID, now: datetime) -> StripeCustomer:
    """Return an account's customer at Stripe, created at first use. Calls Stripe."""
    known = StripeCustomer.objects.filter(user_id=user_id).first()
    if known is not None:
        return known
    customer_id = card_gateway.create_customer(user_id=user_id, now=now)
    customer, _ = StripeCustomer.objects.get_or_create(
        user_id=user_id, defaults={"customer_id": customer_id, "created_at": now}
    )
    return customer


def with_customer(
    *,
    user_id: UUID,
    now: datetime,
    act: Callable[[StripeCustomer], Result],
    known: StripeCustomer | None = None,
) -> Result:
    """Do something at Stripe for an account's customer; one that Stripe has forgotten is made anew, once.

    ``known`` is the account's customer, if the caller has read it.
    """
    customer = known or customer_of(user_id=user_id, now=now)
    try:
        return act(customer)
    except gateway.NoSuchCustomer:
        return act(_renewed(customer, now))


def _renewed(customer: StripeCustomer, now: datetime) -> StripeCustomer:
    """Give an account another customer at Stripe. The cards of the former one went with it. Calls Stripe."""
    former = customer.customer_id
    log.warning("Stripe has no customer %s any more", former)
    fresh = card_gateway.create_customer(user_id=customer.user_id, now=now, instead_of=former)
    with transaction.atomic():
        _lock(customer.user_id)
        rows = StripeCustomer.objects.filter(user_id=customer.user_id, customer_id=former)
        # Of two calls at once the second finds the first one's customer.
        if rows.update(customer_id=fresh):
            cards_of(user_id=customer.user_id).update(is_default=False, removed_at=now)
    return StripeCustomer.objects.get(user_id=customer.user_id)


def begin_setup(*, user: User, now: datetime) -> str:
    """Return the client secret with which the browser sends a card to Stripe. Calls Stripe.

    The consent text goes along, in the active language: a worker, which has none, may save the card first.
    """
    if not gateway.is_configured():
        raise gateway.NotConfigured
    sentence = consent_in_profile()

    def create(customer: StripeCustomer) -> card_gateway.Setup:
        return card_gateway.create_setup(user_id=user.pk, customer_id=customer.customer_id, consent=sentence)

    return with_customer(user_id=user.pk, now=now, act=create).client_secret


def finish_setup(*, user: User, setup_intent_id: str, now: datetime) -> SavedCard:
    """Save the card that the browser sent to Stripe. Idempotent. Calls Stripe.

    Raises 404 for what is not this account's, :class:`CardNotSaved`, :class:`gateway.StripeFailure`.
    """
    try:
        setup = card_gateway.retrieve_setup(setup_intent_id)
    except gateway.Declined as error:
        raise NotFound(_("There is no such card.")) from error
    if setup.user_id != str(user.pk):
        raise NotFound(_("There is no such card."))
    return _save_from_setup(setup, now)


def setup_reported(*, setup_intent_id: str, now: datetime) -> bool:
    """Save the card of a SetupIntent from a webhook; ``False`` if it is not ours. Calls Stripe."""
    setup = card_gateway.retrieve_setup(setup_intent_id)
    try:
        _save_from_setup(setup, now)
    except CardNotSaved:
        # The card was removed or replaced, or the account is erased: nothing to do.
        log.info("The card of %s is not to be saved", setup_intent_id)
    return bool(setup.user_id)


def _save_from_setup(setup: card_gateway.Setup, now: datetime) -> SavedCard:
    customer = StripeCustomer.objects.filter(customer_id=setup.customer_id).first()
    if customer is None or setup.status != "succeeded":
        raise CardNotSaved
    card = _card_at_stripe(setup.method_id)
    if card is None:
        raise CardNotSaved
    # A setup that was begun under the previous release carries none.
    sentence = setup.consent or consent_in_profile()
    return save_card(customer=customer, card=card, sentence=sentence, agreed_at=now, now=now)


def _card_at_stripe(method_id: str) -> card_gateway.Card | None:
    """Return a card as Stripe has it; other payment methods are detached, as we cannot show them."""
    card = card_gateway.retrieve_card(method_id)
    if card.kind == "card":
        return card
    with suppress(gateway.Declined):
        card_gateway.detach_card(method_id)
    return None


@transaction.atomic
def save_card(
    *, customer: StripeCustomer, card: card_gateway.Card, sentence: str, agreed_at: datetime, now: datetime
) -> SavedCard:
    """Save a card that is attached to a customer at Stripe, with the consent text. Idempotent.

    A card with the same number and expiry replaces the payment method of the existing row. Raises
    :class:`CardNotSaved` for a card of another customer and for a removed one.
    """
    _lock(customer.user_id)
    known = SavedCard.objects.filter(payment_method_id=card.id).first()
    if known is not None and known.removed_at is None and known.user_id == customer.user_id:
        return known
    if known is not None or card.customer_id != customer.customer_id:
        raise CardNotSaved
    cards = cards_of(user_id=customer.user_id)
    new = SavedCard(
        user_id=customer.user_id,
        payment_method_id=card.id,
        brand=card.brand,
        last4=card.last4,
        exp_month=card.exp_month,
        exp_year=card.exp_year,
        fingerprint=card.fingerprint,
        is_default=not cards.exists(),
        consented_at=agreed_at,
        consent_text=sentence,
        created_at=now,
    )
    same = cards.filter(fingerprint=card.fingerprint, exp_month=card.exp_month, exp_year=card.exp_year)
    if card.fingerprint and (existing := same.first()) is not None:
        return _renew(existing, new, now)
    new.save(force_insert=True)
    return new


def _renew(existing: SavedCard, new: SavedCard, now: datetime) -> SavedCard:
    """Give the existing row the new payment method; the former one gets a row of its own, as removed."""
    before = SavedCard.objects.get(pk=existing.pk)
    existing.payment_method_id, existing.consented_at = new.payment_method_id, new.consented_at
    existing.consent_text = new.consent_text
    existing.save(update_fields=["payment_method_id", "consented_at", "consent_text"])
    before.pk, before.is_default, before.removed_at = new.pk, False, now
    before.save(force_insert=True)
    _detach_after_commit(before, now)
    return existing


def _lock(user_id: UUID) -> None:
    """Lock an account's cards until the transaction ends."""
    StripeCustomer.objects.select_for_update(no_key=True).filter(user_id=user_id).first()


# --- Saving with a payment --------------------------------------------------------------------------


def payment_succeeded(*, payment: Payment, now: datetime) -> None:
    """Enqueue saving the card of a payment if its customer agreed; call it in the settling transaction."""
    if payment.card_consented_at is not None:
        outbox.enqueue(topic=KEEP_TOPIC, payload={"paymentId": str(payment.pk)}, now=now)


def handle_keep(payload: dict[str, Any], now: datetime) -> None:
    """Save the card of the payment that an outbox message names."""
    with gateway.outages_wait():
        save_from_payment(payment_id=UUID(payload["paymentId"]), now=now)


def waiting_to_be_saved() -> QuerySet[Payment]:
    """Return the payments whose card is to be saved and is not yet."""
    return Payment.objects.filter(
        status=Payment.Status.SUCCEEDED, card_consented_at__isnull=False, card_saved_at=None
    )


def save_from_payment(*, payment_id: UUID, now: datetime) -> SavedCard | None:
    """Save the card of a payment, once; ``None`` if there is none to save. Calls Stripe."""
    payment = waiting_to_be_saved().filter(pk=payment_id).select_related("order").first()
    if payment is None or payment.card_consented_at is None:
        return None
    customer = StripeCustomer.objects.filter(user_id=payment.order.customer_id).first()
    card = _card_of_payment(payment)
    with transaction.atomic():
        saved = None
        if customer is not None and card is not None:
            try:
                saved = save_card(
                    customer=customer,
                    card=card,
                    sentence=payment.card_consent_text,
                    agreed_at=payment.card_consented_at,
                    now=now,
                )
            except CardNotSaved:
                log.info("The card of payment %s is not one that can be saved", payment.pk)
        waiting_to_be_saved().filter(pk=payment.pk).update(card_saved_at=now)
    return saved


def _card_of_payment(payment: Payment) -> card_gateway.Card | None:
    intent = gateway.retrieve_intent(payment.intent_id or "")
    return _card_at_stripe(intent.method_id) if intent.method_id else None


def keep_all(*, now: datetime) -> int:
    """Save the cards that the outbox has not saved in time; return how many."""
    waiting = waiting_to_be_saved().filter(settled_at__lt=now - KEPT_WITHIN).order_by("settled_at")

    def save_one(job: Job, instant: datetime) -> bool:
        with gateway.outages_wait():
            return save_from_payment(payment_id=job.subject, now=instant) is not None

    return sweep_counting("card to keep", waiting, act=save_one, policy=due.Policy(), now=now)


# --- Choosing and removing --------------------------------------------------------------------------


@transaction.atomic
def make_default(*, user: User, card_id: UUID) -> SavedCard:
    """Make a card the default, which is charged unless another is chosen. Idempotent."""
    _lock(user.pk)
    card = card_of(user=user, card_id=card_id)
    cards_of(user_id=user.pk).filter(is_default=True).exclude(pk=card.pk).update(is_default=False)
    SavedCard.objects.filter(pk=card.pk).update(is_default=True)
    card.is_default = True
    return card


@transaction.atomic
def remove(*, user: User, card_id: UUID, now: datetime) -> None:
    """Remove a card, which is then never charged again. The newest other card becomes the default."""
    _lock(user.pk)
    card = card_of(user=user, card_id=card_id)
    was_default, card.is_default, card.removed_at = card.is_default, False, now
    card.save(update_fields=["is_default", "removed_at"])
    _detach_after_commit(card, now)
    heir = cards_of(user_id=user.pk).first()
    if was_default and heir is not None:
        SavedCard.objects.filter(pk=heir.pk).update(is_default=True)


def _detach_after_commit(card: SavedCard, now: datetime) -> None:
    outbox.enqueue(topic=DETACH_TOPIC, payload={"cardId": str(card.pk)}, now=now)


def handle_detach(payload: dict[str, Any], now: datetime) -> None:
    """Detach the removed card that an outbox message names. Idempotent."""
    card = SavedCard.objects.filter(pk=UUID(payload["cardId"])).exclude(removed_at=None).first()
    if card is None:
        return
    # Stripe declines a card that is detached already.
    with gateway.outages_wait(), suppress(gateway.Declined):
        card_gateway.detach_card(card.payment_method_id)
