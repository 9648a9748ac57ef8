"""The operators' first page: what waits for somebody, today's work, and how it has been going.

Part of the roof. What waits is counted at the moment of asking; each number leads to its list.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any

from django.db.models import CharField, Count, QuerySet, Value
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts import operators
from marketplace import clock
from marketplace.back_office.lists import COUNTED, count_to
from marketplace.models import Job, OutboxMessage
from orders import data_checks, holds
from orders.models import DataCheck, Dispute, Order, OrderStatus, Refund, StripeEvent
from orders.payments import gateway
from orders.selectors import running_of_closed_accounts
from providers.models import Provider

TREND_DAYS = 14
_CHART_HEIGHT = 96
_PAST_KEPT_SECONDS = 600


@dataclass(frozen=True)
class Queue:
    """A list that somebody has to look at, and how long it is."""

    title: str
    meaning: str
    count: int
    link: str
    is_urgent: bool
    is_known: bool = True

    @property
    def shown(self) -> str:
        """Say how many; beyond a thousand it no longer matters."""
        if not self.is_known:
            return "Not checked yet"
        return str(self.count) if self.count <= COUNTED else "1,000+"


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
        "orders.view_dispute",
        "Dispute to answer",
        "A customer's bank asks, or has withdrawn money; unanswered, it is lost",
        "admin:orders_dispute_changelist",
        f"status__in={','.join(Dispute.TO_ANSWER)}",
        True,
        lambda _now: Dispute.objects.filter(status__in=Dispute.TO_ANSWER),
    ),
    _Entry(
        "marketplace.view_outboxmessage",
        "Message parked",
        "E-mails and other follow-ups that failed five times",
        "admin:marketplace_outboxmessage_changelist",
        "state=parked",
        True,
        lambda _now: OutboxMessage.objects.filter(parked_at__isnull=False),
    ),
    _Entry(
        "marketplace.view_job",
        "Due work parked",
        "Orders and bookings about which a sweep could do nothing",
        "admin:marketplace_job_changelist",
        "state=parked",
        True,
        lambda _now: Job.objects.filter(parked_at__isnull=False),
    ),
    _Entry(
        "orders.view_stripeevent",
        "Event of Stripe's parked",
        "Stripe reported something that is not known here",
        "admin:orders_stripeevent_changelist",
        "state=parked",
        False,
        lambda _now: StripeEvent.objects.filter(parked_at__isnull=False, processed_at=None),
    ),
    _Entry(
        "orders.view_order",
        "Account is closed",
        "Paid orders under way whose customer or provider cannot act any more",
        "admin:orders_order_changelist",
        "attention=closed",
        True,
        lambda _now: running_of_closed_accounts(),
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


def _of_a_check(check: DataCheck | None, title: str, what: str, before: str) -> Queue:
    """Return what a check found, as a queue; ``before`` is said until there is one."""
    when = check.finished_at if check else None
    return Queue(
        title=title,
        meaning=f"{what} ({timezone.localtime(when):%-d %b, %H:%M})" if when else before,
        count=check.violations if check else 0,
        is_known=check is not None,
        link=reverse("admin:orders_order_check_data"),
        is_urgent=True,
    )


def _checks() -> list[Queue]:
    """Return what the last check of the data and the last comparison with Stripe found."""
    last = data_checks.last_finished()
    what = "What the last check of the data found"
    found = [_of_a_check(last.get(DataCheck.Kind.DATA), "Data in disorder", what, "Press to have it checked")]
    if gateway.is_configured():
        what = "What the last comparison with Stripe found"
        before = "The comparison runs every night"
        found.append(_of_a_check(last.get(DataCheck.Kind.STRIPE), "Differs from Stripe", what, before))
    return found


def queues(*, request: HttpRequest, now: datetime) -> list[Queue]:
    """Return the queues that this operator may see, the urgent ones first."""
    found = [
        Queue(
            title=entry.title,
            meaning=entry.meaning,
            count=count_to(entry.rows(now)),
            link=f"{reverse(entry.address)}?{entry.query}",
            is_urgent=entry.is_urgent,
        )
        for entry in _ENTRIES
        if operators.may(request.user, entry.permission)
    ]
    if operators.may(request.user, "orders.view_order"):
        found += _checks()
    return found


@lru_cache(maxsize=1)
def _placed_on_past(days: tuple[date, ...], _stretch: int) -> dict[date, int]:
    """Count the orders of days that are over: hardly anything changes there, so once in a stretch of time."""
    return _placed_on(days)


def forget() -> None:
    """Count past days anew at the next look."""
    _placed_on_past.cache_clear()


def _placed_on(days: Iterable[date]) -> dict[date, int]:
    """Count the orders placed on each Swiss day.

    Each day is a stretch of an index; sorting a hundred thousand moments into days takes far longer.
    """
    counts = []
    for day in days:
        start, end = clock.day_bounds(day)
        placed = Order.objects.order_by().filter(created_at__gte=start, created_at__lt=end)
        name = Value(day.isoformat(), output_field=CharField())
        counts.append(
            placed.annotate(day=name).values("day").annotate(count=Count("pk")).values_list("day", "count")
        )
    first, *others = counts
    return {date.fromisoformat(day): count for day, count in first.union(*others, all=True)}


def trend(*, now: datetime) -> list[Bar]:
    """Return the orders placed on each of the last days, by Swiss calendar day, oldest first."""
    today = clock.local_date(now)
    first = today - timedelta(days=TREND_DAYS - 1)
    days = [first + timedelta(days=offset) for offset in range(TREND_DAYS)]
    *past, _ = days
    counted = _placed_on_past(tuple(past), int(now.timestamp()) // _PAST_KEPT_SECONDS) | _placed_on([today])
    most = max([*counted.values(), 1])
    bars = []
    for place, day in enumerate(days):
        height = round(counted.get(day, 0) / most * _CHART_HEIGHT)
        bars.append(
            Bar(day=day, count=counted.get(day, 0), x=place * 40 + 6, y=_CHART_HEIGHT - height, height=height)
        )
    return bars


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add the queues and the trend to the context of the back office's first page."""
    now = clock.now()
    context["title"] = "Dashboard"
    context["queues"] = queues(request=request, now=now)
    context["trend"] = trend(now=now) if operators.may(request.user, "orders.view_order") else []
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
            ("Disputes", "gavel", "orders", "dispute"),
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
    (
        "System",
        (
            ("Outbox", "outbox", "marketplace", "outboxmessage"),
            ("Jobs", "work_history", "marketplace", "job"),
        ),
    ),
)


def _may_view(permission: str) -> Callable[[HttpRequest], bool]:
    return lambda request: operators.may(request.user, permission)


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the side bar: what operators use, by the work that it belongs to."""
    groups: list[dict[str, Any]] = [
        {
            "title": None,
            "items": [{"title": "Dashboard", "icon": "space_dashboard", "link": reverse("admin:index")}],
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
