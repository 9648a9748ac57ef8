"""The admin site of due work: what waits, what has failed for good and why, retrying it and giving it up."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import clock
from marketplace.admin_site.actions import carry_out
from marketplace.admin_site.asking import press
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


class SetAsideAdmin(DueWorkAdmin):
    """Due work that operators can also give up, because it can never be carried out."""

    # The module of the rules: ``check_set_aside(row)``, and ``set_aside(row, now=now)``.
    rules: Any
    actions = ["try_again", "set_aside"]

    @admin.action(description=gettext_lazy("Set aside"), permissions=["act"])
    def set_aside(self, request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse | None:
        """Give up failed rows, after showing why each of them failed."""
        now = clock.now()
        return press(
            self,
            request,
            chosen,
            title=_("Set aside"),
            means=self._given_up,
            act=lambda row: self.rules.set_aside(row, now=now),
        )

    def _given_up(self, row: Any) -> str:
        """Return what setting a row aside means; raises as that does."""
        self.rules.check_set_aside(row)
        return _("It is never carried out, and no longer listed as failed. Last error: {error}").format(
            error=row.last_error
        )
