"""What hangs on an order in the back office, to look at, and the filters of its list."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline

from marketplace import clock
from orders import holds
from orders.models import Dispute, LedgerEntry, Message, Order, OrderEvent, OrderLine, Payment, Refund
from orders.selectors import running_of_closed_accounts


class ReadOnlyInline(TabularInline):  # type: ignore[misc]
    """Rows that belong to an order and are changed by rules alone."""

    extra = 0
    can_delete = False
    tab = True
    related: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Fetch what the rows show in one query."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.related) if self.related else rows

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False


class TimelineInline(ReadOnlyInline):
    """Every move of the order's status."""

    model = OrderEvent
    verbose_name_plural = "timeline"
    fields = ["at", "from_status", "to_status", "actor_role", "actor", "reason"]
    related = ("actor",)


class LineInline(ReadOnlyInline):
    """What the price is made of."""

    model = OrderLine
    verbose_name_plural = "price"
    fields = ["kind", "amount"]


class PaymentInline(ReadOnlyInline):
    """What was paid, or tried."""

    model = Payment
    fields = ["intent_id", "attempt", "amount", "status", "failure_message", "created_at", "settled_at"]


class RefundInline(ReadOnlyInline):
    """What goes back."""

    model = Refund
    fields = ["amount", "reason", "note", "status", "attempts", "last_error", "created_at", "settled_at"]


class DisputeInline(ReadOnlyInline):
    """What the customer contests at their bank."""

    model = Dispute
    fields = ["amount", "withheld", "status", "reason", "respond_by", "opened_at", "changed_at"]


class LedgerInline(ReadOnlyInline):
    """The postings of the order."""

    model = LedgerEntry
    verbose_name_plural = "ledger"
    fields = ["posted_at", "posting", "account", "amount"]


class MessageInline(ReadOnlyInline):
    """The conversation between customer and provider."""

    model = Message
    verbose_name_plural = "conversation"
    fields = ["sent_at", "sender", "body"]
    related = ("sender",)


INLINES = [
    TimelineInline,
    LineInline,
    PaymentInline,
    RefundInline,
    DisputeInline,
    LedgerInline,
    MessageInline,
]


class AttentionFilter(admin.SimpleListFilter):
    """The queues that somebody has to look at."""

    title = "needs attention"
    parameter_name = "attention"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Name the queues."""
        return [
            ("answer", "Provider must answer"),
            ("unpaid", "Waiting for payment"),
            ("overdue", "Pickup is overdue"),
            ("refund", "Refund failed"),
            ("dispute", "Disputed: answer the bank"),
            ("closed", "Account is closed"),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Order]) -> QuerySet[Order]:
        """Narrow the list to a queue."""
        pending = queryset.filter(status="pending")
        queues = {
            "answer": pending.filter(holds.PAID),
            "unpaid": pending.filter(holds.NOT_PAID),
            "overdue": queryset.filter(status="confirmed", pickup_at__lt=clock.now()),
            "closed": queryset.filter(pk__in=running_of_closed_accounts().values("pk")),
            "dispute": queryset.filter(disputes__status__in=Dispute.TO_ANSWER).distinct(),
            "refund": queryset.filter(refunds__status=Refund.Status.FAILED).distinct(),
        }
        return queues.get(self.value() or "", queryset)
