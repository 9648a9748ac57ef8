"""The weekly run: a payout for each provider who is owed something of the week that is over.

It may run repeatedly, late, and concurrently: unique constraints allow one payout per provider and week, and
one line per ledger entry. If refunds exceed the earnings, no payout is made, and the entries count in the
first week whose sum is above zero.
"""

from datetime import date, datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Sum

from accounts import notifications
from marketplace.db.insert_new import insert_new
from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from marketplace.money import ZERO, rappen
from orders import notice_texts as texts
from orders.models import Payout, PayoutAccount, PayoutLine, PayoutRun
from orders.payouts.payable import payable, week_to_pay
from providers import approving
from providers.models import Provider

KIND = "payout"
TASK = "orders.make_payouts"
POLICY = due.Policy(batch=100)
AT_ONCE = 2_000
EARNINGS = "/provider/earnings"


def wake() -> None:
    """Start the run after the commit; without a broker the next scheduled one does it."""
    outbox.wake(TASK)


def make_due(*, now: datetime) -> int:
    """Make the payouts of the last week; return how many. One query once they are all made."""
    week = week_to_pay(now)
    run, _ = PayoutRun.objects.get_or_create(week=week, defaults={"started_at": now})
    if run.finished_at is not None:
        return 0
    made = 0

    def pay(job: Job, instant: datetime) -> bool:
        return make_payout(provider_id=job.subject, week=week, now=instant) is not None

    if owed := providers_owed(week=week):
        chosen = Provider.objects.filter(pk__in=owed[:AT_ONCE]).order_by("pk")
        with outbox.coalesce_wakeups():
            made = sweep_counting(KIND, chosen, act=pay, policy=POLICY, now=now, limit=AT_ONCE)
    if not owed or not providers_owed(week=week):
        PayoutRun.objects.filter(week=week, finished_at=None).update(finished_at=now)
    return made


def reopen(*, week: date) -> None:
    """Let a finished run make what is owed by now: of orders that were held back while it ran."""
    PayoutRun.objects.filter(week=week).update(finished_at=None)


def providers_owed(*, week: date) -> list[UUID]:
    """Return the providers who are owed something for a week and have no payout for it. One query."""
    made = Payout.objects.filter(provider=OuterRef("provider"), week=week).order_by()
    sums = payable(week=week).filter(~Exists(made)).order_by().values("provider")
    owed = sums.annotate(total=rappen(Sum("amount"))).filter(total__lt=ZERO)
    return list(owed.values_list("provider", flat=True))


@transaction.atomic
def make_payout(*, provider_id: UUID, week: date, now: datetime) -> Payout | None:
    """Make a provider's payout for a past week; ``None`` if it exists, or nothing is owed.

    It takes the present entries of :func:`payable`, and goes to the present account (:func:`destination`).
    """
    # Serializes with changes of the account, which then find this payout.
    approving.locked_provider(provider_id)
    entries = list(payable(week=week).filter(provider=provider_id).only("amount"))
    amount = -sum((entry.amount for entry in entries), ZERO)
    if amount <= ZERO:
        return None
    account = PayoutAccount.objects.filter(provider=provider_id).first()
    payout = Payout(provider_id=provider_id, week=week, amount=amount, created_at=now, **destination(account))
    # The unique constraint decides whether another run has made it.
    if not insert_new([payout]):
        return None
    PayoutLine.objects.bulk_create(
        PayoutLine(payout=payout, entry=entry, amount=-entry.amount) for entry in entries
    )
    if not payout.destination:
        ask_for_account(payout, account, occasion="waits", now=now)
    return payout


def destination(account: PayoutAccount | None) -> dict[str, str]:
    """Return what a payout copies of its provider's present account.

    Nothing, so that it waits, without one, or while the bank refuses it and its owner has not confirmed it.
    """
    columns = ("holder", "iban", "stripe_account_id")
    if account is None or account.refused_at is not None:
        return dict.fromkeys(columns, "")
    return {column: getattr(account, column) for column in columns}


def ask_for_account(payout: Payout, account: PayoutAccount | None, *, occasion: str, now: datetime) -> None:
    """Ask a provider where a payout may go, once for each occasion; ``account`` was refused by the bank."""
    said = texts.PAYOUT_WAITS.of(amount=payout.amount)
    if account is not None:
        said = texts.PAYOUT_REFUSED.of(amount=payout.amount, end=account.iban[-4:])
    notifications.notify(
        user_id=payout.provider.user_id,
        kind="payout_waits",
        said=said,
        link=EARNINGS,
        dedupe_key=f"payout:{payout.pk}:{occasion}",
        now=now,
    )
