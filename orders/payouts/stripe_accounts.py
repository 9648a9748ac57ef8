"""Being paid through Stripe: a provider's account there, and what Stripe says of it.

A provider who wishes it fills in Stripe's own page. Until Stripe says that the account is ready, what stood
before goes on: nobody's money waits for a page that was left half-way.
"""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from orders.models import StripeAccount
from orders.payments import connect_gateway
from orders.payments.connect_gateway import ConnectedAccount
from orders.payouts.payout_accounts import pay_through_stripe
from orders.payouts.weekly_run import EARNINGS
from providers.models import Provider

State = StripeAccount.State
BACK = f"{EARNINGS}?stripe=back"
AGAIN = f"{EARNINGS}?stripe=again"


class StripePayoutsOff(DomainError):
    """Nobody is paid through Stripe here (409)."""

    code = "stripe_payouts_off"

    def __init__(self) -> None:
        super().__init__(_("Payouts through Stripe are not offered. Please give your bank account."))


class NoStripeAccount(DomainError):
    """The provider has begun no account at Stripe (409)."""

    code = "no_stripe_account"

    def __init__(self) -> None:
        super().__init__(_("You have not begun an account at Stripe yet."))


def check_offered() -> None:
    """Raise :class:`StripePayoutsOff` (409) unless payouts go through Stripe here."""
    if not settings.STRIPE_CONNECT:
        raise StripePayoutsOff


def begin(*, provider: Provider, now: datetime) -> str:
    """Return the address of Stripe's page on which a provider says who they are; they want to be paid there.

    Asks Stripe. The address serves once, within minutes. Raises :class:`StripePayoutsOff` (409).
    """
    check_offered()
    account = StripeAccount.objects.filter(provider=provider).first()
    account_id = account.account_id if account else connect_gateway.create_account(provider_id=provider.pk)
    StripeAccount.objects.update_or_create(
        provider=provider,
        defaults={"is_wanted": True},
        create_defaults={"account_id": account_id, "changed_at": now},
    )
    # Whoever comes back to it after a time at their bank is paid at Stripe at once.
    if account is not None:
        note_account(account_id=account_id, now=now)
    return connect_gateway.link_to(
        account_id=account_id,
        return_url=f"{settings.PUBLIC_URL}{BACK}",
        refresh_url=f"{settings.PUBLIC_URL}{AGAIN}",
    )


def look(*, provider: Provider, now: datetime) -> StripeAccount:
    """Ask Stripe how a provider's account stands. Raises :class:`NoStripeAccount` (409)."""
    check_offered()
    account = StripeAccount.objects.filter(provider=provider).first()
    found = note_account(account_id=account.account_id, now=now) if account else None
    if found is None:
        raise NoStripeAccount
    return found


def note_account(*, account_id: str, now: datetime) -> StripeAccount | None:
    """Write down how an account stands at Stripe; once it is ready, its provider is paid there if they wish.

    Asks Stripe. ``None`` for an account of nobody here.
    """
    found = connect_gateway.retrieve_account(account_id)
    with transaction.atomic():
        # Locked first by whoever changes where a provider is paid: one wish follows the other.
        locked = StripeAccount.objects.select_for_update().select_related("provider")
        account = locked.filter(account_id=account_id).first()
        if account is None:
            return None
        state = _state(found)
        if account.state != state:
            account.state, account.changed_at = state, now
            account.save(update_fields=["state", "changed_at"])
        if account.is_wanted and state == State.READY:
            pay_through_stripe(provider=account.provider, account_id=account_id, now=now)
    return account


def _state(found: ConnectedAccount) -> StripeAccount.State:
    if found.can_be_paid:
        return State.READY
    return State.NEEDS_MORE if found.is_filled_in else State.BEGUN
