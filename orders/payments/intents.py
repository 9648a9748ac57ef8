"""Opening a payment: one live intent per order, however often it is requested.

The row is saved before Stripe is called, so that webhooks about the intent find their order. The idempotency
key names order and attempt: concurrent calls, or a retry after a lost response, get the same intent.
"""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from marketplace.errors import DomainError, Invalid
from orders import locking
from orders.lifecycle import parties
from orders.models import CancelReason, Order, OrderStatus, Payment, PaymentStatus, SavedCard, StripeCustomer
from orders.payments import card_gateway, gateway, saved_cards
from orders.payments.settle import apply_intent, check, end_forgotten

_PAYABLE = {PaymentStatus.UNPAID, PaymentStatus.FAILED}
_ENDED = {"succeeded", "canceled"}
_CHANGEABLE = {"requires_payment_method", "requires_confirmation", "requires_action"}


class NotPayable(DomainError):
    """The order takes no payment now (409)."""

    code = "order_not_payable"


class HoldExpired(DomainError):
    """The order expired because it was not paid in time (409)."""

    code = "hold_expired"

    def __init__(self) -> None:
        super().__init__(_("The time to pay is over and the pickup time is free again. Please book anew."))


class AmountMismatch(Invalid):
    """The client's amount is not the order's total (400)."""

    code = "amount_mismatch"

    def __init__(self) -> None:
        message = _("The amount does not match the order. Please reload the page.")
        super().__init__(message, fields={"amount": [message]})


class CardNotUsable(DomainError):
    """Stripe no longer knows the saved card (409)."""

    code = "card_not_usable"

    def __init__(self) -> None:
        super().__init__(_("This card cannot be charged any more. Please choose another one."))


class CardNotSavable(DomainError):
    """Somebody else may pay the order by its link, so no card is saved with the payment (409)."""

    code = "card_not_savable"

    def __init__(self) -> None:
        super().__init__(
            _(
                "The payment link of this order has been opened, so no card can be saved with this payment. "
                "Please leave the tick out; cards can be saved in your profile at any time."
            )
        )


def open_payment(
    *, order: Order, amount: Decimal, now: datetime, save_card: bool = False, card: SavedCard | None = None
) -> tuple[Payment, gateway.Intent]:
    """Return the order's live payment and its intent. Calls Stripe: not inside a transaction.

    ``save_card`` says that the customer agrees to :func:`saved_cards.consent_at_checkout`; without it an
    earlier consent is withdrawn. It is refused (:class:`CardNotSavable`) once the payment link has given the
    intent away: its holder could pay with a card of their own, which would be saved as the customer's.
    ``card`` is a saved card of the customer, which is set on the intent; the browser then confirms it, and
    nothing is charged before.
    Raises :class:`AmountMismatch`, :class:`HoldExpired`, :class:`NotPayable`, :class:`CardNotUsable`,
    :class:`settle.Mismatch`, :class:`gateway.NotConfigured` or :class:`gateway.StripeFailure`.
    """
    if amount != order.total_amount:
        raise AmountMismatch
    if not gateway.is_configured():
        raise gateway.NotConfigured
    payment, intent = open_intent(order_id=order.pk, now=now)
    _refuse_ended(payment, intent, now)
    if intent.status in _CHANGEABLE:
        is_new_card = save_card and card is None
        _save_or_not(payment, intent, customer_id=order.customer_id, save_card=is_new_card, now=now)
        if card is not None:
            return _pay_with(payment, intent, card, now)
    return payment, intent


def _refuse_ended(payment: Payment, intent: gateway.Intent, now: datetime) -> None:
    """Raise :class:`NotPayable` for an intent that has ended, and :class:`settle.Mismatch` for another's."""
    if intent.status in _ENDED:
        apply_intent(intent=intent, now=now)
        raise _paid()
    check(intent, payment)


