"""Base classes of the admin site: permissions, what is saved, and concurrent edits.

A form saves only the fields that its operator changed, so that what domain functions change meanwhile (a
pause, a rating, booked capacity) is never overwritten. Of two people who edit one page, the second is
shown its current state, and nothing of theirs is saved. What is deleted is what was shown, too.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.admin.actions import delete_selected
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import flatten_fieldsets, unquote
from django.contrib.auth import get_permission_codename
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from marketplace import audit
from marketplace.admin_site.actions import AS_SHOWN, as_shown, carries_rows
from marketplace.admin_site.lists import LongListAdmin
from marketplace.admin_site.text_fields import field_class_of

SHOWN = "_shown"
CHANGED_MEANWHILE = _(
    "Somebody has changed this meanwhile, so nothing of yours was saved. This is how it stands now; please "
    "make your changes again."
)

NOT_DELETED = _("This has changed since the page was shown, so nothing was deleted. Please look again.")


class BaseAdmin(LongListAdmin):
    """A model admin that saves changed fields only, for operators with the permission for the act."""

    change_form_before_template = "admin/shown_row.html"

    # --- Who may ------------------------------------------------------------------------------------

    def allows(self, request: HttpRequest, act: str) -> bool:
        """Return whether the caller has one permission on these rows, as in ``change`` or ``cancel``."""
        codename = get_permission_codename(act, self.opts)
        return bool(self.admin_site.may(request, f"{self.opts.app_label}.{codename}"))

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Show rows to operators who may view or change them."""
        return self.allows(request, "view") or self.allows(request, "change")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.allows(request, "add")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, "change")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, "delete")

    # --- What is typed --------------------------------------------------------------------------------

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Clean free text as the API does: people read it."""
        if field_class := field_class_of(db_field):
            kwargs.setdefault("form_class", field_class)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    # --- What is saved --------------------------------------------------------------------------------

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save a new row as a whole, an existing one by its changed fields."""
        if not change:
            super().save_model(request, obj, form, change)
        else:
            save_changed(obj, form.changed_data)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save many-to-many relations if they changed, and the inlines."""
        linked = {field.name for field in self.opts.many_to_many}
        if not change or linked & set(form.changed_data):
            form.save_m2m()
        for formset in formsets:
            self.save_formset(request, form, formset, change=change)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Save inlines: new rows as a whole, existing ones by their changed fields."""
        formset.save(commit=False)
        for row in formset.deleted_objects:
            row.delete()
        for row, names in formset.changed_objects:
            save_changed(row, names)
        for row in formset.new_objects:
            row.save()

    # --- Concurrent edits -------------------------------------------------------------------------------

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show a row or save it; if it changed since the page was rendered, show it again instead."""
        if request.method != "POST":
            return self._page(request, object_id, form_url, extra_context)
        with transaction.atomic():
            if self._is_stale(request, object_id):
                self.message_user(request, CHANGED_MEANWHILE, messages.ERROR)
                request.method = "GET"  # renders the current state
            return self._page(request, object_id, form_url, extra_context)

    def row_or_404(self, request: HttpRequest, object_id: str) -> Any:
        """Return the row of a button's address, if its reader may see it."""
        row = self.get_object(request, str(object_id))
        if row is None:
            raise Http404
        return row

    def _page(self, request: HttpRequest, object_id: str, form_url: str, context: Any) -> HttpResponse:
        response: HttpResponse = super().change_view(request, object_id, form_url, context)
        return response

    def _is_stale(self, request: HttpRequest, object_id: str) -> bool:
        """Lock the row, and return whether it has changed since the page was rendered."""
        row = self.get_object(request, unquote(object_id))
        if row is None or SHOWN not in request.POST or not self.has_change_permission(request, row):
            return False
        # One that was deleted in this instant is reported by the page itself.
        locked = self._locked(request, [row.pk])
        return any(request.POST[SHOWN] != self._fingerprint_of(request, now) for now in locked)

    def _locked(self, request: HttpRequest, keys: list[Any]) -> list[Any]:
        """Lock those of some rows that still exist, and return them as they are now."""
        rows: QuerySet[Any] = self.get_queryset(request).select_for_update(no_key=True, of=("self",))
        return list(rows.filter(pk__in=keys).order_by("pk"))

    def _fingerprint_of(self, request: HttpRequest, row: Any) -> str:
        """Return the fingerprint of a row's page, without rendering it."""
        fields = flatten_fieldsets(self.get_fieldsets(request, row))
        form = self.get_form(request, row, change=True, fields=fields)(instance=row)
        formsets = [
            formset(instance=row, queryset=inline.get_queryset(request))
            for formset, inline in self.get_formsets_with_inlines(request, row)
            if inline.has_change_permission(request, row)
        ]
        return fingerprint(form, formsets)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Put the fingerprint of the row into the page."""
        if kwargs.get("change"):
            inlines = context["inline_admin_formsets"]
            formsets = [inline.formset for inline in inlines if inline.has_change_permission]
            context["shown"] = fingerprint(context["adminform"].form, formsets)
        response: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return response

    # --- Deleting what was shown ---------------------------------------------------------------------

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Ask, and delete the row; if it changed since it was shown, show it again instead."""
        with transaction.atomic():
            shown = self._as_shown(request, [unquote(object_id)])
            if request.method == "POST" and _is_other(request, shown):
                self.message_user(request, NOT_DELETED, messages.ERROR)
                return HttpResponseRedirect(request.get_full_path())
            return self._deletion(request, object_id, (extra_context or {}) | {"as_shown": shown})

    def _as_shown(self, request: HttpRequest, keys: list[Any]) -> list[str]:
        """Lock some rows, and return what a page that deletes them carries; none of those that are gone."""
        there = [row for key in keys if (row := self.get_object(request, str(key))) is not None]
        locked = self._locked(request, [row.pk for row in there])
        return [as_shown(row, self._fingerprint_of(request, row)) for row in locked]

    def _deletion(self, request: HttpRequest, object_id: str, context: dict[str, Any]) -> HttpResponse:
        response: HttpResponse = super().delete_view(request, object_id, context)
        return response

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Delete chosen rows as :meth:`delete_view` does one."""
        actions: dict[str, Any] = super().get_actions(request)
        if "delete_selected" in actions:
            _django, *described = actions["delete_selected"]
            actions["delete_selected"] = (delete_shown, *described)
        return actions

    # --- The log --------------------------------------------------------------------------------------

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Log in the log's language."""
        with translation.override(audit.LANGUAGE):
            return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Log in the log's language."""
        with translation.override(audit.LANGUAGE):
            return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Log in the log's language."""
        with translation.override(audit.LANGUAGE):
            return super().log_deletions(request, queryset)


