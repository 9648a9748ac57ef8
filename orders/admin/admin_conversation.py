"""An order's conversation in the admin site: on a page of its own, because reading it is logged.

Operators write in it in the product's name.
"""

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget

from marketplace import clock
from marketplace.admin_site.actions import action, as_shown, carry_out
from marketplace.admin_site.files import file_link
from marketplace.admin_site.text_fields import ParagraphsField
from orders import messaging, selectors
from orders.admin.admin_operator import is_own, operator, order_page
from orders.lifecycle import permissions
from orders.models import Order


class MessageForm(forms.Form):
    """What both sides of an order read."""

    body = ParagraphsField(
        label=gettext_lazy("What both sides read"),
        max_length=messaging.MAX_LENGTH,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}),
        error_messages={"required": messaging.EMPTY},
    )


def _as_read(order: Order) -> str:
    """Return how far the conversation was when its page was shown: another line changes it."""
    return str(order.messages.count())


class ConversationPage:
    """The pages of a conversation, linked from the heading of the order's page."""

    def has_read_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.admin_site.may(request, permissions.READ_MESSAGES))

    def has_write_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.admin_site.may(request, permissions.WRITE_MESSAGE))

    @action(
        description=gettext_lazy("Conversation"), url_path="conversation", icon="chat", permissions=["read"]
    )
    def conversation(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the conversation, and log who reads it."""
        order = self.row_or_404(request, object_id)
        reader = operator(request)
        if request.method == "GET":
            permissions.note_look(order=order, actor=reader, sentence=messaging.READ)
        context = self.admin_site.each_context(request) | {
            "title": _("Conversation"),
            "order": order,
            "product": settings.PRODUCT_NAME,
            "photos": file_link(f"orders/{order.pk}/messages"),
            "lines": selectors.messages_of(order=order, reader=reader),
            "writes": reverse("admin:orders_order_write_message", args=[order.pk])
            if self.has_write_permission(request)
            else None,
            "back": order_page(order),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/orders/order/conversation.html", context)

    @action(
        description=gettext_lazy("Write a message"), url_path="write", icon="reply", permissions=["write"]
    )
    def write_message(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a message, and send it to both sides."""
        order = self.row_or_404(request, object_id)
        back = reverse("admin:orders_order_conversation", args=[order.pk])
        # A side's message stands under their name.
        if is_own(request, order):
            return HttpResponseRedirect(back)
        form = MessageForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            body = form.cleaned_data["body"]

            def act(order: Order) -> str:
                messaging.send_message(order=order, sender=request.user, body=body, now=clock.now())  # type: ignore[arg-type]  # the site lets nobody else in
                both = _("The message is sent to both sides.")
                return both if order.was_paid else _("The message is sent.")

            if carry_out(self, request, [order], act, means=_as_read, locks=True):
                return HttpResponseRedirect(back)
            order = self.row_or_404(request, object_id)
        names = {"customer": order.customer.short_name, "provider": order.provider.user.short_name}
        notified = [_("They are told in the app, and by email if they do not read it there.")]
        notified += [
            _("{name} gets no email: the address is not confirmed.").format(name=user.short_name)
            for user in (order.customer, order.provider.user)
            if user.email_verified_at is None
        ]
        if not order.was_paid:
            notified.append(_("{provider} is told only once the order is paid.").format(**names))
        read = _("{customer} and {provider} read it as a message of {product}, not under your name.")
        context = self.admin_site.each_context(request) | {
            "title": _("Write a message"),
            "about": order,
            "form": form,
            "as_shown": as_shown(order, _as_read(order)),
            "sentences": [read.format(product=settings.PRODUCT_NAME, **names), *notified],
            "back": back,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/question.html", context)
