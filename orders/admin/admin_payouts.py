"""Payouts in the admin site: the queues, the file for e-banking, and marking what was paid."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.dataclasses import UnfoldAction
from unfold.widgets import UnfoldAdminTextInputWidget

from marketplace import clock, wall_time
from marketplace.admin_site.actions import (
    ReasonForm,
    action,
    carry_out,
    display,
    no_state,
    refuse_changed,
    with_state,
)
from marketplace.admin_site.asking import ask
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.admin_site.text_fields import LineField
from marketplace.csv_file import download
from marketplace.errors import DomainError
from marketplace.money import chf
from orders.admin import admin_payout_sentences as sentences
from orders.admin.admin_controls import WeeklyRunPage
from orders.admin.admin_operator import operator_id
from orders.admin.admin_payout_parts import LineInline, QueueFilter
from orders.models import Payout
from orders.payouts import bank_file, paying, transferring
from providers.search import OF_PROVIDERS, of_providers

COLOURS = {
    Payout.Status.PAID: "success",
    Payout.Status.DUE: "info",
    Payout.Status.FAILED: "danger",
    "waiting": "warning",
    "filed": "info",
    "reversed": "danger",
}
Ask = Callable[[Payout], str]


class ReferenceForm(forms.Form):
    """The bank's reference of the payment, optional."""

    reference = LineField(
        label=gettext_lazy("The bank's reference (may stay empty)"),
        required=False,
        max_length=35,
        widget=UnfoldAdminTextInputWidget,
    )


