"""Money in the admin site: read only, except that what failed can be retried or set aside."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import clock
from marketplace.admin_site.actions import action, carry_out, display
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.due_work import DueStateFilter, SetAsideAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.admin_site.lists import choice_filter
from orders.admin.admin_bank_transfers import BankTransferPages
from orders.admin.admin_disputes import DisputePage
from orders.admin.admin_operator import operator
from orders.admin_site import search
from orders.claims.deciding import BY_CLAIM
from orders.lifecycle.refund_rows import REST
from orders.models import (
    Bearer,
    CancelReason,
    Dispute,
    LedgerEntry,
    Payment,
    Refund,
    StripeEvent,
)
from orders.payments import disputes, refunding, refunds, webhooks
from orders.payments.refunding import BY_OPERATOR
from orders.payments.settle import LATE_PAYMENT

PAYMENT_COLOURS = dict.fromkeys(Payment.Status.values, "") | {
    Payment.Status.SUCCEEDED: "success",
    Payment.Status.FAILED: "danger",
    Payment.Status.PROCESSING: "info",
    Payment.Status.REQUIRES_ACTION: "warning",
}
REFUND_COLOURS = {
    Refund.Status.SUCCEEDED: "success",
    Refund.Status.PENDING: "info",
    Refund.Status.FAILED: "danger",
    Refund.Status.SUPERSEDED: "",
    Refund.Status.PAID_BY_BANK: "success",
    "paid_twice": "danger",
}

DISPUTE_COLOURS = dict.fromkeys(Dispute.Status.values, "") | {
    Dispute.Status.WON: "success",
    Dispute.Status.LOST: "danger",
    Dispute.Status.NEEDS_RESPONSE: "danger",
    Dispute.Status.WARNING_NEEDS_RESPONSE: "warning",
}

REASONS = {reason.value: reason.label for reason in CancelReason} | {
    LATE_PAYMENT: gettext_lazy("Paid after the place was gone")
}


STARTS = {
    refunds.AT_STRIPE: gettext_lazy("Returned in Stripe's own back office"),
    BY_OPERATOR: gettext_lazy("Returned by an operator"),
    BY_CLAIM: gettext_lazy("Returned for damage"),
    disputes.REASON: gettext_lazy("The bank gave back what a cancellation returns"),
    REST: gettext_lazy("The rest of a refund that came back another way"),
}
# Labels of postings by the prefix of their names (:mod:`orders.ledger`).
POSTINGS = {
    "captured": gettext_lazy("Captured"),
    "completed": gettext_lazy("Completed"),
    "late_fee": gettext_lazy("Late fee"),
    "refund": gettext_lazy("Refund"),
    "refund_failed": gettext_lazy("Refund failed"),
    "refund_again": gettext_lazy("Refund again"),
    "superseded": gettext_lazy("Refund superseded"),
    "restored": gettext_lazy("Refund restored"),
    "by_bank": gettext_lazy("Refund paid by bank transfer"),
    "paid_twice": gettext_lazy("Refund paid twice"),
    "cancelled": gettext_lazy("Cancelled"),
    "bearer": gettext_lazy("Who bears it"),
    "borne": gettext_lazy("Borne by the platform"),
    "dispute": gettext_lazy("Dispute"),
    "payout": gettext_lazy("Payout"),
    "payout_failed": gettext_lazy("Payout failed"),
}
EVENTS = [
    (event, event)
    for event in (
        "payment_intent.created",
        "payment_intent.succeeded",
        "payment_intent.processing",
        "payment_intent.requires_action",
        "payment_intent.payment_failed",
        "payment_intent.canceled",
        "charge.succeeded",
        "charge.refunded",
        "charge.refund.updated",
        "charge.dispute.created",
        "charge.dispute.updated",
        "charge.dispute.closed",
        "charge.dispute.funds_withdrawn",
        "charge.dispute.funds_reinstated",
        "refund.created",
        "refund.updated",
        "refund.failed",
        "setup_intent.succeeded",
    )
]


def posting_name(entry: LedgerEntry) -> str:
    """Name the posting of an entry by its kind."""
    kind = entry.posting.partition(":")[0]
    return str(POSTINGS.get(kind, kind))


def of_orders(words: str) -> list[Q]:
    """Find rows of the orders that match the words."""
    return [Q(order_id__in=search.order_ids(words))]


def of_intent(words: str) -> list[Q]:
    """Find a payment by the id of its intent."""
    return [Q(intent_id__in=[words])]


def of_stripe_refund(words: str) -> list[Q]:
    """Find a refund by its id at Stripe, or refunds by their payment's."""
    payments = Payment.objects.filter(intent_id__in=[words]).values_list("pk", flat=True)
    return [Q(stripe_refund_id__in=[words]), Q(payment_id__in=list(payments))]


