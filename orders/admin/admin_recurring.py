"""Recurring bookings in the admin site: read only, except for buttons that call the rules."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.dataclasses import UnfoldAction

from marketplace import clock, wall_time
from marketplace.admin_site.actions import action, display
from marketplace.admin_site.asking import press
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.errors import DomainError
from orders.admin.admin_operator import operator
from orders.admin.admin_parts import ReadOnlyInline
from orders.admin_site import search
from orders.models import Occurrence, OccurrenceStatus, RecurringBooking
from orders.prices import price_lines
from orders.prices.pricing import price_of
from orders.recurring import recurring_actions

Bookings = Iterable[RecurringBooking]
FOUR_WEEKS = timedelta(days=28)
STATE_COLOURS = {"active": "success", "paused": "warning", "ended": "info"}
STATUS_COLOURS = {
    OccurrenceStatus.PLACED: "success",
    OccurrenceStatus.PLANNED: "info",
    OccurrenceStatus.SKIPPED: "warning",
    OccurrenceStatus.MISSED: "danger",
    OccurrenceStatus.CANCELLED: "",
}


def of_bookings(words: str) -> list[Q]:
    """Find occurrences by their recurring booking or their order."""
    bookings: set[UUID] = set()
    for one in (*search.ends_with(words), *search.of_people(words)):
        found = RecurringBooking.objects.filter(one).values_list("pk", flat=True)
        bookings.update(found[: search.MOST])
    return [Q(booking_id__in=bookings), Q(order_id__in=search.order_ids(words))]


class OccurrenceInline(ReadOnlyInline):
    """Every date of a recurring booking."""

    model = Occurrence
    fields = ["on", "moved_to", "moved_time", "status", "reason", "order", "place_at"]
    related = ("order__customer",)


@admin.register(RecurringBooking)
class RecurringBookingAdmin(ExportedList, ReadOnlyAdmin):
    """Recurring bookings, newest first; an operator can pause, resume and end them."""

    list_display = ["number", "shown_state", "who", "provider", "rhythm", "service_type", "first_on"]
    list_filter = ["is_active", "pattern", "service_type"]
    search_fields = ["id", "customer__email", "provider__business_name"]
    search_help_text = gettext_lazy(
        "End of the id, or of either side a name, an email address or a telephone number"
    )
    searches = (search.ends_with, search.of_people)
    list_select_related = ["customer", "provider", "provider__user"]
    ordering = ["-created_at"]
    exclude = ["add_ons"]
    readonly_fields = ["shown_add_ons"]
    inlines = [OccurrenceInline]
    actions = ["pause_chosen", "resume_chosen", "end_chosen"]
    actions_detail = ["pause_it", "resume_it", "end_it"]

    @admin.display(description=gettext_lazy("Recurring booking"), ordering="id")
    def number(self, booking: RecurringBooking) -> str:
        """Show the last eight characters of the id."""
        return str(booking.pk)[-8:]

    @display(description=gettext_lazy("State"), label=STATE_COLOURS)
    def shown_state(self, booking: RecurringBooking) -> tuple[str, str]:
        if not booking.is_active:
            return "ended", _("Ended")
        until = booking.paused_until
        is_paused = until is not None and until > clock.local_date(clock.now())
        return ("paused", _("Paused")) if is_paused else ("active", _("Active"))

    @admin.display(description=gettext_lazy("Customer"))
    def who(self, booking: RecurringBooking) -> str:
        """Show the customer's name."""
        return booking.customer.known_name

    @admin.display(description=gettext_lazy("How often"))
    def rhythm(self, booking: RecurringBooking) -> str:
        return booking.rhythm

    @admin.display(description=gettext_lazy("Add-ons"))
    def shown_add_ons(self, booking: RecurringBooking) -> str:
        """Show the add-ons of each pickup."""
        lines = price_lines.named(
            price_of(booking).lines, service_type=booking.service_type, weight=booking.weight
        )
        return ", ".join(line.text for line in lines if price_lines.is_add_on(line)) or "-"

    # --- Buttons, of the list and of one booking --------------------------------------------------------

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Offer what is possible now."""
        booking = self.get_object(request, str(object_id))
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        if booking is None or not booking.is_active:
            return []
        today = clock.local_date(clock.now())
        is_possible = {
            "pause": _pause_beyond(booking, today + FOUR_WEEKS) is None,
            "resume": self.shown_state(booking)[0] == "paused",
        }
        return [button for button in buttons if is_possible.get(button.path, True)]

    @action(
        description=gettext_lazy("Pause for four weeks"),
        url_path="pause",
        icon="pause_circle",
        permissions=["act"],
    )
    def pause_it(self, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """Skip the planned pickups of four weeks, after showing the consequence."""
        return self._pause(request, [self.row_or_404(request, object_id)], back=_page_of(object_id))

    @action(description=gettext_lazy("Resume"), url_path="resume", icon="play_circle", permissions=["act"])
    def resume_it(self, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """End a pause early, after showing the consequence."""
        return self._resume(request, [self.row_or_404(request, object_id)], back=_page_of(object_id))

    @action(
        description=gettext_lazy("End (unpaid orders are cancelled)"),
        url_path="end",
        icon="event_busy",
        permissions=["act"],
    )
    def end_it(self, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """End a recurring booking, after showing the consequence."""
        return self._end(request, [self.row_or_404(request, object_id)], back=_page_of(object_id))

    @admin.action(description=gettext_lazy("Pause for four weeks"), permissions=["act"])
    def pause_chosen(self, request: HttpRequest, chosen: QuerySet[RecurringBooking]) -> HttpResponse | None:
        """Skip the planned pickups of four weeks."""
        return self._pause(request, _with_people(chosen))

    @admin.action(description=gettext_lazy("Resume"), permissions=["act"])
    def resume_chosen(self, request: HttpRequest, chosen: QuerySet[RecurringBooking]) -> HttpResponse | None:
        """End pauses early."""
        return self._resume(request, _with_people(chosen))

    @action(description=gettext_lazy("End (unpaid orders are cancelled)"), permissions=["act"])
    def end_chosen(self, request: HttpRequest, chosen: QuerySet[RecurringBooking]) -> HttpResponse | None:
        """End recurring bookings; paid orders take place as booked."""
        return self._end(request, _with_people(chosen))

    def _pause(self, request: HttpRequest, bookings: Bookings, *, back: str = "") -> HttpResponse | None:
        now = clock.now()
        until = clock.local_date(now) + FOUR_WEEKS

        def means(booking: RecurringBooking) -> str:
            recurring_actions.refuse_ended(booking)
            if (paused := _pause_beyond(booking, until)) is not None:
                day = wall_time.long_day(paused)
                raise DomainError(_("It is paused until {day} already.").format(day=day))
            said = _("Nothing is picked up before {day}. What is placed already takes place.")
            return f"{said.format(day=wall_time.day(until))} {_('The customer is not told.')}"

        return press(
            self,
            request,
            bookings,
            title=_("Pause for four weeks"),
            means=means,
            state=_pause_of,
            locks=True,
            act=lambda row: recurring_actions.pause(booking_id=row.pk, until=until, now=now),
            back=back,
        )

    def _resume(self, request: HttpRequest, bookings: Bookings, *, back: str = "") -> HttpResponse | None:
        now = clock.now()

        def means(booking: RecurringBooking) -> str:
            recurring_actions.refuse_ended(booking)
            recurring_actions.refuse_unpaused(booking, now=now)
            return _resumed(booking, now)

        return press(
            self,
            request,
            bookings,
            title=_("Resume"),
            means=means,
            state=_pause_of,
            locks=True,
            act=lambda row: recurring_actions.resume(booking_id=row.pk, now=now),
            back=back,
        )

    def _end(self, request: HttpRequest, bookings: Bookings, *, back: str = "") -> HttpResponse | None:
        actor, now = operator(request), clock.now()

        def means(booking: RecurringBooking) -> str:
            recurring_actions.refuse_ended(booking)
            planned = booking.occurrences.filter(status=OccurrenceStatus.PLANNED).count()
            said = ngettext(
                "{count} planned pickup is cancelled, and what is unpaid.",
                "{count} planned pickups are cancelled, and what is unpaid.",
                planned,
            ).format(count=planned)
            then = _("What is paid takes place; {name} is told.").format(name=booking.customer.short_name)
            return f"{said} {then}"

        return press(
            self,
            request,
            bookings,
            title=_("End"),
            means=means,
            act=lambda row: recurring_actions.end(booking_id=row.pk, actor=actor, now=now),
            back=back,
        )


def _pause_beyond(booking: RecurringBooking, until: date) -> date | None:
    """Return the end of a booking's pause if that is ``until`` or later: no button makes a pause shorter."""
    ends_on: date | None = booking.paused_until
    return ends_on if ends_on is not None and ends_on >= until else None