@admin.register(Payout)
class PayoutAdmin(WeeklyRunPage, ExportedList, ReadOnlyAdmin):
    """Weekly payouts. The weekly run makes them; buttons mark them as paid, refused or failed."""

    list_display = [
        "shown_week",
        "provider",
        "sum",
        "shown_status",
        "account",
        "paid_on",
        "reference",
    ]
    list_filter = [QueueFilter, "week"]
    list_select_related = ["provider__user"]
    search_fields = ["provider"]
    search_help_text = OF_PROVIDERS
    searches = (of_providers,)
    ordering = ["-created_at", "-id"]
    # Long, because a bank file contains what was selected on one page.
    list_per_page = 500
    inlines = [LineInline]
    actions_list = ["make_week"]
    actions = [
        "make_bank_file",
        "make_bank_file_again",
        "mark_paid",
        "mark_refused",
        "pay_through_stripe",
        "mark_failed",
    ]
    actions_detail = ["mark_it_paid", "mark_it_refused", "pay_it_through_stripe", "mark_it_failed"]
    also_exported = ("id", "holder", "iban", "stripe_account_id")
    fieldsets = [
        (None, {"fields": ["provider", "week", "amount", "status", "note"]}),
        (gettext_lazy("Account"), {"fields": ["holder", "iban", "stripe_account_id", "transfer_begun_at"]}),
        (
            gettext_lazy("Payment"),
            {"fields": ["created_at", "filed_at", "paid_at", "paid_by", "reference", "failed_at"]},
        ),
    ]

    @admin.display(description=gettext_lazy("Week of"), ordering="week")
    def shown_week(self, payout: Payout) -> str:
        """Show the Monday on which the week began."""
        return _on_one_line(wall_time.short_day(payout.week))

    @admin.display(description=gettext_lazy("Paid"), ordering="paid_at")
    def paid_on(self, payout: Payout) -> str:
        if payout.paid_at is None:
            return "-"
        return _on_one_line(wall_time.short_day(clock.local_date(payout.paid_at)))

    @display(description=gettext_lazy("Status"), ordering="status", label=COLOURS)
    def shown_status(self, payout: Payout) -> tuple[str, str]:
        if payout.status == Payout.Status.DUE and not payout.destination:
            return "waiting", _("Waiting for an account")
        if payout.status == Payout.Status.DUE and payout.filed_at:
            return "filed", _("In a bank file")
        if payout.status == Payout.Status.FAILED and payout.stripe_account_id:
            return "reversed", _("Reversed at Stripe")
        return payout.status, str(payout.get_status_display())

    @admin.display(description=gettext_lazy("Amount"), ordering="amount")
    def sum(self, payout: Payout) -> str:
        return _on_one_line(chf(payout.amount))

    @admin.display(description=gettext_lazy("Account"))
    def account(self, payout: Payout) -> str:
        """Show the holder and the end of the account number."""
        return payout.destination or "-"

    def has_pay_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, "pay")

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Leave out the action of Stripe unless payouts through Stripe are enabled."""
        actions: dict[str, Any] = super().get_actions(request)
        if not settings.STRIPE_CONNECT:
            actions.pop("pay_through_stripe", None)
        return actions

    # --- Buttons -----------------------------------------------------------------------------------------

    @action(description=gettext_lazy("Bank file (pain.001)"), permissions=["pay"])
    def make_bank_file(self, request: HttpRequest, chosen: QuerySet[Payout]) -> HttpResponse | None:
        """Download the file that pays the chosen payouts; it marks nothing as paid."""
        return self._file(request, chosen, bank_file.check_new)

    @action(description=gettext_lazy("Bank file again"), permissions=["pay"])
    def make_bank_file_again(self, request: HttpRequest, chosen: QuerySet[Payout]) -> HttpResponse | None:
        """Download another file with payouts whose file was lost, after saying what that may mean."""
        form = forms.Form(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            title = _("Bank file again")
            return self._ask(
                request, chosen, sentences.again_means, state=sentences.filed_since, title=title, form=form
            )
        shown = with_state(sentences.again_means, sentences.filed_since)

        def check(payout: Payout) -> None:
            paying.refuse_own(payout, operator_id(request))
            refuse_changed(request, payout, shown)

        return self._file(request, chosen, check)

    def _file(
        self, request: HttpRequest, chosen: QuerySet[Payout], check: Callable[[Payout], object]
    ) -> HttpResponse | None:
        keys = list(chosen.values_list("pk", flat=True))
        try:
            filed = bank_file.put_into_file(payout_ids=keys, check=check, now=clock.now())
        except DomainError as error:
            self.message_user(request, error.message, messages.ERROR)
            return None
        if filed.refused:
            self.message_user(request, sentences.left_out(filed.refused), messages.WARNING)
        made = filed.made
        if made is None:
            return None
        for payout in filed.payouts:
            self.log_change(request, payout, f"Put into bank file {made.message_id}.")
        return download(made.content, name=f"payouts-{made.message_id[:8]}.xml", kind="application/xml")

    @action(description=gettext_lazy("Mark as paid"), permissions=["pay"])
    def mark_paid(self, request: HttpRequest, chosen: QuerySet[Payout]) -> HttpResponse | None:
        """Mark the chosen payouts as sent by the bank, after showing the consequence."""
        form = ReferenceForm(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            means, since = sentences.paid_means, sentences.filed_since
            return self._ask(request, chosen, means, state=since, title=_("Mark as paid"), form=form)
        now, actor_id, reference = clock.now(), operator_id(request), form.cleaned_data["reference"]

        def pay(payout: Payout) -> str:
            paying.mark_paid(payout_id=payout.pk, actor_id=actor_id, reference=reference, now=now)
            return sentences.paid_to(payout)

        # Locked: what the bank refused meanwhile goes to an account to which nothing was sent.
        shown = with_state(sentences.paid_means, sentences.filed_since)
        carry_out(self, request, chosen, pay, means=shown, locks=True)
        return None

    @action(description=gettext_lazy("Refused by the bank"), permissions=["pay"])
    def mark_refused(self, request: HttpRequest, chosen: QuerySet[Payout]) -> HttpResponse | None:
        """Take the chosen payouts that the bank never sent out of their file, with a reason."""
        form, means = ReasonForm.of(request), sentences.refused_means
        if not form.is_valid():
            title = _("Refused by the bank")
            return self._ask(request, chosen, means, state=sentences.filed_since, title=title, form=form)
        now, actor_id, note = clock.now(), operator_id(request), form.cleaned_data["note"]

        def refuse(payout: Payout) -> str:
            since = payout.filed_at
            return sentences.refused(
                bank_file.refuse(actor_id=actor_id, payout_id=payout.pk, filed_at=since, note=note, now=now)
            )

        shown = with_state(means, sentences.filed_since)
        carry_out(self, request, chosen, refuse, reason=note, means=shown)
        return None

    @action(description=gettext_lazy("Pay through Stripe"), permissions=["pay"])
    def pay_through_stripe(self, request: HttpRequest, chosen: QuerySet[Payout]) -> HttpResponse | None:
        """Transfer the chosen payouts to the accounts at Stripe, after showing the consequence."""
        form = forms.Form(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            return self._ask(
                request, chosen, sentences.transfer_means, title=_("Pay through Stripe"), form=form
            )
        now, actor_id = clock.now(), operator_id(request)

        def pay(payout: Payout) -> str:
            paid = transferring.pay(payout_id=payout.pk, actor_id=actor_id, now=now)
            return _("{amount} went to {account}: {reference}.").format(
                amount=chf(paid.amount), account=paid.destination, reference=paid.reference
            )

        carry_out(self, request, chosen.order_by("created_at", "pk"), pay, means=sentences.transfer_means)
        return None

    @action(description=gettext_lazy("Returned by the bank"), permissions=["pay"])
    def mark_failed(self, request: HttpRequest, chosen: QuerySet[Payout]) -> HttpResponse | None:
        """Mark the chosen payouts as returned by the bank, with a reason."""
        form = ReasonForm.of(request)
        if not form.is_valid():
            return self._ask(
                request, chosen, sentences.failed_means, title=_("Returned by the bank"), form=form
            )
        now, actor_id, note = clock.now(), operator_id(request), form.cleaned_data["note"]

        def fail(payout: Payout) -> str:
            paying.mark_failed(actor_id=actor_id, payout_id=payout.pk, note=note, now=now)
            return sentences.failed_means(payout)

        carry_out(self, request, chosen, fail, reason=note, means=sentences.failed_means)
        return None

    # --- The same buttons on a payout's own page ---------------------------------------------------------

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Offer what is possible now."""
        payout = self.get_object(request, str(object_id))
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        return [button for button in buttons if payout and _is_possible(payout, CHECKS[button.path])]

    @action(description=gettext_lazy("Mark as paid"), url_path="paid", icon="check", permissions=["pay"])
    def mark_it_paid(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Mark the payout as sent by the bank, after showing the consequence."""
        return self._on_its_page(request, object_id, self.mark_paid)

    @action(
        description=gettext_lazy("Refused by the bank"),
        url_path="refused",
        icon="block",
        permissions=["pay"],
    )
    def mark_it_refused(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Take the payout that the bank never sent out of its file, with a reason."""
        return self._on_its_page(request, object_id, self.mark_refused)

    @action(
        description=gettext_lazy("Pay through Stripe"),
        url_path="stripe",
        icon="payments",
        permissions=["pay"],
    )
    def pay_it_through_stripe(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Transfer the payout to the account at Stripe, after showing the consequence."""
        return self._on_its_page(request, object_id, self.pay_through_stripe)

    @action(
        description=gettext_lazy("Returned by the bank"),
        url_path="returned",
        icon="undo",
        permissions=["pay"],
    )
    def mark_it_failed(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Mark the payout as returned by the bank, with a reason."""
        return self._on_its_page(request, object_id, self.mark_failed)

    def _on_its_page(
        self, request: HttpRequest, object_id: str, press: Callable[..., HttpResponse | None]
    ) -> HttpResponse:
        payout = self.row_or_404(request, object_id)
        asked = press(request, Payout.objects.filter(pk=payout.pk))
        return asked or HttpResponseRedirect(_page_of(object_id))

    def _ask(
        self,
        request: HttpRequest,
        chosen: QuerySet[Payout],
        means: Ask,
        *,
        title: str,
        form: forms.Form,
        state: Ask = no_state,
    ) -> HttpResponse | None:
        """Show the consequence for each row, with a button that confirms it."""
        rows, back = chosen.select_related("provider__user"), _back(request)
        return ask(
            self,
            request,
            rows,
            title=title,
            means=means,
            state=state,
            called=sentences.called,
            form=form,
            back=back,
        )


# The check before each button of a payout's page is offered, by URL name.
CHECKS: dict[str, Callable[[Payout], object]] = {
    "paid": paying.check_by_bank,
    "refused": bank_file.check_again,
    "stripe": transferring.check,
    "returned": paying.check_returned_by_bank,
}


def _is_possible(payout: Payout, check: Callable[[Payout], object]) -> bool:
    try:
        check(payout)
    except DomainError:
        return False
    return True


def _page_of(object_id: str) -> str:
    return reverse("admin:orders_payout_change", args=[object_id])


def _back(request: HttpRequest) -> str:
    """Return the URL to go back to: the payout's page, or the list as it was."""
    object_id = request.resolver_match.kwargs.get("object_id") if request.resolver_match else None
    return _page_of(object_id) if object_id else request.get_full_path()


def _on_one_line(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")
