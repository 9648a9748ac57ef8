"""The back office of the plumbing: what could not be handed on, and what could not be done about rows."""

from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from marketplace import admin_figures
from marketplace.admin_site.due_work import DueWorkAdmin, StateFilter
from marketplace.jobs import outbox
from marketplace.jobs.models import Job, OutboxMessage

# What stands on pages of its own registers itself.
__all__ = ["JobAdmin", "OutboxMessageAdmin", "admin_figures"]

# The numbers of the database have no more digits.
LONGEST_NUMBER = 18


def of_reason(words: str) -> list[Q]:
    """Find what was given up by a part of its reason; what was given up has an index and is little."""
    return [Q(failed_at__isnull=False, last_error__icontains=words)]


def of_number(words: str) -> list[Q]:
    """Find a message by its number."""
    number = words.removeprefix("#")
    return [Q(pk=int(number))] if number.isdecimal() and len(number) <= LONGEST_NUMBER else []


def of_subject(words: str) -> list[Q]:
    """Find the jobs of one row by its whole id, and those of one kind by its name."""
    try:
        return [Q(subject=UUID(words))]
    except ValueError:
        return [Q(kind=words.lower().replace(" ", "_"))]


class TopicFilter(admin.SimpleListFilter):
    """What there are handlers for; looking for the topics that occur would read every row."""

    title = _("topic")
    parameter_name = "topic"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(topic, topic.replace("_", " ").capitalize()) for topic in outbox.topics()]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[OutboxMessage]
    ) -> QuerySet[OutboxMessage] | None:
        return queryset.filter(topic=self.value()) if self.value() else queryset


@admin.register(OutboxMessage)
class OutboxMessageAdmin(DueWorkAdmin):
    """What is waiting to be handed on, and what was given up."""

    done_field = "done_at"
    list_display = ["id", "topic", "state", "attempts", "created_at", "due_at", "last_error"]
    list_filter = [StateFilter, TopicFilter]
    search_fields = ["id", "last_error"]
    search_help_text = _("The number, or a part of the reason why it was given up")
    searches = (of_number, of_reason)
    ordering = ["-id"]


@admin.register(Job)
class JobAdmin(DueWorkAdmin):
    """What sweeps have in hand, and the rows about which nothing could be done."""

    list_display = ["id", "kind", "subject", "state", "attempts", "due_at", "last_error"]
    list_filter = [StateFilter]
    search_fields = ["kind", "subject", "last_error"]
    search_help_text = _(
        "The kind, the whole id of the row it is about, or a part of the reason why it was given up"
    )
    searches = (of_subject, of_reason)
    ordering = ["-id"]
