"""The admin site of providers: approval, service areas, reviews."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.dataclasses import UnfoldAction

from accounts.search import people_ids
from marketplace import clock, wall_time
from marketplace.admin_site.actions import ReasonForm, action, as_shown, carry_out, display
from marketplace.admin_site.base_admin import BaseAdmin, ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.admin_site.lists import choice_filter
from marketplace.admin_site.timeline import Subject, TimelinePage
from providers import admin_applications, admin_reports, catalogue
from providers.admin_opening import OpeningPage
from providers.admin_settings import ProviderForm, ServiceAreaInline
from providers.models import PostalCode, Provider, Review
from providers.reviews import hide_review, show_review
from providers.search import provider_ids, providers

Status = Provider.Status

__all__ = ["ProviderAdmin", "ReviewAdmin", "admin_applications", "admin_reports"]


@admin.register(Provider)
class ProviderAdmin(OpeningPage, TimelinePage, ExportedList, BaseAdmin):
    """Providers; status and rating are read-only, since rules change them."""

    form = ProviderForm
    list_display = ["business_name", "who", "shown_status", "rating", "review_count", "accepts_instantly"]
    list_filter = ["status", "accepts_instantly"]
    list_select_related = ["user"]
    search_fields = ["business_name", "user__email", "user__first_name", "user__last_name", "user__phone"]
    search_help_text = gettext_lazy("The name, or that of its person, its email address or telephone number")
    searches = (providers,)
    ordering = ["-created_at"]
    actions = ["approve_chosen", "pause_chosen"]
    actions_detail = ["timeline", "open_it", "pause_it"]
    inlines = [ServiceAreaInline]
    autocomplete_fields = ["user"]
    readonly_fields = [
        "status",
        "approved_at",
        "paused_until",
        "paused_by_operator",
        "rating",
        "review_count",
        "created_at",
    ]
    fields = [
        "user",
        "status",
        "approved_at",
        "paused_until",
        "paused_by_operator",
        "business_name",
        "bio",
        "specialties",
        "profile_image_url",
        "accepts_instantly",
        "late_fee_percent",
        "rating",
        "review_count",
        "created_at",
    ]

    def subject_of(self, provider: Provider) -> Subject:
        return Subject(provider.user_id, provider.user.email, provider.pk)

    def called(self, provider: Provider) -> str:
        return f"{provider}, {provider.user.known_name}"

    @admin.display(description=gettext_lazy("Person"))
    def who(self, provider: Provider) -> str:
        return provider.user.known_name

    @display(
        description=gettext_lazy("Status"),
        ordering="status",
        label={
            Status.DRAFT: None,
            Status.SUBMITTED: "warning",
            Status.CHANGES: None,
            Status.APPROVED: "success",
            Status.REJECTED: "danger",
            Status.PAUSED: None,
        },
    )
    def shown_status(self, provider: Provider) -> tuple[str, str]:
        return provider.status, provider.get_status_display()

    def get_readonly_fields(self, request: HttpRequest, obj: Provider | None = None) -> list[str]:
        """Make the account read-only once it is chosen."""
        return [*self.readonly_fields, "user"] if obj else list(self.readonly_fields)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save service areas too, and outdate cached provider lists."""
        super().save_related(request, form, formsets, change)
        catalogue.touch()

    def has_delete_permission(self, request: HttpRequest, obj: Provider | None = None) -> bool:
        """Refuse: orders and reviews refer to their provider for years."""
        return False


STARS = [(str(stars), str(stars)) for stars in range(1, 6)]


def of_either_side(words: str) -> list[Q]:
    """Find reviews by their provider or their author."""
    people = people_ids(words)
    return [Q(provider_id__in=provider_ids(words, people=people)), Q(author_id__in=people)]


class VisibilityFilter(admin.SimpleListFilter):
    """Visible, hidden, or not shown yet."""

    title = gettext_lazy("visibility")
    parameter_name = "visibility"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("visible", _("Visible")), ("hidden", _("Hidden")), ("waiting", _("Not shown yet"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Review]) -> QuerySet[Review]:
        if self.value() == "hidden":
            return queryset.filter(hidden_at__isnull=False)
        if self.value() in {"visible", "waiting"}:
            is_waiting = self.value() == "waiting"
            return queryset.filter(hidden_at__isnull=True, published_at__isnull=is_waiting)
        return queryset


def _visibility(*, hides: bool) -> Callable[[Review], str]:
    """Return a function that hides a review, or shows it again, and returns the sentence to report."""

    def act(review: Review) -> str:
        if hides:
            hide_review(review_id=review.pk, now=clock.now())
        else:
            show_review(review_id=review.pk)
        if hides:
            return _("The review is hidden.")
        if not review.published_at:
            return _("The review is no longer hidden.")
        return _("The review is shown again.")

    return act


def _as_read(review: Review) -> str:
    """Return what the page that hides a review, or shows it again, shows of it."""
    return f"{review.rating} {review.comment} {review.hidden_at} {review.published_at}"


def _waiting(rows: list[Review]) -> list[tuple[str, str]]:
    """Return by whom those are that are not published yet, and on which day at the latest they will be."""
    return [
        (review.author.short_name, wall_time.day(clock.local_date(review.publish_due_at)))
        for review in rows
        if not review.published_at and review.publish_due_at
    ]