def of_dispute(words: str) -> list[Q]:
    """Find a dispute by its id at Stripe."""
    return [Q(stripe_dispute_id__in=[words])]


def of_posting(words: str) -> list[Q]:
    """Find the entries of a posting."""
    return [Q(posting=words)]


def of_event(words: str) -> list[Q]:
    """Find an event by its id at Stripe."""
    return [Q(event_id__in=[words])]


class BearerActions:
    """The two actions by which an operator decides who bears money that went back."""

    def has_bear_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("orders.refund_order")

    @action(description=gettext_lazy("The platform bears it"), permissions=["bear"])
    def borne_by_platform(self: Any, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        _set_bearer(self, request, chosen, Bearer.PLATFORM)

    @action(description=gettext_lazy("The provider bears it"), permissions=["bear"])
    def borne_by_provider(self: Any, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        _set_bearer(self, request, chosen, Bearer.PROVIDER)


def _set_bearer(model_admin: Any, request: HttpRequest, chosen: QuerySet[Any], borne_by: Bearer) -> None:
    actor, now = operator(request), clock.now()
    carry_out(
        model_admin,
        request,
        chosen,
        lambda row: refunding.set_bearer(actor=actor, row=row, borne_by=borne_by, now=now),
    )


@admin.register(Payment)
class PaymentAdmin(ExportedList, ReadOnlyAdmin):
    """Payments and attempts."""

    list_display = [
        "intent_id",
        "order",
        "shown_status",
        "amount",
        "created_at",
        "settled_at",
        "failure_message",
    ]
    list_filter = ["status", "created_at"]
    search_fields = ["intent_id", "order"]
    search_help_text = gettext_lazy(
        "Stripe's intent, or of the order: the end of its id, a name, email address or telephone number, "
        "or the street"
    )
    searches = (of_intent, of_orders)
    list_select_related = ["order__customer"]
    ordering = ["-created_at"]

    @display(description=gettext_lazy("Status"), ordering="status", label=PAYMENT_COLOURS)
    def shown_status(self, payment: Payment) -> tuple[str, str]:
        return payment.status, str(payment.get_status_display())


@admin.register(Refund)
class RefundAdmin(BankTransferPages, BearerActions, ExportedList, ReadOnlyAdmin):
    """Refunds; those that Stripe or a bank rejected wait here for an operator."""

    list_display = [
        "order",
        "amount",
        "shown_status",
        "because",
        "borne_by",
        "attempts",
        "created_at",
        "settled_at",
        "last_error",
    ]
    list_filter = [
        "status",
        choice_filter(title=gettext_lazy("reason"), field="reason", choices=REASONS.items()),
        "created_at",
    ]
    search_fields = ["stripe_refund_id", "order"]
    search_help_text = gettext_lazy(
        "Stripe's refund or intent, or of the order: the end of its id, a name, email address or telephone "
        "number, or the street"
    )
    searches = (of_stripe_refund, of_orders)
    list_select_related = ["order__customer"]
    ordering = ["-created_at"]
    actions = ["try_again", "borne_by_platform", "borne_by_provider"]
    actions_detail = ["try_it_again", "mark_paid_by_bank", "settle_paid_twice"]

    @display(description=gettext_lazy("Status"), ordering="status", label=REFUND_COLOURS)
    def shown_status(self, refund: Refund) -> tuple[str, str]:
        if refund.is_paid_twice:
            return "paid_twice", _("Paid twice")
        return refund.status, str(refund.get_status_display())

    @admin.display(description=gettext_lazy("Reason"), ordering="reason")
    def because(self, refund: Refund) -> str:
        for start, sentence in STARTS.items():
            if refund.reason.startswith(start):
                return refund.note or str(sentence)
        return str(REASONS.get(refund.reason, refund.reason))

    @action(description=gettext_lazy("Try again"), permissions=["refund"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[Refund]) -> None:
        actor, now = operator(request), clock.now()
        carry_out(
            self, request, chosen, lambda refund: refunds.retry(actor=actor, refund_id=refund.pk, now=now)
        )


@admin.register(Dispute)
class DisputeAdmin(DisputePage, BearerActions, ExportedList, ReadOnlyAdmin):
    """Disputes; they are answered in Stripe's dashboard."""

    list_display = [
        "order",
        "amount",
        "withheld",
        "borne_by",
        "shown_status",
        "shown_reason",
        "respond_by",
        "opened_at",
    ]
    actions = ["borne_by_platform", "borne_by_provider"]
    readonly_fields = ["shown_reason"]
    list_filter = ["status", "opened_at"]
    search_fields = ["stripe_dispute_id", "order"]
    search_help_text = gettext_lazy(
        "Stripe's dispute, or of the order: the end of its id, a name, email address or telephone number, "
        "or the street"
    )
    searches = (of_dispute, of_orders)
    list_select_related = ["order__customer"]
    ordering = ["-opened_at"]

    @display(description=gettext_lazy("Status"), ordering="status", label=DISPUTE_COLOURS)
    def shown_status(self, dispute: Dispute) -> tuple[str, str]:
        return dispute.status, str(dispute.get_status_display())


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ExportedList, ReadOnlyAdmin):
    """Ledger entries, newest first."""

    list_display = ["what", "account", "amount", "order", "provider", "posted_at"]
    list_filter = ["account", "posted_at"]
    search_fields = ["posting", "order"]
    search_help_text = gettext_lazy(
        "The posting, or of the order: the end of its id, a name, email address or telephone number, "
        "or the street"
    )
    searches = (of_posting, of_orders)
    list_select_related = ["order__customer", "provider__user"]
    ordering = ["-posted_at", "-id"]
    actions_list = ["balance"]

    @action(
        description=gettext_lazy("Does it balance?"),
        url_path="balance",
        icon="fact_check",
        permissions=["view"],
    )
    def balance(self, request: HttpRequest) -> HttpResponse:
        """Redirect to the nightly check, which verifies that the ledger adds up to zero."""
        return HttpResponseRedirect(reverse("admin:orders_order_check_data"))

    @admin.display(description=gettext_lazy("Posting"), ordering="posting")
    def what(self, entry: LedgerEntry) -> str:
        """Show the kind of the posting and the end of its subject's id."""
        return f"{posting_name(entry)} {entry.posting.partition(':')[2][-8:]}"


@admin.register(StripeEvent)
class StripeEventAdmin(SetAsideAdmin):
    """Webhook events, and those that could not be processed."""

    done_field = "processed_at"
    rules = webhooks
    list_display = ["event_id", "type", "state", "intent_id", "received_at", "attempts", "last_error"]
    list_filter = [
        DueStateFilter,
        choice_filter(title=gettext_lazy("type"), field="type", choices=EVENTS),
        "received_at",
    ]
    search_fields = ["event_id"]
    search_help_text = gettext_lazy("Stripe's event")
    searches = (of_event,)
    ordering = ["-received_at"]
