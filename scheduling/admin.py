"""The admin site of slots: view, close and open them. Weeks: :mod:`scheduling.admin_weeks`."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.contrib.filters.admin import RangeDateFilter

from marketplace import clock
from marketplace.admin_site.actions import display
from marketplace.admin_site.asking import press
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.text import clean_paragraphs
from providers.search import OF_PROVIDERS, of_providers
from scheduling import admin_weeks
from scheduling.manual_slots import refuse_setting, set_closed
from scheduling.models import TimeSlot

__all__ = ["TimeSlotAdmin", "admin_weeks"]


class WhenFilter(admin.SimpleListFilter):
    """Slots that have not begun, unless others are selected."""

    title = gettext_lazy("when")
    parameter_name = "when"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("past", _("Begun or over")), ("all", _("All"))]

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Label the choice without a parameter."""
        first, *others = super().choices(changelist)
        yield {**first, "display": _("Upcoming")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[TimeSlot]) -> QuerySet[TimeSlot]:
        if self.value() == "all":
            return queryset
        if self.value() == "past":
            return queryset.filter(starts_at__lte=clock.now())
        return queryset.filter(starts_at__gt=clock.now())


@admin.register(TimeSlot)
class TimeSlotAdmin(ExportedList, ReadOnlyAdmin):
    """Slots; counters change by bookings alone, a slot is closed and opened by an action."""

    list_display = ["date", "hours", "provider", "taken", "state"]
    list_filter = [WhenFilter, ("date", RangeDateFilter), "is_closed"]
    list_filter_submit = True
    list_select_related = ["provider", "provider__user"]
    search_fields = ["provider__business_name", "provider__user__email"]
    search_help_text = OF_PROVIDERS
    searches = (of_providers,)
    ordering = ["starts_at", "provider"]
    actions = ["close_chosen", "open_chosen"]
    fields = ["provider", "date", "start_time", "end_time", "capacity", "booked", "is_closed", "is_manual"]

    @admin.display(description=gettext_lazy("Hours"), ordering="starts_at")
    def hours(self, slot: TimeSlot) -> str:
        return f"{slot.start_time:%H:%M}-{slot.end_time:%H:%M}"

    @admin.display(description=gettext_lazy("Taken"))
    def taken(self, slot: TimeSlot) -> str:
        return _("{taken} of {places}").format(taken=slot.booked, places=slot.capacity)

    @display(
        description=gettext_lazy("State"),
        label={"open": "success", "full": "warning", "closed": "danger", "over": "info"},
    )
    def state(self, slot: TimeSlot) -> tuple[str, str]:
        if slot.starts_at <= clock.now():
            return "over", _("Over")
        if slot.is_closed:
            return "closed", _("Closed")
        return ("full", _("Full")) if slot.booked >= slot.capacity else ("open", _("Open"))

    @admin.action(description=gettext_lazy("Close to new bookings"), permissions=["act"])
    def close_chosen(self, request: HttpRequest, chosen: QuerySet[TimeSlot]) -> HttpResponse | None:
        """Ask why, and close the chosen slots; their bookings stay."""
        return self._set(request, chosen, closed=True)

    @admin.action(description=gettext_lazy("Open again"), permissions=["act"])
    def open_chosen(self, request: HttpRequest, chosen: QuerySet[TimeSlot]) -> HttpResponse | None:
        """Ask why, and open the chosen slots."""
        return self._set(request, chosen, closed=False)

    def _set(self, request: HttpRequest, chosen: QuerySet[TimeSlot], *, closed: bool) -> HttpResponse | None:
        now = clock.now()

        def means(slot: TimeSlot) -> str:
            refuse_setting(slot, closed=closed, now=now)
            said = (
                _("Nobody can book it any more, also if {name} changes the week. What is booked stays.")
                if closed
                else _("Neighbors can book it with {name}, whatever the week says.")
            )
            return said.format(name=slot.provider.user.short_name)

        def act(slot: TimeSlot) -> None:
            set_closed(
                slot_id=slot.pk, closed=closed, note=clean_paragraphs(request.POST.get("note", "")), now=now
            )

        return press(
            self,
            request,
            chosen.select_related("provider__user"),
            title=_("Close to new bookings") if closed else _("Open again"),
            means=means,
            act=act,
            hint=_("the provider reads it"),
        )
