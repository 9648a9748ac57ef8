"""The admin site of infrastructure: outbox messages and jobs that wait or have failed for good."""

from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from marketplace import admin_figures, clock
from marketplace.admin_site.asking import press
from marketplace.admin_site.due_work import DueWorkAdmin, StateFilter
from marketplace.jobs import outbox
from marketplace.jobs.models import Job, OutboxMessage

# Figures have a module of their own, which registers itself.
__all__ = ["JobAdmin", "OutboxMessageAdmin", "admin_figures"]

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


def _given_up(message: OutboxMessage) -> str:
    """Return what setting a message aside means; raises as that does."""
    outbox.check_set_aside(message)
    return gettext("It is never carried out, and no longer listed as failed. Last error: {error}").format(
        error=message.last_error
    )


@admin.register(OutboxMessage)
class OutboxMessageAdmin(DueWorkAdmin):
    """Messages that wait to be relayed, and those that have failed for good."""

    done_field = "done_at"
    list_display = ["id", "topic", "state", "attempts", "created_at", "due_at", "last_error"]
    list_filter = [StateFilter, TopicFilter]
    search_fields = ["id", "last_error"]
    search_help_text = _("The number, or a part of the reason why it was given up")
    searches = (of_number, of_reason)
    ordering = ["-id"]
    actions = ["try_again", "set_aside"]

    @admin.action(description=_("Set aside"), permissions=["act"])
    def set_aside(self, request: HttpRequest, chosen: QuerySet[OutboxMessage]) -> HttpResponse | None:
        """Give up failed messages that can never be carried out, such as an email to no mailbox."""
        now = clock.now()
        return press(
            self,
            request,
            chosen,
            title=gettext("Set aside"),
            means=_given_up,
            act=lambda message: outbox.set_aside(message, now=now),
        )


@admin.register(Job)
class JobAdmin(DueWorkAdmin):
    """Rows that sweeps are working on, and those that have failed for good."""

    list_display = ["id", "kind", "subject", "state", "attempts", "due_at", "last_error"]
    list_filter = [StateFilter]
    search_fields = ["kind", "subject", "last_error"]
    search_help_text = _(
        "The kind, the whole id of the row it is about, or a part of the reason why it was given up"
    )
    searches = (of_subject, of_reason)
    ordering = ["-id"]
