"""Buttons of a failed refund's page: it is tried again, our own bank has paid it, it was paid twice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.dataclasses import UnfoldAction
from unfold.widgets import UnfoldAdminTextareaWidget

from marketplace import clock
from marketplace.admin_site.actions import action, carry_out, with_state
from marketplace.admin_site.asking import ask, press
from marketplace.admin_site.text_fields import ParagraphsField
from marketplace.errors import DomainError
from marketplace.money import chf
from orders.admin.admin_operator import is_own, operator
from orders.models import Refund
from orders.payments import bank_transfers, refunds

MOST_CHARACTERS = 200


@dataclass(frozen=True)
class Button:
    """A button of a refund's page; ``check`` raises unless it is possible."""

    name: str
    path: str
    title: Promise
    check: Callable[[Refund], None]


AGAIN = Button("try_it_again", "try-again", gettext_lazy("Try again"), refunds.check_retry)
PAID = Button(
    "mark_paid_by_bank", "paid-by-bank", gettext_lazy("Mark as paid by bank transfer"), bank_transfers.check
)
SETTLED = Button(
    "settle_paid_twice",
    "settle",
    gettext_lazy("Settle what was paid twice"),
    bank_transfers.check_paid_twice,
)
# In the order in which they are offered: what our bank pays may still leave Stripe.
BUTTONS = [AGAIN, PAID, SETTLED]


def is_possible(refund: Refund, button: Button) -> bool:
    """Tell whether a button would do anything."""
    try:
        button.check(refund)
    except DomainError:
        return False
    return True


class TransferForm(forms.Form):
    """When our bank sent a refund, and how to find the transfer."""

    reference = ParagraphsField(
        label=gettext_lazy("Date and reference of the transfer"),
        max_length=MOST_CHARACTERS,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        error_messages={"required": gettext_lazy("Please say when it was sent, and its reference.")},
    )


class SettlementForm(forms.Form):
    """What became of money that a customer has twice."""

    outcome = ParagraphsField(
        label=gettext_lazy("What became of it"),
        max_length=MOST_CHARACTERS,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        error_messages={"required": gettext_lazy("Please say what became of it.")},
    )


class BankTransferPages:
    """The buttons "Try again", "Mark as paid by bank transfer" and "Settle what was paid twice"."""

    def has_refund_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.admin_site.may(request, "orders.refund_order"))

    def get_actions_detail(self: Any, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Offer what is possible now."""
        refund = self.get_object(request, str(object_id))
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)  # type: ignore[misc]  # the page has it
        possible = {button.path for button in BUTTONS if refund and is_possible(refund, button)}
        return [button for button in buttons if button.path in possible]

    @action(description=AGAIN.title, url_path=AGAIN.path, icon="replay", permissions=["refund"])
    def try_it_again(self: Any, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """Say what it means, and send the refund to Stripe again."""
        now = clock.now()
        refund: Refund = self.row_or_404(request, object_id)
        if is_own(request, refund.order):
            return HttpResponseRedirect(_page_of(refund))
        return press(
            self,
            request,
            [refund],
            title=AGAIN.title,
            means=_retry_means,
            state=_state,
            act=lambda row: refunds.retry(actor=operator(request), refund_id=row.pk, now=now),
            back=_page_of(refund),
        )

    @action(description=PAID.title, url_path=PAID.path, icon="account_balance", permissions=["refund"])
    def mark_paid_by_bank(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the transfer's reference, and mark the refund as paid."""
        now = clock.now()
        return _press(
            self,
            request,
            object_id,
            title=PAID.title,
            form=TransferForm,
            means=_payment_means,
            act=lambda refund, said: bank_transfers.mark_paid(
                actor=operator(request), refund_id=refund.pk, reference=said, now=now
            ),
        )

    @action(description=SETTLED.title, url_path=SETTLED.path, icon="done_all", permissions=["refund"])
    def settle_paid_twice(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask what became of the money, and take the refund off the queue."""
        return _press(
            self,
            request,
            object_id,
            title=SETTLED.title,
            form=SettlementForm,
            means=_settlement_means,
            act=lambda refund, said: bank_transfers.settle_paid_twice(
                actor=operator(request), refund_id=refund.pk, note=said
            ),
        )


def _press(
    model_admin: Any,
    request: HttpRequest,
    object_id: str,
    *,
    title: Promise,
    form: type[forms.Form],
    means: Callable[[Refund], str],
    act: Callable[[Refund, str], None],
) -> HttpResponse:
    """Show what a button means and ask for the one text of its form (GET), or do it (POST)."""
    refund: Refund = model_admin.row_or_404(request, object_id)
    back = _page_of(refund)
    if is_own(request, refund.order):
        return HttpResponseRedirect(back)
    filled = form(request.POST) if "confirmed" in request.POST else form()
    if filled.is_valid():
        [said] = filled.cleaned_data.values()
        shown = with_state(means, _state)
        carry_out(model_admin, request, [refund], lambda row: act(row, said), reason=said, means=shown)
        return HttpResponseRedirect(back)
    asked = ask(
        model_admin, request, [refund], title=title, means=means, state=_state, form=filled, back=back
    )
    return asked or HttpResponseRedirect(back)


def _page_of(refund: Refund) -> str:
    return reverse("admin:orders_refund_change", args=[refund.pk])


def _state(refund: Refund) -> str:
    """Return what else a page was shown by: a refund that was tried since has another failure."""
    return f"{refund.key_round} {refund.netted_amount}"


def _retry_means(refund: Refund) -> str:
    refunds.check_retry(refund)
    return _(
        "{amount} to {name}. Stripe is asked first whether it was carried out, so nothing is paid back twice."
    ).format(amount=chf(refund.amount), name=refund.order.customer.known_name)


def _payment_means(refund: Refund) -> str:
    bank_transfers.check(refund)
    return _(
        "{amount} to {name}, sent from our bank account already. The refund is over: Stripe does not send it "
        "any more, and the customer is told."
    ).format(amount=chf(refund.amount), name=refund.order.customer.known_name)


def _settlement_means(refund: Refund) -> str:
    bank_transfers.check_paid_twice(refund)
    return _(
        "{name} has {amount} twice, from our bank and from Stripe. It no longer waits for anybody here; the "
        "ledger keeps it as owed."
    ).format(amount=chf(refund.netted_amount), name=refund.order.customer.known_name)
