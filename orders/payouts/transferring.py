"""Paying payouts through Stripe: one transfer each, however often and by how many operators it is started.

1. The payout is claimed: from then on Stripe may have made a transfer.
2. Stripe lists the payout's transfers, and one that stands is taken: Stripe forgets keys after a day, and a
   restored backup forgets what was sent.
3. Else a transfer is created with an idempotency key of payout, attempt and the transfers that were reversed,
   so a retry after a lost response creates no second one.
4. :func:`orders.payouts.paying.send` marks the payout as paid, with the transfer as its reference.

If Stripe declines, the payout stays due and gets a new attempt: Stripe stores the error under the old key.
"""

import logging
import time
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from rest_framework import status

from marketplace.errors import DomainError
from marketplace.jobs import due
from orders.models import Payout
from orders.payments import connect_gateway, gateway
from orders.payments.connect_gateway import Transfer
from orders.payouts import paying
from orders.payouts.paying import PayoutNotDue, PayoutNotPaid
from orders.payouts.stripe_accounts import check_offered

log = logging.getLogger(__name__)

Status = Payout.Status
REVERSED = "transfer.reversed"
_LONGEST_NOTE = 160


class GoesToBank(DomainError):
    """The payout does not go to an account at Stripe (409)."""

    code = "goes_to_bank"

    def __init__(self) -> None:
        super().__init__(_("The provider is not paid through Stripe: put it into a bank file."))


class TransferRejected(DomainError):
    """Stripe refuses to pay a payout, which stays due (409)."""

    code = "transfer_refused"

    def __init__(self, reason: str) -> None:
        super().__init__(_("Stripe refused: {reason}").format(reason=reason))


class TransferUnanswered(DomainError):
    """Stripe has not said whether it paid; pressing again pays nothing twice (503)."""

    status = status.HTTP_503_SERVICE_UNAVAILABLE
    code = "transfer_unanswered"

    def __init__(self) -> None:
        super().__init__(_("Stripe has not answered. Press again in a minute: nothing is paid twice."))


def check(payout: Payout) -> None:
    """Raise unless a payout can be paid through Stripe.

    Raises ``PayoutNotDue``, :class:`GoesToBank` or ``StripePayoutsOff`` (409).
    """
    check_offered()
    if payout.status != Status.DUE:
        raise PayoutNotDue
    if not payout.stripe_account_id:
        raise GoesToBank


def pay(*, payout_id: UUID, actor_id: UUID, now: datetime) -> Payout:
    """Send a payout to its provider's account at Stripe, and notify the provider. Calls Stripe.

    Raises what :func:`check` does, :class:`TransferRejected` (409) and :class:`TransferUnanswered` (503).
    """
    payout = Payout.objects.get(pk=payout_id)
    check(payout)
    _claim(payout, now)
    try:
        transfer = _found_or_new(payout)
    except (gateway.Unreachable, gateway.ServerFault) as silence:
        raise TransferUnanswered from silence
    return paying.send(payout, actor_id=actor_id, reference=transfer.id, now=now)


def _claim(payout: Payout, now: datetime) -> None:
    """Set ``transfer_begun_at``: Stripe may have made a transfer, so the account must not change any more."""
    here = {"stripe_account_id": payout.stripe_account_id, "transfer_attempt": payout.transfer_attempt}
    claimed = Payout.objects.filter(pk=payout.pk, status=Status.DUE, **here)
    if not claimed.update(transfer_begun_at=Coalesce("transfer_begun_at", now)):
        raise PayoutNotDue


def _found_or_new(payout: Payout) -> Transfer:
    """Return the transfer of an earlier try, whose response was lost or is not in a restored backup."""
    before = connect_gateway.transfers_of(payout.pk)
    found = next((one for one in before if not one.is_reversed), None)
    return found or _make(payout, reversed_before=len(before))


def _make(payout: Payout, *, reversed_before: int) -> Transfer:
    # Under the key of a transfer that was reversed since, Stripe would return that one again.
    key = f"payout-{payout.pk}-{payout.transfer_attempt}"
    if reversed_before:
        key += f"-r{reversed_before}"
    try:
        return connect_gateway.create_transfer(
            payout_id=payout.pk,
            account_id=payout.stripe_account_id,
            amount=payout.amount,
            description=f"{settings.PRODUCT_NAME}: week of {payout.week:%d.%m.%Y}",
            idempotency_key=key,
        )
    except gateway.Declined as error:
        mine = Payout.objects.filter(
            pk=payout.pk, status=Status.DUE, transfer_attempt=payout.transfer_attempt
        )
        mine.update(
            transfer_begun_at=None,
            transfer_attempt=F("transfer_attempt") + 1,
            note=error.reason[:_LONGEST_NOTE],
        )
        raise TransferRejected(error.reason) from error


