"""An order's conversation in the admin site: on a page of its own, because reading it is logged."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.admin_site.actions import action
from orders import messaging, selectors
from orders.lifecycle import permissions
from orders.models import Actor, ActorRole, Order


class ConversationPage:
    """The page of a conversation, linked from the heading of the order's page."""

    def has_read_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.admin_site.may(request, permissions.READ_MESSAGES))

    @action(
        description=gettext_lazy("Conversation"), url_path="conversation", icon="chat", permissions=["read"]
    )
    def conversation(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the conversation, and log who reads it."""
        order: Order | None = self.get_object(request, str(object_id))
        if order is None:
            raise Http404
        reader = Actor(ActorRole.OPERATOR, request.user.pk)
        if request.method == "GET":
            permissions.note_look(order=order, actor=reader, sentence=messaging.READ)
        context = self.admin_site.each_context(request) | {
            "title": _("Conversation"),
            "order": order,
            "lines": selectors.messages_of(order=order, reader=reader),
            "back": reverse("admin:orders_order_change", args=[order.pk]),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/orders/order/conversation.html", context)
