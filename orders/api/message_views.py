"""The calls about an order's conversation."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import clock
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY
from marketplace.http.throttling import AccountThrottle, MessageThrottle
from orders import messaging, permissions, selectors
from orders.api import rendering
from orders.api.order_view import OrderView, answers
from orders.api.serializers import MessageCreateSerializer, MessageSerializer


class MessagesView(OrderView):
    """The conversation of an order."""

    throttle_classes = [AccountThrottle, MessageThrottle]

    @extend_schema(operation_id="list_messages", responses=answers(200, MessageSerializer(many=True), 404))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return the conversation, oldest first."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        permissions.acting_on(order, self.user, permission=permissions.READ_MESSAGES)
        lines = selectors.messages_of(order=order)
        return Response([rendering.message_json(line, self.user) for line in lines])

    @extend_schema(
        operation_id="send_message",
        parameters=[IDEMPOTENCY_KEY],
        request=MessageCreateSerializer,
        responses=answers(201, MessageSerializer, 404, 409, 422, 429),
    )
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Write to the other side."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        permissions.acting_on(order, self.user, permission=permissions.WRITE_MESSAGE)
        body = parsed(MessageCreateSerializer, request)["body"]
        message = messaging.send_message(order=order, sender=self.user, body=body, now=clock.now())
        return Response(rendering.message_json(message, self.user), status=status.HTTP_201_CREATED)


class MessagesReadView(OrderView):
    """What of a conversation was read."""

    @extend_schema(operation_id="mark_messages_read", request=None, responses=answers(204, None, 404))
    def post(self, request: Request, order_id: UUID) -> Response:
        """Mark the notices of an order's messages as read: the conversation is on the screen."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        permissions.acting_on(order, self.user, permission=permissions.READ_MESSAGES)
        messaging.mark_read(order=order, reader=self.user, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
