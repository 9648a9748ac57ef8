"""The calls about a provider's money: what is due and paid, and a statement for each month."""

import re
from datetime import date
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from marketplace import clock
from marketplace.csv_file import download
from marketplace.errors import NotFound
from marketplace.http.schema import errors_of
from marketplace.money import AmountField
from orders.api.document_views import PDF, file_or_not_yet, not_yet
from orders.api.job_views import JobsView, no_workspace
from orders.api.order_view import responses_of
from orders.api.payout_account_views import PayoutAccountSerializer, account_json
from orders.api.rendering import instant, money
from orders.documents import fee_invoices
from orders.models import Document, Payout, StripeAccount
from orders.payouts import statement_files
from orders.payouts.earnings import Earnings, Statement, earnings_of, statement_of
from providers.models import Provider

_WORKING = (Provider.Status.APPROVED, Provider.Status.PAUSED)
_MONTH = re.compile(r"(20[0-9]{2})-(0[1-9]|1[0-2])")


class PayoutSerializer(serializers.Serializer[Any]):
    """What a provider gets for a week."""

    id = serializers.UUIDField()
    week = serializers.DateField(help_text="the Monday on which the week began")
    amount = AmountField()
    status = serializers.ChoiceField(Payout.Status.choices)
    paidAt = serializers.DateTimeField(allow_null=True)
    reference = serializers.CharField(allow_blank=True, help_text="the bank's")
    comesAgain = serializers.BooleanField(help_text="it came back, and is in no later payout yet")
    account = PayoutAccountSerializer(
        allow_null=True, help_text="where it goes: a later change of the account does not move it"
    )


class HeldOrderSerializer(serializers.Serializer[Any]):
    """An order whose money is held back, and why."""

    orderId = serializers.UUIDField()
    customerName = serializers.CharField(allow_blank=True)
    amount = AmountField()
    reason = serializers.ChoiceField(["dispute", "claim", "support"])


class EarnedMonthSerializer(serializers.Serializer[Any]):
    """A provider's earnings of a calendar month."""

    month = serializers.CharField(help_text="as in 2026-11")
    earned = AmountField()
    orders = serializers.IntegerField()
    feeInvoice = serializers.CharField(allow_null=True, help_text="the number of the invoice of our fee")


class EarningsSerializer(serializers.Serializer[Any]):
    """A provider's money, in CHF. Amounts below zero are what the provider owes."""

    due = AmountField(help_text="the next payout; an amount below zero is carried forward")
    nextPayoutOn = serializers.DateField()
    held = AmountField()
    heldOrders = HeldOrderSerializer(many=True)
    balance = AmountField(help_text="all that is owed: due, held, of this week, and in payouts that wait")
    account = PayoutAccountSerializer(allow_null=True)
    accountRefusedAt = serializers.DateTimeField(
        allow_null=True,
        help_text="since when our bank refuses the account: payouts wait until it is given again, or another",
    )
    stripe = serializers.ChoiceField(
        ["not_offered", "nothing", *StripeAccount.State.values],
        help_text="the state of the account at Stripe to which the provider wants to be paid",
    )
    hasPassword = serializers.BooleanField(
        help_text="changing the account asks for a password; else for a sign-in of the last ten minutes"
    )
    payouts = PayoutSerializer(many=True, help_text="the newest 26")
    months = EarnedMonthSerializer(many=True, help_text="of two years, the newest first")


