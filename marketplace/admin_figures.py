"""Where operators change prices, fee, policy and support contact: the versions, and a form for a new one."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminEmailInputWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from marketplace import audit, clock, figures, wall_time
from marketplace.admin_site.actions import action, display
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.text_fields import ParagraphsField
from marketplace.errors import DomainError
from marketplace.figures import Figures
from marketplace.models import BOUNDS, FigureVersion

#: Default time from now to the beginning of a version, at least: long enough to read the confirmation page.
AT_ONCE = timedelta(minutes=2)
_GROUPS = (
    (gettext_lazy("Prices in CHF"), ("price_", "platform_fee")),
    (gettext_lazy("Policy"), ("free_", "late_", "hold_")),
    (gettext_lazy("Support"), ("support_",)),
)


class Change(NamedTuple):
    """A figure with its former and new value, as people read them."""

    label: str
    before: str
    after: str


class MomentInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]  # unfold is untyped
    """Input of a day and a time, in Swiss wall time."""

    input_type = "datetime-local"


class TimeInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]  # unfold is untyped
    """Input of a time of day."""

    input_type = "time"


def _widget(name: str, field: Any) -> Any:
    """Return the input widget of a figure."""
    if name in ("support_first_day", "support_last_day"):
        return None
    if isinstance(field, forms.DecimalField):
        return UnfoldAdminDecimalFieldWidget(attrs={"step": "0.05"})
    if isinstance(field, forms.IntegerField):
        return UnfoldAdminIntegerFieldWidget()
    if isinstance(field, forms.TimeField):
        return TimeInput()
    return UnfoldAdminEmailInputWidget() if name == "support_email" else UnfoldAdminTextInputWidget()


def _field_of(name: str) -> Any:
    """Return the form field of a figure, labelled with its bounds."""
    column: Any = FigureVersion._meta.get_field(name)
    if name in ("support_first_day", "support_last_day"):
        days = [(number + 1, day) for number, day in WEEKDAYS.items()]
        return forms.TypedChoiceField(
            choices=days, coerce=int, label=column.verbose_name, widget=UnfoldAdminSelectWidget
        )
    field: Any = column.formfield()
    field.widget = _widget(name, field)
    if name in BOUNDS:
        least, most = BOUNDS[name]
        field.help_text = f"{least} - {most}"
    return field


class FiguresForm(forms.Form):
    """All figures, from when they apply, and why; ``seen`` is the number of the newest version shown."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    valid_from = forms.DateTimeField(
        label=gettext_lazy("Valid from (empty: in two to three minutes)"), required=False, widget=MomentInput
    )
    reason = ParagraphsField(
        label=gettext_lazy("Reason"), max_length=200, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now
        self.fields |= {name: _field_of(name) for name in figures.NAMES}

    def clean(self) -> dict[str, Any]:
        """Apply the domain's checks to the figures as a whole."""
        given: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                figures.unsaved(
                    figures=self.figures, valid_from=self.begins, reason=given["reason"], now=self.now
                )
            except DomainError as error:
                if error.fields is None:
                    self.add_error(None, error.message)
                for name, sentences in (error.fields or {}).items():
                    self.add_error(name, sentences)
        return given

    @property
    def figures(self) -> Figures:
        return Figures(**{name: self.cleaned_data[name] for name in figures.NAMES})

    @property
    def begins(self) -> datetime:
        moment: datetime | None = self.cleaned_data["valid_from"]
        # A full minute, since it is shown without seconds: nothing holds later than the page says.
        return moment or _full_minute(self.now + AT_ONCE)

    def groups(self) -> Iterator[tuple[Any, list[Any]]]:
        """Yield the fields in their groups on the page."""
        yield "", [self["valid_from"], self["reason"]]
        for title, prefixes in _GROUPS:
            yield title, [self[name] for name in figures.NAMES if name.startswith(prefixes)]


def changes(before: Figures, after: Figures) -> list[Change]:
    """Return the figures that differ, with their values as people read them."""
    old, new = asdict(before), asdict(after)
    return [
        Change(_label(name), _shown(name, old[name]), _shown(name, new[name]))
        for name in figures.NAMES
        if old[name] != new[name]
    ]


def _present(now: datetime) -> list[tuple[Any, list[tuple[str, str]]]]:
    """Return the figures that hold at an instant in their groups, with their values as people read them."""
    held = asdict(figures.at(now))
    return [
        (
            title,
            [(_label(name), _shown(name, held[name])) for name in figures.NAMES if name.startswith(prefixes)],
        )
        for title, prefixes in _GROUPS
    ]


def _label(name: str) -> str:
    column: Any = FigureVersion._meta.get_field(name)
    return str(column.verbose_name)


def _shown(name: str, value: Any) -> str:
    if name in ("support_first_day", "support_last_day"):
        return str(WEEKDAYS[value - 1])
    return f"{value:%H:%M}" if name in ("support_opens", "support_closes") else str(value)


def _full_minute(instant: datetime) -> datetime:
    """Return the first full minute that is not before an instant."""
    begun = instant.replace(second=0, microsecond=0)
    return begun if begun == instant else begun + timedelta(minutes=1)


def _moment(instant: datetime) -> str:
    return f"{wall_time.short_day(clock.local_date(instant))}, {wall_time.hour(instant)}"


@admin.register(FigureVersion)
class FigureVersionAdmin(ReadOnlyAdmin):
    """Versions of the figures, the newest first; never edited, only replaced by another version."""

    list_display = ["number", "state", "valid_from", "what_changes", "reason", "made_by", "written_at"]
    list_select_related = ["made_by"]
    readonly_fields = ["state", "what_changes"]
    ordering = ["-number"]
    actions_list = ["decide"]
    list_before_template = "admin/marketplace/figureversion/present.html"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show what holds now above the versions."""
        page: HttpResponse = super().changelist_view(
            request, (extra_context or {}) | {"present": _present(clock.now())}
        )
        return page

    def get_queryset(self, request: HttpRequest) -> QuerySet[FigureVersion]:
        """Annotate whether a later version replaces this one."""
        later = FigureVersion.objects.filter(number__gt=OuterRef("number"))
        found: QuerySet[FigureVersion] = super().get_queryset(request)
        return found.annotate(
            is_replaced=Exists(later.filter(valid_from__lte=OuterRef("valid_from"))),
            is_over=Exists(later.filter(valid_from__lte=clock.now())),
        )

    def has_decide_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow new versions to operators who may add them."""
        return self.allows(request, "add")

    @display(
        description=gettext_lazy("State"),
        label={"holds": "success", "to begin": "warning", "over": "info", "replaced": "danger"},
    )
    def state(self, version: FigureVersion) -> tuple[str, Any]:
        """Show whether a version applies, applied, will apply, or was replaced before it could."""
        read = vars(version)
        if read["is_replaced"]:
            return "replaced", _("Replaced before it began")
        if version.valid_from > clock.now():
            return "to begin", _("To begin")
        return ("over", _("Over")) if read["is_over"] else ("holds", _("Holds"))

    @admin.display(description=gettext_lazy("What changes"))
    def what_changes(self, version: FigureVersion) -> str:
        """Show the figures that differ from those just before it began."""
        before = figures.at(version.valid_from - timedelta(microseconds=1))
        found = changes(before, figures.figures_of(version))
        return "; ".join(f"{one.label}: {one.before} → {one.after}" for one in found) or "-"

    @action(
        description=gettext_lazy("Change the figures"), url_path="decide", icon="tune", permissions=["decide"]
    )
    def decide(self, request: HttpRequest) -> HttpResponse:
        """Show the form, then the changes to confirm, then save the version."""
        now = clock.now()
        if request.method != "POST" or "seen" not in request.POST:
            return self._ask(request, FiguresForm(initial=self._as_they_are(now), now=now), now)
        form = FiguresForm(request.POST, now=now)
        if not form.is_valid() or "confirmed" not in request.POST:
            return self._ask(request, form, now)
        operator = request.user.pk
        assert operator is not None  # noqa: S101 - the site lets nobody else in
        try:
            version = figures.decide(
                figures=form.figures,
                valid_from=form.begins,
                reason=form.cleaned_data["reason"],
                decided_by_id=operator,
                seen=form.cleaned_data["seen"],
                now=now,
            )
        except DomainError as error:
            messages.error(request, error.message)
            return HttpResponseRedirect(request.path)
        audit.record(
            user_id=operator,
            about=version,
            sentence=f"Decided figures: {self.what_changes(version)}. {version.reason}",
        )
        messages.success(request, _("Decided: from {moment} on.").format(moment=_moment(version.valid_from)))
        return HttpResponseRedirect(reverse("admin:marketplace_figureversion_changelist"))

    def _as_they_are(self, now: datetime) -> dict[str, Any]:
        return asdict(figures.at(now)) | {"seen": figures.newest_number()}

    def _ask(self, request: HttpRequest, form: FiguresForm, now: datetime) -> HttpResponse:
        """Render the form, or the changes to confirm."""
        coming = [
            (version, _moment(version.valid_from), self.what_changes(version))
            for version in figures.coming(now=now)
        ]
        context = self.admin_site.each_context(request) | {
            "title": _("Change the figures"),
            "form": form,
            "coming": coming,
            "back": reverse("admin:marketplace_figureversion_changelist"),
            "opts": self.opts,
        }
        if form.is_bound and form.is_valid():
            begins = form.begins
            context |= {
                "begins": _moment(begins),
                "changes": changes(figures.at(begins), form.figures),
                "replaced": [one for one in coming if one[0].valid_from >= begins],
            }
        return TemplateResponse(request, "admin/marketplace/figureversion/decide.html", context)
