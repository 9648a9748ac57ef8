"""Buttons of an order's page that hold its money back from payouts, and release it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import clock
from marketplace.admin_site.actions import ReasonForm, action, carry_out, no_state, with_state
from marketplace.admin_site.asking import ask
from orders.admin.admin_heading import called
from orders.admin.admin_operator import is_own, operator_id, order_page
from orders.models import FINAL, Order, PayoutHold
from orders.payouts import holding
from orders.payouts.payable import untaken_with_reasons

HOLD, RELEASE = "hold-money", "release-money"


def hold_buttons(order: Order) -> list[str]:
    """Return the URL names of the available buttons: only paid orders that are over can be held."""
    if PayoutHold.objects.filter(order=order).exists():
        return [RELEASE]
    return [HOLD] if order.status in FINAL and order.was_paid and not order.is_undone else []


class HoldPage:
    """The buttons "Hold money back" and "Let money go"."""

    def has_hold_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.allows(request, "hold"))

    @action(
        description=gettext_lazy("Hold money back"), url_path=HOLD, icon="front_hand", permissions=["hold"]
    )
    def hold_money(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a reason, then hold the order's money back."""
        order = self.row_or_404(request, object_id)
        if is_own(request, order):
            return HttpResponseRedirect(order_page(order))
        now, form = clock.now(), ReasonForm.of(request)
        if not form.is_valid():
            return _ask(self, request, order, title=_("Hold money back"), means=_holding_means, reason=form)
        actor_id, why = operator_id(request), form.cleaned_data["note"]
        carry_out(
            self,
            request,
            [order],
            lambda row: holding.hold(order=row, actor_id=actor_id, reason=why, now=now),
            reason=why,
            means=_holding_means,
        )
        return HttpResponseRedirect(order_page(order))

    @action(description=gettext_lazy("Let money go"), url_path=RELEASE, icon="payments", permissions=["hold"])
    def release_money(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the consequence (GET), or release the money (POST)."""
        order = self.row_or_404(request, object_id)
        if is_own(request, order):
            return HttpResponseRedirect(order_page(order))
        if request.method != "POST":
            return _ask(self, request, order, title=_("Let money go"), means=_releasing_means, state=_hold_of)
        shown = with_state(_releasing_means, _hold_of)
        carry_out(self, request, [order], lambda row: holding.release(order=row), means=shown)
        return HttpResponseRedirect(order_page(order))


def _holding_means(order: Order) -> str:
    if holding.is_in_a_payout(order):
        return _(
            "The provider is not paid for this order until it is let go. What a payout has taken "
            "already goes out all the same."
        )
    return _("The provider is not paid for this order until it is let go.")


def _releasing_means(order: Order) -> str:
    entry = untaken_with_reasons().filter(order=order).first()
    if entry is None:
        return _("Nothing of this order waits for a payout: what one has taken already comes in no other.")
    if entry.is_disputed or entry.is_claimed:
        return _("The provider is paid for this order once no damage claim or dispute about it is open.")
    return _("The provider is paid for this order with the next weekly payout.")


def _hold_of(order: Order) -> str:
    """Return since when the money is held back: a later hold is not ended by a page that showed this one."""
    return str(PayoutHold.objects.filter(order=order).values_list("held_at", flat=True).first())


def _ask(
    model_admin: Any,
    request: HttpRequest,
    order: Order,
    *,
    title: str,
    means: Callable[[Order], str],
    state: Callable[[Order], object] = no_state,
    reason: ReasonForm | None = None,
) -> HttpResponse:
    asked = ask(
        model_admin,
        request,
        [order],
        title=title,
        means=means,
        state=state,
        called=called,
        form=reason,
        hint=_("for colleagues; the provider does not see it"),
        back=order_page(order),
    )
    return asked or HttpResponseRedirect(order_page(order))
