"""The shapes of JSON about conversations, in and out."""

from typing import Any

from rest_framework import serializers

from marketplace.http.fields import ParagraphsField
from orders.models import OrderStatus


class WrittenToSerializer(serializers.Serializer[Any]):
    """To whom a customer wrote."""

    providerId = serializers.UUIDField(
        required=False,
        help_text="to whom it was written; 409 `provider_changed` once another one does the order",
    )


class MessageCreateSerializer(WrittenToSerializer):
    """A line of the conversation."""

    body = ParagraphsField(max_length=2000)


class PhotoCreateSerializer(WrittenToSerializer):
    """A photo for the conversation: a JPEG or PNG of 10 MB at most, with or without a text."""

    file = serializers.FileField()
    body = ParagraphsField(max_length=2000, allow_blank=True, required=False)


class MessageSerializer(serializers.Serializer[Any]):
    """A line of the conversation."""

    id = serializers.UUIDField()
    body = serializers.CharField(allow_blank=True)
    photoUrl = serializers.CharField(allow_null=True, help_text="where the photo is, if there is one")
    sentAt = serializers.DateTimeField()
    mine = serializers.BooleanField()
    senderName = serializers.CharField()


class ConversationSerializer(serializers.Serializer[Any]):
    """What was written about an order, by its newest line."""

    orderId = serializers.UUIDField()
    customerId = serializers.UUIDField()
    customerName = serializers.CharField()
    customerPhotoUrl = serializers.CharField(allow_null=True)
    pickupTime = serializers.DateTimeField()
    status = serializers.ChoiceField(OrderStatus.choices)
    body = serializers.CharField(allow_blank=True, help_text="the newest line; empty: a photo alone")
    mine = serializers.BooleanField(help_text="whether the provider wrote it")
    sentAt = serializers.DateTimeField()
    unread = serializers.IntegerField()
    messagesUntil = serializers.DateTimeField(allow_null=True)
