"""The weekly run: a payout for each provider who is owed something of the week that is over.

It may run as often as it likes, late, and beside itself: a provider has one payout a week, a ledger
entry one line, and the database refuses a second of either. What a provider gave back may exceed what
they earned: then nothing is written, and it counts in the first week that ends above zero.
"""

from datetime import date, datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Sum

from accounts import notifications
from marketplace.db.insert_new import insert_new
from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep
from marketplace.money import ZERO, rappen
from orders import notice_texts as texts
from orders.models import Payout, PayoutAccount, PayoutLine, PayoutRun
from orders.payouts.payable import payable, week_to_pay
from providers.models import Provider

KIND = "payout"
TASK = "orders.make_payouts"
POLICY = due.Policy(batch=100)
AT_ONCE = 2_000
EARNINGS = "/provider/earnings"


def wake() -> None:
    """Have the run start once the transaction is committed; without a broker beat's next one does it."""
    outbox.wake(TASK)


def make_due(*, now: datetime) -> int:
    """Make the payouts of the last week that is over; return how many. Once they stand this is one look."""
    week = week_to_pay(now)
    run, _ = PayoutRun.objects.get_or_create(week=week, defaults={"started_at": now})
    if run.finished_at is not None:
        return 0
    made = 0

    def pay(job: Job, instant: datetime) -> None:
        nonlocal made
        made += make_payout(provider_id=job.subject, week=week, now=instant) is not None

    if owed := providers_owed(week=week):
        chosen = Provider.objects.filter(pk__in=owed[:AT_ONCE]).order_by("pk")
        with outbox.coalesce_wakeups():
            sweep(KIND, chosen, act=pay, policy=POLICY, now=now, limit=AT_ONCE)
    if not owed or not providers_owed(week=week):
        PayoutRun.objects.filter(week=week, finished_at=None).update(finished_at=now)
    return made


def providers_owed(*, week: date) -> list[UUID]:
    """Return the providers who are owed something of a week and have no payout of it yet. One query."""
    made = Payout.objects.filter(provider=OuterRef("provider"), week=week).order_by()
    sums = payable(week=week).filter(~Exists(made)).order_by().values("provider")
    owed = sums.annotate(total=rappen(Sum("amount"))).filter(total__lt=ZERO)
    return list(owed.values_list("provider", flat=True))


@transaction.atomic
def make_payout(*, provider_id: UUID, week: date, now: datetime) -> Payout | None:
    """Make a provider's payout of a week that is over; ``None`` if it stands, or nothing is owed.

    It takes the ledger entries that :func:`payable` names at this moment, and the account as it is.
    """
    entries = list(payable(week=week).filter(provider=provider_id).only("amount"))
    amount = -sum((entry.amount for entry in entries), ZERO)
    if amount <= ZERO:
        return None
    account = PayoutAccount.objects.filter(provider=provider_id).first()
    payout = Payout(
        provider_id=provider_id,
        week=week,
        amount=amount,
        holder=account.holder if account else "",
        iban=account.iban if account else "",
        stripe_account_id=account.stripe_account_id if account else "",
        created_at=now,
    )
    # Who makes it at the same time waits here, and finds that it stands.
    if not insert_new([payout]):
        return None
    PayoutLine.objects.bulk_create(
        PayoutLine(payout=payout, entry=entry, amount=-entry.amount) for entry in entries
    )
    if account is None:
        _ask_for_account(payout, now)
    return payout


def _ask_for_account(payout: Payout, now: datetime) -> None:
    notifications.notify(
        user_id=payout.provider.user_id,
        kind="payout_waits",
        said=texts.PAYOUT_WAITS.of(amount=payout.amount),
        link=EARNINGS,
        dedupe_key=f"payout:{payout.pk}:waits",
        now=now,
    )