class ReadOnlyAdmin(BaseAdmin):
    """Rows that only domain functions write: read-only pages.

    Actions on them require ``act``, which is Django's permission to change these rows.
    """

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        columns = [field.name for field in self.opts.fields if field.name not in (self.exclude or ())]
        return list(dict.fromkeys([*self.readonly_fields, *columns]))

    def has_act_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow actions to operators who may change such rows."""
        return self.allows(request, "change")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: viewing needs the view permission, and each action its own."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: domain functions delete, and nothing that money depends on is deleted."""
        return False


def delete_shown(model_admin: BaseAdmin, request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse | None:
    """Delete the chosen rows after asking; if one changed since it was shown, delete none and say so."""
    with transaction.atomic():
        shown = model_admin._as_shown(request, request.POST.getlist(ACTION_CHECKBOX_NAME))
        if "post" in request.POST and _is_other(request, shown):
            model_admin.message_user(request, NOT_DELETED, messages.ERROR)
            return None
        response = delete_selected(model_admin, request, chosen)
    if isinstance(response, TemplateResponse):
        response.context_data = (response.context_data or {}) | {"as_shown": shown}
    return response


def _is_other(request: HttpRequest, shown: list[str]) -> bool:
    """Return whether a page carries something else than what stands now; without a page there is nothing."""
    return carries_rows(request) and set(shown) != set(request.POST.getlist(AS_SHOWN))


def save_changed(row: Model, names: Iterable[str]) -> None:
    """Update those of the named fields that are columns; no query if there are none."""
    columns = {field.name for field in row._meta.concrete_fields}
    if changed := [name for name in names if name in columns]:
        row.save(update_fields=changed)


def fingerprint(form: BaseForm, formsets: Iterable[Any]) -> str:
    """Return a digest of a page's editable fields, with their values in the database.

    Other columns that change meanwhile (a rating, a status) are no conflict: the form does not write them.
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
    """Return a value as text; for related rows their sorted ids."""
    if isinstance(value, list):
        return sorted(str(getattr(one, "pk", one)) for one in value)
    return str(value)
