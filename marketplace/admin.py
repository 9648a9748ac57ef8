"""The back office of the plumbing: messages that could not be handed on."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from marketplace import clock
from marketplace.jobs import outbox
from marketplace.models import OutboxMessage


class StateFilter(admin.SimpleListFilter):
    """Parked, waiting or done."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """Name the states."""
        return [("parked", "Parked"), ("waiting", "Waiting"), ("done", "Done")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[OutboxMessage]
    ) -> QuerySet[OutboxMessage] | None:
        """Narrow the list."""
        states = {
            "parked": queryset.filter(parked_at__isnull=False, done_at=None),
            "waiting": queryset.filter(parked_at=None, done_at=None),
            "done": queryset.filter(done_at__isnull=False),
        }
        return states.get(self.value() or "", queryset)


@admin.register(OutboxMessage)
class OutboxMessageAdmin(ModelAdmin):
    """What is waiting to be handed on, and what was given up; nothing here is edited by hand."""

    list_display = ["id", "topic", "state", "attempts", "created_at", "due_at", "last_error"]
    list_filter = [StateFilter, "topic"]
    search_fields = ["topic", "last_error"]
    ordering = ["-id"]
    show_full_result_count = False
    actions = ["try_again"]
    readonly_fields = [field.name for field in OutboxMessage._meta.fields]

    @admin.display(description="State")
    def state(self, message: OutboxMessage) -> str:
        """Say in a word where the message stands."""
        if message.done_at:
            return "Done"
        return "Parked" if message.parked_at else "Waiting"

    @admin.action(description="Try again", permissions=["change"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[OutboxMessage]) -> None:
        """Give parked messages new attempts."""
        now = clock.now()
        results = [outbox.try_again(message_id=message.pk, now=now) for message in chosen]
        refused = results.count(False)
        note = f", {refused} refused: only parked messages can be tried again" if refused else ""
        self.message_user(request, f"{results.count(True)} done{note}.", messages.SUCCESS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Messages are written by the program alone."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Refuse: a message is a promise, which no hand deletes."""
        return False
