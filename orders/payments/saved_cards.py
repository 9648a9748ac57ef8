"""Cards that customers let us keep: saved with consent, chosen, removed.

Whatever changes the cards of an account holds the lock of its :class:`StripeCustomer`, and asks
Stripe before or after, never meanwhile. A card that is removed here is detached at Stripe by the
outbox, once the removal is committed.
"""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace import web_files
from marketplace.errors import DomainError, NotFound
from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep
from orders.models import Payment, SavedCard, StripeCustomer
from orders.payments import card_gateway, gateway

log = logging.getLogger(__name__)

DETACH_TOPIC = "detach_card"
KEEP_TOPIC = "keep_card"
# The outbox saves a card within seconds; what it has not saved by then is swept.
KEPT_WITHIN = timedelta(minutes=5)

# What customers agree to when they let us keep a card: the sentences that the screens show, from the same
# file. The sentence is stored with the card. A changed one is a new agreement: cards that are saved already
# keep theirs. Without the file there is an error: an agreement to nothing must not be stored.


def consent_at_checkout() -> str:
    """Return what is agreed to by the tick at checkout, in the language that is spoken now."""
    said = web_files.texts("consent")
    return f"{said['save']}. {said['save.hint']}"


def consent_in_profile() -> str:
    """Return what is agreed to by adding a card, in the language that is spoken now."""
    return web_files.texts("consent")["agreement"]


class CardNotSaved(DomainError):
    """Stripe has no such card to save for this account (any more) (409)."""

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
    """Return what adds to a query the id of the card to charge: the chosen one, or else the default one.

    Arguments name columns: of the account, and of the chosen card's id. The id is null where neither is
    there (any more).
    """
    cards = SavedCard.objects.filter(user_id=OuterRef(owner), removed_at=None)
    # At most two: of these the one that is not the default is the chosen one.
    either = cards.filter(Q(pk=OuterRef(chosen)) | Q(is_default=True)).order_by("is_default")
    return Subquery(either.values("pk")[:1])


# --- Saving -----------------------------------------------------------------------------------------


def customer_of(*, user_id: UUID, now: datetime) -> StripeCustomer:
    """Return an account's customer at Stripe, opened at the first need; asks Stripe."""
    known = StripeCustomer.objects.filter(user_id=user_id).first()
    if known is not None:
        return known
    customer_id = card_gateway.create_customer(user_id=user_id, now=now)
    customer, _ = StripeCustomer.objects.get_or_create(
        user_id=user_id, defaults={"customer_id": customer_id, "created_at": now}
    )
    return customer


def begin_setup(*, user: User, now: datetime) -> str:
    """Return the client secret with which the browser hands a card to Stripe; asks Stripe."""
    if not gateway.is_configured():
        raise gateway.NotConfigured
    customer = customer_of(user_id=user.pk, now=now)
    return card_gateway.create_setup(user_id=user.pk, customer_id=customer.customer_id).client_secret


