"""Where operators review applications: the answers, the documents beside them, and the decisions."""

from typing import Any

from django.contrib import admin
from django.db.models import F, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.search import people_ids
from marketplace import phones, wall_time
from marketplace.admin_site.actions import action, carry_out, display
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.admin_site.files import file_link
from providers import applying, seen_papers
from providers.admin_decisions import ANOTHER, APPROVE, ASK, RECORD, REJECT, Decision
from providers.localities import city_of
from providers.models import Application, ApplicationDocument, Provider
from providers.selectors import applications_waiting, certificates_to_read

Status = Provider.Status
Kind = ApplicationDocument.Kind


def of_applicants(words: str) -> list[Q]:
    """Find applications by their applicants."""
    return [Q(provider__user_id__in=people_ids(words)), Q(business_name__icontains=words)]


class StageFilter(admin.SimpleListFilter):
    """Stages of applications."""

    title = gettext_lazy("stage")
    parameter_name = "stage"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [
            ("submitted", _("Waiting for review")),
            ("certificate", _("New certificate to read")),
            ("changes", _("Changes asked for")),
            ("draft", _("Being filled in")),
            ("approved", _("Approved")),
            ("rejected", _("Rejected")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Application]) -> QuerySet[Application]:
        stage = self.value()
        if stage == Status.SUBMITTED:
            return queryset.filter(pk__in=applications_waiting().values("pk"))
        if stage == "certificate":
            return queryset.filter(pk__in=certificates_to_read().values("application"))
        if stage == "approved":
            return queryset.filter(provider__status__in=[Status.APPROVED, Status.PAUSED])
        return queryset.filter(provider__status=stage) if stage in Status.values else queryset


def _is_of_certificates(request: HttpRequest) -> bool:
    return request.GET.get("stage") == "certificate"