@admin.register(Review)
class ReviewAdmin(ExportedList, ReadOnlyAdmin):
    """Reviews: read, hide, show again. Nobody edits a customer's text."""

    list_display = ["written", "provider", "rating", "who", "shown_comment", "visibility"]
    list_filter = [
        VisibilityFilter,
        choice_filter(title=gettext_lazy("rating"), field="rating", choices=STARS),
    ]
    list_select_related = ["provider", "provider__user", "author"]
    search_fields = ["provider__business_name", "author__email"]
    search_help_text = gettext_lazy("Of whom or by whom: a name, an email address or a telephone number")
    searches = (of_either_side,)
    ordering = ["-created_at"]
    actions = ["hide_chosen", "show_chosen"]
    actions_detail = ["hide", "show_again"]
    fields = [
        "provider",
        "order",
        "author",
        "rating",
        "comment",
        "created_at",
        "published_at",
        "hidden_at",
        "answer",
    ]

    @admin.display(description=gettext_lazy("Written"))
    def written(self, review: Review) -> datetime:
        return review.created_at

    @admin.display(description=gettext_lazy("Customer"))
    def who(self, review: Review) -> str:
        return review.author.known_name

    @admin.display(description=gettext_lazy("Comment"))
    def shown_comment(self, review: Review) -> str:
        return review.comment if len(review.comment) <= 80 else f"{review.comment[:79]}…"

    @display(
        description=gettext_lazy("Visibility"),
        label={"visible": "success", "hidden": "danger", "waiting": "info"},
    )
    def visibility(self, review: Review) -> tuple[str, str]:
        if review.hidden_at:
            return "hidden", _("Hidden")
        return ("visible", _("Visible")) if review.published_at else ("waiting", _("Not shown yet"))

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Offer to hide what is visible, and to show what is hidden."""
        review = self.get_object(request, str(object_id))
        if review is None:
            return []
        possible = "show-again" if review.hidden_at else "hide"
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        return [button for button in buttons if button.path == possible]

    @action(description=gettext_lazy("Hide"), url_path="hide", icon="visibility_off", permissions=["act"])
    def hide(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask why, show the consequences, and hide."""
        return self._button(request, object_id, hides=True)

    @action(
        description=gettext_lazy("Show again"), url_path="show-again", icon="visibility", permissions=["act"]
    )
    def show_again(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask why, show the consequences, and show again."""
        return self._button(request, object_id, hides=False)

    def _button(self, request: HttpRequest, object_id: str, *, hides: bool) -> HttpResponse:
        review: Review = self.row_or_404(request, object_id)
        reason, back = ReasonForm.of(request), reverse("admin:providers_review_change", args=[review.pk])
        if request.method != "POST" or not reason.is_valid():
            return self._ask(request, [review], hides=hides, reason=reason, back=back)
        self._carry_out(request, [review], hides=hides, reason=reason)
        return HttpResponseRedirect(back)

    @admin.action(description=gettext_lazy("Hide"), permissions=["act"])
    def hide_chosen(self, request: HttpRequest, chosen: QuerySet[Review]) -> HttpResponse | None:
        """Ask why, and hide the chosen reviews, also from the ratings."""
        return self._list_button(request, chosen, hides=True)

    @admin.action(description=gettext_lazy("Show again"), permissions=["act"])
    def show_chosen(self, request: HttpRequest, chosen: QuerySet[Review]) -> HttpResponse | None:
        """Ask why, and show the chosen reviews again."""
        return self._list_button(request, chosen, hides=False)

    def _list_button(
        self, request: HttpRequest, chosen: QuerySet[Review], *, hides: bool
    ) -> HttpResponse | None:
        rows = list(chosen.select_related("provider__user", "author"))
        reason = ReasonForm.of(request)
        if not reason.is_valid():
            return self._ask(request, rows, hides=hides, reason=reason, back=request.get_full_path())
        self._carry_out(request, rows, hides=hides, reason=reason)
        return None

    def _carry_out(
        self, request: HttpRequest, rows: list[Review], *, hides: bool, reason: ReasonForm
    ) -> None:
        act, note = _visibility(hides=hides), reason.cleaned_data["note"]
        carry_out(self, request, rows, act, reason=note, means=_as_read)

    def _ask(
        self, request: HttpRequest, rows: list[Review], *, hides: bool, reason: ReasonForm, back: str
    ) -> HttpResponse:
        """Render a page that shows the consequences and asks why."""
        context = self.admin_site.each_context(request) | {
            "title": _("Hide") if hides else _("Show again"),
            "rows": rows,
            "shown": [review for review in rows if review.published_at],
            "waiting": _waiting(rows),
            "as_shown": [as_shown(review, _as_read(review)) for review in rows],
            "hides": hides,
            "reason": reason,
            "back": back,
            "opts": self.opts,
            "action": request.POST.get("action", ""),
        }
        return TemplateResponse(request, "admin/providers/review/visibility.html", context)


@admin.register(PostalCode)
class PostalCodeAdmin(ReadOnlyAdmin):
    """Swiss postal codes, read-only; only a migration changes them."""

    list_display = ["code", "locality", "canton", "latitude", "longitude"]
    search_fields = ["code", "locality"]
    list_filter = ["canton"]
    ordering = ["code"]
