"""The page for refunds by operators: amount and reason, a preview, then the refund."""

from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldBooleanWidget,
)

from marketplace import clock
from marketplace.admin_site.actions import action, carry_out, log_press
from marketplace.admin_site.text_fields import ParagraphsField
from marketplace.errors import DomainError
from marketplace.money import RAPPEN, chf
from orders.admin.admin_operator import is_own, operator, order_page
from orders.models import FINAL, Bearer, Order, OrderStatus
from orders.payments import refunding


class RefundForm(forms.Form):
    """An amount in CHF, the reason, and for an order that runs who bears it and whether the order ends.

    Hidden fields carry the version seen and the idempotency key.
    """

    amount = forms.DecimalField(
        label=gettext_lazy("Amount in CHF"),
        max_digits=10,
        decimal_places=2,
        min_value=RAPPEN,
        widget=UnfoldAdminDecimalFieldWidget,
    )
    note = ParagraphsField(
        label=gettext_lazy("Reason (for colleagues)"),
        max_length=200,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
    )
    borne_by = forms.ChoiceField(
        label=gettext_lazy("Who bears it"),
        choices=Bearer,
        initial=Bearer.PLATFORM,
        required=False,
        widget=UnfoldAdminSelectWidget,
    )
    ends = forms.BooleanField(
        label=gettext_lazy("The order ends with it"), required=False, widget=UnfoldBooleanWidget
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, order: Order, *given: Any, **options: Any) -> None:
        """Ask only what is open for this order."""
        super().__init__(*given, **options)
        if order.status in FINAL:
            del self.fields["borne_by"]
        if not refunding.may_end(order):
            del self.fields["ends"]
            return
        self.fields["note"].label = _("Reason (for colleagues; the customer reads it if the order ends)")

    @property
    def wanted(self) -> dict[str, Any]:
        """What :func:`refunding.preview` takes of a valid form."""
        cleaned = self.cleaned_data
        return {
            "amount": cleaned["amount"],
            "borne_by": cleaned.get("borne_by") or Bearer.PLATFORM,
            "ends": cleaned.get("ends", False),
        }


class RefundPage:
    """The button "Refund" of an order's page."""

    def has_refund_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.allows(request, "refund"))

    @action(description=gettext_lazy("Refund"), url_path="refund", icon="undo", permissions=["refund"])
    def refund(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for amount and reason, show the consequence, and refund once it is confirmed."""
        order: Order = self.row_or_404(request, object_id)
        session_key = f"refund of {order.pk}"
        if request.method != "POST":
            if is_own(request, order):
                return HttpResponseRedirect(order_page(order))
            values = request.session.get(session_key) if "look" in request.GET else None
            first = {"amount": refunding.returnable(order), "version": order.version, "key": uuid4()}
            return _page(self, request, order, _form_of(order, values, first))
        form = RefundForm(order, request.POST)
        if not form.is_valid():
            return _page(self, request, order, form)
        if "confirmed" not in request.POST:
            if error := _error_of(order, form):
                log_press(self, request, order, reason=_wanted(form), error=error)
            # Redirect to a GET, so that Back and reload do not ask to resend the form.
            request.session[session_key] = {
                name: request.POST[name] for name in form.fields if name in request.POST
            }
            return HttpResponseRedirect(f"{request.path}?look=1")
        request.session.pop(session_key, None)
        wanted = _wanted(form)
        carry_out(self, request, [order], lambda row: _refund(request, row, form), reason=wanted)
        return HttpResponseRedirect(order_page(order))


def _form_of(order: Order, values: dict[str, str] | None, first: dict[str, Any]) -> RefundForm:
    return RefundForm(order, values) if values else RefundForm(order, initial=first)


def _wanted(form: RefundForm) -> str:
    """Return amount and reason as text for the log."""
    return f"{chf(form.cleaned_data['amount'])}, {form.cleaned_data['note']}"


def _error_of(order: Order, form: RefundForm) -> DomainError | None:
    """Return the error of the refund, if it is not possible."""
    try:
        refunding.preview(order, **form.wanted)
    except DomainError as error:
        return error
    return None


def _refund(request: HttpRequest, order: Order, form: RefundForm) -> str:
    values = form.cleaned_data
    refunding.refund_order(
        actor=operator(request),
        order_id=order.pk,
        **form.wanted,
        note=values["note"],
        key=values["key"],
        expected_version=values["version"],
        now=clock.now(),
    )
    return _("{amount} goes back to {name}").format(
        amount=chf(values["amount"]), name=order.customer.short_name
    )


def _page(model_admin: Any, request: HttpRequest, order: Order, form: RefundForm) -> HttpResponse:
    """Render the form, or the preview of a filled-in one."""
    sentences: list[str] = []
    if form.is_bound and form.is_valid():
        if error := _error_of(order, form):
            form.add_error("amount", error.message)
        else:
            sentences = consequence(order, refunding.preview(order, **form.wanted))
    context = model_admin.admin_site.each_context(request) | {
        "title": _("Refund"),
        "order": order,
        "left": chf(refunding.returnable(order)),
        "form": form,
        "sentences": sentences,
        "back": order_page(order),
        "opts": model_admin.opts,
    }
    return TemplateResponse(request, "admin/orders/order/refund.html", context)


def consequence(order: Order, means: refunding.RefundPreview) -> list[str]:
    """Return the consequence of a refund, a sentence for each party."""
    said = [
        _("{amount} goes back to {name}; {left} is left.").format(
            amount=chf(means.amount), name=order.customer.short_name, left=chf(means.left)
        )
    ]
    if means.from_provider:
        said.append(
            _("{name} is owed {amount} less.").format(name=order.provider, amount=chf(means.from_provider))
        )
    # Of a late cancellation no fee is kept: what does not come from the provider is our loss.
    if means.from_platform and (means.earns is not None or order.status == OrderStatus.CANCELLED):
        said.append(_("We bear {amount}.").format(amount=chf(means.from_platform)))
    elif means.from_platform:
        said.append(_("Our fee is {amount} less.").format(amount=chf(means.from_platform)))
    if means.cancels:
        said.append(_("The order is cancelled, and its place is free again."))
        said.append(_("The customer reads the reason."))
        said.append(_("{name} earns nothing by it.").format(name=order.provider))
    if means.earns is not None:
        said.append(
            _("The order goes on; {name} will earn {amount} by it.").format(
                name=order.provider, amount=chf(means.earns)
            )
        )
    return said