@admin.register(Application)
class ApplicationAdmin(ExportedList, ReadOnlyAdmin):
    """Applications, the one that waits longest first."""

    change_form_template = "admin/providers/application/review.html"
    list_display = ["who", "stage", "submitted_at", "decided_by", "business_type", "serves"]
    list_filter = [StageFilter]
    list_select_related = ["provider", "provider__user"]
    search_fields = ["business_name"]
    search_help_text = gettext_lazy(
        "The applicant's name, email address or telephone number, or the business"
    )
    searches = (of_applicants,)
    ordering = ["submitted_at", "-started_at"]
    actions_detail = ["approve_it", "ask_it", "reject_it", "record_cover", "ask_for_another"]

    # --- The list -------------------------------------------------------------------------------------

    def get_list_display(self, request: HttpRequest) -> list[str]:
        """Show in the list of new certificates until when the old ones are good."""
        return [*self.list_display, *(["cover_ends"] if _is_of_certificates(request) else [])]

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        """Order the list of new certificates by the end of cover."""
        if _is_of_certificates(request):
            return [F("provider__cover_ends_on").asc(nulls_last=True), "submitted_at"]
        return self.ordering

    @admin.display(description=gettext_lazy("Cover ends"), ordering="provider__cover_ends_on")
    def cover_ends(self, application: Application) -> str:
        ends_on = application.provider.cover_ends_on
        return wall_time.short_day(ends_on) if ends_on else "-"

    @admin.display(description=gettext_lazy("Applicant"), ordering="last_name")
    def who(self, application: Application) -> str:
        name = f"{application.first_name} {application.last_name}".strip()
        return name or application.provider.user.known_name

    @display(
        description=gettext_lazy("Stage"),
        label={
            Status.DRAFT: None,
            Status.SUBMITTED: "warning",
            Status.CHANGES: "info",
            Status.APPROVED: "success",
            Status.REJECTED: "danger",
            Status.PAUSED: None,
        },
    )
    def stage(self, application: Application) -> tuple[str, str]:
        return application.provider.status, application.provider.get_status_display()

    @admin.display(description=gettext_lazy("Decide by"))
    def decided_by(self, application: Application) -> str:
        """Show the day by which the applicant was promised a decision."""
        if application.provider.status != Status.SUBMITTED or application.submitted_at is None:
            return "-"
        return wall_time.day(applying.decided_by(application.submitted_at))

    @admin.display(description=gettext_lazy("Serves"))
    def serves(self, application: Application) -> str:
        """Show the first postal codes of the service area."""
        areas = application.service_areas
        codes = ", ".join(areas[:3])
        if len(areas) <= 3:
            return codes
        return _("{codes} and {count} more").format(codes=codes, count=len(areas) - 3)

    # --- Its page -------------------------------------------------------------------------------------

    def has_act_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow decisions to operators who may review applications."""
        return self.allows(request, "review")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Show applications to operators who may review them."""
        return self.allows(request, "review")

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer only what is possible now."""
        application = self.get_object(request, str(object_id))
        buttons: list[Any] = super().get_actions_detail(request, object_id)
        if application is None:
            return []
        waits = application.provider.status == Status.SUBMITTED
        is_unread = certificates_to_read().filter(application=application).exists()
        possible = {"cover": True, "another": is_unread}
        return [button for button in buttons if possible.get(button.path, waits)]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the answers beside the documents."""
        application = self.get_object(request, object_id)
        extra = {"review": _review_of(application)} if application is not None else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | extra)

    @action(description=gettext_lazy("Approve"), url_path="approve", icon="check", permissions=["act"])
    def approve_it(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the consequences, and approve."""
        return self._confirm(request, object_id, APPROVE)

    @action(
        description=gettext_lazy("Ask for changes"), url_path="ask", icon="edit_note", permissions=["act"]
    )
    def ask_it(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a note, and hand the application back."""
        return self._confirm(request, object_id, ASK)

    @action(description=gettext_lazy("Reject"), url_path="reject", icon="block", permissions=["act"])
    def reject_it(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask why, and reject."""
        return self._confirm(request, object_id, REJECT)

    @action(description=gettext_lazy("Record cover"), url_path="cover", icon="shield", permissions=["act"])
    def record_cover(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Record what the certificate says."""
        return self._confirm(request, object_id, RECORD)

    @action(
        description=gettext_lazy("Ask for another certificate"),
        url_path="another",
        icon="upload_file",
        permissions=["act"],
    )
    def ask_for_another(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a note, and for another certificate than the one that was sent."""
        return self._confirm(request, object_id, ANOTHER)

    def _confirm(self, request: HttpRequest, object_id: str, decision: Decision) -> HttpResponse:
        """Render the decision's form with its consequences (GET), and carry it out (POST)."""
        application: Application = self.row_or_404(request, object_id)
        back = reverse("admin:providers_application_change", args=[application.pk])
        first = {"amount": application.provider.cover_amount, "ends_on": application.provider.cover_ends_on}
        first |= {"seen": seen_papers.version_of(application)}
        form = decision.form(request.POST if request.method == "POST" else None, initial=first)
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data | {"seen": form.shown}
            note = given.get("note", "")
            if carry_out(
                self, request, [application], lambda row: decision.act(row, request, given), reason=note
            ):
                return HttpResponseRedirect(back)
        context = self.admin_site.each_context(request) | {
            "title": decision.title,
            "about": f"{application.first_name} {application.last_name}",
            "form": form,
            "sentences": decision.means(application),
            "back": back,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/question.html", context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Application]:
        """Prefetch documents and events for the page of one application."""
        found: QuerySet[Application] = super().get_queryset(request)
        if request.resolver_match and (request.resolver_match.url_name or "").endswith("_change"):
            found = found.prefetch_related("documents", Prefetch("events"), "events__actor")
        return found


def _review_of(application: Application) -> dict[str, Any]:
    """Return the context of an application's page."""
    provider, user = application.provider, application.provider.user
    wrong = applying.problems(application)
    kinds = list(Kind)
    return {
        "name": f"{application.first_name} {application.last_name}",
        "facts": [
            (_("Email"), application.email),
            (_("Phone"), phones.shown(application.phone)),
            (_("Address"), f"{application.address}, {application.postal_code} {application.city}"),
            (_("Business"), application.business_name or _("not given")),
            (_("Kind"), application.get_business_type_display()),
            (_("UID"), application.registration_number or _("not given")),
            (_("VAT number"), application.vat_number or _("not given")),
            (_("Experience"), application.experience or _("not given")),
        ],
        "areas": [(code, city_of(code)) for code in application.service_areas],
        "wrong": list(wrong.values()),
        "has_numbers": bool(application.registration_number or application.vat_number),
        "documents": [
            {
                "kind": document.get_kind_display(),
                "name": document.name,
                "size": document.size,
                "at": document.uploaded_at,
                "link": file_link(f"provider-application/documents/{document.pk}"),
                "is_picture": document.content_type.startswith("image/"),
            }
            for document in sorted(application.documents.all(), key=lambda one: kinds.index(Kind(one.kind)))
        ],
        "missing": [
            kind.label
            for kind in applying.required_documents(application)
            if kind not in {document.kind for document in application.documents.all()}
        ],
        "cover": provider.cover_amount,
        "ends_on": provider.cover_ends_on,
        "events": [
            (str(event), event.at, event.actor and event.actor.known_name, event.note)
            for event in application.events.all()
        ],
        "account": (user.known_name, reverse("admin:accounts_user_change", args=[user.pk])),
        "provider": reverse("admin:providers_provider_change", args=[provider.pk]),
        "stage": provider.get_status_display(),
        "decide_by": applying.decided_by(application.submitted_at)
        if application.submitted_at and provider.status == Status.SUBMITTED
        else None,
    }
