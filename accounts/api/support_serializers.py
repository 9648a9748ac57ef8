"""JSON of support requests, in and out."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import SupportPhoto, SupportReply, SupportRequest
from marketplace.http.fields import (
    FlagField,
    IdField,
    ParagraphsField,
    ReachableEmailField,
    TextField,
    missing,
)


class SupportRequestCreateSerializer(serializers.Serializer[dict[str, Any]]):
    """The body of a support request (specification point 3, Support form)."""

    name = TextField(max_length=120, error_messages=missing(_("Name is required")))
    email = ReachableEmailField(max_length=254, error_messages=missing(_("Email is required")))
    category = serializers.ChoiceField(
        choices=SupportRequest.Category.choices, default=SupportRequest.Category.GENERAL
    )
    subject = TextField(max_length=150, error_messages=missing(_("Subject is required")))
    message = ParagraphsField(max_length=5000, error_messages=missing(_("Message is required")))
    orderId = IdField(source="about_order_id", required=False, allow_null=True, default=None)
    isChat = FlagField(source="is_chat", required=False, help_text="begin a live chat; an account's alone")


class SupportRequestSerializer(serializers.ModelSerializer[SupportRequest]):
    """A support request; ``updatedAt`` is when anybody last wrote.

    ``isChat`` is false for a chat that was begun outside of our hours: the answer comes by email.
    """

    category = serializers.ChoiceField(choices=SupportRequest.Category.choices)
    status = serializers.ChoiceField(choices=SupportRequest.Status.choices)
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")
    orderId = serializers.UUIDField(source="about_order_id", allow_null=True)
    isChat = serializers.BooleanField(source="is_chat")

    class Meta:
        model = SupportRequest
        fields = [
            *("id", "category", "subject", "message", "status", "createdAt", "updatedAt"),
            *("orderId", "isChat"),
        ]


class SupportReplyCreateSerializer(serializers.Serializer[dict[str, Any]]):
    """A further message of a support request."""

    body = ParagraphsField(max_length=5000, error_messages=missing(_("Please write a message.")))


class SupportPhotoCreateSerializer(serializers.Serializer[dict[str, Any]]):
    """A JPEG or PNG of 10 MB at most."""

    file = serializers.FileField()


class SupportReplySerializer(serializers.Serializer[Any]):
    """A message of a support request: words, or a photo; ``mine`` is false for the support's."""

    id = serializers.UUIDField()
    body = serializers.CharField(allow_blank=True)
    photoUrl = serializers.CharField(allow_null=True, help_text="where the photo is, if it is one")
    mine = serializers.BooleanField()
    senderName = serializers.CharField()
    sentAt = serializers.DateTimeField()


class SupportHoursSerializer(serializers.Serializer[Any]):
    """Whether somebody is there for a chat, and until when that stays so."""

    isOpen = serializers.BooleanField()
    changesAt = serializers.DateTimeField()


def line_json(line: SupportReply | SupportPhoto) -> dict[str, Any]:
    """Return one line of a thread as its account sees it."""
    if isinstance(line, SupportPhoto):
        said = {
            "body": "",
            "photoUrl": f"/api/support-requests/{line.request_id}/photos/{line.pk}",
            "mine": True,
            "senderName": line.sender.first_name,
        }
    else:
        said = {
            "body": line.body,
            "photoUrl": None,
            "mine": not line.by_operator,
            "senderName": line.author.first_name,
        }
    return said | {"id": str(line.pk), "sentAt": line.sent_at.isoformat().replace("+00:00", "Z")}
