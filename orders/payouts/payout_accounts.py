"""The account to which a provider is paid: validated, stored, and every change notified."""

from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from stdnum import iban as iban_rules
from stdnum.exceptions import InvalidChecksum, ValidationError

from accounts import notifications
from marketplace.errors import Invalid
from orders import notice_texts as texts
from orders.models import Payout, PayoutAccount, PayoutAccountChange, StripeAccount
from orders.models.payout import IBAN_LENGTH, LONGEST_HOLDER
from orders.payouts.weekly_run import EARNINGS
from providers import approving
from providers.models import Provider

COUNTRIES = ("CH", "LI")
_HAS_NO_ACCOUNT = Q(iban="", stripe_account_id="")
# Due payouts that get a new account: those without one, as a bank may have refused it, and those that Stripe
# declined.
_GOES_NOWHERE = _HAS_NO_ACCOUNT | (~Q(stripe_account_id="") & ~Q(note="") & Q(transfer_begun_at=None))
# Clearing numbers of QR-IBANs, which only accept payments with a QR reference.
QR_BANKS = range(30_000, 32_000)


def clean_holder(given: str) -> str:
    """Return the trimmed name of the holder. Raises ``Invalid`` (400)."""
    holder = " ".join(given.split())
    if not holder:
        raise _wrong("holder", _("Please enter the name on the account."))
    if len(holder) > LONGEST_HOLDER:
        raise _wrong("holder", _("Please use at most {most} characters.").format(most=LONGEST_HOLDER))
    return holder


def clean_iban(given: str) -> str:
    """Return a Swiss or Liechtenstein IBAN without blanks. Raises ``Invalid`` (400)."""
    iban = "".join(given.split()).upper()
    if not iban:
        raise _wrong("iban", _("Please enter your IBAN."))
    if not iban.startswith(COUNTRIES):
        raise _wrong("iban", _("Please enter an IBAN that begins with CH or LI."))
    if len(iban) != IBAN_LENGTH:
        raise _wrong(
            "iban",
            _("An IBAN of Switzerland or Liechtenstein has {count} characters.").format(count=IBAN_LENGTH),
        )
    try:
        iban_rules.validate(iban)
    except InvalidChecksum:
        raise _wrong("iban", _("This IBAN has a typing error. Please compare it with your card.")) from None
    except ValidationError:
        raise _wrong("iban", _("This is not an IBAN. Please compare it with your card.")) from None
    if iban[4:9].isdigit() and int(iban[4:9]) in QR_BANKS:
        raise _wrong(
            "iban", _("This is a QR-IBAN, which only takes payment slips. Please enter the IBAN beside it.")
        )
    return iban


def _wrong(field: str, sentence: str) -> Invalid:
    return Invalid(sentence, fields={field: [sentence]})


@transaction.atomic
def set_account(
    *, provider: Provider, actor_id: UUID, holder: str, iban: str, now: datetime
) -> PayoutAccount:
    """Store a provider's bank account, notify its owner, and assign it to due payouts without an account.

    A payout that has another account keeps it. Raises ``Invalid`` (400).
    """
    destination = _Destination(holder=clean_holder(holder), iban=clean_iban(iban))
    # An account at Stripe that becomes ready later must not replace this one.
    StripeAccount.objects.filter(provider=provider).update(is_wanted=False)
    return _set(provider, destination, actor_id=actor_id, now=now)


def pay_through_stripe(*, provider: Provider, account_id: str, now: datetime) -> PayoutAccount:
    """Store that a provider is paid to their account at Stripe, as :func:`set_account` does.

    The caller's transaction has locked the ``StripeAccount``.
    """
    destination = _Destination(stripe_account_id=account_id)
    return _set(provider, destination, actor_id=provider.user_id, now=now)


