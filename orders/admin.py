"""The back office of orders: all is shown, only rules change it, and what they do is shown first."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.contrib.filters.admin import RangeDateFilter
from unfold.dataclasses import UnfoldAction
from unfold.decorators import action, display

from marketplace import clock
from marketplace.back_office.actions import ReasonForm, carry_out
from marketplace.back_office.office import ReadOnlyAdmin
from marketplace.errors import Refusal
from orders import (
    admin_cards,
    admin_money,
    admin_recurring,
    cancelling,
    data_checks,
    finding,
    notifications,
    order_actions,
    pricing,
    transitions,
)
from orders.admin_heading import heading_of
from orders.admin_parts import INLINES, AttentionFilter
from orders.admin_refund import RefundPage
from orders.models import ActorRole, DataCheck, Order, OrderStatus
from orders.payments import pay_links
from orders.refunding import returnable
from orders.refusals import TransitionNotAllowed
from orders.transitions import Actor

__all__ = ["OrderAdmin", "admin_cards", "admin_money", "admin_recurring"]

Target = Callable[[Order], str]
BUTTONS: dict[str, str] = {
    OrderStatus.CONFIRMED: "Confirm",
    OrderStatus.PICKUP: "Start pickup",
    OrderStatus.WASHING: "Start washing",
    OrderStatus.DELIVERY: "Start delivery",
    OrderStatus.COMPLETED: "Complete",
    OrderStatus.CANCELLED: "Cancel and refund",
}
STATUS_COLOURS = {
    "Order Placed": "warning",
    "Confirmed": "info",
    "Pickup in Progress": "info",
    "Washing & Ironing": "info",
    "Delivery": "info",
    "Completed": "success",
    "Cancelled": "danger",
}
PAYMENT_COLOURS = {
    "Paid": "success",
    "Unpaid": "warning",
    "Payment failed": "danger",
    "Refunded": "info",
    "Partially refunded": "info",
}


def consequence(order: Order, to: str, actor: Actor, now: datetime) -> str:
    """Say what a move would do, in a sentence; raises the refusal that it would meet."""
    transitions.check(order, to=to, actor=actor)
    if to != OrderStatus.CANCELLED:
        return f"Moves to “{OrderStatus(to).label}”. The customer is told, and the timeline shows it."
    decision = cancelling.preview(order, now=now, by=actor.role)
    money = (
        f"{notifications.chf(decision.refund)} goes back to {order.customer.short_name}"
        if decision.refund
        else "nothing was paid"
    )
    return f"Is cancelled: {money}, the place is free again, and both sides are told."


def step_button(to: OrderStatus, *, icon: str) -> Callable[[Any], Any]:
    """Return what makes a method the button of an order's page that moves it to a status."""
    permission = "cancel" if to == OrderStatus.CANCELLED else "move"
    made: Callable[[Any], Any] = action(
        description=BUTTONS[to], url_path=f"to-{to}", icon=icon, permissions=[permission]
    )
    return made


def next_stage(order: Order) -> str:
    """Return the stage that follows; refuses where there is none."""
    stages = [to for to in transitions.allowed(order, Actor(ActorRole.OPERATOR)) if to != "cancelled"]
    if stages:
        return stages[0]
    if order.status == OrderStatus.PENDING:
        return OrderStatus.CONFIRMED
    raise TransitionNotAllowed(f"{order} is over.")


