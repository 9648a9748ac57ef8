"""The audit log: who did, decided and read what in the admin site. Append-only."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.search import of_people
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList


@admin.register(LogEntry)
class AuditLogAdmin(ExportedList, ReadOnlyAdmin):
    """Every action, every changed field, every view of an order, a document or a conversation."""

    list_display = ["action_time", "who", "about", "what", "message"]
    list_display_links = ["action_time"]
    list_select_related = ["user", "content_type"]
    search_fields = ["user__email"]
    search_help_text = _(
        "Who did it: the beginning of a name or an email address, or the end of a phone number"
    )
    # By who did it alone: entries about a row are in its own history.
    searches = (of_people,)
    # The key grows with time: newest first without a further index.
    ordering = ["-id"]
    sortable_by = ()
    fields = ["action_time", "user", "content_type", "object_id", "object_repr", "message"]
    readonly_fields = ["message"]

    @admin.display(description=_("Who"))
    def who(self, entry: LogEntry) -> str:
        return str(entry.user.known_name)

    @admin.display(description=_("Kind"))
    def what(self, entry: LogEntry) -> str:
        return capfirst(str(entry.content_type.name)) if entry.content_type else ""

    @admin.display(description=_("About"))
    def about(self, entry: LogEntry) -> str:
        if entry.content_type is None or not entry.object_id:
            return entry.object_repr
        kind = entry.content_type
        try:
            page = reverse(f"admin:{kind.app_label}_{kind.model}_change", args=[entry.object_id])
        except NoReverseMatch:
            return entry.object_repr
        return format_html('<a href="{}" class="underline">{}</a>', page, entry.object_repr)

    @admin.display(description=_("What was done"))
    def message(self, entry: LogEntry) -> str:
        return str(entry.get_change_message())

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [*super().get_readonly_fields(request, obj), "message"]
