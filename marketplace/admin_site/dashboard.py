"""The admin site's index page (queues for people, today's work, trends) and its side bar."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import operators
from marketplace import clock
from marketplace.admin_site import panels, provider_health, trends
from marketplace.admin_site.queues import queues

_PANELS: dict[str, Callable[[datetime], Any]] = {
    "provider_health": provider_health.compute,
    "trends": trends.compute,
}


def compute(*, now: datetime) -> None:
    """Compute and store what the dashboard shows of all orders; too long for a request."""
    panels.compute(_PANELS, now=now)


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add the queues and the trend to the context of the index page."""
    now = clock.now()
    context["title"] = _("Dashboard")
    context["queues"] = found = queues(request=request, now=now)
    context["quiet"] = [queue for queue in found if queue.is_quiet]
    sees_orders = operators.may(request.user, "orders.view_order")
    stored = panels.stored() if sees_orders else {}
    context["trend"] = trends.trend(stored.get("trends"), now=now) if sees_orders else None
    sees_providers = sees_orders and operators.may(request.user, "providers.view_provider")
    context["health"] = provider_health.health(stored.get("provider_health")) if sees_providers else None
    context["health_columns"] = provider_health.COLUMNS
    return context


_NAVIGATION = (
    (
        gettext_lazy("Orders"),
        (
            (gettext_lazy("Orders"), "shopping_basket", "orders", "order"),
            (gettext_lazy("Recurring bookings"), "event_repeat", "orders", "recurringbooking"),
            (gettext_lazy("Occurrences"), "event", "orders", "occurrence"),
            (gettext_lazy("Damage claims"), "report", "orders", "damageclaim"),
        ),
    ),
    (
        gettext_lazy("Money"),
        (
            (gettext_lazy("Payments"), "credit_card", "orders", "payment"),
            (gettext_lazy("Refunds"), "undo", "orders", "refund"),
            (gettext_lazy("Payouts"), "payments", "orders", "payout"),
            (gettext_lazy("Fee invoices"), "receipt_long", "orders", "feeinvoice"),
            (gettext_lazy("Held back"), "front_hand", "orders", "payouthold"),
            (gettext_lazy("Bank accounts"), "account_balance_wallet", "orders", "payoutaccount"),
            (gettext_lazy("Saved cards"), "credit_card_heart", "orders", "savedcard"),
            (gettext_lazy("Ledger"), "account_balance", "orders", "ledgerentry"),
            (gettext_lazy("Disputes"), "gavel", "orders", "dispute"),
            (gettext_lazy("Webhooks"), "webhook", "orders", "stripeevent"),
        ),
    ),
    (
        gettext_lazy("Providers"),
        (
            (gettext_lazy("Applications"), "how_to_reg", "providers", "application"),
            (gettext_lazy("Providers"), "storefront", "providers", "provider"),
            (gettext_lazy("Reviews"), "star", "providers", "review"),
            (gettext_lazy("Reported reviews"), "flag", "providers", "reviewreport"),
            (gettext_lazy("Time slots"), "calendar_month", "scheduling", "timeslot"),
            (gettext_lazy("Weekly windows"), "schedule", "scheduling", "weeklywindow"),
            (gettext_lazy("Days off"), "beach_access", "scheduling", "dayoff"),
        ),
    ),
    (
        gettext_lazy("People"),
        (
            (gettext_lazy("Support requests"), "support_agent", "accounts", "supportrequest"),
            (gettext_lazy("Texts of notices"), "edit_note", "accounts", "noticewords"),
            (gettext_lazy("Users"), "group", "accounts", "user"),
            (gettext_lazy("Groups"), "shield_person", "auth", "group"),
            (gettext_lazy("Notifications"), "notifications", "accounts", "notification"),
            (gettext_lazy("Sign-ins as customers"), "switch_account", "accounts", "impersonation"),
        ),
    ),
    (
        gettext_lazy("System"),
        (
            (gettext_lazy("Figures"), "tune", "marketplace", "figureversion"),
            (gettext_lazy("Audit log"), "history", "admin", "logentry"),
            (gettext_lazy("Outbox"), "outbox", "marketplace", "outboxmessage"),
            (gettext_lazy("Jobs"), "work_history", "marketplace", "job"),
        ),
    ),
)


def _may_view(permission: str) -> Callable[[HttpRequest], bool]:
    return lambda request: operators.may(request.user, permission)


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the side bar, grouped by the operators' kinds of work."""
    groups: list[dict[str, Any]] = [
        {
            "title": None,
            "items": [{"title": _("Dashboard"), "icon": "space_dashboard", "link": reverse("admin:index")}],
        }
    ]
    for title, entries in _NAVIGATION:
        items = [
            {
                "title": name,
                "icon": icon,
                "link": reverse(f"admin:{app}_{model}_changelist"),
                "permission": _may_view(f"{app}.view_{model}"),
            }
            for name, icon, app, model in entries
            if operators.may(request.user, f"{app}.view_{model}")
        ]
        if items:
            groups.append({"title": title, "separator": True, "items": items})
    return groups
