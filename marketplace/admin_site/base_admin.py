"""What every page of the back office stands on: who may, what is saved, and who was there in between.

A form saves the fields that its operator changed and nothing else, so what rules count and switch
meanwhile (a pause, a rating, places taken) is never written back. Two people on one page: the second is
shown the page as it is now, and nothing of theirs is saved.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.admin.utils import flatten_fieldsets, unquote
from django.contrib.auth import get_permission_codename
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from marketplace import audit
from marketplace.admin_site.lists import LongListAdmin

SHOWN = "_shown"
CHANGED_MEANWHILE = _(
    "Somebody has changed this meanwhile, so nothing of yours was saved. This is how it stands now; please "
    "make your changes again."
)


class BaseAdmin(LongListAdmin):
    """A page that saves what was changed, for operators with the permission for the act."""

    change_form_before_template = "admin/shown_row.html"

    # --- Who may ------------------------------------------------------------------------------------

    def allows(self, request: HttpRequest, act: str) -> bool:
        """Tell whether the caller has one permission on these rows, as in ``change`` or ``cancel``."""
        codename = get_permission_codename(act, self.opts)
        return bool(self.admin_site.may(request, f"{self.opts.app_label}.{codename}"))

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Show rows to those who may see or change them."""
        return self.allows(request, "view") or self.allows(request, "change")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.allows(request, "add")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, "change")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, "delete")

    # --- What is saved --------------------------------------------------------------------------------

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save a new row whole, of another one what was changed."""
        if not change:
            super().save_model(request, obj, form, change)
        else:
            save_changed(obj, form.changed_data)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save links to other rows if they were changed, and the rows below."""
        linked = {field.name for field in self.opts.many_to_many}
        if not change or linked & set(form.changed_data):
            form.save_m2m()
        for formset in formsets:
            self.save_formset(request, form, formset, change=change)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Save the rows below: new ones whole, of others what was changed."""
        formset.save(commit=False)
        for row in formset.deleted_objects:
            row.delete()
        for row, names in formset.changed_objects:
            save_changed(row, names)
        for row in formset.new_objects:
            row.save()

    # --- Who was there in between -----------------------------------------------------------------------

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show a row or save it; what was changed since it was shown is shown instead of overwritten."""
        if request.method != "POST":
            return self._page(request, object_id, form_url, extra_context)
        with transaction.atomic():
            if self._is_stale(request, object_id):
                self.message_user(request, CHANGED_MEANWHILE, messages.ERROR)
                request.method = "GET"  # the page as somebody who opens it now would see it
            return self._page(request, object_id, form_url, extra_context)

    def _page(self, request: HttpRequest, object_id: str, form_url: str, context: Any) -> HttpResponse:
        response: HttpResponse = super().change_view(request, object_id, form_url, context)
        return response

    def _is_stale(self, request: HttpRequest, object_id: str) -> bool:
        """Lock the row, and tell whether it has changed since the page was shown."""
        row = self.get_object(request, unquote(object_id))
        if row is None or SHOWN not in request.POST or not self.has_change_permission(request, row):
            return False
        rows: QuerySet[Any] = self.get_queryset(request).select_for_update(no_key=True, of=("self",))
        row = rows.get(pk=row.pk)
        fields = flatten_fieldsets(self.get_fieldsets(request, row))
        form = self.get_form(request, row, change=True, fields=fields)(instance=row)
        formsets = [
            formset(instance=row, queryset=inline.get_queryset(request))
            for formset, inline in self.get_formsets_with_inlines(request, row)
            if inline.has_change_permission(request, row)
        ]
        return request.POST[SHOWN] != fingerprint(form, formsets)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Keep on the page what its row looked like."""
        if kwargs.get("change"):
            inlines = context["inline_admin_formsets"]
            formsets = [inline.formset for inline in inlines if inline.has_change_permission]
            context["shown"] = fingerprint(context["adminform"].form, formsets)
        response: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return response

    # --- What the log keeps -----------------------------------------------------------------------------

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Keep that a row was added, in the log's language."""
        with translation.override(audit.LANGUAGE):
            return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Keep what was changed, or pressed, in the log's language."""
        with translation.override(audit.LANGUAGE):
            return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Keep what was removed, in the log's language."""
        with translation.override(audit.LANGUAGE):
            return super().log_deletions(request, queryset)


class ReadOnlyAdmin(BaseAdmin):
    """Rows that the rules write: looked at, never typed into, so there is nothing to save.

    What buttons do to them asks for ``act``: Django's permission to change these rows.
    """

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return list(dict.fromkeys([*self.readonly_fields, *(field.name for field in self.opts.fields)]))

    def has_act_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let those press buttons who may change such rows."""
        return self.allows(request, "change")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: looking needs the permission to view, and pressing buttons that for the act."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: the rules write, and money and what hangs on it is not deleted."""
        return False


def save_changed(row: Model, names: Iterable[str]) -> None:
    """Write those of the named fields that are columns; without any, nothing."""
    columns = {field.name for field in row._meta.concrete_fields}
    if changed := [name for name in names if name in columns]:
        row.save(update_fields=changed)


def fingerprint(form: BaseForm, formsets: Iterable[Any]) -> str:
    """Return a digest of what a page lets its operator change, as it stands in the database.

    What rules change beside it (a rating, a status) is no conflict: it is not written back.
    """
    shown: list[Any] = [_values(form)]
    for formset in formsets:
        shown += [[str(one.instance.pk), _values(one)] for one in formset.initial_forms]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()


def _values(form: BaseForm) -> dict[str, Any]:
    return {
        name: _plain(form.get_initial_for_field(field, name))
        for name, field in form.fields.items()
        if not field.disabled
    }


def _plain(value: Any) -> Any:
    """Return a value as text; of linked rows their ids in order."""
    if isinstance(value, list):
        return sorted(str(getattr(one, "pk", one)) for one in value)
    return str(value)
