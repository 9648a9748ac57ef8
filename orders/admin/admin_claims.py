"""Damage claims in the admin site: the queue, and a page for each with both views and the decision."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
)

from marketplace import clock, wall_time
from marketplace.admin_site.actions import action, as_shown, carry_out, display, with_state
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.admin_site.files import file_link
from marketplace.admin_site.lists import outcome_filter
from marketplace.admin_site.text_fields import ParagraphsField
from marketplace.money import ZERO, chf
from marketplace.text import one_full_stop
from orders.admin.admin_operator import is_own, operator, order_page
from orders.claims import deciding
from orders.claims.deciding import ClaimDecision
from orders.models import Bearer, DamageClaim
from orders.payments import refunding


class DecisionForm(forms.Form):
    """How much goes back, who bears it, and the reason that both sides read."""

    amount = forms.DecimalField(
        label=gettext_lazy("Amount in CHF"),
        help_text=gettext_lazy("0: nothing goes back"),
        max_digits=10,
        decimal_places=2,
        min_value=ZERO,
        widget=UnfoldAdminDecimalFieldWidget,
    )
    borne_by = forms.ChoiceField(
        label=gettext_lazy("Who bears it"),
        choices=Bearer,
        initial=Bearer.PROVIDER,
        widget=UnfoldAdminSelectWidget,
    )
    reason = ParagraphsField(
        label=gettext_lazy("Reason"),
        max_length=300,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Please say why.")},
    )


@admin.register(DamageClaim)
class DamageClaimAdmin(ExportedList, ReadOnlyAdmin):
    """Damage claims; of the open ones the oldest first."""

    change_form_template = "admin/orders/damageclaim/claim.html"
    list_display = ["order", "shown_state", "item", "customer", "provider", "reported_at"]
    list_filter = [outcome_filter(open_label=gettext_lazy("Open"), choices=DamageClaim.Outcome.choices)]
    list_select_related = ["order__customer", "order__provider__user"]
    actions_detail = ["decide_it"]

    def has_decide_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, "decide")

    def get_ordering(self, request: HttpRequest) -> list[str]:
        """Order the queue by age, everything else newest first."""
        return ["reported_at"] if request.GET.get("state") == "open" else ["-reported_at", "-id"]

    @display(
        description=gettext_lazy("State"),
        label={"answer": "info", "review": "warning", "refunded": "success", "rejected": "success"},
    )
    def shown_state(self, row: DamageClaim) -> tuple[str, str]:
        if row.outcome:
            return row.outcome, row.get_outcome_display()
        if deciding.is_heard(row, now=clock.now()):
            return "review", _("To be decided")
        return "answer", _("Provider is asked")

    @admin.display(description=gettext_lazy("Customer"))
    def customer(self, row: DamageClaim) -> str:
        return row.order.customer.known_name

    @admin.display(description=gettext_lazy("Provider"))
    def provider(self, row: DamageClaim) -> str:
        return str(row.order.provider)

    # --- Its page -----------------------------------------------------------------------------------

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show both views beside what is known of the item; looking at a photo is logged by its own call."""
        row = self.get_object(request, object_id)
        extra = {"claim": _page_of(row)} if row is not None else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | extra)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer the decision once both sides are heard."""
        row = self.get_object(request, str(object_id))
        buttons: list[Any] = super().get_actions_detail(request, object_id)
        is_due = row is not None and row.is_open and deciding.is_heard(row, now=clock.now())
        return buttons if is_due else []

    @action(description=gettext_lazy("Decide"), url_path="decide", icon="gavel", permissions=["decide"])
    def decide_it(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row: DamageClaim = self.row_or_404(request, object_id)
        form = DecisionForm(request.POST if request.method == "POST" else None)
        back = reverse("admin:orders_damageclaim_change", args=[row.pk])
        if request.method != "POST" and is_own(request, row.order):
            return HttpResponseRedirect(back)
        if form.is_valid() and self._decide(request, row, form.cleaned_data):
            return HttpResponseRedirect(back)
        row.refresh_from_db()
        return self._ask(request, row, form, back)

    def _decide(self, request: HttpRequest, row: DamageClaim, given: dict[str, Any]) -> int:
        """Decide a claim; returns 0 if it could not be."""

        def act(row: DamageClaim) -> str:
            deciding.decide_claim(
                actor=operator(request),
                claim_id=row.pk,
                decision=ClaimDecision(given["amount"], Bearer(given["borne_by"]), given["reason"]),
                now=clock.now(),
            )
            return _("The claim is decided, and both sides are told.")

        said = f"{chf(given['amount'])}, {given['reason']}"
        return carry_out(self, request, [row], act, reason=said, means=_SHOWN)

    def _ask(self, request: HttpRequest, row: DamageClaim, form: forms.Form, back: str) -> HttpResponse:
        """Render a confirmation page that says what the decision does."""
        name, provider = row.order.customer.short_name, row.order.provider
        context = self.admin_site.each_context(request) | {
            "title": _("Decide"),
            "about": str(row),
            "quoted": [words for words in (row.description, row.statement) if words],
            "form": form,
            "as_shown": as_shown(row, _SHOWN(row)),
            "sentences": [
                _limits_of(row),
                one_full_stop(_("What goes back goes to {name}.").format(name=name)),
                _("If {provider} bears it, it comes out of their share of this order.").format(
                    provider=provider
                ),
                _("Both sides are told, with the reason, and the share of this order can be paid out."),
            ],
            "back": back,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/question.html", context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[DamageClaim]:
        found: QuerySet[DamageClaim] = super().get_queryset(request)
        return found.select_related("order__customer", "order__provider__user")


def _limits_of(row: DamageClaim) -> str:
    """Return how much can be returned at most, and why; it changes with the payment and with a decision."""
    if not row.is_open:
        return _("This claim is decided already.")
    return _("At most {most} can go back.").format(most=chf(deciding.most_returnable(row)))


def _heard_at(row: DamageClaim) -> str:
    """Return since when the provider's view is there: nothing is decided by a page that did not show it."""
    return str(row.stated_at)


