"""The back office of money: everything can be looked at, nothing edited; a failed refund is retried."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.decorators import action, display

from marketplace import clock
from marketplace.back_office.actions import carry_out
from orders.models import CancelReason, LedgerEntry, Payment, Refund, StripeEvent
from orders.payments import refunds
from orders.payments.settle import LATE_PAYMENT

PAYMENT_COLOURS = {
    Payment.Status.SUCCEEDED.label: "success",
    Payment.Status.FAILED.label: "danger",
    Payment.Status.PROCESSING.label: "info",
    Payment.Status.REQUIRES_ACTION.label: "warning",
}
REFUND_COLOURS = {
    Refund.Status.SUCCEEDED.label: "success",
    Refund.Status.PENDING.label: "info",
    Refund.Status.FAILED.label: "danger",
}


REASONS = {reason.value: reason.label for reason in CancelReason} | {
    LATE_PAYMENT: "Paid after the place was gone"
}


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]
    """Rows that the rules write and nobody edits, adds or removes by hand."""

    show_full_result_count = False
    list_per_page = 100

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: the rules write."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Refuse: money is not deleted."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[str]:
        """Return every field."""
        return [field.name for field in self.model._meta.fields]


class NeverChangedAdmin(ReadOnlyAdmin):
    """Rows that have no action either."""

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Refuse: looking needs the view permission alone."""
        return False


@admin.register(Payment)
class PaymentAdmin(NeverChangedAdmin):
    """What customers paid, or tried to."""

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
    search_fields = ["=intent_id", "order__id__endswith", "order__customer__email"]
    search_help_text = "Stripe's intent, the end of the order's id, or the customer's e-mail address"
    list_select_related = ["order"]
    ordering = ["-created_at"]

    @display(description="Status", ordering="status", label=PAYMENT_COLOURS)  # type: ignore[untyped-decorator]
    def shown_status(self, payment: Payment) -> str:
        """Show the status as a coloured word."""
        return str(payment.get_status_display())


@admin.register(Refund)
class RefundAdmin(ReadOnlyAdmin):
    """What goes back to customers; what Stripe or a bank refused waits here for somebody."""

    list_display = [
        "order",
        "amount",
        "shown_status",
        "because",
        "attempts",
        "created_at",
        "settled_at",
        "last_error",
    ]
    list_filter = ["status", "reason", "created_at"]
    search_fields = [
        "=stripe_refund_id", "=payment__intent_id", "order__id__endswith", "order__customer__email",
    ]  # fmt: skip
    search_help_text = (
        "Stripe's refund or intent, the end of the order's id, or the customer's e-mail address"
    )
    list_select_related = ["order"]
    ordering = ["-created_at"]
    actions = ["try_again"]

    @display(description="Status", ordering="status", label=REFUND_COLOURS)  # type: ignore[untyped-decorator]
    def shown_status(self, refund: Refund) -> str:
        """Show the status as a coloured word."""
        return str(refund.get_status_display())

    @admin.display(description="Reason", ordering="reason")
    def because(self, refund: Refund) -> str:
        """Say why the money goes back."""
        if refund.reason.startswith(refunds.AT_STRIPE):
            return "Returned in Stripe's own back office"
        return REASONS.get(refund.reason, refund.reason)

    @action(description="Try again", permissions=["change"])  # type: ignore[untyped-decorator]
    def try_again(self, request: HttpRequest, chosen: QuerySet[Refund]) -> None:
        """Carry out failed refunds anew."""
        now = clock.now()
        carry_out(self, request, chosen, lambda refund: refunds.retry(refund_id=refund.pk, now=now))


@admin.register(LedgerEntry)
class LedgerEntryAdmin(NeverChangedAdmin):
    """The books, newest first."""

    list_display = ["what", "account", "amount", "order", "provider", "posted_at"]
    list_filter = ["account", "posted_at"]
    search_fields = ["posting", "order__id__endswith", "provider__business_name"]
    search_help_text = "The posting, the end of the order's id, or the provider's name"
    list_select_related = ["order", "provider__user"]
    ordering = ["-posted_at", "-id"]

    @admin.display(description="Posting", ordering="posting")
    def what(self, entry: LedgerEntry) -> str:
        """Name the posting by its kind and the end of what it is of."""
        kind, _, of = entry.posting.partition(":")
        return f"{kind.replace('_', ' ').capitalize()} {of[-8:]}"


class StateFilter(admin.SimpleListFilter):
    """Acted upon, or still waiting."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Name the states."""
        return [("waiting", "Waiting"), ("done", "Acted upon")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Narrow the list."""
        if not self.value():
            return queryset
        return queryset.filter(processed_at__isnull=self.value() == "waiting")


@admin.register(StripeEvent)
class StripeEventAdmin(NeverChangedAdmin):
    """What Stripe told us."""

    list_display = ["event_id", "type", "intent_id", "received_at", "processed_at", "attempts"]
    list_filter = [StateFilter, "type", "received_at"]
    search_fields = ["=event_id", "=intent_id", "type"]
    search_help_text = "Stripe's event or intent, or the type"
    ordering = ["-received_at"]