def _pay_with(
    payment: Payment, intent: gateway.Intent, card: SavedCard, now: datetime
) -> tuple[Payment, gateway.Intent]:
    """Set a saved card of the customer on an intent that nobody else knows, unless it is set already."""
    customer = saved_cards.customer_of(user_id=card.user_id, now=now)
    if intent.is_shared or intent.customer_id not in {"", customer.customer_id}:
        payment, intent = replaced(payment=payment, intent=intent, now=now)
    if (intent.customer_id, intent.method_id) == (customer.customer_id, card.payment_method_id):
        return payment, intent

    def choose(present: StripeCustomer) -> gateway.Intent:
        return card_gateway.choose_card(
            intent=intent, customer_id=present.customer_id, method_id=card.payment_method_id
        )

    try:
        chosen = saved_cards.with_customer(user_id=card.user_id, now=now, act=choose)
    except gateway.Declined as error:
        raise CardNotUsable from error
    # The link may have been opened in that moment.
    return _pay_with(payment, chosen, card, now) if chosen.is_shared else (payment, chosen)


def replaced(*, payment: Payment, intent: gateway.Intent, now: datetime) -> tuple[Payment, gateway.Intent]:
    """End an open intent and return the order's next payment with another one. Calls Stripe.

    Whoever knows an intent's client secret can confirm it with the card that is set on it, and reads which
    card was declined. So no intent that a payment link has given away gets a customer, and none that has one
    is given away: Stripe does not take the customer out again. Raises :class:`NotPayable` if the payment has
    succeeded or is in progress.
    """
    try:
        ended = gateway.cancel_intent(intent.id)
    except gateway.Declined:
        # It has just been paid, or two callers replace it at once.
        ended = gateway.retrieve_intent(intent.id)
    apply_intent(intent=ended, now=now)
    if ended.status == "succeeded":
        raise _paid()
    if ended.status != "canceled":
        raise NotPayable(_("A payment of this order is in progress. Please try again in a moment."))
    payment, fresh = open_intent(order_id=payment.order_id, now=now)
    _refuse_ended(payment, fresh, now)
    return payment, fresh


def open_intent(*, order_id: UUID, now: datetime) -> tuple[Payment, gateway.Intent]:
    """Return the order's live payment with its intent as Stripe has it now. Calls Stripe.

    The intent may have succeeded meanwhile; one that Stripe has forgotten is made anew. Raises
    :class:`HoldExpired`, :class:`NotPayable` or :class:`gateway.StripeFailure`.
    """
    try:
        payment, intent = _open(order_id, now)
    except gateway.NoSuchIntent as missing:
        end_forgotten(intent_id=missing.intent_id, now=now)
        payment, intent = _open(order_id, now)
    if intent.status == "canceled":
        # Canceled at Stripe: the next attempt gets a row and a key of its own.
        apply_intent(intent=intent, now=now)
        payment, intent = _open(order_id, now)
    return payment, intent


def _save_or_not(
    payment: Payment, intent: gateway.Intent, *, customer_id: UUID, save_card: bool, now: datetime
) -> None:
    """Have Stripe save the card or not, so that it never saves one without a stored consent."""
    if save_card:
        if intent.is_shared:
            raise CardNotSavable
        # Store the consent before Stripe saves the card: if a step fails, no card is saved without consent.
        _consent(payment, at=now, sentence=saved_cards.consent_at_checkout())

        def save(customer: StripeCustomer) -> None:
            if intent.saves_card and intent.customer_id == customer.customer_id:
                return
            changed = card_gateway.set_saving(intent=intent, customer_id=customer.customer_id)
            if changed.is_shared:
                # The link was opened in that moment.
                card_gateway.unset_saving(intent_id=intent.id)
                _consent(payment, at=None, sentence="")
                raise CardNotSavable

        saved_cards.with_customer(user_id=customer_id, now=now, act=save)
        return
    # The reverse order, for the same reason.
    if intent.saves_card:
        card_gateway.unset_saving(intent_id=intent.id)
    _consent(payment, at=None, sentence="")


def _consent(payment: Payment, *, at: datetime | None, sentence: str) -> None:
    Payment.objects.filter(pk=payment.pk).exclude(status=Payment.Status.SUCCEEDED).exclude(
        card_consent_text=sentence
    ).update(card_consented_at=at, card_consent_text=sentence)


