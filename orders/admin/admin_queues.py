"""Additional columns of the lists of late and stuck orders: for how long, and the next step."""

from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from orders.lifecycle import lateness, transitions
from orders.models import Actor, ActorRole, Order, OrderEvent, OrderStatus

BUTTONS: dict[str, str | Promise] = {
    OrderStatus.CONFIRMED: gettext_lazy("Confirm"),
    OrderStatus.PICKUP: gettext_lazy("Start pickup"),
    OrderStatus.WASHING: gettext_lazy("Start washing"),
    OrderStatus.DELIVERY: gettext_lazy("Start delivery"),
    OrderStatus.COMPLETED: gettext_lazy("Complete"),
    OrderStatus.CANCELLED: gettext_lazy("Cancel and refund"),
}
_QUEUES = {"return", "late", "stuck"}
_DAY_HOURS = 48


def is_queue(request: HttpRequest) -> bool:
    """Tell whether the list is that of late or of stuck orders."""
    return request.GET.get("attention") in _QUEUES


def queue_columns(request: HttpRequest, columns: list[str], *, moves: bool) -> list[str]:
    """Return the columns of a list; in a queue for how long, and the next step if ``moves`` permits it.

    They stand where the payment does: whatever is late or stuck is paid, and the rest keeps its room.
    """
    if not is_queue(request):
        return columns
    at = columns.index("shown_payment")
    return [*columns[:at], "age", *(["next_step"] if moves else []), *columns[at + 1 :]]


def with_stage(orders: QuerySet[Order]) -> QuerySet[Order]:
    """Annotate since when each order has its status, and what tells whether it is late."""
    newest = OrderEvent.objects.filter(order=OuterRef("pk")).order_by("-at").values("at")[:1]
    return lateness.with_deadline(orders).annotate(at_stage_since=Subquery(newest))


def age_of(order: Order, *, now: datetime) -> str:
    """Return for how long an order has been late, or else has had its status."""
    late = lateness.lateness(order, now=now)
    since = late.at if late else getattr(order, "at_stage_since", None)
    if since is None:
        return "-"
    minutes = int((now - since).total_seconds() // 60)
    said = _("{time} late") if late else _("{time} at this stage")
    return said.format(time=_duration(minutes)).replace(" ", "\N{NO-BREAK SPACE}")


def _duration(minutes: int) -> str:
    hours = minutes // 60
    if hours < 1:
        return _("{count} min").format(count=minutes)
    if hours < _DAY_HOURS:
        return _("{count} h").format(count=hours)
    return ngettext("{count} day", "{count} days", hours // 24).format(count=hours // 24)


def next_step_of(order: Order) -> str:
    """Return a link to the page of the next step other than a cancellation."""
    stages = transitions.allowed(order, Actor(ActorRole.OPERATOR))
    steps = [to for to in stages if to != OrderStatus.CANCELLED]
    if not steps:
        return "-"
    page = reverse(f"admin:orders_order_to_{steps[0]}", args=[order.pk])
    return format_html('<a href="{}" class="underline">{}</a>', page, BUTTONS[steps[0]])
