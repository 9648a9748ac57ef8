"""Lists of the admin site whose speed does not depend on the number of rows.

A list is counted up to a thousand; each way of searching resolves to ids through an index of its own; a
filter offers fixed choices instead of those that occur.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, cast

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.paginator import Paginator
from django.db.models import IntegerField, Model, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin
from unfold.views import ChangeList

from marketplace.admin_site.amounts import ShownInCHF, in_chf

COUNTED = 1_000

Search = Callable[[str], Iterable[Q]]


def count_to(rows: QuerySet[Any], limit: int = COUNTED) -> int:
    """Count rows up to ``limit`` + 1, which stands for more than ``limit``."""
    return rows.order_by()[: limit + 1].count()


class CountTo(Subquery):
    """The number of rows of a queryset as a column, up to ``limit`` + 1: many counts take one query."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) AS counted)"
    output_field = IntegerField()

    def __init__(self, rows: QuerySet[Any], limit: int = COUNTED) -> None:
        super().__init__(rows.order_by().values("pk")[: limit + 1])


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # not generic when it runs
    """Pages of the first thousand rows; the rest is found by searching and filtering."""

    template_name = "admin/bounded_pagination.html"

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        return count_to(rows) if isinstance(rows, QuerySet) else len(rows)

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most a thousand."""
        return min(self._counted, COUNTED)

    @property
    def is_more(self) -> bool:
        """Whether there are more rows than are counted."""
        return self._counted > COUNTED


@contextmanager
def _refusing_values() -> Iterator[None]:
    """Refuse a number or a date in the address that no column can hold, as Django refuses other values."""
    try:
        yield
    except (OverflowError, ValueError) as error:
        raise IncorrectLookupParameters(error) from error


class BoundedChangeList(ChangeList):  # type: ignore[misc]  # unfold is untyped
    """A list that shows its number of rows once, at the bottom."""

    def get_queryset(self, request: HttpRequest, *args: Any, **kwargs: Any) -> QuerySet[Any]:
        with _refusing_values():
            return cast("QuerySet[Any]", super().get_queryset(request, *args, **kwargs))

    def get_results(self, request: HttpRequest) -> None:
        """Use the paginator's count only, without a second query."""
        with _refusing_values():
            super().get_results(request)
        self.full_result_count = self.result_count


class LongListAdmin(ShownInCHF, ModelAdmin):  # type: ignore[misc]  # unfold is untyped
    """A list that may have millions of rows.

    ``searches`` are the ways of searching, each a function from the words to conditions; every
    condition must be answered by an index. ``search_fields`` then only makes the field appear, and only
    the columns of ``sortable_by`` can be sorted by: another order needs an index of its own.
    """

    paginator: Any = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_disable_select_all = True
    list_per_page = 100
    searches: ClassVar[tuple[Search, ...]] = ()

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return BoundedChangeList

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Show amounts with their currency; exports take the plain columns."""
        shown = super().get_changelist_instance(request)
        shown.list_display = [in_chf(self.model, name) for name in shown.list_display]
        return shown

    def get_sortable_by(self, request: HttpRequest) -> Any:
        """Sort long lists by the columns of ``sortable_by`` only, short ones by any."""
        if self.searches and self.sortable_by is None:
            return ()
        return super().get_sortable_by(request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows that any of the searches finds, at most a thousand of each."""
        words = " ".join(search_term.split())
        if not words or not self.searches:
            by_fields: tuple[QuerySet[Any], bool] = super().get_search_results(request, queryset, words)
            return by_fields
        found: set[Any] = set()
        for search in self.searches:
            for condition in search(words):
                found.update(queryset.filter(condition).values_list("pk", flat=True)[: COUNTED + 1])
        return queryset.filter(pk__in=found), False


def choice_filter(
    *, title: str | Promise, field: str, choices: Iterable[tuple[str, str | Promise]]
) -> type[admin.SimpleListFilter]:
    """Return a filter of a column with fixed choices, instead of a query for those that occur.

    Any other value is refused before it reaches the database.
    """
    known = list(choices)
    offered = {str(value) for value, _ in known}

    class Known(admin.SimpleListFilter):
        parameter_name = field

        def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
            return [(value, str(word)) for value, word in known]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
            if not self.value():
                return queryset
            if self.value() not in offered:
                # As Django does for values of its own filters: the list is shown without it.
                raise IncorrectLookupParameters(f"{field}={self.value()!r}")
            return queryset.filter(**{field: self.value()})

    Known.title = cast("Any", title)
    return Known


def outcome_filter(
    *, open_label: str | Promise, choices: Iterable[tuple[str, str | Promise]]
) -> type[admin.SimpleListFilter]:
    """Return a filter of what is decided, by ``outcome``, and of what waits for it (``decided_at`` empty)."""
    states = [("open", open_label), *choices]

    class Outcome(admin.SimpleListFilter):
        title = cast("Any", gettext_lazy("state"))
        parameter_name = "state"

        def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
            return [(value, str(word)) for value, word in states]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
            if self.value() == "open":
                return queryset.filter(decided_at__isnull=True)
            return queryset.filter(outcome=self.value()) if self.value() else queryset

    return Outcome