_SHOWN = with_state(_limits_of, _heard_at)


def _page_of(row: DamageClaim) -> dict[str, Any]:
    order, value = row.order, deciding.value_of(row)
    unknown = _("not given")
    photos: dict[bool, list[str]] = {True: [], False: []}
    for photo in row.photos.all():
        is_customers = photo.uploaded_by_id == order.customer_id
        photos[is_customers].append(file_link(f"orders/{order.pk}/photos/{photo.pk}"))
    facts = [
        (_("Item"), row.get_item_display()),
        (_("Price new"), unknown if row.price is None else chf(row.price)),
        (_("Age in months"), unknown if row.age_months is None else row.age_months),
        (_("Worth today"), unknown if value is None else chf(value)),
        (_("Left of the payment"), chf(refunding.returnable(order))),
        (_("Reported"), wall_time.moment(row.reported_at)),
        (_("Provider is heard until"), wall_time.moment(row.answer_due_at)),
    ]
    if row.decided_at is not None:
        facts += [
            (_("Decided"), wall_time.moment(row.decided_at)),
            (_("Goes back"), chf(row.amount)),
            (_("Who bears it"), row.get_borne_by_display() or "-"),
            (_("Reason"), row.decision),
        ]
    return {
        "sides": [
            {
                "title": order.customer.known_name,
                "when": wall_time.moment(row.reported_at),
                "words": row.description,
                "photos": photos[True],
            },
            {
                "title": str(order.provider),
                "when": wall_time.moment(row.stated_at) if row.stated_at else _("has not answered yet"),
                "words": row.statement,
                "photos": photos[False],
            },
        ],
        "facts": facts,
        "order": str(order),
        "order_link": order_page(order),
    }
