"""The page on which an operator returns money of an order: how much, why, what it means, and then does it."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.decorators import action
from unfold.widgets import UnfoldAdminDecimalFieldWidget, UnfoldAdminTextareaWidget

from marketplace import clock
from marketplace.back_office.actions import carry_out
from marketplace.errors import Refusal
from marketplace.money import RAPPEN
from orders import notifications, refunding
from orders.models import ActorRole, Order
from orders.transitions import Actor


class RefundForm(forms.Form):
    """An amount in CHF and the reason; what it is based on travels with it."""

    amount = forms.DecimalField(
        label="Amount in CHF",
        max_digits=10,
        decimal_places=2,
        min_value=RAPPEN,
        widget=UnfoldAdminDecimalFieldWidget,
    )
    note = forms.CharField(
        label="Reason", max_length=300, widget=UnfoldAdminTextareaWidget(attrs={"rows": 3})
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)


class RefundPage:
    """The control "Refund" of an order's own page."""

    def has_refund_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        """Let those return money who may."""
        return bool(self.allows(request, "refund"))

    @action(description="Refund", url_path="refund", icon="undo", permissions=["refund"])  # type: ignore[untyped-decorator]
    def refund(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask how much and why, show what that means, and return it once that was seen."""
        order: Order | None = self.get_object(request, str(object_id))
        if order is None:
            raise Http404
        kept = f"refund of {order.pk}"
        if request.method != "POST":
            wish = request.session.get(kept) if "look" in request.GET else None
            first = {"amount": refunding.returnable(order), "version": order.version, "key": uuid4()}
            return _page(self, request, order, RefundForm(wish) if wish else RefundForm(initial=first))
        form = RefundForm(request.POST)
        if not form.is_valid():
            return _page(self, request, order, form)
        if "confirmed" not in request.POST:
            # A page of its own address: Back leads to it without asking whether to send anything again.
            request.session[kept] = {name: request.POST[name] for name in form.fields}
            return HttpResponseRedirect(f"{request.path}?look=1")
        request.session.pop(kept, None)
        carry_out(self, request, [order], lambda row: _refund(request, row, form.cleaned_data))
        return HttpResponseRedirect(_back(order))


def _refund(request: HttpRequest, order: Order, wish: dict[str, Any]) -> str:
    assert isinstance(request.user.pk, UUID)  # noqa: S101 - the site lets nobody else in
    refunding.refund_order(
        actor=Actor(ActorRole.OPERATOR, request.user.pk),
        order_id=order.pk,
        amount=wish["amount"],
        note=wish["note"],
        key=wish["key"],
        expected_version=wish["version"],
        now=clock.now(),
    )
    return f"{notifications.chf(wish['amount'])} goes back to {order.customer.short_name}"


def _back(order: Order) -> str:
    return reverse("admin:orders_order_change", args=[order.pk])


def _page(office: Any, request: HttpRequest, order: Order, form: RefundForm) -> HttpResponse:
    """Show the form, or what the filled-in form means."""
    sentences: list[str] = []
    if form.is_bound and form.is_valid():
        try:
            sentences = consequence(order, refunding.preview(order, amount=form.cleaned_data["amount"]))
        except Refusal as refusal:
            form.add_error("amount", refusal.message)
    context = office.admin_site.each_context(request) | {
        "title": "Refund",
        "order": order,
        "left": notifications.chf(refunding.returnable(order)),
        "form": form,
        "sentences": sentences,
        "back": _back(order),
        "opts": office.opts,
    }
    return TemplateResponse(request, "admin/orders/order/refund.html", context)


def consequence(order: Order, means: refunding.RefundPreview) -> list[str]:
    """Say what a refund would mean, a sentence for each party."""
    chf = notifications.chf
    said = [f"{chf(means.amount)} goes back to the card of {order.customer}; {chf(means.left)} is left."]
    if means.from_provider:
        said.append(f"{order.provider} is owed {chf(means.from_provider)} less.")
    if means.from_platform:
        said.append(f"Our fee is {chf(means.from_platform)} less.")
    if means.cancels:
        said.append("The order is cancelled, and its place is free again.")
    return said
