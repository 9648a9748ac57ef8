"""Where operators decide about reported reviews: keep the review, or hide it as any other."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.widgets import UnfoldAdminTextareaWidget

from accounts.search import people_ids
from marketplace import clock
from marketplace.admin_site.actions import action, as_shown, carry_out, display
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.admin_site.lists import choice_filter, outcome_filter
from marketplace.admin_site.text_fields import ParagraphsField
from providers.models import ReviewReport
from providers.reporting import keep_review
from providers.search import provider_ids


class KeepForm(forms.Form):
    """The reason why a review stays, for its reporters."""

    note = ParagraphsField(
        label=gettext_lazy("What whoever reported it reads"),
        max_length=300,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Please say why it stays.")},
    )


def of_either_side(words: str) -> list[Q]:
    """Find reports by their reporter, or by the provider of the review."""
    people = people_ids(words)
    providers = provider_ids(words, people=people)
    return [Q(reporter_id__in=people), Q(review__provider_id__in=providers)]


def _as_read(report: ReviewReport) -> str:
    """Return what the page that keeps a review shows: the review, and how many wait for the decision."""
    review = report.review
    waiting = review.reports.filter(decided_at__isnull=True).count()
    return f"{review.rating} {review.comment} {review.hidden_at} {waiting}"


@admin.register(ReviewReport)
class ReviewReportAdmin(ExportedList, ReadOnlyAdmin):
    """Reported reviews; of the open reports the one that waits longest first."""

    change_form_template = "admin/providers/reviewreport/report.html"
    list_display = ["shown_reason", "state", "waits", "reporter_name", "about", "comment", "created_at"]
    list_display_links = ["shown_reason"]
    list_filter = [
        outcome_filter(open_label=gettext_lazy("To decide"), choices=ReviewReport.Outcome.choices),
        choice_filter(title=gettext_lazy("reason"), field="reason", choices=ReviewReport.Reason.choices),
    ]
    list_select_related = ["reporter", "review__provider__user"]
    search_fields = ["reporter__email"]
    search_help_text = gettext_lazy("By whom or of whom: a name, an email address or a telephone number")
    searches = (of_either_side,)
    actions_detail = ["keep", "hide"]

    # --- The list -------------------------------------------------------------------------------------

    def get_ordering(self, request: HttpRequest) -> list[str]:
        """Order the open queue by waiting time, everything else newest first."""
        return ["created_at"] if request.GET.get("state") == "open" else ["-created_at", "-id"]

    @admin.display(description=gettext_lazy("Reason"))
    def shown_reason(self, report: ReviewReport) -> str:
        return report.get_reason_display()

    @display(
        description=gettext_lazy("State"),
        label={"": "warning", ReviewReport.Outcome.KEPT: "success", ReviewReport.Outcome.HIDDEN: "danger"},
    )
    def state(self, report: ReviewReport) -> tuple[str, str]:
        return report.outcome, report.get_outcome_display() or _("To decide")

    @admin.display(description=gettext_lazy("Waits"))
    def waits(self, report: ReviewReport) -> str:
        """Return for how long the report has been waiting."""
        return "-" if report.decided_at else timesince(report.created_at, clock.now(), depth=1)

    @admin.display(description=gettext_lazy("Reported by"))
    def reporter_name(self, report: ReviewReport) -> str:
        return report.reporter.known_name

    @admin.display(description=gettext_lazy("Review of"))
    def about(self, report: ReviewReport) -> str:
        return str(report.review.provider)

    @admin.display(description=gettext_lazy("Review"))
    def comment(self, report: ReviewReport) -> str:
        """Show the stars and the beginning of the comment."""
        words = report.review.comment
        return _("{rating} of 5: {comment}").format(
            rating=report.review.rating, comment=words if len(words) <= 80 else f"{words[:79]}…"
        )

    # --- Its page -------------------------------------------------------------------------------------

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the review with all its reports."""
        report = self.get_object(request, object_id)
        extra = {"report": self._page_of(report)} if report is not None else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | extra)

    def _page_of(self, report: ReviewReport) -> dict[str, Any]:
        review = report.review
        return {
            "review": review,
            "links": [
                (_("Review"), reverse("admin:providers_review_change", args=[review.pk])),
                (_("Order"), reverse("admin:orders_order_change", args=[review.order_id])),
                (_("Provider"), reverse("admin:providers_provider_change", args=[review.provider_id])),
            ],
            "all": [
                (one, one.reporter.known_name, self.state(one)[1])
                for one in review.reports.select_related("reporter")
            ],
        }

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer the decisions while the report is open."""
        report = self.get_object(request, str(object_id))
        if report is None or report.decided_at is not None:
            return []
        buttons: list[Any] = super().get_actions_detail(request, object_id)
        return buttons

    @action(description=gettext_lazy("Keep the review"), url_path="keep", icon="check", permissions=["act"])
    def keep(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask why the review stays, and notify its reporters."""
        report: ReviewReport = self.row_or_404(request, object_id)
        back = reverse("admin:providers_reviewreport_change", args=[report.pk])
        form = KeepForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            note = form.cleaned_data["note"]

            def act(report: ReviewReport) -> str:
                notified = keep_review(review_id=report.review_id, note=note, now=clock.now())
                return ngettext(
                    "The review stays; {count} person is told why.",
                    "The review stays; {count} people are told why.",
                    notified,
                ).format(count=notified)

            if carry_out(self, request, [report], act, reason=note, means=_as_read):
                return HttpResponseRedirect(back)
            report = self.row_or_404(request, object_id)
        waiting = report.review.reports.filter(decided_at__isnull=True).count()
        context = self.admin_site.each_context(request) | {
            "title": _("Keep the review"),
            "about": _("{rating} of 5 stars for {provider}").format(
                rating=report.review.rating, provider=report.review.provider
            ),
            "quoted": [report.review.comment] if report.review.comment else [],
            "form": form,
            "as_shown": as_shown(report, _as_read(report)),
            "sentences": [
                _("The review and its stars stay as they are."),
                ngettext(
                    "{count} person is told, and may report it again.",
                    "{count} people are told, and may report it again.",
                    waiting,
                ).format(count=waiting),
            ],
            "back": back,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/question.html", context)

    @action(
        description=gettext_lazy("Hide the review"),
        url_path="hide",
        icon="visibility_off",
        permissions=["act"],
    )
    def hide(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Redirect to the page that hides any review; hiding ends its reports."""
        report: ReviewReport = self.row_or_404(request, object_id)
        return HttpResponseRedirect(reverse("admin:providers_review_hide", args=[report.review_id]))
