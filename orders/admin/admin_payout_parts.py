"""The lines of a payout, and the filter of payouts by queue."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.admin_site.lists import count_to
from marketplace.money import chf
from marketplace.wall_time import moment
from orders.admin.admin_money import posting_name
from orders.admin.admin_parts import ReadOnlyInline
from orders.models import Payout, PayoutLine
from orders.models.payout import NOT_STRIPE
from orders.payouts import paying


def queues() -> dict[str, Q]:
    """Return the query condition of each queue of payouts."""
    return {
        "open": Q(status=Payout.Status.DUE),
        "due": Q(status=Payout.Status.DUE, filed_at=None) & ~Q(iban=""),
        "filed": Q(status=Payout.Status.DUE, filed_at__isnull=False),
        "stripe": Q(status=Payout.Status.DUE) & ~NOT_STRIPE,
        "waiting": Q(status=Payout.Status.DUE, iban="") & NOT_STRIPE,
        "returned": paying.came_back(),
        "failed": Q(status=Payout.Status.FAILED),
        "paid": Q(status=Payout.Status.PAID),
    }


class QueueFilter(admin.SimpleListFilter):
    """Filters payouts by queue, with their numbers."""

    title = gettext_lazy("queue")
    parameter_name = "queue"
    names = {
        "open": gettext_lazy("All that are open"),
        "due": gettext_lazy("To be paid"),
        "filed": gettext_lazy("In a bank file"),
        "stripe": gettext_lazy("To be paid through Stripe"),
        "waiting": gettext_lazy("Waiting for an account"),
        "returned": gettext_lazy("Came back, and in no later payout yet"),
        "failed": gettext_lazy("Returned by the bank"),
        "paid": gettext_lazy("Paid"),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the queues, each with its length."""
        shown = []
        for name, rows in queues().items():
            count = count_to(Payout.objects.filter(rows))
            shown.append((name, f"{self.names[name]} ({count if count <= 1_000 else _('1,000+')})"))
        return shown

    def queryset(self, request: HttpRequest, queryset: QuerySet[Payout]) -> QuerySet[Payout]:
        return queryset.filter(queues().get(self.value() or "", Q()))


class LineInline(ReadOnlyInline):
    """The lines of the payout."""

    model = PayoutLine
    verbose_name_plural = gettext_lazy("orders")
    tab = False
    hide_title = True
    fields = ["order_link", "what", "posted_at", "sum"]
    readonly_fields = ["order_link", "what", "posted_at", "sum"]
    related = ("entry__order__customer",)

    @admin.display(description=gettext_lazy("Order"))
    def order_link(self, line: PayoutLine) -> SafeString:
        link = reverse("admin:orders_order_change", args=[line.entry.order_id])
        return format_html('<a href="{}" class="underline">{}</a>', link, line.entry.order)

    @admin.display(description=gettext_lazy("For"))
    def what(self, line: PayoutLine) -> str:
        return posting_name(line.entry)

    @admin.display(description=gettext_lazy("Amount"))
    def sum(self, line: PayoutLine) -> str:
        return chf(line.amount)

    @admin.display(description=gettext_lazy("Posted"))
    def posted_at(self, line: PayoutLine) -> str:
        return moment(line.entry.posted_at)
