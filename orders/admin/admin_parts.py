"""Inlines of an order's page in the admin site, read only, and the filter of its list."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import TabularInline

from marketplace import clock
from marketplace.admin_site.amounts import ShownInCHF
from marketplace.admin_site.files import file_link
from orders.admin.admin_bank_transfers import BUTTONS, is_possible
from orders.admin.admin_disputes import ShownReason
from orders.lifecycle import holds, lateness
from orders.models import (
    Dispute,
    HandBack,
    Handover,
    LedgerEntry,
    Order,
    OrderEvent,
    OrderLine,
    Payment,
    Refund,
)
from orders.prices import price_lines
from orders.selectors import running_of_closed_accounts


class ReadOnlyInline(ShownInCHF, TabularInline):  # type: ignore[misc]  # unfold is untyped
    """Rows that belong to an order. Read only."""

    extra = 0
    can_delete = False
    tab = True
    related: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Select related rows, to show all in one query."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.related) if self.related else rows

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class TimelineInline(ReadOnlyInline):
    """Every move of the order's status."""

    model = OrderEvent
    verbose_name_plural = gettext_lazy("timeline")
    fields = ["at", "from_status", "to_status", "actor_role", "actor", "reason"]
    related = ("actor",)


class HandoverInline(ReadOnlyInline):
    """Proof of handover, without the code, which only the customer may see."""

    model = Handover
    verbose_name_plural = gettext_lazy("handovers")
    fields = ["kind", "code_state", "code_confirmed_at", "bags", "picture", "taken_at", "taken_by"]
    readonly_fields = ["code_state", "picture"]
    related = ("taken_by",)

    @admin.display(description=gettext_lazy("Code"))
    def code_state(self, row: Handover) -> str:
        """Show whether a code is required, and the number of wrong tries."""
        if not row.code:
            return _("Not wished")
        if not row.tried:
            return _("Confirmed") if row.code_confirmed_at else _("Wished")
        said = _("Confirmed, {count} wrong") if row.code_confirmed_at else _("Wished, {count} wrong")
        return said.format(count=len(row.tried))

    @admin.display(description=gettext_lazy("Photo"))
    def picture(self, row: Handover) -> str:
        """Link to the photo instead of embedding it: looking at it is logged."""
        if not row.photo:
            return "-"
        return format_html(
            '<details><summary class="cursor-pointer underline">{}</summary>'
            '<img src="{}" alt="{}" loading="lazy"'
            ' class="h-auto max-w-sm mt-2 rounded-default w-full"></details>',
            _("Show the photo"),
            file_link(f"orders/{row.order_id}/proofs/{row.kind}/photo"),
            _("Photo of the pickup") if row.kind == Handover.Kind.PICKUP else _("Photo of the delivery"),
        )


class HandBackInline(ReadOnlyInline):
    """Who handed the order back, why, and who was asked instead."""

    model = HandBack
    fields = ["handed_back_at", "provider", "why", "agreed_at", "asked", "pickup_at", "outcome", "taken_by"]
    readonly_fields = ["why", "asked"]
    related = ("provider__user", "taken_by__user")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("offers__provider__user")

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Show them with the order: groups that exist already have no permission of their own for them."""
        return bool(self.admin_site.may(request, "orders.view_order"))

    @admin.display(description=gettext_lazy("Reason"))
    def why(self, row: HandBack) -> str:
        """Show the provider's reason, or that the customer moved on."""
        return _("Late, and the customer moved on") if row.is_by_customer else row.reason or "-"

    @admin.display(description=gettext_lazy("Asked"))
    def asked(self, row: HandBack) -> str:
        """Name who was asked, and who of them declined."""
        said = (
            _("{name} (declined)").format(name=offer.provider) if offer.declined_at else str(offer.provider)
            for offer in row.offers.all()
        )
        return ", ".join(said) or "-"


