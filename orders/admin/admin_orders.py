"""Orders in the admin site: read only; buttons call the rules, after showing the consequence."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.contrib.filters.admin import RangeDateFilter
from unfold.dataclasses import UnfoldAction

from marketplace import clock
from marketplace.admin_site.actions import ReasonForm, carries_rows, carry_out, display
from marketplace.admin_site.asking import ask
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.money import chf
from marketplace.text import clean_paragraphs
from orders.admin import (
    admin_cards,
    admin_claims,
    admin_documents,
    admin_money,
    admin_payout_accounts,
    admin_payouts,
    admin_recurring,
)
from orders.admin.admin_controls import DataCheckPage
from orders.admin.admin_conversation import ConversationPage
from orders.admin.admin_heading import called, heading_of
from orders.admin.admin_hold import HoldPage, hold_buttons
from orders.admin.admin_operator import operator, order_page
from orders.admin.admin_parts import INLINES, AttentionFilter
from orders.admin.admin_queues import BUTTONS, age_of, is_queue, next_step_of, queue_columns, with_stage
from orders.admin.admin_refund import RefundPage
from orders.admin.admin_steps import consequence, next_stage, step_button
from orders.admin_site import search
from orders.checkout import care_profiles
from orders.lifecycle import handovers, order_actions, permissions, transitions
from orders.models import Order, OrderStatus, PaymentStatus
from orders.payments import pay_links
from orders.payments.refunding import returnable
from orders.prices import pricing

# Importing these modules registers their admins.
REGISTERED = (
    admin_cards,
    admin_claims,
    admin_documents,
    admin_money,
    admin_payout_accounts,
    admin_payouts,
    admin_recurring,
)

Target = Callable[[Order], str]
WITHOUT_CODE = gettext_lazy("the customer wished a code; our people alone read this")
STATUS_COLOURS = {
    OrderStatus.PENDING: "warning",
    OrderStatus.CONFIRMED: "info",
    OrderStatus.PICKUP: "info",
    OrderStatus.WASHING: "info",
    OrderStatus.DELIVERY: "info",
    OrderStatus.COMPLETED: "success",
    OrderStatus.CANCELLED: "danger",
}
PAYMENT_COLOURS = {
    PaymentStatus.PAID: "success",
    PaymentStatus.UNPAID: "warning",
    PaymentStatus.FAILED: "danger",
    PaymentStatus.REFUNDED: "info",
    PaymentStatus.PARTIALLY_REFUNDED: "info",
}


@admin.register(Order)
class OrderAdmin(RefundPage, HoldPage, ConversationPage, DataCheckPage, ExportedList, ReadOnlyAdmin):
    """Orders. No fields are edited: statuses and cancellations are buttons that call the rules."""

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
    search_help_text = gettext_lazy("End of the id, a name, email address or telephone number, or the street")
    searches = (search.orders,)
    ordering = ["-created_at"]
    sortable_by = ["pickup"]
    inlines = INLINES
    change_form_outer_before_template = "admin/orders/order/heading.html"
    readonly_fields = ["number", "amount", "shown_care", "payment_link"]
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
        "conversation",
        "write_message",
        "hold_money",
        "release_money",
    ]
    fieldsets = [
        (None, {"fields": ["number", "status", "payment_status", "cancel_reason", "customer", "provider"]}),
        (
            gettext_lazy("Service"),
            {
                "fields": [
                    "service_type",
                    "amount",
                    "pickup_at",
                    "pickup_address",
                    "delivery_address",
                    "special_instructions",
                    "shown_care",
                ]
            },
        ),
        (
            gettext_lazy("Money"),
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
        (gettext_lazy("Times"), {"fields": ["created_at", "hold_expires_at", "answer_due_at", "version"]}),
    ]

    # --- What is shown --------------------------------------------------------------------------

    def get_list_display(self, request: HttpRequest) -> list[str]:
        """Put age and next step into the lists of late and stuck orders."""
        return queue_columns(request, self.list_display, moves=self.has_move_permission(request))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Order]:
        """Annotate since when each order has its status, for the lists of late and stuck orders."""
        found: QuerySet[Order] = super().get_queryset(request)
        return with_stage(found) if is_queue(request) else found

    @admin.display(description=gettext_lazy("Since"))
    def age(self, order: Order) -> str:
        """Show for how long an order has been late, or has had its status."""
        return age_of(order, now=clock.now())

    @admin.display(description=gettext_lazy("Next"))
    def next_step(self, order: Order) -> str:
        """Link to the page of the next step."""
        return next_step_of(order)

    @admin.display(description=gettext_lazy("Order"), ordering="id")
    def number(self, order: Order) -> str:
        """Show the last eight characters of the id, as customers see them."""
        return str(order.pk)[-8:]

    @display(description=gettext_lazy("Status"), ordering="status", label=STATUS_COLOURS)
    def shown_status(self, order: Order) -> tuple[str, str]:
        return order.status, order.get_status_display()

    @display(description=gettext_lazy("Payment"), ordering="payment_status", label=PAYMENT_COLOURS)
    def shown_payment(self, order: Order) -> tuple[str, str]:
        return order.payment_status, order.get_payment_status_display()

    @admin.display(description=gettext_lazy("Pickup"), ordering="pickup_at")
    def pickup(self, order: Order) -> str:
        """Show the Swiss wall time on two lines: browsers break at the hyphen, too."""
        day, hours = order.pickup_window().rsplit(" ", 1)
        return format_html(
            '<span class="whitespace-nowrap">{}</span> <span class="whitespace-nowrap">{}</span>', day, hours
        )

    @admin.display(description=gettext_lazy("Customer"))
    def who(self, order: Order) -> str:
        """Show the customer by name, as the order's own page does."""
        return order.customer.known_name

    @admin.display(description=gettext_lazy("Total"), ordering="total_amount")
    def total(self, order: Order) -> str:
        return chf(order.total_amount).replace(" ", "\N{NO-BREAK SPACE}")

    @admin.display(description=gettext_lazy("How much"))
    def amount(self, order: Order) -> str:
        """Show how much there is to wash or to iron, and the kilograms that are priced."""
        said = pricing.amount_text(service_type=order.service_type, weight=order.weight)
        priced = pricing.kilograms(order.weight)
        return (
            said if said == priced else _("{amount}, priced as {weight}").format(amount=said, weight=priced)
        )

    @admin.display(description=gettext_lazy("Care"))
    def shown_care(self, order: Order) -> str:
        """Show how the customer wants it done."""
        return care_profiles.text_of(order.care) or "-"

    @admin.display(description=gettext_lazy("Payment link"))
    def payment_link(self, order: Order) -> str:
        """Show the link by which anybody can pay the order without signing in."""
        is_payable = pay_links.state_of(order=order, now=clock.now()) is pay_links.LinkState.PAYABLE
        return pay_links.url_for(order.pk) if is_payable else "-"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, obj: Any = None, **kwargs: Any
    ) -> HttpResponse:
        """Head the page by who, when, how much and what next, and log who opens it."""
        if obj is not None:
            permissions.note_opened(order=obj, user_id=request.user.pk)
            context["heading"] = heading_of(obj, now=clock.now())
            context["reads_messages"] = self.has_read_permission(request)
            context["edits"] = obj.status in order_actions.EDITABLE and self.allows(request, "change")
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    # --- Who may ----------------------------------------------------------------------------------

    def has_move_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, "move")

    def has_cancel_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, "cancel")

    # --- The buttons of one order -----------------------------------------------------------------

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Offer only the possible moves; the heading links to the conversation."""
        order = self.get_object(request, str(object_id))
        if order is None:
            return []
        possible = transitions.allowed(order, operator(request))
        possible += [*(["refund"] if returnable(order) else []), *hold_buttons(order)]
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        return [button for button in buttons if button.path.removeprefix("to-") in possible]

    def _button(self, request: HttpRequest, object_id: str, to: str) -> HttpResponse:
        """Show the consequence (GET), or do it (POST)."""
        order = self.row_or_404(request, object_id)
        back = order_page(order)
        reason = self._reason(request, [order], cancels=to == OrderStatus.CANCELLED)
        if request.method != "POST" or (reason and not reason.is_valid()):
            return self._ask(
                request, [order], lambda order: to, back=back, title=str(BUTTONS[to]), reason=reason
            )
        said = self._said(request) if to != OrderStatus.CANCELLED else ""
        self._carry_out(request, [order], lambda row: to, reason=said)
        return HttpResponseRedirect(back)

    @step_button(OrderStatus.CONFIRMED, icon="check")
    def to_confirmed(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._button(request, object_id, OrderStatus.CONFIRMED)

    @step_button(OrderStatus.PICKUP, icon="directions_bike")
    def to_pickup(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._button(request, object_id, OrderStatus.PICKUP)

    @step_button(OrderStatus.WASHING, icon="local_laundry_service")
    def to_washing(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._button(request, object_id, OrderStatus.WASHING)

    @step_button(OrderStatus.DELIVERY, icon="local_shipping")
    def to_delivery(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._button(request, object_id, OrderStatus.DELIVERY)

    @step_button(OrderStatus.COMPLETED, icon="done_all")
    def to_completed(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._button(request, object_id, OrderStatus.COMPLETED)

    @step_button(OrderStatus.CANCELLED, icon="cancel")
    def to_cancelled(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Cancel the order and return everything."""
        return self._button(request, object_id, OrderStatus.CANCELLED)

    # --- The buttons of the list ----------------------------------------------------------------------

    @admin.action(description=gettext_lazy("Move to the next stage"), permissions=["move"])
    def advance_chosen(self, request: HttpRequest, chosen: QuerySet[Order]) -> HttpResponse | None:
        """Move the chosen orders to their next status, after showing the consequence."""
        return self._list_button(request, chosen, next_stage, _("Move to the next stage"))

    @admin.action(description=gettext_lazy("Cancel and refund"), permissions=["cancel"])
    def cancel_chosen(self, request: HttpRequest, chosen: QuerySet[Order]) -> HttpResponse | None:
        """Cancel and refund the chosen orders, after showing the consequence."""
        return self._list_button(request, chosen, lambda order: OrderStatus.CANCELLED, _("Cancel and refund"))

    def _list_button(
        self, request: HttpRequest, chosen: QuerySet[Order], target: Target, title: str
    ) -> HttpResponse | None:
        rows = list(chosen.select_related("customer", "provider__user"))
        cancels = "cancel_chosen" in request.POST.get("action", "")
        reason = self._reason(request, rows, cancels=cancels)
        # Which stage is the next one is said by the page alone: without it there is nothing to confirm.
        is_confirmed = "confirmed" in request.POST and (cancels or carries_rows(request))
        if not is_confirmed or (reason and not reason.is_valid()):
            back = request.get_full_path()
            return self._ask(request, rows, target, back=back, title=title, reason=reason)
        said = "" if cancels else self._said(request)
        self._carry_out(request, rows, target, reason=said)
        return None

    # --- Asking and doing -------------------------------------------------------------------------------

    def _reason(self, request: HttpRequest, rows: list[Order], *, cancels: bool) -> ReasonForm | None:
        """Return a form for the reason, if an order is cancelled or moved without its required code."""
        return ReasonForm.of(request) if cancels or handovers.any_waits_for_code(rows) else None

    def _said(self, request: HttpRequest) -> str:
        return clean_paragraphs(request.POST.get("note", ""))

    def _carry_out(self, request: HttpRequest, rows: list[Order], target: Target, *, reason: str) -> None:
        """Move each order if it still is as its confirmation showed it, also once it is locked."""
        now, actor = clock.now(), operator(request)

        def means(order: Order) -> str:
            return consequence(order, target(order), actor, now)

        def move(order: Order) -> str:
            said = means(order)
            order_actions.step(
                order_id=order.pk,
                to=target(order),
                actor=actor,
                now=now,
                expected_version=order.version,
                note=self._said(request),
            )
            return said

        carry_out(self, request, rows, move, reason=reason, means=means)

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
        """Show the consequence for each row, with a button that confirms it."""
        now, cancels = clock.now(), title == BUTTONS[OrderStatus.CANCELLED]
        asked = ask(
            self,
            request,
            rows,
            title=title,
            means=lambda order: consequence(order, target(order), operator(request), now),
            called=called,
            form=reason,
            hint=_("the customer reads it") if cancels else WITHOUT_CODE,
            back=back,
        )
        return asked or HttpResponseRedirect(back)
