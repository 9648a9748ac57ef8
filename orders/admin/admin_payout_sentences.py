"""What the pages of payouts say: what an act means before it is done, and what became of it."""

from django.utils.translation import gettext as _

from marketplace import wall_time
from marketplace.errors import DomainError
from marketplace.money import chf
from orders.models import Payout
from orders.payouts import bank_file, paying, transferring


def called(payout: Payout) -> str:
    """Return a name for a payout: its provider and week."""
    return _("{provider}, week of {week}").format(
        provider=payout.provider, week=wall_time.short_day(payout.week)
    )


def left_out(refused: list[DomainError]) -> str:
    """Say how many are not in a file, and why."""
    return _("{count} left out of the file: {reasons}").format(
        count=len(refused), reasons=" ".join(dict.fromkeys(error.message for error in refused))
    )


def filed_since(payout: Payout) -> str:
    """Return since when a payout stands in a file, to the moment."""
    return str(payout.filed_at)


def again_means(payout: Payout) -> str:
    """Say what another file may lead to. Raises what ``bank_file.check_again`` raises."""
    filed_at = bank_file.check_again(payout)
    return _(
        "{amount} to {holder} stands in the bank file of {time}. If the bank has that file, it pays twice."
    ).format(amount=chf(payout.amount), holder=payout.holder, time=wall_time.moment(filed_at))


def paid_means(payout: Payout) -> str:
    """Say what marking as paid means. Raises what ``paying.check_by_bank`` raises."""
    paying.check_by_bank(payout)
    if payout.filed_at is None:
        unfiled = _("It stands in no bank file: mark it only if it was sent another way.")
        return f"{paid_to(payout)} {unfiled}"
    return paid_to(payout)


def paid_to(payout: Payout) -> str:
    """Say to whom a payout goes."""
    return _("{amount} to {holder}, {iban}. The provider is told.").format(
        amount=chf(payout.amount), holder=payout.holder, iban=payout.iban
    )


def transfer_means(payout: Payout) -> str:
    """Say what paying through Stripe means. Raises what ``transferring.check`` raises."""
    transferring.check(payout)
    amount = chf(payout.amount)
    return _("{amount} of our balance at Stripe to {account}, at once. The provider is told.").format(
        amount=amount, account=payout.stripe_account_id
    )


def failed_means(payout: Payout) -> str:
    """Say what a return by the bank means. Raises what ``paying.check_returned_by_bank`` raises."""
    paying.check_returned_by_bank(payout)
    amount = chf(payout.amount)
    return _("{amount} are owed again, and come with the next payout. The provider is told.").format(
        amount=amount
    )


def refused_means(payout: Payout) -> str:
    """Say what a refusal by the bank means. Raises what ``bank_file.check_again`` raises."""
    filed_at = bank_file.check_again(payout)
    return _(
        "{amount} to {holder}, {iban}, leaves the bank file of {time}. It goes to the provider's account if "
        "that is another one by now; if not, they are asked for one, and later payouts wait, too. Make sure "
        "that the bank has not sent it."
    ).format(
        amount=chf(payout.amount), holder=payout.holder, iban=payout.iban, time=wall_time.moment(filed_at)
    )


def refused(payout: Payout) -> str:
    """Say what became of a payout that the bank refused."""
    if payout.destination:
        return _("{amount} goes to the provider's present account now: {account}.").format(
            amount=chf(payout.amount), account=payout.destination
        )
    return _("{amount} waits for another account. The provider is asked for one.").format(
        amount=chf(payout.amount)
    )
