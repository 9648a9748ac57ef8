"""The back office of recurring bookings: all is shown, only the rules behind the buttons change it."""

from datetime import timedelta
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from unfold.decorators import action, display

from marketplace import clock
from marketplace.back_office.actions import carry_out
from marketplace.back_office.office import ReadOnlyAdmin
from orders import finding
from orders.admin_parts import ReadOnlyInline
from orders.models import ActorRole, Occurrence, OccurrenceStatus, RecurringBooking
from orders.recurring import recurring_actions
from orders.transitions import Actor

FOUR_WEEKS = timedelta(days=28)
STATE_COLOURS = {"Active": "success", "Paused": "warning", "Ended": "info"}
STATUS_COLOURS = {
    OccurrenceStatus.PLACED.label: "success",
    OccurrenceStatus.PLANNED.label: "info",
    OccurrenceStatus.SKIPPED.label: "warning",
    OccurrenceStatus.MISSED.label: "danger",
}


def of_bookings(words: str) -> list[Q]:
    """Find the dates of the recurring bookings, and of the orders, that the words name."""
    bookings: set[UUID] = set()
    for one in (*finding.ends_with(words), *finding.of_people(words)):
        found = RecurringBooking.objects.filter(one).values_list("pk", flat=True)
        bookings.update(found[: finding.MOST])
    return [Q(booking_id__in=bookings), Q(order_id__in=finding.order_ids(words))]


class OccurrenceInline(ReadOnlyInline):
    """Every date of a recurring booking."""

    model = Occurrence
    fields = ["on", "moved_to", "moved_time", "status", "reason", "order", "place_at"]
    related = ("order__customer",)


@admin.register(RecurringBooking)
class RecurringBookingAdmin(ReadOnlyAdmin):
    """Recurring bookings, newest first; an operator can pause, resume and end them."""

    list_display = ["number", "shown_state", "who", "provider", "rhythm", "service_type", "first_on"]
    list_filter = ["is_active", "pattern", "service_type"]
    search_fields = ["id", "customer__email", "provider__business_name"]
    search_help_text = "End of the id, or of either side a name, an e-mail address or a telephone number"
    finders = (finding.ends_with, finding.of_people)
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

    @admin.display(description="Customer")
    def who(self, booking: RecurringBooking) -> str:
        """Show by name whose it is."""
        return booking.customer.known_name

    @admin.display(description="How often")
    def rhythm(self, booking: RecurringBooking) -> str:
        """Show the rule as people say it."""
        return booking.rhythm

    @admin.action(description="Pause for four weeks", permissions=["act"])
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

    @admin.action(description="Resume", permissions=["act"])
    def resume_chosen(self, request: HttpRequest, chosen: QuerySet[RecurringBooking]) -> None:
        """End a pause early."""
        now = clock.now()
        carry_out(self, request, chosen, lambda row: recurring_actions.resume(booking_id=row.pk, now=now))

    @action(description="End (unpaid orders are cancelled)", permissions=["act"])  # type: ignore[untyped-decorator]
    def end_chosen(self, request: HttpRequest, chosen: QuerySet[RecurringBooking]) -> None:
        """End recurring bookings; paid orders take place as booked."""
        actor, now = Actor(ActorRole.OPERATOR, request.user.pk), clock.now()
        carry_out(
            self, request, chosen, lambda row: recurring_actions.end(booking_id=row.pk, actor=actor, now=now)
        )


@admin.register(Occurrence)
class OccurrenceAdmin(ReadOnlyAdmin):
    """The single dates of recurring bookings, by day."""

    list_display = ["on", "shown_status", "reason", "booking", "order", "place_at", "charge_at"]
    list_filter = ["status", "reason", "on"]
    search_fields = ["booking", "order"]
    search_help_text = "End of the booking's or the order's id, or of either side a name or an e-mail address"
    finders = (of_bookings,)
    list_select_related = ["booking__customer", "order__customer"]
    ordering = ["-on"]

    @display(description="Status", ordering="status", label=STATUS_COLOURS)  # type: ignore[untyped-decorator]
    def shown_status(self, occurrence: Occurrence) -> str:
        """Show the status as a coloured word."""
        return str(occurrence.get_status_display())
