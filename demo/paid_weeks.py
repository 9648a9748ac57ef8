"""The past weekly payouts of the demonstration, each made and paid by the rules on its Monday.

The last one is not paid yet, one provider has no account, and one payout was returned by the bank, so that
no queue of the admin site is empty.
"""

from datetime import datetime, time, timedelta

from stdnum import iban as iban_rules

from accounts.models import User
from marketplace import clock
from orders.models import Payout
from orders.payouts import paying, payout_accounts, weekly_run
from orders.payouts.payable import WEEK, week_of, week_to_pay
from providers.models import Provider

MADE_AT, PAID_AT = time(0, 10), time(9, 40)
# Indexes of providers: whose payout was returned, and who has no account; 0 is the demo provider.
RETURNED, WITHOUT_ACCOUNT = 1, 3


def pay_out_past_weeks(*, providers: list[Provider], operator: User, since: datetime, now: datetime) -> None:
    """Give the providers accounts, and pay out each week that is over."""
    for number, provider in enumerate(providers):
        if number != WITHOUT_ACCOUNT:
            payout_accounts.set_account(
                provider=provider,
                actor_id=provider.user_id,
                holder=provider.user.get_full_name(),
                iban=_iban(number),
                now=since + timedelta(days=1),
            )
    week, last = week_of(clock.local_date(since)), week_to_pay(now)
    while week <= last:
        monday = week + WEEK
        weekly_run.make_due(now=min(clock.at_wall_time(monday, MADE_AT), now))
        if week < last:
            _pay(operator, clock.at_wall_time(monday, PAID_AT))
        week += WEEK
    _return_one(providers[RETURNED])


def _iban(number: int) -> str:
    account = f"09000{30_412_637_418 + 7_919 * number:012}"
    return f"CH{iban_rules.calc_check_digits(f'CH00{account}')}{account}"


def _pay(operator: User, at: datetime) -> None:
    for payout in Payout.objects.filter(status=Payout.Status.DUE).exclude(iban=""):
        reference = f"E-{at:%y%m%d}-{payout.pk.hex[:4].upper()}"
        paying.mark_paid(payout_id=payout.pk, actor_id=operator.pk, reference=reference, now=at)


def _return_one(provider: Provider) -> None:
    """Mark the newest paid payout as returned by the bank; the next payout includes it again."""
    payout = Payout.objects.filter(provider=provider, status=Payout.Status.PAID).first()
    if payout is not None and payout.paid_at is not None:
        at = payout.paid_at + timedelta(days=1)
        paying.mark_failed(payout_id=payout.pk, note="The account was closed", now=at)
