"""The admin site of weeks and days off: saving reshapes the slots as the provider's own change does."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import clock
from marketplace.admin_site.base_admin import BaseAdmin
from marketplace.admin_site.lists import choice_filter
from marketplace.errors import DomainError
from marketplace.wall_time import WEEKDAYS
from providers import approving
from providers.search import OF_PROVIDERS, of_providers
from scheduling import weeks
from scheduling.generating import lock_time_of
from scheduling.models import DayOff, WeeklyWindow
from scheduling.reshaping import Reshaped, reshape
from scheduling.weeks import Window


def reported(error: DomainError) -> forms.ValidationError:
    """Return a domain error as a form error."""
    return forms.ValidationError(error.message, code=error.code)


class WeeklyWindowForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """A weekly window; validated together with the other windows of the provider's week."""

    class Meta:
        model = WeeklyWindow
        fields = ["provider", "weekday", "start_time", "end_time", "slot_minutes", "capacity"]

    def clean(self) -> dict[str, Any]:
        """Validate the week as it would be after saving."""
        found = super().clean() or self.cleaned_data
        wanted = {"weekday", "start_time", "end_time", "slot_minutes", "capacity"}
        provider = found.get("provider") or getattr(self.instance, "provider", None)
        if provider is None or not wanted <= set(found):
            return found
        # Locks in the saving transaction: of two parallel additions the second sees the first's.
        approving.locked_provider(provider.pk)
        others = WeeklyWindow.objects.filter(provider=provider).exclude(pk=self.instance.pk)
        week = [
            Window(row.weekday, row.start_time, row.end_time, row.slot_minutes, row.capacity)
            for row in others
        ]
        own = Window(
            found["weekday"],
            found["start_time"],
            found["end_time"],
            found["slot_minutes"],
            found["capacity"],
        )
        try:
            weeks.check_week([*week, own])
        except DomainError as error:
            raise reported(error) from None
        return found


class DayOffForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """Days off, from today on."""

    class Meta:
        model = DayOff
        fields = ["provider", "start_on", "end_on", "note"]

    def clean(self) -> dict[str, Any]:
        """Apply the domain's checks; days off that have begun may still get another end."""
        found = super().clean() or self.cleaned_data
        if not {"start_on", "end_on"} <= set(found):
            return found
        today = clock.local_date(clock.now())
        has_begun = self.instance.pk is not None and "start_on" not in self.changed_data
        start_on = max(found["start_on"], today) if has_begun else found["start_on"]
        provider = found.get("provider")
        try:
            weeks.check_days_off(start_on=start_on, end_on=found["end_on"], now=clock.now())
            if self.instance.pk is None and provider is not None:
                # Locks in the saving transaction: of two who enter the same days the second is told.
                approving.locked_provider(provider.pk)
                weeks.refuse_covered(
                    provider_id=provider.pk, start_on=found["start_on"], end_on=found["end_on"]
                )
        except DomainError as error:
            raise reported(error) from None
        return found


class ReshapingAdmin(BaseAdmin):
    """Saving and deleting reshape the provider's slots, in the transaction of the form."""

    autocomplete_fields = ["provider"]
    list_select_related = ["provider", "provider__user"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Make the provider read-only once it is chosen."""
        return ["provider"] if obj else []

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save, reshape, and report the result."""
        approving.locked_provider(obj.provider_id)
        super().save_model(request, obj, form, change)
        self.reshape(request, {obj.provider_id})

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete, reshape, and report the result."""
        approving.locked_provider(obj.provider_id)
        super().delete_model(request, obj)
        self.reshape(request, {obj.provider_id})

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete several, and reshape each provider once."""
        providers = set(queryset.values_list("provider_id", flat=True))
        lock_time_of(list(providers))
        super().delete_queryset(request, queryset)
        self.reshape(request, providers)

    def reshape(self, request: HttpRequest, provider_ids: set[UUID]) -> None:
        """Reshape the slots of some providers."""
        now = clock.now()
        for provider_id in sorted(provider_ids):
            self.report(request, reshape(provider_id=provider_id, now=now))

    def report(self, request: HttpRequest, done: Reshaped) -> None:
        """Report how many slots were created, removed and closed, with links to bookings on closed ones."""
        sentence = _("Slots: {created} made, {removed} taken away, {closed} closed.").format(
            created=done.created, removed=done.removed, closed=done.closed
        )
        self.message_user(request, sentence, messages.SUCCESS)
        if done.affected:
            links = format_html_join(
                ", ",
                '<a href="{}">{}</a>',
                (
                    (
                        reverse("admin:orders_order_change", args=[order]),
                        _("{time}: order {order}").format(time=one.when, order=str(order)[-8:]),
                    )
                    for one in done.affected
                    for order in one.orders
                ),
            )
            message = format_html(
                _("These bookings stand on closed slots; the provider is told: {links}"), links=links
            )
            self.message_user(request, message, messages.WARNING)


_DAYS = [(str(number), name) for number, name in enumerate(WEEKDAYS)]


@admin.register(WeeklyWindow)
class WeeklyWindowAdmin(ReshapingAdmin):
    """Weekly windows of providers."""

    form = WeeklyWindowForm
    list_display = ["provider", "weekday_name", "start_time", "end_time", "slot_minutes", "capacity"]
    list_filter = [choice_filter(title=gettext_lazy("weekday"), field="weekday", choices=_DAYS)]
    search_fields = ["provider__business_name", "provider__user__email"]
    search_help_text = OF_PROVIDERS
    searches = (of_providers,)
    ordering = ["provider", "weekday", "start_time"]

    @admin.display(description=gettext_lazy("Weekday"), ordering="weekday")
    def weekday_name(self, window: WeeklyWindow) -> str:
        return str(WEEKDAYS[window.weekday])


@admin.register(DayOff)
class DayOffAdmin(ReshapingAdmin):
    """Days on which providers do not work."""

    form = DayOffForm
    list_display = ["provider", "start_on", "end_on", "note"]
    search_fields = ["provider__business_name", "provider__user__email"]
    search_help_text = OF_PROVIDERS
    searches = (of_providers,)
    ordering = ["-start_on"]

    def save_model(self, request: HttpRequest, obj: DayOff, form: Any, change: bool) -> None:
        """Save; manual slots on these days are removed with the week's."""
        approving.locked_provider(obj.provider_id)
        weeks.release_manual_slots(day_off=obj, now=clock.now())
        super().save_model(request, obj, form, change)