def account_given_back(*, user_id: UUID, since: datetime, now: datetime) -> None:
    """Take away an account that somebody else has entered from ``since`` on (:mod:`accounts.giving_back`).

    Payouts that are due to it wait for another one, unless they are with the bank or with Stripe already.
    """
    provider = Provider.objects.filter(user=user_id).first()
    if provider is None:
        return
    lately = {"provider": provider, "changed_at__gte": since}
    before = PayoutAccount.objects.filter(provider=provider, changed_at__lt=since)
    # Stripe may have reported anew on the account to which the provider was paid before. In the order of
    # stripe_accounts: this one is locked first.
    begun = StripeAccount.objects.select_for_update().filter(**lately)
    at_stripe = begun.exclude(account_id__in=before.values("stripe_account_id")).first()
    # A payout that is being made has copied the account already: it is due once this lock is free.
    approving.locked_provider(provider.pk)
    account = PayoutAccount.objects.select_for_update().filter(**lately).first()
    if at_stripe is None and account is None:
        return
    gone = at_stripe.account_id if at_stripe else ""
    if account is not None:
        gone = account.iban or account.stripe_account_id
        due = Payout.objects.filter(provider=provider, status=Payout.Status.DUE)
        of_account = {"iban": account.iban, "stripe_account_id": account.stripe_account_id}
        due.filter(**of_account, filed_at=None, transfer_begun_at=None).update(**asdict(_Destination()))
        account.delete()
    if at_stripe is not None:
        at_stripe.delete()
    PayoutAccountChange.objects.create(provider=provider, changed_by_id=user_id, iban_end=gone[-4:], at=now)
    notifications.notify(
        user_id=user_id,
        kind="payout_account",
        said=texts.PAYOUT_ACCOUNT_REMOVED.of(),
        link=EARNINGS,
        dedupe_key=f"payout_account:removed:{now.isoformat()}",
        now=now,
    )


def times_taken_away(provider: Provider) -> int:
    """Return how often an account of a provider was taken away."""
    return PayoutAccountChange.objects.filter(provider=provider, holder="").count()


@dataclass(frozen=True)
class _Destination:
    """Where money goes: a holder with an IBAN, or an account at Stripe."""

    holder: str = ""
    iban: str = ""
    stripe_account_id: str = ""


def _set(provider: Provider, destination: _Destination, *, actor_id: UUID, now: datetime) -> PayoutAccount:
    values = asdict(destination)
    # A payout that is being made has copied the former account: it is due once this lock is free.
    approving.locked_provider(provider.pk)
    account = PayoutAccount.objects.select_for_update().filter(provider=provider).first()
    if account is not None and all(getattr(account, name) == value for name, value in values.items()):
        # A bank may have refused to send to it; its owner says that it is right. Stripe reports its accounts
        # by itself, which tells nothing of what it declined.
        account.refused_at = None
        account.save(update_fields=["refused_at"])
        _fill_due_payouts(provider, destination, _GOES_NOWHERE if destination.iban else _HAS_NO_ACCOUNT)
        return account
    account, _ = PayoutAccount.objects.update_or_create(
        provider=provider, defaults=values | {"changed_at": now, "refused_at": None}
    )
    change = PayoutAccountChange.objects.create(
        provider=provider,
        changed_by_id=actor_id,
        holder=destination.holder or "Stripe",
        iban_end=(destination.iban or destination.stripe_account_id)[-4:],
        at=now,
    )
    _fill_due_payouts(provider, destination, _GOES_NOWHERE)
    _tell(provider, destination, change, now)
    return account


def _fill_due_payouts(provider: Provider, destination: _Destination, which: Q) -> None:
    due = Payout.objects.filter(provider=provider, status=Payout.Status.DUE)
    due.filter(which).update(**asdict(destination), note="")


def _tell(provider: Provider, destination: _Destination, change: PayoutAccountChange, now: datetime) -> None:
    notifications.notify(
        user_id=provider.user_id,
        kind="payout_account",
        said=texts.BANK_ACCOUNT.of(end=change.iban_end) if destination.iban else texts.STRIPE_ACCOUNT.of(),
        link=EARNINGS,
        dedupe_key=f"payout_account:{change.pk}",
        now=now,
    )