def _resumed(booking: RecurringBooking, now: datetime) -> str:
    """Return what ending a pause means: what is near is booked, and its card charged, within a minute."""
    soon = sum(row.place_at <= now for row in recurring_actions.skipped_by_pause(booking, now=now))
    said = [_("The pickups that the pause skipped are planned again, unless it is too late for them.")]
    if soon:
        said.append(
            ngettext(
                "{count} of them is less than two days away: it is booked and charged at once.",
                "{count} of them are less than two days away: they are booked and charged at once.",
                soon,
            ).format(count=soon)
        )
    return " ".join([*said, _("The customer is not told.")])


def _pause_of(booking: RecurringBooking) -> str:
    """Return until when a booking is paused: whoever was shown another pause does not replace it."""
    return str(booking.paused_until)


def _with_people(chosen: QuerySet[RecurringBooking]) -> QuerySet[RecurringBooking]:
    return chosen.select_related("customer", "provider__user")


def _page_of(object_id: str) -> str:
    return reverse("admin:orders_recurringbooking_change", args=[object_id])


@admin.register(Occurrence)
class OccurrenceAdmin(ExportedList, ReadOnlyAdmin):
    """The single dates of recurring bookings, by day."""

    list_display = ["on", "shown_status", "reason", "booking", "order", "place_at", "charge_at"]
    list_filter = ["status", "reason", "on"]
    search_fields = ["booking", "order"]
    search_help_text = gettext_lazy(
        "End of the booking's or the order's id, or of either side a name or an email address"
    )
    searches = (of_bookings,)
    list_select_related = ["booking__customer", "order__customer"]
    ordering = ["-on"]

    @display(description=gettext_lazy("Status"), ordering="status", label=STATUS_COLOURS)
    def shown_status(self, occurrence: Occurrence) -> tuple[str, str]:
        return occurrence.status, str(occurrence.get_status_display())
