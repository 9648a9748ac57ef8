"""The operators' first page: what waits for somebody, today's work, and how it has been going.

Part of the roof. Everything is counted at the moment of asking; each number leads to its list.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.urls import reverse

from marketplace import clock
from marketplace.models import OutboxMessage
from orders import holds
from orders.models import Order, OrderStatus, Refund
from providers.models import Provider

TREND_DAYS = 14
_CHART_HEIGHT = 96


@dataclass(frozen=True)
class Queue:
    """A list that somebody has to look at, and how long it is."""

    title: str
    meaning: str
    count: int
    link: str
    is_urgent: bool


@dataclass(frozen=True)
class Bar:
    """One day of the trend: ``y`` and ``height`` are units of the chart, 0 at its top."""

    day: date
    count: int
    x: int
    y: int
    height: int


@dataclass(frozen=True)
class _Entry:
    permission: str
    title: str
    meaning: str
    address: str
    query: str
    is_urgent: bool
    rows: Callable[[datetime], QuerySet[Any]]


def _pickups_of_today(now: datetime) -> QuerySet[Order]:
    start, end = clock.day_bounds(clock.local_date(now))
    return Order.objects.filter(status=OrderStatus.CONFIRMED, pickup_at__gte=start, pickup_at__lt=end)


_ENTRIES = (
    _Entry(
        "orders.view_order",
        "Provider must answer",
        "Paid, and cancelled with a refund if nobody accepts within 2 hours",
        "admin:orders_order_changelist",
        "attention=answer",
        True,
        lambda _now: Order.objects.filter(holds.PAID, status=OrderStatus.PENDING),
    ),
    _Entry(
        "orders.view_order",
        "Pickup is overdue",
        "Confirmed, and the pickup time has passed",
        "admin:orders_order_changelist",
        "attention=overdue",
        True,
        lambda now: Order.objects.filter(status=OrderStatus.CONFIRMED, pickup_at__lt=now),
    ),
    _Entry(
        "orders.view_refund",
        "Refund failed",
        "Money that is owed and did not go out",
        "admin:orders_refund_changelist",
        "status__exact=failed",
        True,
        lambda _now: Refund.objects.filter(status=Refund.Status.FAILED),
    ),
    _Entry(
        "marketplace.view_outboxmessage",
        "Message parked",
        "E-mails and other follow-ups that failed five times",
        "admin:marketplace_outboxmessage_changelist",
        "",
        True,
        lambda _now: OutboxMessage.objects.filter(parked_at__isnull=False),
    ),
    _Entry(
        "orders.view_order",
        "Waiting for payment",
        "Places held for at most 15 minutes",
        "admin:orders_order_changelist",
        "attention=unpaid",
        False,
        lambda _now: Order.objects.filter(holds.NOT_PAID, status=OrderStatus.PENDING),
    ),
    _Entry(
        "orders.view_order",
        "Pickups today",
        "Confirmed for today, not yet picked up",
        "admin:orders_order_changelist",
        "status__exact=confirmed",
        False,
        _pickups_of_today,
    ),
    _Entry(
        "providers.view_provider",
        "Applications",
        "Providers that wait for a review",
        "admin:providers_provider_changelist",
        "status__exact=submitted",
        False,
        lambda _now: Provider.objects.filter(status=Provider.Status.SUBMITTED),
    ),
)


def queues(*, request: HttpRequest, now: datetime) -> list[Queue]:
    """Return the queues that this operator may see, the urgent ones first."""
    user: Any = request.user
    return [
        Queue(
            title=entry.title,
            meaning=entry.meaning,
            count=entry.rows(now).count(),
            link=f"{reverse(entry.address)}?{entry.query}",
            is_urgent=entry.is_urgent,
        )
        for entry in _ENTRIES
        if user.has_perm(entry.permission)
    ]


def trend(*, now: datetime) -> list[Bar]:
    """Return the orders placed on each of the last days, by Swiss calendar day, oldest first."""
    today = clock.local_date(now)
    first = today - timedelta(days=TREND_DAYS - 1)
    counted = dict(
        Order.objects.filter(created_at__gte=clock.day_bounds(first)[0])
        .annotate(day=TruncDate("created_at", tzinfo=clock.ZURICH))
        .values_list("day")
        .annotate(count=Count("pk"))
    )
    days = [first + timedelta(days=offset) for offset in range(TREND_DAYS)]
    most = max([*counted.values(), 1])
    bars = []
    for place, day in enumerate(days):
        height = round(counted.get(day, 0) / most * _CHART_HEIGHT)
        bars.append(
            Bar(day=day, count=counted.get(day, 0), x=place * 40 + 6, y=_CHART_HEIGHT - height, height=height)
        )
    return bars


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add the desk to the context of the back office's first page."""
    now = clock.now()
    user: Any = request.user
    context["queues"] = queues(request=request, now=now)
    context["trend"] = trend(now=now) if user.has_perm("orders.view_order") else []
    return context


_NAVIGATION = (
    (
        "Orders",
        (
            ("Orders", "shopping_basket", "orders", "order"),
            ("Recurring bookings", "event_repeat", "orders", "recurringbooking"),
            ("Occurrences", "event", "orders", "occurrence"),
        ),
    ),
    (
        "Money",
        (
            ("Payments", "credit_card", "orders", "payment"),
            ("Refunds", "undo", "orders", "refund"),
            ("Saved cards", "credit_card_heart", "orders", "savedcard"),
            ("Ledger", "account_balance", "orders", "ledgerentry"),
            ("Webhooks", "webhook", "orders", "stripeevent"),
        ),
    ),
    (
        "Providers",
        (
            ("Providers", "storefront", "providers", "provider"),
            ("Reviews", "star", "providers", "review"),
            ("Time slots", "calendar_month", "scheduling", "timeslot"),
            ("Weekly windows", "schedule", "scheduling", "weeklywindow"),
            ("Days off", "beach_access", "scheduling", "dayoff"),
        ),
    ),
    (
        "People",
        (
            ("Users", "group", "accounts", "user"),
            ("Groups", "shield_person", "auth", "group"),
            ("Notifications", "notifications", "accounts", "notification"),
        ),
    ),
    ("System", (("Outbox", "outbox", "marketplace", "outboxmessage"),)),
)


def _may_view(permission: str) -> Callable[[HttpRequest], bool]:
    return lambda request: bool(request.user.has_perm(permission))


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the side bar: what operators use, by the work that it belongs to."""
    groups: list[dict[str, Any]] = [
        {
            "title": None,
            "items": [{"title": "Desk", "icon": "space_dashboard", "link": reverse("admin:index")}],
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
            if request.user.has_perm(f"{app}.view_{model}")
        ]
        if items:
            groups.append({"title": title, "separator": True, "items": items})
    return groups
