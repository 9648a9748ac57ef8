"""The admin site of infrastructure: outbox messages and jobs that wait or have failed for good."""

import json
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from marketplace import admin_figures
from marketplace.admin_site.due_work import DueStateFilter, DueWorkAdmin, SetAsideAdmin
from marketplace.jobs import outbox
from marketplace.jobs.models import Job, OutboxMessage

# Figures have a module of their own, which registers itself.
__all__ = ["JobAdmin", "OutboxMessageAdmin", "admin_figures"]

# What an email or a push says: conversations are read on their own page, which logs who reads them.
WORDS = frozenset({"subject", "title", "body"})
# A bigint has no more digits that all fit.
LONGEST_NUMBER = 18


def of_reason(words: str) -> list[Q]:
    """Find failed rows by a part of their error; they have an index, and are few."""
    return [Q(failed_at__isnull=False, last_error__icontains=words)]


def of_number(words: str) -> list[Q]:
    """Find a message by its number."""
    number = words.removeprefix("#")
    return [Q(pk=int(number))] if number.isdecimal() and len(number) <= LONGEST_NUMBER else []


def of_subject(words: str) -> list[Q]:
    """Find jobs by the whole id of their row, or by the name of their kind."""
    try:
        return [Q(subject=UUID(words))]
    except ValueError:
        return [Q(kind=words.lower().replace(" ", "_"))]


class TopicFilter(admin.SimpleListFilter):
    """Topics that have handlers; collecting those that occur would read every row."""

    title = _("topic")
    parameter_name = "topic"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(topic, topic.replace("_", " ").capitalize()) for topic in outbox.topics()]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[OutboxMessage]
    ) -> QuerySet[OutboxMessage] | None:
        return queryset.filter(topic=self.value()) if self.value() else queryset


@admin.register(OutboxMessage)
class OutboxMessageAdmin(SetAsideAdmin):
    """Messages that wait to be relayed, and those that have failed for good, as an email to no mailbox."""

    done_field = "done_at"
    rules = outbox
    list_display = ["id", "topic", "state", "attempts", "created_at", "due_at", "last_error"]
    list_filter = [DueStateFilter, TopicFilter]
    search_fields = ["id", "last_error"]
    search_help_text = _("The number, or a part of the reason why it was given up")
    searches = (of_number, of_reason)
    ordering = ["-id"]
    exclude = ["payload"]
    readonly_fields = ["topic", "about"]

    @admin.display(description=_("About"))
    def about(self, message: OutboxMessage) -> str:
        """Show to whom it goes, and about what, without its words."""
        shown = {name: value for name, value in message.payload.items() if name not in WORDS}
        return json.dumps(shown, ensure_ascii=False)


@admin.register(Job)
class JobAdmin(DueWorkAdmin):
    """Rows that sweeps are working on, and those that have failed for good."""

    list_display = ["id", "kind", "subject", "state", "attempts", "due_at", "last_error"]
    list_filter = [DueStateFilter]
    search_fields = ["kind", "subject", "last_error"]
    search_help_text = _(
        "The kind, the whole id of the row it is about, or a part of the reason why it was given up"
    )
    searches = (of_subject, of_reason)
    ordering = ["-id"]
