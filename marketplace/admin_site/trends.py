"""The trends on the admin site's index page. Part of the top layer.

Days are Swiss calendar days, amounts CHF. What they are drawn from is computed in the background
(:func:`compute`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import CharField, Count, F, Q, Sum, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.admin_site.panels import DashboardPanel
from marketplace.money import ZERO, MoneyField, quantize, rappen
from orders.models import RECEIVED, Order
from scheduling.models import TimeSlot

DAYS = 14
FILL_DAYS = 7
_CHART_WIDTH, _CHART_HEIGHT = 560, 96
_GAP = 12
_PAID = Q(payment_status__in=RECEIVED)


class Day(NamedTuple):
    """A day's number of placed orders, how many of them were paid, and their revenue less refunds (CHF)."""

    placed: int = 0
    paid: int = 0
    revenue: Decimal = ZERO


@dataclass(frozen=True)
class Bar:
    """One day of a chart, in units of the chart, with 0 at its top left."""

    day: date
    shown: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Chart:
    """A trend of some days, the earliest first."""

    title: str
    bars: list[Bar]


@dataclass(frozen=True)
class Figure:
    """One number, and what it is computed from."""

    title: str
    shown: str
    meaning: str


@dataclass(frozen=True)
class Trend:
    """The trends for the index page; ``as_of`` is empty until they are known."""

    figures: list[Figure]
    charts: list[Chart]
    as_of: str = ""


def trend(panel: DashboardPanel | None, *, now: datetime) -> Trend:
    """Return the charts of the last 14 days, the share of paid orders, and how full the next 7 days are.

    They are drawn from what :func:`compute` has stored, without a query.
    """
    if panel is None:
        return Trend([], [])
    today = clock.local_date(now)
    days = _last_days(today)
    counts, capacity = panel.found["days"], panel.found["ahead"]
    of_each = [_day(*counts.get(day.isoformat(), (0, 0, "0.00"))) for day in days]
    ahead = {day: _pair(*capacity.get(day.isoformat(), (0, 0))) for day in _next_days(today)}
    return Trend(
        as_of=panel.as_of,
        figures=[_conversion(of_each), _revenue(of_each), _fill(ahead)],
        charts=[
            _chart(
                _("Orders placed, last 14 days"), days, [Decimal(day.placed) for day in of_each], "{:.0f}"
            ),
            _chart(
                _("Revenue in CHF, by the day of the order"), days, [d.revenue for d in of_each], "{:.2f}"
            ),
            _chart_of_shares(
                _("Paid of what was placed, by the day of the order"),
                {day: (each.paid, each.placed) for day, each in zip(days, of_each, strict=True)},
            ),
            _chart_of_shares(_("Places taken, next 7 days"), ahead),
        ],
    )


def compute(now: datetime) -> dict[str, dict[str, Any]]:
    """Return the figures of the last and of the next days, by their dates. Two statements."""
    today = clock.local_date(now)
    days = _read(_last_days(today)).items()
    return {
        "days": {day.isoformat(): (each.placed, each.paid, str(each.revenue)) for day, each in days},
        "ahead": {day.isoformat(): parts for day, parts in _capacity(today).items()},
    }


def _last_days(today: date) -> list[date]:
    return [today - timedelta(days=ago) for ago in range(DAYS - 1, -1, -1)]


def _next_days(today: date) -> list[date]:
    return [today + timedelta(days=ahead) for ahead in range(FILL_DAYS)]


def _day(placed: int, paid: int, revenue: str) -> Day:
    return Day(placed, paid, Decimal(revenue))


def _pair(part: int, whole: int) -> tuple[int, int]:
    return part, whole


def _conversion(days: list[Day]) -> Figure:
    placed, paid = sum(day.placed for day in days), sum(day.paid for day in days)
    return Figure(
        _("Paid of what was placed"),
        _share(paid, placed),
        _("{paid} of {placed} orders in 14 days").format(paid=paid, placed=placed),
    )


def _revenue(days: list[Day]) -> Figure:
    total = sum((day.revenue for day in days), ZERO)
    shown = f"CHF {total:,.2f}".replace(",", "\N{RIGHT SINGLE QUOTATION MARK}")
    return Figure(_("Revenue"), shown, _("14 days, less refunds"))


def _fill(ahead: dict[date, tuple[int, int]]) -> Figure:
    taken, capacity = (sum(of_day) for of_day in zip(*ahead.values(), strict=True))
    return Figure(
        _("Places taken"),
        _share(taken, capacity),
        _("{taken} of {places} in the next 7 days").format(taken=taken, places=capacity),
    )


def _share(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)} %" if whole else "-"


def _read(days: Iterable[date]) -> dict[date, Day]:
    """Read the orders placed on each Swiss day, in one statement.

    Each day is a range of an index; grouping a hundred thousand instants by day takes far longer.
    """
    parts = []
    stayed = Sum(F("total_amount") - F("refunded_amount"), filter=_PAID, output_field=MoneyField())
    for day in days:
        start, end = clock.day_bounds(day)
        placed = Order.objects.order_by().filter(created_at__gte=start, created_at__lt=end)
        name = Value(day.isoformat(), output_field=CharField())
        counted = (
            placed.annotate(day=name)
            .values("day")
            .annotate(
                placed=Count("pk"), paid=Count("pk", filter=_PAID), revenue=rappen(Coalesce(stayed, ZERO))
            )
        )
        parts.append(counted.values_list("day", "placed", "paid", "revenue"))
    first, *others = parts
    rows = first.union(*others, all=True) if others else first
    return {
        date.fromisoformat(day): Day(placed, paid, quantize(Decimal(revenue)))
        for day, placed, paid, revenue in rows
    }


def _capacity(today: date) -> dict[date, tuple[int, int]]:
    """Return by day how much of the next days' capacity is booked, and the capacity.

    One day more than is shown: the day may change before the next computation.
    """
    days = [*_next_days(today), today + timedelta(days=FILL_DAYS)]
    start, end = clock.day_bounds(days[0])[0], clock.day_bounds(days[-1])[1]
    ahead = TimeSlot.objects.order_by().filter(starts_at__gte=start, starts_at__lt=end, is_closed=False)
    sums = ahead.values("date").annotate(taken=Sum("booked"), capacity=Sum("capacity"))
    return {day: (taken, capacity) for day, taken, capacity in sums.values_list("date", "taken", "capacity")}


def _chart(title: str, days: list[date], values: list[Decimal], words: str) -> Chart:
    most = max([*values, Decimal(1)])
    return Chart(title, _bars(days, [words.format(value) for value in values], [v / most for v in values]))


def _chart_of_shares(title: str, of_days: dict[date, tuple[int, int]]) -> Chart:
    """Draw shares by day; a bar of full height is 100 %."""
    heights = [Decimal(part) / whole if whole else ZERO for part, whole in of_days.values()]
    return Chart(title, _bars(list(of_days), [_share(*parts) for parts in of_days.values()], heights))


def _bars(days: list[date], shown: list[str], heights: list[Decimal]) -> list[Bar]:
    """Lay out bars over the width of the chart; heights are from 0 to 1."""
    step = _CHART_WIDTH // len(days)
    bars = []
    for index, (day, words, share) in enumerate(zip(days, shown, heights, strict=True)):
        height = round(share * _CHART_HEIGHT)
        x, y = index * step + _GAP // 2, _CHART_HEIGHT - height
        bars.append(Bar(day, words, x=x, y=y, width=step - _GAP, height=height))
    return bars
