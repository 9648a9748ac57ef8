"""The admin site's global search: orders, people, providers and fee invoices.

Part of the top layer. Each way of searching is answered by an index (see the ``search`` modules); a single
result is opened at once.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import nlargest
from typing import Any

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import operators
from accounts.models import User
from accounts.search import people
from marketplace import wall_time
from marketplace.admin_site.lists import COUNTED
from marketplace.money import chf
from orders.admin_site.search import fee_invoices, orders
from orders.models import FeeInvoice, Order
from providers.models import Provider
from providers.search import providers

SHOWN = 10
FEWEST_CHARACTERS = 2


@dataclass(frozen=True)
class Hit:
    """A found row: its label, a distinguishing detail, and its page."""

    title: str
    detail: str
    link: str


@dataclass(frozen=True)
class Found:
    """The results of one kind: the first rows, and the list that has them all."""

    title: str
    hits: list[Hit]
    all_link: str
    all_called: str
    is_more: bool


@dataclass(frozen=True)
class _Kind:
    title: Promise
    all_called: Promise
    model: type[Model]
    rows: Callable[[], QuerySet[Any]]
    since: str
    conditions: Callable[[str], Iterable[Q]]
    called: Callable[[Any], tuple[str, str]]

    @property
    def label(self) -> str:
        return f"{self.model._meta.app_label}_{self.model._meta.model_name}"

    @property
    def permission(self) -> str:
        return f"{self.model._meta.app_label}.view_{self.model._meta.model_name}"


def _order(order: Order) -> tuple[str, str]:
    money = chf(order.total_amount)
    return str(order), f"{order.get_status_display()}, {money}, {order.pickup_address}"


def _person(user: User) -> tuple[str, str]:
    return user.known_name, ", ".join(filter(None, [user.email, user.shown_phone]))


def _provider(provider: Provider) -> tuple[str, str]:
    return str(provider), f"{provider.user.get_full_name()}, {provider.get_status_display()}"


def _fee_invoice(invoice: FeeInvoice) -> tuple[str, str]:
    return str(invoice), f"{invoice.provider}, {wall_time.month(invoice.month)}, {chf(invoice.amount)}"


_KINDS = (
    _Kind(
        gettext_lazy("Customers"),
        gettext_lazy("All customers that fit"),
        User,
        User.objects.all,
        "date_joined",
        people,
        _person,
    ),
    _Kind(
        gettext_lazy("Providers"),
        gettext_lazy("All providers that fit"),
        Provider,
        lambda: Provider.objects.select_related("user"),
        "created_at",
        providers,
        _provider,
    ),
    _Kind(
        gettext_lazy("Orders"),
        gettext_lazy("All orders that fit"),
        Order,
        lambda: Order.objects.select_related("customer"),
        "created_at",
        orders,
        _order,
    ),
    _Kind(
        gettext_lazy("Fee invoices"),
        gettext_lazy("All fee invoices that fit"),
        FeeInvoice,
        lambda: FeeInvoice.objects.select_related("provider__user"),
        "issued_at",
        fee_invoices,
        _fee_invoice,
    ),
)


def search_everything(*, words: str, request: HttpRequest) -> list[Found]:
    """Return the results of each kind that the operator may see, the newest first."""
    if len(words) < FEWEST_CHARACTERS:
        return []
    kinds = [kind for kind in _KINDS if operators.may(request.user, kind.permission)]
    return [found for kind in kinds if (found := _of_kind(kind, words)).hits]


def _of_kind(kind: _Kind, words: str) -> Found:
    ids: set[Any] = set()
    for condition in kind.conditions(words):
        found = kind.model._default_manager.order_by().filter(condition)
        ids.update(found.values_list("pk", flat=True)[:COUNTED])
    rows = _newest(kind, ids) if ids else []
    hits = [
        Hit(*kind.called(row), link=reverse(f"admin:{kind.label}_change", args=[row.pk]))
        for row in rows[:SHOWN]
    ]
    all_link = f"{reverse(f'admin:{kind.label}_changelist')}?{urlencode({'q': words})}"
    return Found(str(kind.title), hits, all_link, str(kind.all_called), is_more=len(rows) > SHOWN)


def _newest(kind: _Kind, ids: set[Any]) -> list[Any]:
    """Return the newest of the found rows, one more than is shown.

    Sorted in Python: for the newest of a thousand ids, the database would scan all rows by time.
    """
    times = kind.model._default_manager.order_by().filter(pk__in=ids).values_list(kind.since, "pk")
    first = [pk for _, pk in nlargest(SHOWN + 1, times)]
    found = {row.pk: row for row in kind.rows().filter(pk__in=first)}
    return [found[pk] for pk in first if pk in found]


def search_page(request: HttpRequest) -> HttpResponse:
    """Show the results; open a single one."""
    words = " ".join(request.GET.get("q", "").split())
    found = search_everything(words=words, request=request)
    hits = [hit for kind in found for hit in kind.hits]
    if len(hits) == 1:
        return HttpResponseRedirect(hits[0].link)
    context = admin.site.each_context(request) | {"title": _("Search"), "words": words, "found": found}
    return TemplateResponse(request, "admin/search.html", context)
