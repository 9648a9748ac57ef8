"""The back office of the plumbing: what could not be handed on, and what could not be done about rows."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from marketplace.back_office.due_work import DueWorkAdmin, StateFilter
from marketplace.jobs import outbox
from marketplace.models import Job, OutboxMessage


class TopicFilter(admin.SimpleListFilter):
    """What there are handlers for; looking for the topics that occur would read every row."""

    title = "topic"
    parameter_name = "topic"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """Name the topics."""
        return [(topic, topic.replace("_", " ").capitalize()) for topic in outbox.topics()]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[OutboxMessage]
    ) -> QuerySet[OutboxMessage] | None:
        """Narrow the list."""
        return queryset.filter(topic=self.value()) if self.value() else queryset


@admin.register(OutboxMessage)
class OutboxMessageAdmin(DueWorkAdmin):
    """What is waiting to be handed on, and what was given up."""

    done_field = "done_at"
    list_display = ["id", "topic", "state", "attempts", "created_at", "due_at", "last_error"]
    list_filter = [StateFilter, TopicFilter]
    search_fields = ["topic", "last_error"]
    ordering = ["-id"]


@admin.register(Job)
class JobAdmin(DueWorkAdmin):
    """What sweeps have in hand, and the rows about which nothing could be done."""

    list_display = ["id", "kind", "subject", "state", "attempts", "due_at", "last_error"]
    list_filter = [StateFilter]
    search_fields = ["kind", "last_error"]
    ordering = ["-id"]
