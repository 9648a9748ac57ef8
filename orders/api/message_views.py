"""The calls about an order's conversation."""

from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import clock
from marketplace.files import private
from marketplace.files.accepting import FORM_OVERHEAD, MAX_BYTES, content_of
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import AccountThrottle, MessageThrottle, UploadThrottle
from orders import messaging, selectors
from orders.api import rendering
from orders.api.message_serializers import MessageCreateSerializer, MessageSerializer, PhotoCreateSerializer
from orders.api.order_view import OrderView, responses_of
from orders.errors import TooManyPhotos
from orders.lifecycle import customer_photos, permissions
from orders.messaging import ConversationClosed, ProviderChanged


class MessagesView(OrderView):
    """The conversation of an order."""

    throttle_classes = [AccountThrottle, MessageThrottle]

    @extend_schema(
        operation_id="list_messages", responses=responses_of(200, MessageSerializer(many=True), 404)
    )
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return the conversation, oldest first; whoever took the order over gets what was written since."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        actor = permissions.acting_on(order, self.user, permission=permissions.READ_MESSAGES)
        permissions.note_look(order=order, actor=actor, sentence=messaging.READ)
        lines = selectors.messages_of(order=order, reader=actor)
        return Response([rendering.message_json(line, self.user) for line in lines])

    @extend_schema(
        operation_id="send_message",
        parameters=[IDEMPOTENCY_KEY],
        request=MessageCreateSerializer,
        responses=responses_of(201, MessageSerializer, 404, 409, 422),
    )
    @error_responses(ConversationClosed, ProviderChanged)
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Send a message to the other side; 409 ``conversation_closed`` 7 days after the order's end."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        permissions.acting_on(order, self.user, permission=permissions.WRITE_MESSAGE)
        given = parsed(MessageCreateSerializer, request)
        message = messaging.send_message(
            order=order,
            sender=self.user,
            body=given["body"],
            written_to=given.get("providerId"),
            now=clock.now(),
        )
        return Response(rendering.message_json(message, self.user), status=status.HTTP_201_CREATED)


class PhotosView(OrderView):
    """Photos in the conversation of an order."""

    throttle_classes = [AccountThrottle, MessageThrottle, UploadThrottle]
    parser_classes = [MultiPartParser]
    max_body_bytes = MAX_BYTES + FORM_OVERHEAD

    @extend_schema(
        operation_id="send_photo",
        parameters=[IDEMPOTENCY_KEY],
        request={"multipart/form-data": PhotoCreateSerializer},
        responses=responses_of(201, MessageSerializer, 404, 409, 422),
    )
    @error_responses(ConversationClosed, ProviderChanged, TooManyPhotos)
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Send a JPEG or PNG of 10 MB at most to the other side, with or without a text.

        409 ``too_many_photos`` for more than 30 of one sender.
        """
        order = selectors.order_for(user=self.user, order_id=order_id)
        permissions.acting_on(order, self.user, permission=permissions.WRITE_MESSAGE)
        content, given = content_of(request), parsed(PhotoCreateSerializer, request)
        message = messaging.send_photo(
            order=order,
            sender=self.user,
            content=content,
            body=given.get("body", ""),
            written_to=given.get("providerId"),
            now=clock.now(),
        )
        return Response(rendering.message_json(message, self.user), status=status.HTTP_201_CREATED)


class PhotoView(OrderView):
    """One photo of a conversation."""

    @extend_schema(
        operation_id="get_message_photo",
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY} | errors_of(404),
    )
    def get(self, request: Request, order_id: UUID, message_id: UUID) -> HttpResponseBase:
        """Return a photo, to both sides of the order and to operators who may read messages."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        actor = permissions.acting_on(order, self.user, permission=permissions.READ_MESSAGES)
        message = messaging.photo_of(order=order, message_id=message_id, reader=actor)
        permissions.note_look(order=order, actor=actor, sentence=messaging.READ)
        return private.photo_response(message.photo, called="photo")


class MessagesReadView(OrderView):
    """What of a conversation was read."""

    @extend_schema(operation_id="mark_messages_read", request=None, responses=responses_of(204, None, 404))
    def post(self, request: Request, order_id: UUID) -> Response:
        """Mark the notifications of an order's messages as read, once the conversation is on the screen."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        permissions.acting_on(order, self.user, permission=permissions.READ_MESSAGES)
        messaging.mark_read(order=order, reader=self.user, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class CustomerPhotoView(OrderView):
    """The photo of an order's customer."""

    @extend_schema(
        operation_id="get_customer_photo",
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY} | errors_of(404),
    )
    def get(self, request: Request, order_id: UUID) -> HttpResponseBase:
        """Return the photo, to the order's provider and as long as the contact is shown."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        file = customer_photos.file_for(order, viewer=self.user, now=clock.now())
        return private.photo_response(file, called="photo")
