"""The back office of money: everything can be looked at, nothing edited; a failed refund is retried."""

from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from marketplace import clock
from orders.models import LedgerEntry, Payment, Refund, StripeEvent
from orders.payments import refunds


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]
    """Rows that the rules write and nobody edits, adds or removes by hand."""

    show_full_result_count = False
    list_per_page = 100
    # The actions below change rows by a rule; the change permission opens them, not the fields.
    actions_on_bottom = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Refuse."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[str]:
        """Return every field."""
        return [field.name for field in self.model._meta.fields]


class NeverChangedAdmin(ReadOnlyAdmin):
    """Rows that have no action either."""

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Refuse; looking needs the view permission."""
        return False


@admin.register(Payment)
class PaymentAdmin(NeverChangedAdmin):
    """What customers paid, or tried to."""

    list_display = ["intent_id", "order", "attempt", "amount", "status", "created_at", "settled_at"]
    list_filter = ["status", "created_at"]
    search_fields = ["=intent_id", "=order__id", "=id", "order__customer__email"]
    search_help_text = "Stripe's intent, the order's id, or the customer's e-mail address"
    list_select_related = ["order"]
    ordering = ["-created_at"]


@admin.register(Refund)
class RefundAdmin(ReadOnlyAdmin):
    """What goes back to customers; what Stripe or a bank refused waits here for somebody."""

    list_display = ["id", "order", "amount", "reason", "status", "attempts", "due_at", "last_error"]
    list_filter = ["status", "reason", "created_at"]
    search_fields = [
        "=id",
        "=stripe_refund_id",
        "=order__id",
        "=payment__intent_id",
        "order__customer__email",
    ]
    search_help_text = (
        "The refund, Stripe's refund or intent, the order's id, or the customer's e-mail address"
    )
    list_select_related = ["order"]
    ordering = ["-created_at"]
    actions = ["retry"]

    @admin.action(description="Try again", permissions=["change"])
    def retry(self, request: HttpRequest, chosen: QuerySet[Refund]) -> None:
        """Try failed refunds again, one by one."""
        now = clock.now()
        results = [refunds.retry(refund_id=refund.pk, now=now) for refund in chosen]
        refused = results.count(False)
        note = f", {refused} refused: only failed refunds can be tried again" if refused else ""
        self.message_user(request, f"{results.count(True)} done{note}.", messages.SUCCESS)


@admin.register(LedgerEntry)
class LedgerEntryAdmin(NeverChangedAdmin):
    """The books, newest first."""

    list_display = ["posting", "account", "amount", "order", "provider", "posted_at"]
    list_filter = ["account", "posted_at"]
    search_fields = ["posting", "=order__id", "provider__business_name"]
    search_help_text = "The posting, the order's id, or the provider's name"
    list_select_related = ["order", "provider__user"]
    ordering = ["-posted_at", "-id"]


class ParkedFilter(admin.SimpleListFilter):
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
    list_filter = [ParkedFilter, "type", "received_at"]
    search_fields = ["=event_id", "=intent_id", "type"]
    ordering = ["-received_at"]
