"""Export of the admin site's lists: the filtered and searched rows, as CSV and as XLSX.

The columns are those of the list, in its order. Each export enters the log: who, how many rows, of what.
"""

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from html import unescape
from io import BytesIO
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import label_for_field, lookup_field
from django.contrib.admin.views.main import ERROR_FLAG
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _

from marketplace import audit, clock
from marketplace.csv_file import download, to_csv

MOST_ROWS = 10_000
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class ExportedList:
    """Adds two links above a list, which follow its filters, search and order.

    ``also_exported`` are further columns of the files.
    """

    list_before_template = "admin/export_links.html"
    also_exported: ClassVar[tuple[str, ...]] = ()

    def get_urls(self: Any) -> list[URLPattern]:
        """Add the URLs of the two files."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_export"
        own = path("export/<str:kind>/", self.admin_site.admin_view(self.export), name=name)
        return [own, *super().get_urls()]  # type: ignore[misc]  # the list's own

    def export(self: Any, request: HttpRequest, kind: str) -> HttpResponse:
        """Respond with the rows of the list as a file; above ten thousand, ask to narrow the list."""
        if kind not in {"csv", "xlsx"}:
            raise Http404
        if not self.has_view_permission(request):
            raise PermissionDenied
        back = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        try:
            found = self.get_changelist_instance(request).queryset[: MOST_ROWS + 1]
        except IncorrectLookupParameters:
            # As the list itself does, of which no file may seem to be the filtered one.
            return HttpResponseRedirect(f"{back}?{ERROR_FLAG}=1")
        rows = list(found)
        if len(rows) > MOST_ROWS:
            too_many = _("These are more than 10,000 rows: please narrow the list by its filters first.")
            self.message_user(request, too_many, messages.WARNING)
            return HttpResponseRedirect(f"{back}?{request.GET.urlencode()}")
        table = list(_table(self, request, rows))
        sentence = f"Exported {len(rows)} rows as {kind.upper()}."
        assert request.user.pk is not None  # noqa: S101 - the site lets nobody else in
        audit.record(user_id=request.user.pk, about=self.model, sentence=sentence)
        name = f"{slugify(self.opts.verbose_name_plural)}-{clock.local_date(clock.now()):%Y-%m-%d}.{kind}"
        if kind == "csv":
            return download(to_csv(table), name=name, kind="text/csv; charset=utf-8")
        return download(_workbook(table), name=name, kind=_XLSX)


def _table(model_admin: Any, request: HttpRequest, rows: list[Any]) -> Iterator[list[Any]]:
    columns = [name for name in model_admin.get_list_display(request) if name != "action_checkbox"]
    columns += model_admin.also_exported
    yield [capfirst(str(label_for_field(name, model_admin.model, model_admin))) for name in columns]
    for row in rows:
        yield [_plain(lookup_field(name, row, model_admin), row) for name in columns]


def _plain(found: tuple[Any, Any, Any], row: Any) -> Any:
    """Return the value of a cell: numbers as such, instants in Swiss time, everything else as text.

    A column that shows text but sorts by a date, an instant or an amount is exported as that value.
    """
    field, shown, value = found
    column = str(getattr(shown, "admin_order_field", "")).removeprefix("-")
    sorted_by = getattr(row, column, value)
    if sorted_by is None or isinstance(sorted_by, date | Decimal):
        value = sorted_by
    if field is not None and getattr(field, "flatchoices", None):
        value = dict(field.flatchoices).get(value, value)
    if isinstance(value, tuple):
        # A coloured label is a pair: the key of its colour, and its text.
        value = value[-1]
    if isinstance(value, datetime):
        return timezone.localtime(value).replace(tzinfo=None, microsecond=0)
    if value is None or isinstance(value, int | float | Decimal):
        return "" if value is None else value
    # Only what we have marked up: words in angle brackets that somebody has typed are theirs.
    return unescape(strip_tags(value)) if isinstance(value, SafeString) else str(value)


def _workbook(table: list[list[Any]]) -> bytes:
    # Imported late: only exports need it.
    from xlsxwriter import Workbook  # noqa: PLC0415

    target = BytesIO()
    # User input must become neither a formula nor a link.
    book = Workbook(
        target,
        {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "default_date_format": "yyyy-mm-dd hh:mm",
        },
    )
    sheet = book.add_worksheet()
    head = book.add_format({"bold": True})
    for number, cells in enumerate(table):
        for index, value in enumerate(cells):
            sheet.write(number, index, value, *([head] if number == 0 else []))
    sheet.freeze_panes(1, 0)
    sheet.autofit()
    book.close()
    return target.getvalue()