@admin.register(Order)
class OrderAdmin(RefundPage, ReadOnlyAdmin):
    """Orders. Nothing is typed in: stages and cancellations are buttons that call the rules."""

    list_display = [
        "number",
        "shown_status",
        "shown_payment",
        "who",
        "provider",
        "pickup",
        "total",
    ]
    list_filter = [
        AttentionFilter,
        "status",
        "payment_status",
        "service_type",
        ("pickup_at", RangeDateFilter),
    ]
    list_filter_submit = True
    list_select_related = ["customer", "provider", "provider__user"]
    search_fields = ["id", "customer__email", "provider__business_name", "pickup_address"]
    search_help_text = "End of the id, a name, e-mail address or telephone number, or the street"
    finders = (finding.orders,)
    ordering = ["-created_at"]
    sortable_by = ["pickup"]
    inlines = INLINES
    change_form_outer_before_template = "admin/orders/order/heading.html"
    readonly_fields = ["number", "amount", "payment_link"]
    actions = ["advance_chosen", "cancel_chosen"]
    actions_list = ["check_data"]
    actions_detail = [
        "to_confirmed",
        "to_pickup",
        "to_washing",
        "to_delivery",
        "to_completed",
        "to_cancelled",
        "refund",
    ]
    fieldsets = [
        (None, {"fields": ["number", "status", "payment_status", "cancel_reason", "customer", "provider"]}),
        (
            "Service",
            {
                "fields": [
                    "service_type",
                    "amount",
                    "pickup_at",
                    "pickup_address",
                    "delivery_address",
                    "special_instructions",
                ]
            },
        ),
        (
            "Money",
            {
                "fields": [
                    "service_amount",
                    "platform_fee",
                    "total_amount",
                    "refunded_amount",
                    "disputed_amount",
                    "late_fee_percent",
                    "payment_link",
                ]
            },
        ),
        ("Times", {"fields": ["created_at", "hold_expires_at", "answer_due_at", "version"]}),
    ]

    # --- What is shown --------------------------------------------------------------------------

    @admin.display(description="Order", ordering="id")
    def number(self, order: Order) -> str:
        """Show the last eight characters of the id, as customers see them."""
        return str(order.pk)[-8:]

    @display(description="Status", ordering="status", label=STATUS_COLOURS)  # type: ignore[untyped-decorator]
    def shown_status(self, order: Order) -> str:
        """Show the status as a coloured word."""
        return order.get_status_display()

    @display(  # type: ignore[untyped-decorator]
        description="Payment", ordering="payment_status", label=PAYMENT_COLOURS
    )
    def shown_payment(self, order: Order) -> str:
        """Show where the money stands as a coloured word."""
        return order.get_payment_status_display()

    @admin.display(description="Pickup", ordering="pickup_at")
    def pickup(self, order: Order) -> str:
        """Show the Swiss wall time on one line."""
        return notifications.wall(order.pickup_at).replace(" ", "\N{NO-BREAK SPACE}")

    @admin.display(description="Customer")
    def who(self, order: Order) -> str:
        """Show the customer by name, as the order's own page does."""
        return order.customer.known_name

    @admin.display(description="Total")
    def total(self, order: Order) -> str:
        """Show the amount with its currency, on one line."""
        return notifications.chf(order.total_amount).replace(" ", "\N{NO-BREAK SPACE}")

    @admin.display(description="Amount")
    def amount(self, order: Order) -> str:
        """Show how much there is to wash or to iron, and the kilograms that are priced."""
        said = pricing.amount_text(service_type=order.service_type, weight=order.weight)
        priced = pricing.kilograms(order.weight)
        return said if said == priced else f"{said}, priced as {priced}"

    @admin.display(description="Payment link")
    def payment_link(self, order: Order) -> str:
        """Show the address by which the customer, or anybody for them, pays without signing in."""
        is_payable = pay_links.state_of(order=order, now=clock.now()) is pay_links.LinkState.PAYABLE
        return pay_links.url_for(order.pk) if is_payable else "-"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, obj: Any = None, **kwargs: Any
    ) -> HttpResponse:
        """Head the page by who, when, how much and what next."""
        if obj is not None:
            context["heading"] = heading_of(obj, now=clock.now())
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    # --- Who may ----------------------------------------------------------------------------------

    def has_move_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let those move orders on who may."""
        return self.allows(request, "move")

    def has_cancel_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let those cancel who may."""
        return self.allows(request, "cancel")

    @action(  # type: ignore[untyped-decorator]
        description="Check the data", url_path="check-data", icon="fact_check", permissions=["view"]
    )
    def check_data(self, request: HttpRequest) -> HttpResponse:
        """Show what the last check found, and ask for another (POST): it runs in the background."""
        if request.method == "POST":
            data_checks.ask(actor_id=request.user.pk, now=clock.now())
            return HttpResponseRedirect(request.path)
        found = data_checks.last_finished()
        check, comparison = found.get(DataCheck.Kind.DATA), found.get(DataCheck.Kind.STRIPE)
        context = self.admin_site.each_context(request) | {
            "title": "Check of the data",
            "check": check,
            "comparison": comparison,
            "checks": [one for one in (comparison, check) if one],
            "waiting": data_checks.open_check(),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/orders/order/check_data.html", context)

    # --- The buttons of one order -----------------------------------------------------------------

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Offer only the moves that are possible now."""
        order = self.get_object(request, str(object_id))
        if order is None:
            return []
        possible = transitions.allowed(order, self._operator(request))
        possible += ["refund"] if returnable(order) else []
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        return [button for button in buttons if button.path.removeprefix("to-") in possible]

    def _button(self, request: HttpRequest, object_id: str, to: str) -> HttpResponse:
        """Show what pressing means (GET), or do it (POST)."""
        order = self.get_object(request, str(object_id))
        if order is None:
            raise Http404
        back = reverse("admin:orders_order_change", args=[order.pk])
        reason = ReasonForm.of(request) if to == OrderStatus.CANCELLED else None
        if request.method != "POST" or (reason and not reason.is_valid()):
            return self._ask(request, [order], lambda _: to, back=back, title=BUTTONS[to], reason=reason)
        carry_out(self, request, [order], lambda row: self._do(request, row, to))
        return HttpResponseRedirect(back)

    @step_button(OrderStatus.CONFIRMED, icon="check")
    def to_confirmed(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Confirm the order."""
        return self._button(request, object_id, OrderStatus.CONFIRMED)

    @step_button(OrderStatus.PICKUP, icon="directions_bike")
    def to_pickup(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Move to pickup."""
        return self._button(request, object_id, OrderStatus.PICKUP)

    @step_button(OrderStatus.WASHING, icon="local_laundry_service")
    def to_washing(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Move to washing."""
        return self._button(request, object_id, OrderStatus.WASHING)

    @step_button(OrderStatus.DELIVERY, icon="local_shipping")
    def to_delivery(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Move to delivery."""
        return self._button(request, object_id, OrderStatus.DELIVERY)

    @step_button(OrderStatus.COMPLETED, icon="done_all")
    def to_completed(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Complete the order."""
        return self._button(request, object_id, OrderStatus.COMPLETED)

    @step_button(OrderStatus.CANCELLED, icon="cancel")
    def to_cancelled(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Cancel the order and return everything."""
        return self._button(request, object_id, OrderStatus.CANCELLED)

    # --- The buttons of the list ----------------------------------------------------------------------

    @admin.action(description="Move to the next stage", permissions=["move"])
    def advance_chosen(self, request: HttpRequest, chosen: QuerySet[Order]) -> HttpResponse | None:
        """Take the chosen orders one stage further, after a look at what that means."""
        return self._list_button(request, chosen, next_stage, "Move to the next stage")

    @admin.action(description="Cancel and refund", permissions=["cancel"])
    def cancel_chosen(self, request: HttpRequest, chosen: QuerySet[Order]) -> HttpResponse | None:
        """Cancel the chosen orders and return everything, after a look at what that means."""
        return self._list_button(request, chosen, lambda _: OrderStatus.CANCELLED, "Cancel and refund")

    def _list_button(
        self, request: HttpRequest, chosen: QuerySet[Order], target: Target, title: str
    ) -> HttpResponse | None:
        rows = list(chosen.select_related("customer", "provider__user"))
        cancels = "cancel_chosen" in request.POST.get("action", "")
        reason = ReasonForm.of(request) if cancels else None
        if "confirmed" not in request.POST or (reason and not reason.is_valid()):
            back = request.get_full_path()
            return self._ask(request, rows, target, back=back, title=title, reason=reason)
        carry_out(self, request, rows, lambda row: self._do(request, row, target(row)))
        return None

    # --- Asking and doing -------------------------------------------------------------------------------

    def _operator(self, request: HttpRequest) -> Actor:
        return Actor(ActorRole.OPERATOR, request.user.pk)

    def _do(self, request: HttpRequest, order: Order, to: str) -> str:
        now, actor, note = clock.now(), self._operator(request), ""
        means = consequence(order, to, actor, now)
        if to == OrderStatus.CANCELLED:
            note = request.POST["note"].strip()
        order_actions.step(order_id=order.pk, to=to, actor=actor, now=now, note=note)
        return means

    def _ask(
        self,
        request: HttpRequest,
        rows: list[Order],
        target: Target,
        *,
        back: str,
        title: str,
        reason: ReasonForm | None = None,
    ) -> HttpResponse:
        """Show the consequence for each row, and a button that carries it out."""
        now, shown = clock.now(), []
        for order in rows:
            try:
                shown.append((order, consequence(order, target(order), self._operator(request), now), True))
            except Refusal as refusal:
                shown.append((order, refusal.message, False))
        if not any(possible for *_, possible in shown):
            reasons = " ".join(dict.fromkeys(sentence for _, sentence, _ in shown))
            self.message_user(request, f"0 done, {len(shown)} refused: {reasons}", messages.WARNING)
            return HttpResponseRedirect(back)
        context = self.admin_site.each_context(request) | {
            "title": title,
            "rows": shown,
            "back": back,
            "opts": self.opts,
            "action": request.POST.get("action", ""),
            "reason": reason,
        }
        return TemplateResponse(request, "admin/orders/order/confirm.html", context)
