"""Payouts through Stripe: a provider's connected account and its state.

A provider fills in Stripe's onboarding page. Until the account is ready, they are paid as before, so that an
unfinished page delays no payout.
"""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.reauthentication import lock_owner
from marketplace.errors import DomainError
from orders.models import StripeAccount
from orders.payments import connect_gateway
from orders.payments.connect_gateway import ConnectedAccount
from orders.payouts.payout_accounts import pay_through_stripe, times_taken_away
from orders.payouts.weekly_run import EARNINGS
from providers.models import Provider

State = StripeAccount.State
UPDATED = "account.updated"
BACK = f"{EARNINGS}?stripe=back"
AGAIN = f"{EARNINGS}?stripe=again"


class StripePayoutsOff(DomainError):
    """The platform offers no payouts through Stripe (409)."""

    code = "stripe_payouts_off"

    def __init__(self) -> None:
        super().__init__(_("Payouts through Stripe are not offered. Please give your bank account."))


class NoStripeAccount(DomainError):
    """The provider has no account at Stripe (409)."""

    code = "no_stripe_account"

    def __init__(self) -> None:
        super().__init__(_("You have not begun an account at Stripe yet."))


def check_offered() -> None:
    """Raise :class:`StripePayoutsOff` (409) unless payouts go through Stripe here."""
    if not settings.STRIPE_CONNECT:
        raise StripePayoutsOff


def begin(*, provider: Provider, owner: User, now: datetime) -> str:
    """Mark the provider's account at Stripe as wanted, created if needed; return the link to onboarding.

    Calls Stripe. The link is valid once, for some minutes. Raises :class:`StripePayoutsOff` (409), and what
    :func:`accounts.reauthentication.lock_owner` raises of the provider's account.
    """
    check_offered()
    account = StripeAccount.objects.filter(provider=provider).first()
    account_id = (
        account.account_id
        if account
        else connect_gateway.create_account(
            provider_id=provider.pk, now=now, former=times_taken_away(provider)
        )
    )
    with transaction.atomic():
        lock_owner(owner)
        stored, _is_new = StripeAccount.objects.update_or_create(
            provider=provider,
            defaults={"is_wanted": True},
            create_defaults={"account_id": account_id, "changed_at": now},
        )
    # Of two concurrent calls with an account each, only the first writes its id: it is the one to fill in.
    account_id = stored.account_id
    # An account that was set up before may be ready: then the provider is paid there at once.
    if account is not None:
        note_account(account_id=account_id, now=now)
    return connect_gateway.link_to(
        account_id=account_id,
        return_url=f"{settings.PUBLIC_URL}{BACK}",
        refresh_url=f"{settings.PUBLIC_URL}{AGAIN}",
    )


def look(*, provider: Provider, now: datetime) -> StripeAccount:
    """Fetch the state of a provider's account from Stripe. Raises :class:`NoStripeAccount` (409)."""
    check_offered()
    account = StripeAccount.objects.filter(provider=provider).first()
    found = note_account(account_id=account.account_id, now=now) if account else None
    if found is None:
        raise NoStripeAccount
    return found


def note_account(*, account_id: str, now: datetime) -> StripeAccount | None:
    """Fetch and store the state of an account; once ready, its provider is paid there if it ``is_wanted``.

    Calls Stripe. ``None`` for an unknown account.
    """
    found = connect_gateway.retrieve_account(account_id)
    with transaction.atomic():
        # Serializes with :func:`payout_accounts.set_account`, which clears ``is_wanted``.
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


def handle_updated(account_id: str, now: datetime) -> bool:
    """Do :func:`note_account` for a webhook; ``False`` for an unknown account."""
    return note_account(account_id=account_id, now=now) is not None


def _state(found: ConnectedAccount) -> StripeAccount.State:
    if found.can_be_paid:
        return State.READY
    return State.NEEDS_MORE if found.is_filled_in else State.BEGUN
