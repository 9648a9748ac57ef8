"""Paying payouts: the only module that assigns ``Payout.status``.

``due`` becomes ``paid`` when the bank or Stripe has sent it, ``paid`` becomes ``failed`` when it came back;
there is no other transition. Payouts through Stripe follow Stripe's reports alone
(:mod:`orders.payouts.transferring`). The ledger is posted in the same transaction, so what came back is owed
again, and the next weekly run pays it.
"""

from collections import defaultdict
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, Sum
from django.utils.translation import gettext as _

from accounts import notifications
from accounts.notice_texts import Said
from marketplace.errors import DomainError, Forbidden
from marketplace.money import ZERO, rappen
from orders import ledger
from orders import notice_texts as texts
from orders.models import Payout
from orders.payouts import payable
from orders.payouts.weekly_run import EARNINGS

Status = Payout.Status


class PayoutNotDue(DomainError):
    """Only a payout that is due can be paid (409)."""

    code = "payout_not_due"

    def __init__(self) -> None:
        super().__init__(_("Only what is due can be paid."))


class PayoutNotPaid(DomainError):
    """Only a paid payout can be marked as returned by the bank (409)."""

    code = "payout_not_paid"

    def __init__(self) -> None:
        super().__init__(_("Only what was paid can come back from the bank."))


class NoPayoutAccount(DomainError):
    """The provider has given no bank account yet (409)."""

    code = "no_payout_account"

    def __init__(self) -> None:
        super().__init__(_("The provider has given no bank account yet."))


class GoesThroughStripe(DomainError):
    """The payout goes to an account at Stripe, so Stripe says what becomes of it (409)."""

    code = "goes_through_stripe"

    def __init__(self) -> None:
        super().__init__(_("The provider is paid through Stripe: nothing is marked by hand."))


class OwnPayout(Forbidden):
    """An operator is paid by the payout, and leaves it to another operator (403)."""

    code = "own_payout"

    def __init__(self) -> None:
        super().__init__(_("This payout is yours. Please leave it to another operator."))


def refuse_own(payout: Payout, actor_id: UUID) -> None:
    """Raise :class:`OwnPayout` (403) to an operator who would have their own payout sent once more."""
    if payout.provider.user_id == actor_id:
        raise OwnPayout


def mark_paid(*, payout_id: UUID, actor_id: UUID, now: datetime, reference: str = "") -> Payout:
    """Mark a payout as sent by the bank, and notify the provider.

    ``reference`` is the bank's. Raises :class:`PayoutNotDue`, :class:`NoPayoutAccount` or
    :class:`GoesThroughStripe` (409).
    """
    payout = Payout.objects.get(pk=payout_id)
    check_by_bank(payout)
    return send(payout, actor_id=actor_id, reference=reference, now=now)


def check_by_bank(payout: Payout) -> None:
    """Raise unless a payout can be paid by the bank.

    Raises :class:`PayoutNotDue`, :class:`NoPayoutAccount` or :class:`GoesThroughStripe` (409).
    """
    if payout.status != Status.DUE:
        raise PayoutNotDue
    if payout.stripe_account_id:
        raise GoesThroughStripe
    if not payout.iban:
        raise NoPayoutAccount


@transaction.atomic
def send(payout: Payout, *, actor_id: UUID | None, reference: str, now: datetime) -> Payout:
    """Mark a due payout as sent, if its account is unchanged; raises :class:`PayoutNotDue` (409)."""
    here = {"iban": payout.iban, "stripe_account_id": payout.stripe_account_id}
    due = Payout.objects.filter(pk=payout.pk, status=Status.DUE, **here)
    if not due.update(status=Status.PAID, paid_at=now, paid_by=actor_id, reference=reference, note=""):
        raise PayoutNotDue
    payout = Payout.objects.select_related("provider").get(pk=payout.pk)
    ledger.paid_out(
        payout_id=payout.pk, provider_id=payout.provider_id, amounts=amounts_by_order(payout), now=now
    )
    _tell(
        payout,
        texts.PAID_OUT_STRIPE.of(amount=payout.amount)
        if payout.stripe_account_id
        else texts.PAID_OUT.of(amount=payout.amount, end=payout.account_end),
        now=now,
    )
    return payout


def mark_failed(*, payout_id: UUID, note: str, now: datetime, actor_id: UUID | None = None) -> Payout:
    """Mark a payout as returned by the bank, and why: it is owed again, and the provider is notified.

    Raises :class:`PayoutNotPaid` or :class:`GoesThroughStripe` (409), or :class:`OwnPayout` (403).
    """
    payout = Payout.objects.select_related("provider").get(pk=payout_id)
    if actor_id is not None:
        refuse_own(payout, actor_id)
    check_returned_by_bank(payout)
    return take_back(payout_id=payout_id, note=note, now=now)


def check_returned_by_bank(payout: Payout) -> None:
    """Raise :class:`PayoutNotPaid` or :class:`GoesThroughStripe` (409) unless a bank can return it."""
    if payout.status != Status.PAID:
        raise PayoutNotPaid
    if payout.stripe_account_id:
        raise GoesThroughStripe


@transaction.atomic
def take_back(*, payout_id: UUID, note: str, now: datetime) -> Payout:
    """Mark a paid payout as failed, and why. Raises :class:`PayoutNotPaid` (409)."""
    paid = Payout.objects.filter(pk=payout_id, status=Status.PAID)
    if not paid.update(status=Status.FAILED, failed_at=now, note=note):
        raise PayoutNotPaid
    payout = Payout.objects.select_related("provider").get(pk=payout_id)
    ledger.payout_came_back(
        payout_id=payout.pk, provider_id=payout.provider_id, amounts=amounts_by_order(payout), now=now
    )
    text = texts.PAYOUT_CAME_BACK_STRIPE if payout.stripe_account_id else texts.PAYOUT_CAME_BACK
    _tell(payout, text.of(amount=payout.amount), now=now)
    return payout


def came_back() -> Q:
    """Return the condition for payouts that came back, until a later one of their provider includes them.

    There is no later one where refunds have left nothing that the provider is owed.
    """
    later = Payout.objects.filter(provider=OuterRef("provider"), created_at__gt=OuterRef("failed_at"))
    open_entries = payable.untaken().filter(provider=OuterRef("provider")).order_by().values("provider")
    # Credits are below zero.
    owed = open_entries.annotate(total=rappen(Sum("amount"))).filter(total__lt=ZERO)
    return Q(~Exists(later), Exists(owed), status=Status.FAILED)


def amounts_by_order(payout: Payout) -> dict[UUID, Decimal]:
    """Return a payout's amount for each order, in CHF; below zero if more was refunded than earned."""
    amounts: defaultdict[UUID, Decimal] = defaultdict(lambda: ZERO)
    for order_id, amount in payout.lines.values_list("entry__order", "amount"):
        amounts[order_id] += amount
    return dict(amounts)


def _tell(payout: Payout, said: Said, *, now: datetime) -> None:
    notifications.notify(
        user_id=payout.provider.user_id,
        kind=f"payout_{payout.status}",
        said=said,
        link=EARNINGS,
        dedupe_key=f"payout:{payout.pk}:{payout.status}",
        now=now,
    )
