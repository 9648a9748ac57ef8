"""The back office of recurring bookings: all is shown, only the rules behind the buttons change it."""

from datetime import timedelta

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.decorators import action, display

from marketplace import clock
from marketplace.back_office.actions import carry_out
from orders.admin_money import NeverChangedAdmin, ReadOnlyAdmin
from orders.admin_parts import ReadOnlyInline
from orders.models import ActorRole, Occurrence, OccurrenceStatus, RecurringBooking
from orders.recurring import recurring_actions, recurring_notifications
from orders.transitions import Actor

FOUR_WEEKS = timedelta(days=28)
STATE_COLOURS = {"Active": "success", "Paused": "warning", "Ended": "info"}
STATUS_COLOURS = {
    OccurrenceStatus.PLACED.label: "success",
    OccurrenceStatus.PLANNED.label: "info",
    OccurrenceStatus.SKIPPED.label: "warning",
    OccurrenceStatus.MISSED.label: "danger",
}


class OccurrenceInline(ReadOnlyInline):
    """Every date of a recurring booking."""

    model = Occurrence
    fields = ["on", "moved_to", "moved_time", "status", "reason", "order", "place_at"]
    related = ("order",)


@admin.register(RecurringBooking)
class RecurringBookingAdmin(ReadOnlyAdmin):
    """Recurring bookings, newest first; an operator can pause, resume and end them."""

    list_display = ["number", "shown_state", "customer", "provider", "rhythm", "service_type", "first_on"]
    list_filter = ["is_active", "pattern", "service_type"]
    search_fields = ["id__endswith", "customer__email", "provider__business_name"]
    search_help_text = "End of the id, the customer's e-mail address, or the provider's name"
    list_select_related = ["customer", "provider", "provider__user"]
    ordering = ["-created_at"]
    inlines = [OccurrenceInline]
    actions = ["pause_chosen", "resume_chosen", "end_chosen"]

    @admin.display(description="Recurring booking", ordering="id")
    def number(self, booking: RecurringBooking) -> str:
        """Show the last eight characters of the id."""
        return str(booking.pk)[-8:]

    @display(description="State", label=STATE_COLOURS)  # type: ignore[untyped-decorator]
    def shown_state(self, booking: RecurringBooking) -> str:
        """Show whether it runs as a coloured word."""
        if not booking.is_active:
            return "Ended"
        until = booking.paused_until
        return "Paused" if until is not None and until > clock.local_date(clock.now()) else "Active"

    @admin.display(description="How often")
    def rhythm(self, booking: RecurringBooking) -> str:
        """Show the rule as people say it."""
        return recurring_notifications.rhythm(booking)

    @admin.action(description="Pause for four weeks", permissions=["change"])
    def pause_chosen(self, request: HttpRequest, chosen: QuerySet[RecurringBooking]) -> None:
        """Skip what is planned in the next four weeks."""
        now = clock.now()
        until = clock.local_date(now) + FOUR_WEEKS
        carry_out(
            self,
            request,
            chosen,
            lambda row: recurring_actions.pause(booking_id=row.pk, until=until, now=now),
        )

    @admin.action(description="Resume", permissions=["change"])
    def resume_chosen(self, request: HttpRequest, chosen: QuerySet[RecurringBooking]) -> None:
        """End a pause early."""
        now = clock.now()
        carry_out(self, request, chosen, lambda row: recurring_actions.resume(booking_id=row.pk, now=now))

    @action(description="End (unpaid orders are cancelled)", permissions=["change"])  # type: ignore[untyped-decorator]
    def end_chosen(self, request: HttpRequest, chosen: QuerySet[RecurringBooking]) -> None:
        """End recurring bookings; paid orders take place as booked."""
        actor, now = Actor(ActorRole.OPERATOR, request.user.pk), clock.now()
        carry_out(
            self, request, chosen, lambda row: recurring_actions.end(booking_id=row.pk, actor=actor, now=now)
        )


@admin.register(Occurrence)
class OccurrenceAdmin(NeverChangedAdmin):
    """The single dates of recurring bookings, by day."""

    list_display = ["on", "shown_status", "reason", "booking", "order", "place_at", "charge_at"]
    list_filter = ["status", "reason", "on"]
    search_fields = ["booking__id__endswith", "order__id__endswith", "booking__customer__email"]
    search_help_text = "End of the booking's or the order's id, or the customer's e-mail address"
    list_select_related = ["booking", "order"]
    ordering = ["-on"]

    @display(description="Status", ordering="status", label=STATUS_COLOURS)  # type: ignore[untyped-decorator]
    def shown_status(self, occurrence: Occurrence) -> str:
        """Show the status as a coloured word."""
        return str(occurrence.get_status_display())
