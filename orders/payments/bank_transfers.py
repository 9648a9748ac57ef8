"""Refunds that Stripe will never take: our own bank pays them, and what follows if Stripe paid them, too.

A refund that failed is still owed to the customer. An operator sends the money from the company's bank
account, and says so here once it is sent, with the transfer's reference. The order's amounts stay: a refund
counts as returned from its decision on.

If Stripe sends the same money after all, or somebody does in its dashboard, the customer has it twice: what
Stripe sent is booked as a refund of its own, so much of what our bank paid no longer counts, and the books
say that the customer owes it back (:mod:`orders.payments.netting`). Nothing is taken from the customer by
itself: an operator asks for it, and writes down what became of it.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from marketplace.money import ZERO
from orders import ledger, locking, notifications
from orders.lifecycle import permissions
from orders.models import Actor, Order, Refund
from orders.payments.disputes import CLOSED


class NotPayableByBank(DomainError):
    """Only a refund that failed can be paid by bank transfer (409)."""

    code = "refund_not_payable"

    def __init__(self) -> None:
        super().__init__(_("Only a refund that failed can be paid by bank transfer."))


class Contested(DomainError):
    """A bank holds the order's money: it may give it to the customer itself (409)."""

    code = "refund_contested"

    def __init__(self) -> None:
        super().__init__(
            _("A bank withholds this payment. Once it has decided, the refund is tried again, or superseded.")
        )


class NotPaidTwice(DomainError):
    """There is nothing to settle: it was not paid twice, or that is settled (409)."""

    code = "refund_not_paid_twice"

    def __init__(self) -> None:
        super().__init__(_("Nothing of it was paid twice, or it is settled already."))


def check(refund: Refund) -> None:
    """Raise unless a refund can be paid by our bank: it failed, and no bank decides about its money."""
    if refund.status != Refund.Status.FAILED:
        raise NotPayableByBank
    contested = refund.order.disputes.filter(withheld__gt=ZERO).exclude(status__in=CLOSED)
    if contested.exists():
        raise Contested


def mark_paid(*, actor: Actor, refund_id: UUID, reference: str, now: datetime) -> None:
    """Note that our bank has sent a failed refund; ``reference`` says when, and how to find the transfer.

    Notifies the customer. Raises :class:`NotPayableByBank` or :class:`Contested` (409), or ``OwnOrder``
    (403).
    """
    with transaction.atomic():
        order, refund = _locked(refund_id)
        permissions.refuse_own(order, actor)
        check(refund)
        Refund.objects.filter(pk=refund.pk).update(
            status=Refund.Status.PAID_BY_BANK, bank_reference=reference, settled_at=now
        )
        ledger.refund_paid_by_bank(order=order, refund=refund, now=now)
        notifications.paid_by_bank(order=order, refund=refund, now=now)


def check_paid_twice(refund: Refund) -> None:
    """Raise :class:`NotPaidTwice` unless something of a refund was paid twice and is not settled."""
    if not refund.is_paid_twice or refund.paid_twice_note:
        raise NotPaidTwice


def settle_paid_twice(*, actor: Actor, refund_id: UUID, note: str) -> None:
    """Note what became of the money that a customer has twice.

    The books keep it as owed: what comes back to our bank, or is given up, is the bookkeeper's to enter.
    Raises :class:`NotPaidTwice` (409), or ``OwnOrder`` (403).
    """
    with transaction.atomic():
        order, refund = _locked(refund_id)
        permissions.refuse_own(order, actor)
        check_paid_twice(refund)
        Refund.objects.filter(pk=refund.pk).update(paid_twice_note=note)


def _locked(refund_id: UUID) -> tuple[Order, Refund]:
    """Lock a refund's order, as all that change refunds do, and read both."""
    order = locking.locked_order(order_id=Refund.objects.values_list("order_id", flat=True).get(pk=refund_id))
    return order, Refund.objects.get(pk=refund_id)