def earnings_json(earnings: Earnings, owner: User) -> dict[str, Any]:
    """Return a provider's money as its owner sees it."""
    refused_at = earnings.account.refused_at if earnings.account else None
    return {
        "due": money(earnings.due),
        "nextPayoutOn": earnings.next_payout_on.isoformat(),
        "held": money(earnings.held),
        "heldOrders": [
            {
                "orderId": str(held.order_id),
                "customerName": held.customer,
                "amount": money(held.amount),
                "reason": held.reason,
            }
            for held in earnings.held_orders
        ],
        "balance": money(earnings.balance),
        "account": account_json(earnings.account),
        "accountRefusedAt": instant(refused_at) if refused_at else None,
        "stripe": earnings.stripe,
        "hasPassword": owner.has_usable_password(),
        "payouts": [
            {
                "id": str(payout.pk),
                "week": payout.week.isoformat(),
                "amount": money(payout.amount),
                "status": payout.status,
                "paidAt": instant(payout.paid_at) if payout.paid_at else None,
                "reference": payout.reference,
                "comesAgain": payout.comes_again,
                "account": account_json(payout) if payout.iban or payout.stripe_account_id else None,
            }
            for payout in earnings.payouts
        ],
        "months": [
            {
                "month": f"{month.first:%Y-%m}",
                "earned": money(month.earned),
                "orders": month.orders,
                "feeInvoice": earnings.fee_invoices.get(month.first),
            }
            for month in earnings.months
        ],
    }


class EarningsView(JobsView):
    """The provider's money."""

    @extend_schema(operation_id="get_earnings", responses=responses_of(200, EarningsSerializer))
    def get(self, request: Request) -> Response:
        """Return what is due and when, what is held back and why, what was paid, and each month."""
        return Response(earnings_json(earnings_of(self.provider(), now=clock.now()), self.user))


class StatementView(JobsView):
    """What the files of a month share."""

    def provider(self) -> Provider:
        """Return the signed-in provider; 403 to applicants, too, who have earned nothing yet."""
        provider = super().provider()
        if provider.status not in _WORKING:
            raise no_workspace()
        return provider

    def statement(self, month: str) -> Statement:
        """Return the statement of a month; see :meth:`first_of`."""
        provider = self.provider()
        return statement_of(provider, first=self.first_of(month, provider))

    def first_of(self, month: str, provider: Provider) -> date:
        """Return the first day of a month as in ``2026-11``.

        404 for one that is none, has not begun, or was over before the provider came.
        """
        found = _MONTH.fullmatch(month)
        first = date(int(found[1]), int(found[2]), 1) if found else None
        earliest = clock.local_date(provider.created_at).replace(day=1)
        if first is None or not earliest <= first <= clock.local_date(clock.now()):
            raise NotFound(_("There is no statement of this month."))
        return first


class StatementPdfView(StatementView):
    """A month's statement as a document."""

    @extend_schema(operation_id="get_statement_pdf", responses=PDF)
    def get(self, request: Request, month: str) -> HttpResponse:
        """Return the statement of a calendar month, as in ``2026-11``, as a PDF.

        It is made within a minute of being asked for, and again where something has changed since.
        """
        statement, now = self.statement(month), clock.now()
        content = statement_files.made_pdf(statement, now=now)
        if content is None:
            statement_files.ask_for(statement)
            return not_yet()
        return download(content, name=f"statement-{month}.pdf", kind="application/pdf")


class FeeInvoiceView(StatementView):
    """A month's invoice of the platform's fee."""

    @extend_schema(operation_id="get_fee_invoice", responses=PDF)
    def get(self, request: Request, month: str) -> HttpResponse:
        """Return the invoice of the fee of a calendar month that is over, as in ``2026-11``, as a PDF."""
        provider = self.provider()
        invoice = fee_invoices.invoice_of(provider, month=self.first_of(month, provider))
        return file_or_not_yet(Document.objects.filter(fee_invoice=invoice).first())


class StatementCsvView(StatementView):
    """A month's statement as a table."""

    @extend_schema(
        operation_id="get_statement_csv",
        responses=errors_of(404) | {(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, month: str) -> HttpResponse:
        """Return the statement of a calendar month, as in ``2026-11``, as CSV."""
        content = statement_files.as_csv(self.statement(month))
        return download(content, name=f"statement-{month}.csv", kind="text/csv; charset=utf-8")
