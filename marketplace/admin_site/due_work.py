"""The admin site of due work: what waits, what has failed for good and why, retrying it and giving it up."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.dataclasses import UnfoldAction

from marketplace import clock
from marketplace.admin_site.actions import action, carry_out
from marketplace.admin_site.asking import press
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.errors import DomainError
from marketplace.jobs import due

SET_ASIDE = "set-aside"


class DueStateFilter(admin.SimpleListFilter):
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
    actions_detail = ["try_it_again"]

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

    # --- Buttons of one row ---------------------------------------------------------------------------

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Offer what is possible: there is something to decide about what has failed for good alone."""
        row = self.get_object(request, str(object_id))
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        return [button for button in buttons if row is not None and self.is_possible(button.path, row)]

    def is_possible(self, path: str, row: Any) -> bool:
        """Tell whether the button with this path would do anything."""
        return bool(row.failed_at)

    @action(description=gettext_lazy("Try again"), url_path="try-again", icon="replay", permissions=["act"])
    def try_it_again(self, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """Reset a failed row, after showing why it failed."""
        now = clock.now()
        return press(
            self,
            request,
            [self.row_or_404(request, object_id)],
            title=_("Try again"),
            means=_retried,
            act=lambda row: due.retry(row, now=now),
            back=self._page_of(object_id),
        )

    def _page_of(self, object_id: str) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[object_id])


def _retried(row: Any) -> str:
    """Return what trying a row again means; raises as that does."""
    due.check_failed(row)
    return _("It has all its attempts again, from now on. Last error: {error}").format(error=row.last_error)


class SetAsideAdmin(DueWorkAdmin):
    """Due work that operators can also give up, because it can never be carried out."""

    # The module of the rules: ``check_set_aside(row)``, and ``set_aside(row, now=now)``.
    rules: Any
    actions = ["try_again", "set_aside"]
    actions_detail = ["try_it_again", "set_it_aside"]

    def is_possible(self, path: str, row: Any) -> bool:
        """Leave *Set aside* out where the rules refuse it."""
        try:
            if path == SET_ASIDE:
                self.rules.check_set_aside(row)
        except DomainError:
            return False
        return super().is_possible(path, row)

    @admin.action(description=gettext_lazy("Set aside"), permissions=["act"])
    def set_aside(self, request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse | None:
        """Give up failed rows, after showing why each of them failed."""
        return self._give_up(request, chosen)

    @action(description=gettext_lazy("Set aside"), url_path=SET_ASIDE, icon="archive", permissions=["act"])
    def set_it_aside(self, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """Give up a failed row, after showing why it failed."""
        return self._give_up(request, [self.row_or_404(request, object_id)], back=self._page_of(object_id))

    def _give_up(self, request: HttpRequest, rows: Iterable[Any], *, back: str = "") -> HttpResponse | None:
        now = clock.now()
        return press(
            self,
            request,
            rows,
            title=_("Set aside"),
            means=self._given_up,
            act=lambda row: self.rules.set_aside(row, now=now),
            back=back,
        )

    def _given_up(self, row: Any) -> str:
        """Return what setting a row aside means; raises as that does."""
        self.rules.check_set_aside(row)
        return _("It is never carried out, and no longer listed as failed. Last error: {error}").format(
            error=row.last_error
        )