class LineInline(ReadOnlyInline):
    """The lines of the price."""

    model = OrderLine
    verbose_name_plural = gettext_lazy("price")
    fields = ["line", "amount"]
    readonly_fields = ["line"]
    # The line says it already.
    hide_title = True

    @admin.display(description=gettext_lazy("What"))
    def line(self, row: OrderLine) -> str:
        """Show the line as the receipt has it."""
        return price_lines.of_rows(row.order, [row])[0].text


class PaymentInline(ReadOnlyInline):
    """Payments and attempts."""

    model = Payment
    fields = ["intent_id", "attempt", "amount", "status", "failure_message", "created_at", "settled_at"]


class RefundInline(ReadOnlyInline):
    """Refunds."""

    model = Refund
    fields = [
        *("amount", "reason", "note", "borne_by", "status", "netted_amount", "bank_reference", "attempts"),
        *("last_error", "created_at", "settled_at"),
    ]

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Add the next step for operators who may take it."""
        may = self.admin_site.may(request, "orders.refund_order")
        return [*self.fields, *(["next_step"] if may else [])]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        return [*super().get_readonly_fields(request, obj), "next_step"]

    @admin.display(description=gettext_lazy("Next"))
    def next_step(self, refund: Refund) -> str:
        """Link to the pages of what ends a failed refund, or one that was paid twice, in their order."""
        links = (
            (reverse(f"admin:orders_refund_{button.name}", args=[refund.pk]), button.title)
            for button in BUTTONS
            if is_possible(refund, button)
        )
        return format_html_join(", ", '<a href="{}" class="text-primary-700 underline">{}</a>', links) or "-"


class DisputeInline(ShownReason, ReadOnlyInline):
    """Disputes."""

    model = Dispute
    fields = [
        *("amount", "withheld", "borne_by", "status", "shown_reason", "respond_by", "opened_at"),
        "changed_at",
    ]
    readonly_fields = ["shown_reason"]


class LedgerInline(ReadOnlyInline):
    """The postings of the order."""

    model = LedgerEntry
    verbose_name_plural = gettext_lazy("ledger")
    fields = ["posted_at", "posting", "account", "amount"]


INLINES = [
    TimelineInline,
    HandBackInline,
    HandoverInline,
    LineInline,
    PaymentInline,
    RefundInline,
    DisputeInline,
    LedgerInline,
]


class AttentionFilter(admin.SimpleListFilter):
    """Filters the orders that need attention, by queue."""

    title = gettext_lazy("needs attention")
    parameter_name = "attention"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("answer", _("Provider must answer")),
            ("unpaid", _("Waiting for payment")),
            ("handed_back", _("Handed back")),
            ("return", _("Return is late")),
            ("late", _("Pickup is late")),
            ("stuck", _("Pickup is stuck")),
            ("early", _("Completed before pickup")),
            ("payment", _("Payment failed")),
            ("refund", _("Refund failed")),
            ("dispute", _("Disputed: answer the bank")),
            ("closed", _("Account is closed")),
            ("today", _("Pickups today")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Order]) -> QuerySet[Order]:
        pending, now = queryset.filter(status="pending"), clock.now()
        queues = {
            "answer": pending.filter(holds.PAID),
            "unpaid": pending.filter(holds.NOT_PAID),
            "handed_back": queryset.filter(holds.HANDED_BACK),
            "return": queryset.filter(lateness.late_returns(now)),
            "late": queryset.filter(lateness.late_pickups(now)),
            "stuck": queryset.filter(lateness.stuck_pickups(now)),
            "today": queryset.filter(lateness.pickups_of_today(now)),
            "early": queryset.filter(lateness.completed_early(now)),
            "payment": queryset.filter(pk__in=holds.declined().values("pk")),
            "closed": queryset.filter(pk__in=running_of_closed_accounts().values("pk")),
            "dispute": queryset.filter(disputes__status__in=Dispute.TO_ANSWER).distinct(),
            "refund": queryset.filter(refunds__status=Refund.Status.FAILED).distinct(),
        }
        return queues.get(self.value() or "", queryset)