def finish_setup(*, user: User, setup_intent_id: str, now: datetime) -> SavedCard:
    """Save the card that the browser handed to Stripe; safe twice. Asks Stripe.

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
    """Save the card of a SetupIntent that Stripe reports; ``False`` if it is not one of ours. Asks Stripe."""
    setup = card_gateway.retrieve_setup(setup_intent_id)
    try:
        _save_from_setup(setup, now)
    except CardNotSaved:
        # Removed again, replaced, or of an account that is no more: nothing is to be done.
        log.info("The card of %s is not to be saved", setup_intent_id)
    return bool(setup.user_id)


def _save_from_setup(setup: card_gateway.Setup, now: datetime) -> SavedCard:
    customer = StripeCustomer.objects.filter(customer_id=setup.customer_id).first()
    if customer is None or setup.status != "succeeded":
        raise CardNotSaved
    card = _card_at_stripe(setup.method_id)
    if card is None:
        raise CardNotSaved
    return save_card(customer=customer, card=card, sentence=consent_in_profile(), agreed_at=now, now=now)


def _card_at_stripe(method_id: str) -> card_gateway.Card | None:
    """Return a card as Stripe has it; what is no card is detached, as nobody could see it here."""
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
    """Save a card that Stripe keeps for a customer, with the sentence agreed to. Safe twice.

    The same number with the same expiry stays one card, with the newest authentication. Raises
    :class:`CardNotSaved` for what Stripe does not keep for this customer and for what was removed.
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
    """Let a card that was saved anew live on under its own id; what it was stays as a removed row."""
    before = SavedCard.objects.get(pk=existing.pk)
    existing.payment_method_id, existing.consented_at = new.payment_method_id, new.consented_at
    existing.consent_text = new.consent_text
    existing.save(update_fields=["payment_method_id", "consented_at", "consent_text"])
    before.pk, before.is_default, before.removed_at = new.pk, False, now
    before.save(force_insert=True)
    _detach_after_commit(before, now)
    return existing


def _lock(user_id: UUID) -> None:
    """Hold the lock of an account's cards until the transaction ends."""
    StripeCustomer.objects.select_for_update(no_key=True).filter(user_id=user_id).first()


# --- Saving with a payment --------------------------------------------------------------------------


def payment_succeeded(*, payment: Payment, now: datetime) -> None:
    """Have the card of a payment saved if its customer agreed; call it in the settling transaction."""
    if payment.card_consented_at is not None:
        outbox.enqueue(topic=KEEP_TOPIC, payload={"paymentId": str(payment.pk)}, now=now)


def handle_keep(payload: dict[str, Any], now: datetime) -> None:
    """Save the card of the payment that an outbox message names."""
    with gateway.outages_wait():
        save_from_payment(payment_id=UUID(payload["paymentId"]), now=now)


def waiting_to_be_saved() -> QuerySet[Payment]:
    """Payments whose card is to be saved and is not yet."""
    return Payment.objects.filter(
        status=Payment.Status.SUCCEEDED, card_consented_at__isnull=False, card_saved_at=None
    )


def save_from_payment(*, payment_id: UUID, now: datetime) -> SavedCard | None:
    """Save the card that a payment was made with, once; ``None`` if there is none to save. Asks Stripe."""
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
    """Save the cards that no message of the outbox saved; return how many."""
    saved = 0

    def save_one(job: Job, instant: datetime) -> None:
        nonlocal saved
        with gateway.outages_wait():
            saved += save_from_payment(payment_id=job.subject, now=instant) is not None

    waiting = waiting_to_be_saved().filter(settled_at__lt=now - KEPT_WITHIN).order_by("settled_at")
    sweep("card to keep", waiting, act=save_one, policy=due.Policy(), now=now)
    return saved


# --- Choosing and removing --------------------------------------------------------------------------


@transaction.atomic
def make_default(*, user: User, card_id: UUID) -> SavedCard:
    """Make a card the one that is charged unless another is chosen; safe twice."""
    _lock(user.pk)
    card = card_of(user=user, card_id=card_id)
    cards_of(user_id=user.pk).filter(is_default=True).exclude(pk=card.pk).update(is_default=False)
    SavedCard.objects.filter(pk=card.pk).update(is_default=True)
    card.is_default = True
    return card


@transaction.atomic
def remove(*, user: User, card_id: UUID, now: datetime) -> None:
    """Remove a card: it is never charged again. The newest other card takes over as the default."""
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
    """Make Stripe forget the removed card that an outbox message names; safe twice."""
    card = SavedCard.objects.filter(pk=UUID(payload["cardId"])).exclude(removed_at=None).first()
    if card is None:
        return
    # It refuses what it has forgotten already.
    with gateway.outages_wait(), suppress(gateway.Declined):
        card_gateway.detach_card(card.payment_method_id)
