"""The admin site of due work: what waits, what has failed for good and why, and retrying it."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import clock
from marketplace.admin_site.actions import carry_out
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.jobs import due


class StateFilter(admin.SimpleListFilter):
    """Failed for good, waiting or done."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the states that rows of this kind can have."""
        states = [("failed", _("Failed for good")), ("waiting", _("Waiting"))]
        return [*states, ("done", _("Done"))] if model_admin.done_field else states

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any] | None:
        is_open = {f"{self._done_field}__isnull": True} if self._done_field else {}
        states: dict[str, QuerySet[Any]] = {
            "failed": queryset.filter(failed_at__isnull=False, **is_open),
            "waiting": queryset.filter(failed_at=None, **is_open),
        }
        if self._done_field:
            states["done"] = queryset.filter(**{f"{self._done_field}__isnull": False})
        chosen: QuerySet[Any] = states.get(self.value() or "", queryset)
        return chosen

    def __init__(self, request: HttpRequest, params: Any, model: Any, model_admin: Any) -> None:
        self._done_field: str = model_admin.done_field
        super().__init__(request, params, model, model_admin)


class DueWorkAdmin(ReadOnlyAdmin):
    """Rows of due work: written by the program, read by operators, retried by an action."""

    # The column with the time at which a row was done; empty if done rows are deleted.
    done_field = ""
    actions = ["try_again"]

    @admin.display(description=gettext_lazy("State"))
    def state(self, row: Any) -> str:
        if self.done_field and getattr(row, self.done_field):
            return _("Done")
        return _("Failed for good") if row.failed_at else _("Waiting")

    @admin.action(description=gettext_lazy("Try again"), permissions=["act"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        """Reset failed rows, so that they have all their attempts again."""
        now = clock.now()
        carry_out(self, request, chosen, lambda row: due.retry(row, now=now))