def intent_for_link(*, order: Order, now: datetime) -> gateway.Intent:
    """Return the intent for the holder of a payment link: no card of the customer pays it, none is saved.

    Calls Stripe. Raises what :func:`open_payment` raises.
    """
    if not gateway.is_configured():
        raise gateway.NotConfigured
    payment, intent = open_intent(order_id=order.pk, now=now)
    _refuse_ended(payment, intent, now)
    if intent.customer_id:
        payment, intent = replaced(payment=payment, intent=intent, now=now)
    if intent.status in _CHANGEABLE:
        if not intent.is_shared:
            intent = card_gateway.share(intent_id=intent.id)
        if intent.customer_id:
            # The customer has chosen a card, or to save one, in that moment.
            return intent_for_link(order=order, now=now)
        _consent(payment, at=None, sentence="")
    return intent


def intent_of_payment(payment_id: UUID) -> gateway.Intent:
    """Return the intent of a payment that has one, as Stripe has it now. Calls Stripe: we store no secret."""
    payment = Payment.objects.get(pk=payment_id)
    return gateway.retrieve_intent(payment.intent_id or "")


def _open(order_id: UUID, now: datetime) -> tuple[Payment, gateway.Intent]:
    """Return the live payment and its intent, created if necessary."""
    live = _live_payment(order_id=order_id, now=now)
    if live is None:
        raise _cancelled()
    payment, is_new = live
    if payment.intent_id:
        return payment, gateway.retrieve_intent(payment.intent_id)
    intent = _create_intent(payment)
    # A repeated idempotency key returns the intent as it was when created, so fetch one that is not new.
    return payment, intent if is_new else gateway.retrieve_intent(intent.id)


@transaction.atomic
def _live_payment(*, order_id: UUID, now: datetime) -> tuple[Payment, bool] | None:
    """Return the live payment, or a new attempt. The order's lock prevents a second one.

    ``None`` for an order that has just ended because its customer or provider is not there any more.
    """
    order = locking.locked_order(order_id=order_id)
    refuse_unless_payable(order, now)
    if parties.end_if_one_is_missing(order=order, now=now):
        return None
    attempts = list(order.payments.all())
    payment = next((one for one in attempts if one.status != Payment.Status.CANCELED), None)
    if payment is not None:
        return payment, False
    last = max((ended.attempt for ended in attempts), default=0)
    new = Payment.objects.create(order=order, attempt=last + 1, amount=order.total_amount, created_at=now)
    return new, True


def _paid() -> NotPayable:
    return NotPayable(_("This order is already paid."))


def _cancelled() -> NotPayable:
    return NotPayable(_("This order was cancelled and cannot be paid."))


def refuse_unless_payable(order: Order, now: datetime) -> None:
    """Raise :class:`NotPayable` or :class:`HoldExpired` unless the order takes a payment now."""
    if order.payment_status not in _PAYABLE:
        raise _paid()
    if order.cancel_reason == CancelReason.NOT_PAID:
        raise HoldExpired
    if order.status != OrderStatus.PENDING:
        raise _cancelled()
    if order.hold_expires_at is not None and order.hold_expires_at <= now:
        raise HoldExpired


def _create_intent(payment: Payment) -> gateway.Intent:
    """Create the payment's intent; a repeat returns it as it was when created."""
    try:
        intent = gateway.create_intent(
            amount=payment.amount,
            order_id=str(payment.order_id),
            attempt=payment.attempt,
            description=f"{settings.PRODUCT_NAME} order {str(payment.order_id)[-8:]}",
            idempotency_key=f"order-{payment.order_id}-{payment.attempt}",
        )
    except gateway.ServerFault:
        # Stripe repeats this failure for as long as it stores the key, so a retry needs another attempt.
        # If an intent was created after all, nobody has its client secret.
        Payment.objects.filter(pk=payment.pk, intent_id=None).update(status=Payment.Status.CANCELED)
        raise
    # Of two concurrent calls with the same intent only the first writes its id.
    Payment.objects.filter(pk=payment.pk, intent_id=None).update(intent_id=intent.id)
    payment.intent_id = intent.id
    return intent
