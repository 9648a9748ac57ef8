"""JSON of support requests, in and out."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import SupportReply, SupportRequest
from marketplace.http.fields import EmailField, ParagraphsField, TextField


def _needed(sentence: str | Promise) -> dict[str, Any]:
    return dict.fromkeys(("required", "null", "blank"), sentence)


class SupportRequestCreateSerializer(serializers.Serializer[dict[str, Any]]):
    """The body of a support request (specification point 3, Support form)."""

    name = TextField(max_length=120, error_messages=_needed(_("Name is required")))
    email = EmailField(max_length=254, error_messages=_needed(_("Email is required")))
    category = serializers.ChoiceField(
        choices=SupportRequest.Category.choices, default=SupportRequest.Category.GENERAL
    )
    subject = TextField(max_length=150, error_messages=_needed(_("Subject is required")))
    message = ParagraphsField(max_length=5000, error_messages=_needed(_("Message is required")))


class SupportRequestSerializer(serializers.ModelSerializer[SupportRequest]):
    """A support request; ``updatedAt`` is when anybody last wrote."""

    category = serializers.ChoiceField(choices=SupportRequest.Category.choices)
    status = serializers.ChoiceField(choices=SupportRequest.Status.choices)
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")

    class Meta:
        model = SupportRequest
        fields = ["id", "category", "subject", "message", "status", "createdAt", "updatedAt"]


class SupportReplyCreateSerializer(serializers.Serializer[dict[str, Any]]):
    """A further message of a support request."""

    body = ParagraphsField(max_length=5000, error_messages=_needed(_("Please write a message.")))


class SupportReplySerializer(serializers.ModelSerializer[SupportReply]):
    """A message of a support request; ``mine`` is false for the support's."""

    mine = serializers.SerializerMethodField()
    senderName = serializers.CharField(source="author.first_name")
    sentAt = serializers.DateTimeField(source="sent_at")

    class Meta:
        model = SupportReply
        fields = ["id", "body", "mine", "senderName", "sentAt"]

    def get_mine(self, said: SupportReply) -> bool:
        """Tell whether the account wrote it, and not the support."""
        return not said.by_operator
