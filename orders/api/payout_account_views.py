"""The calls about where a provider is paid: a bank account, or an account at Stripe."""

from datetime import datetime
from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clients import proof_of
from accounts.reauthentication import (
    OwnerChanged,
    PasswordRequired,
    RecentSignInRequired,
    WrongPassword,
    check_owner,
    lock_owner,
)
from marketplace import clock
from marketplace.http.fields import TextField
from marketplace.http.parsing import parsed
from marketplace.http.schema import error_responses
from marketplace.http.throttling import AccountThrottle, CardSetupThrottle, StripeThrottle, Throttled
from orders.api.job_views import JobsView
from orders.api.order_view import responses_of
from orders.models import Payout, PayoutAccount, StripeAccount
from orders.payments.gateway import NotConfigured, StripeFailure
from orders.payouts import stripe_accounts
from orders.payouts.payout_accounts import set_account
from orders.payouts.stripe_accounts import NoStripeAccount, StripePayoutsOff


class OwnerSerializer(serializers.Serializer[Any]):
    """Proof that the caller owns the account."""

    password = TextField(
        trim_whitespace=False,
        allow_blank=True,
        default="",
        help_text="the account's; one without a password must have signed in within ten minutes",
    )


class PayoutAccountChangeSerializer(OwnerSerializer):
    """The bank account to which the provider wants to be paid."""

    holder = TextField(max_length=200, allow_blank=True, help_text="the name on the account")
    iban = TextField(max_length=60, allow_blank=True, help_text="of Switzerland or Liechtenstein")


class PayoutAccountSerializer(serializers.Serializer[Any]):
    """The account to which the provider is paid, shortened."""

    kind = serializers.ChoiceField(["bank", "stripe"])
    holder = serializers.CharField(allow_blank=True)
    ibanEnd = serializers.CharField(allow_blank=True, help_text="the last four characters")


class StripePageSerializer(serializers.Serializer[Any]):
    """Where the browser goes on: a page of Stripe's, which can be opened once and within minutes."""

    url = serializers.URLField()


class StripeAccountSerializer(serializers.Serializer[Any]):
    """How the provider's account at Stripe stands."""

    state = serializers.ChoiceField(StripeAccount.State.choices)


def account_json(account: PayoutAccount | Payout | None) -> dict[str, Any] | None:
    """Return a payout account, or the one to which a payout goes, as its owner sees it."""
    if account is None:
        return None
    kind = "stripe" if account.stripe_account_id else "bank"
    return {"kind": kind, "holder": account.holder, "ibanEnd": account.iban[-4:]}


class _OwnersView(JobsView):
    """What the calls that change a payout account share.

    They take no idempotency key: with it a digest of the body would be stored, which contains a password.
    They are idempotent anyway.
    """

    def check(self, request: Request, password: str, now: datetime) -> None:
        """Raise unless the caller proves that the account is theirs."""
        check_owner(user=self.user, proof=proof_of(request, password=password), now=now)


class PayoutAccountView(_OwnersView):
    """The bank account that the provider is paid to."""

    @extend_schema(
        operation_id="set_payout_account",
        request=PayoutAccountChangeSerializer,
        responses=responses_of(200, PayoutAccountSerializer),
    )
    @error_responses(PasswordRequired, WrongPassword, RecentSignInRequired, OwnerChanged, Throttled)
    def put(self, request: Request) -> Response:
        """Set the bank account that the provider is paid to; its owner is told by email."""
        data, provider, now = parsed(PayoutAccountChangeSerializer, request), self.provider(), clock.now()
        self.check(request, data.pop("password"), now)
        with transaction.atomic():
            lock_owner(self.user)
            account = set_account(provider=provider, actor_id=self.user.pk, now=now, **data)
        return Response(account_json(account))


class StripeAccountView(_OwnersView):
    """The provider's account at Stripe."""

    throttle_classes = [AccountThrottle, CardSetupThrottle]

    @extend_schema(
        operation_id="begin_stripe_account",
        request=OwnerSerializer,
        responses=responses_of(200, StripePageSerializer, 409),
    )
    @error_responses(
        PasswordRequired,
        WrongPassword,
        RecentSignInRequired,
        OwnerChanged,
        Throttled,
        StripePayoutsOff,
        NotConfigured,
        StripeFailure,
    )
    def post(self, request: Request) -> Response:
        """Choose payouts through Stripe, and return the page on which Stripe asks for the rest."""
        data, provider, now = parsed(OwnerSerializer, request), self.provider(), clock.now()
        stripe_accounts.check_offered()
        self.check(request, data["password"], now)
        return Response({"url": stripe_accounts.begin(provider=provider, owner=self.user, now=now)})


class StripeAccountCheckView(JobsView):
    """What Stripe says of the provider's account."""

    throttle_classes = [AccountThrottle, StripeThrottle]

    @extend_schema(
        operation_id="check_stripe_account",
        request=None,
        responses=responses_of(200, StripeAccountSerializer, 409),
    )
    @error_responses(StripePayoutsOff, NoStripeAccount, NotConfigured, StripeFailure)
    def post(self, request: Request) -> Response:
        """Fetch the account's state from Stripe; once it is ready, the provider is paid there."""
        account = stripe_accounts.look(provider=self.provider(), now=clock.now())
        return Response({"state": account.state})