# --- Webhooks and the comparison with Stripe ---------------------------------------------------------------


def handle_reversed(transfer_id: str, now: datetime) -> bool:
    """Fetch a transfer for a webhook and apply its state; ``False`` if it is not ours. Calls Stripe."""
    differences: list[str] = []
    is_ours = _apply(connect_gateway.retrieve_transfer(transfer_id), now, differences)
    for difference in differences:
        log.error("%s", difference)
    return is_ours


def compare_transfers(*, now: datetime, differences: list[str]) -> int:
    """Compare the transfers of the last ``COMPARE_DAYS`` days with the payouts; return how many are ours.

    Calls Stripe. Appends to ``differences`` a sentence for each one that needs an operator.
    """
    if not settings.STRIPE_CONNECT:
        return 0
    listed: set[str] = set()
    ours = 0
    days = timedelta(days=settings.COMPARE_DAYS)
    # By the real clock, as Stripe's is not moved with ours.
    since_by_stripe = int(time.time() - days.total_seconds())  # noqa: TID251
    for page in connect_gateway.pages_of_transfers(since=since_by_stripe):
        listed |= {transfer.id for transfer in page}
        for transfer in page:
            with due.isolate_errors("%s could not be written down", transfer.id, errors=differences):
                is_ours = _apply(transfer, now, differences)
                ours += is_ours
                if not is_ours and transfer.payout_id and not transfer.is_reversed:
                    differences.append(
                        f"{transfer.id} sent {transfer.amount} CHF to {transfer.account_id} for payout "
                        f"{transfer.payout_id}, which is unknown here or goes elsewhere."
                    )
    # Skip the first day, as Stripe's time of creation may lie before the start of the list.
    since = now - days + timedelta(days=1)
    paid = Payout.objects.filter(status=Status.PAID, paid_at__gte=since).exclude(stripe_account_id="")
    differences += [
        f"Payout {payout.pk} is paid by {payout.reference}, which Stripe does not list."
        for payout in paid.exclude(reference__in=listed)
    ]
    return ours


def _apply(transfer: Transfer, now: datetime, differences: list[str]) -> bool:
    payout = _payout_of(transfer)
    if payout is None:
        return False
    if payout.reference != transfer.id and payout.status == Status.DUE and not transfer.is_reversed:
        _record_lost(payout, transfer, now)
    elif payout.reference == transfer.id and payout.status == Status.PAID and transfer.is_reversed:
        _take_back(payout, transfer, now)
    payout.refresh_from_db()
    if said := _difference(payout, transfer):
        differences.append(said)
    return True


def _payout_of(transfer: Transfer) -> Payout | None:
    try:
        wanted = UUID(transfer.payout_id)
    except ValueError:
        return None
    return Payout.objects.filter(pk=wanted, stripe_account_id=transfer.account_id).first()


def _record_lost(payout: Payout, transfer: Transfer, now: datetime) -> None:
    """Mark a payout as paid if Stripe's response was lost and nobody tried again."""
    if transfer.amount == payout.amount and payout.transfer_begun_at is not None:
        try:
            paying.send(payout, actor_id=None, reference=transfer.id, now=now)
        except PayoutNotDue:
            return


def _take_back(payout: Payout, transfer: Transfer, now: datetime) -> None:
    try:
        paying.take_back(payout_id=payout.pk, note=f"Stripe reversed {transfer.id}.", now=now)
    except PayoutNotPaid:
        return


def _difference(payout: Payout, transfer: Transfer) -> str:
    """Return a sentence for an operator, empty if payout and transfer agree."""
    stands = payout.reference == transfer.id and payout.status == Status.PAID
    if stands and transfer.reversed:
        return f"{transfer.reversed} CHF of {transfer.id}, which paid payout {payout.pk}, came back."
    if stands and transfer.amount != payout.amount:
        return f"{transfer.id} paid {transfer.amount} CHF for payout {payout.pk} of {payout.amount} CHF."
    if not stands and not transfer.is_reversed:
        return f"{transfer.id} sent {transfer.amount} CHF for payout {payout.pk}, which is not paid by it."
    return ""
