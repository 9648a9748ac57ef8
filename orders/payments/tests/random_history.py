"""The random history of one order and its money: what happens, by a seed, and what its books should say."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random
from uuid import uuid4

from django.db.models import Q

from conftest import NOW
from marketplace.money import from_rappen, to_rappen
from orders import ledger
from orders.lifecycle import cancelling, refund_rows, transitions
from orders.models import SYSTEM, Actor, ActorRole, Dispute, Order, Refund
from orders.payments import bank_transfers, gateway, refunds
from orders.payments.dispute_gateway import StripeDispute
from orders.payments.disputes import apply_dispute
from orders.payments.tests.book_keeper import BookKeeper
from orders.tests.booking import FORWARD, pay

TOTAL, LATE_FEE = 2750, 1250


@dataclass
class History:
    """An order with random events; ``books`` is the oracle, which books them alongside."""

    order: Order
    random: Random
    books: BookKeeper = field(default_factory=BookKeeper)
    now: object = NOW
    number: int = 0
    payouts: dict = field(default_factory=dict)

    def step(self) -> str:
        """Apply a random possible event, and return its name."""
        self.order.refresh_from_db()
        self.now += timedelta(minutes=1)
        self.number += 1
        possible = [name for name in ACTS if getattr(self, f"can_{name}")()]
        if not possible:
            return "rest"
        name = self.random.choice(possible)
        getattr(self, name)()
        return name

    # --- what can happen ---------------------------------------------------------------------------

    def can_be_paid(self) -> bool:
        return not self.books.paid

    def can_go_on(self) -> bool:
        running = self.order.status in FORWARD and self.order.status != "completed"
        return running or (self.order.status == "pending" and self.order.was_paid)

    def can_be_cancelled(self) -> bool:
        return self.order.status in {"pending", "confirmed"}

    def can_be_refunded(self) -> bool:
        return self.order.was_paid and self.books.left > 0

    can_be_refunded_at_stripe = can_be_refunded

    def can_bounce(self) -> bool:
        return self._refunds("succeeded").exists()

    def can_be_tried_again(self) -> bool:
        return self._refunds("failed").exists()

    def can_be_paid_by_bank(self) -> bool:
        return self.can_be_tried_again() and not self._open().filter(withheld__gt=0).exists()

    def can_be_sent_after_all(self) -> bool:
        # Stripe never sends more than it took.
        refund = self._refunds("paid_by_bank").first()
        sent = sum(to_rappen(one.amount) for one in self._refunds("succeeded"))
        return refund is not None and sent + to_rappen(refund.amount) <= TOTAL

    def can_be_contested(self) -> bool:
        return bool(self.books.paid) and self.order.disputes.count() < 2

    def can_be_decided(self) -> bool:
        return self._open().exists()

    def can_be_paid_out(self) -> bool:
        return self.books.balances().get("provider", 0) < 0

    def can_come_back_from_the_bank(self) -> bool:
        return bool(self.payouts)

    # --- what happens, here and in the books ---------------------------------------------------------

    def be_paid(self) -> None:
        pay(self.order, now=self.now)
        self.books.paid = self.books.at_stripe = TOTAL
        if self.books.status == "cancelled":
            self._leave(TOTAL)
        elif self.order.accepts_instantly:
            self.books.status = "confirmed"

    def go_on(self) -> None:
        to = FORWARD[0] if self.order.status == "pending" else FORWARD[FORWARD.index(self.order.status) + 1]
        by = Actor(ActorRole.PROVIDER, self.order.provider.user_id)
        transitions.move(order_id=self.order.pk, to=to, actor=by, now=self.now)
        self.books.status = str(to)

    def be_cancelled(self) -> None:
        late = self.random.random() < 0.6
        received = self.books.paid - self.books.returned
        fee = 0
        if late and self.order.was_paid:
            fee = min(LATE_FEE, received + max(self.books.borne - self.books.withdrawn, 0))
        by = Actor(ActorRole.CUSTOMER, self.order.customer_id)
        if self.order.status == "pending" and not self.order.was_paid:
            by = SYSTEM
        at = self.order.pickup_at - timedelta(minutes=1) if late else self.now
        reason = "" if by is not SYSTEM else "payment_not_completed"
        cancelling.cancel_order(order_id=self.order.pk, actor=by, now=at, cancel_reason=reason)
        self._leave(max(max(self.books.left, 0) - min(fee, received), 0))
        self.books.status, self.books.late_fee = "cancelled", fee

    def be_refunded(self) -> None:
        amount = self.random.randint(1, self.books.left)
        refund = refund_rows.request_refund(
            order=self.order, amount=from_rappen(amount), reason=f"damage {self.number}", now=self.now
        )
        self._leave(amount)
        if self.random.random() < 0.7:
            self._arrives(refund)

    def be_refunded_at_stripe(self) -> None:
        amount = self.random.randint(1, self.books.left + 200)
        before = list(self._pending_or_failed())
        by_bank = list(self._refunds("paid_by_bank"))
        try:
            refunds.sync_refund(found=self._said("succeeded", amount), now=self.now)
        except refund_rows.ExceedsPayment:
            assert amount > self.books.left
        else:
            missing = self.books.returned + amount - TOTAL
            for refund in before:
                missing -= self._net(refund, missing)
            for refund in by_bank:
                missing -= self._twice(refund, missing)
            self._leave(amount)
            if self.books.status not in {"completed", "cancelled"}:
                self.books.borne += amount
            if self.books.status == "pending" and self.books.returned == TOTAL:
                self.books.status = "cancelled"

    def bounce(self) -> None:
        refund = self._refunds("succeeded").first()
        found = self._said(
            "failed", to_rappen(refund.amount), refund=refund, stripe_id=refund.stripe_refund_id
        )
        by_bank = list(self._refunds("paid_by_bank"))
        for _ in range(2):
            refunds.sync_refund(found=found, now=self.now)
        self.books.still_to_return += to_rappen(refund.amount)
        self.books.at_stripe += to_rappen(refund.amount)
        refund.status = "failed"
        for dispute in Dispute.objects.filter(order=self.order, status="lost"):
            self._net_lost(dispute, [refund])
        if refund.status == "failed":
            self._set_off(refund, by_bank)

    def be_tried_again(self) -> None:
        refund = self._refunds("failed").first()
        refunds.retry(refund_id=refund.pk, now=self.now)
        self.books.still_to_return -= to_rappen(refund.amount)
        self.books.at_stripe -= to_rappen(refund.amount)
        self._arrives(refund)

    def be_paid_by_bank(self) -> None:
        refund = self._refunds("failed").first()
        bank_transfers.mark_paid(actor=SYSTEM, refund_id=refund.pk, reference="UBS 1", now=self.now)
        self.books.still_to_return -= to_rappen(refund.amount)
        self.books.by_bank += to_rappen(refund.amount)

    def be_sent_after_all(self) -> None:
        refund = self._refunds("paid_by_bank").first()
        amount = to_rappen(refund.amount)
        others = [*self._pending_or_failed(), *self._refunds("paid_by_bank").exclude(pk=refund.pk)]
        found = self._named("succeeded", amount, refund)
        for _ in range(2):
            refunds.sync_refund(found=found, now=self.now)
        self._twice(refund, amount)
        missing = self.books.returned + amount - TOTAL
        for other in others:
            net = self._twice if other.status == "paid_by_bank" else self._net
            missing -= net(other, missing)
        self._leave(amount)
        self.books.borne += amount if refund.borne_by == "platform" else 0
        if self.books.status == "pending" and self.books.returned == TOTAL:
            self.books.status = "cancelled"

    def be_contested(self) -> None:
        amount = self.random.choice([TOTAL, self.random.randint(1, TOTAL)])
        asks = self.random.random() < 0.2
        status = "warning_needs_response" if asks else "needs_response"
        found = self._contests(f"dp_{self.order.pk}_{self.number}", status, amount, withheld=not asks)
        for _ in range(2):
            apply_dispute(found=found, now=self.now)
        if not asks:
            self.books.withdrawn += amount
            self.books.at_stripe -= amount
            if self.books.status not in {"completed", "cancelled"}:
                self.books.borne += amount

    def be_decided(self) -> None:
        dispute = self._open().first()
        won, amount = self.random.random() < 0.5, to_rappen(dispute.amount)
        withheld = bool(dispute.withheld)
        status = ("won" if won else "lost") if withheld else "warning_closed"
        moves = dispute.moves + int(won and withheld)
        before = self._contests(dispute.stripe_dispute_id, dispute.status, amount, withheld=withheld)
        failed = list(self._refunds("failed"))
        apply_dispute(
            found=self._contests(
                dispute.stripe_dispute_id, status, amount, withheld=withheld and not won, moves=moves
            ),
            now=self.now,
        )
        apply_dispute(found=before, now=self.now)
        if won and withheld:
            self.books.withdrawn -= amount
            self.books.at_stripe += amount
            self.books.borne -= amount if dispute.borne_by == "platform" else 0
            if self.books.status == "cancelled":
                self._leave(max(self.books.left - self.books.late_fee, 0))
        if status == "lost":
            self._net_lost(dispute, failed)
        else:
            for refund in failed:
                self.books.still_to_return -= to_rappen(refund.amount)
                self.books.at_stripe -= to_rappen(refund.amount)

    def be_paid_out(self) -> None:
        payout_id, amount = uuid4(), -self.books.balances()["provider"]
        self._payout(ledger.paid_out, payout_id, amount)
        self.payouts[payout_id] = amount
        self.books.paid_out += amount

    def come_back_from_the_bank(self) -> None:
        payout_id, amount = self.payouts.popitem()
        self._payout(ledger.payout_came_back, payout_id, amount)
        self.books.paid_out -= amount

    def _payout(self, post, payout_id, amount: int) -> None:
        provider_id = self.order.provider_id
        amounts = {self.order.pk: from_rappen(amount)}
        for _ in range(2):
            post(payout_id=payout_id, provider_id=provider_id, amounts=amounts, now=self.now)

    # --- what Stripe says -----------------------------------------------------------------------------

    def _leave(self, amount: int) -> None:
        self.books.returned += amount
        self.books.at_stripe -= amount

    def _net_lost(self, dispute: Dispute, failed: list[Refund]) -> None:
        """Book that what a bank gave to the customer for good takes the place of failed refunds."""
        netted = Refund.objects.filter(superseded_by=dispute.stripe_dispute_id)
        netted = netted.exclude(pk__in=[refund.pk for refund in failed])
        left = to_rappen(dispute.amount) - sum(to_rappen(one.netted_amount) for one in netted)
        for refund in failed:
            left -= self._net(refund, left) if refund.status == "failed" else 0

    def _net(self, refund: Refund, most: int) -> int:
        """Book that a refund never leaves: up to ``most`` of it went another way, the rest goes anew."""
        amount = to_rappen(refund.amount)
        netted = min(max(most, 0), amount)
        if netted:
            is_borne = refund.borne_by == "platform"
            self.books.returned -= amount
            self.books.borne -= amount if is_borne else 0
            if refund.status == "failed":
                self.books.still_to_return -= amount
            else:
                self.books.at_stripe += amount
            rest = min(amount - netted, max(self.books.left, 0))
            self._leave(rest)
            self.books.borne += rest if is_borne else 0
            refund.status = "superseded"
        return netted

    def _twice(self, refund: Refund, most: int) -> int:
        """Book that up to ``most`` of what our bank paid has left Stripe, too."""
        netted = min(max(most, 0), to_rappen(refund.amount - refund.netted_amount))
        self.books.returned -= netted
        self.books.twice += netted
        self.books.borne -= netted if refund.borne_by == "platform" else 0
        return netted

    def _set_off(self, refund: Refund, by_bank: list[Refund]) -> None:
        """Book that what came back was paid twice: the customer has it from our bank."""
        twice = [one for one in by_bank if one.netted_amount]
        left = min(sum(to_rappen(one.netted_amount) for one in twice), to_rappen(refund.amount))
        self._net(refund, left)
        for one in twice:
            netted = min(to_rappen(one.netted_amount), left)
            self.books.returned += netted
            self.books.twice -= netted
            self.books.borne += netted if one.borne_by == "platform" else 0
            left -= netted

    def _pending_or_failed(self):
        not_sent = Q(status="failed") | Q(status="pending", stripe_refund_id=None)
        return Refund.objects.filter(not_sent, order=self.order).order_by("status", "created_at", "pk")

    def _refunds(self, status: str):
        return Refund.objects.filter(order=self.order, status=status).order_by("created_at")

    def _open(self):
        return Dispute.objects.filter(order=self.order, status__endswith="needs_response")

    def _arrives(self, refund: Refund) -> None:
        refunds.apply_refund(
            found=self._said("succeeded", to_rappen(refund.amount), refund=refund), now=self.now
        )

    def _named(self, status: str, amount: int, refund: Refund) -> gateway.StripeRefund:
        return replace(self._said(status, amount), refund_id=str(refund.pk))

    def _said(self, status: str, amount: int, *, refund=None, stripe_id: str = "") -> gateway.StripeRefund:
        ours = refund is not None and not refund.reason.startswith(refunds.AT_STRIPE)
        return gateway.StripeRefund(
            id=stripe_id or f"re_{self.order.pk.hex[:20]}_{self.number}",
            status=status,
            amount=from_rappen(amount),
            intent_id=self.order.payments.get().intent_id,
            refund_id=str(refund.pk) if ours else "",
            failure_reason="",
        )

    def _contests(
        self, dispute_id: str, status: str, amount: int, *, withheld: bool, moves: int | None = None
    ) -> StripeDispute:
        return StripeDispute(
            id=dispute_id,
            intent_id=self.order.payments.get().intent_id,
            status=status,
            reason="fraudulent",
            amount=from_rappen(amount),
            withheld=from_rappen(amount if withheld else 0),
            moves=int(withheld) if moves is None else moves,
            opened_at=self.now,
            respond_by=None,
        )


ACTS = [name.removeprefix("can_") for name in vars(History) if name.startswith("can_")]
