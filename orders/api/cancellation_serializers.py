"""Cancelling an order, as JSON: what it would cost, the request, and why nothing was cancelled."""

from typing import Any

from rest_framework import serializers

from marketplace.http.fields import TextField
from marketplace.http.schema import ErrorSerializer
from marketplace.money import AmountField


def cancel_note() -> TextField:
    """Return the field that says why an operator cancels."""
    return TextField(
        required=False,
        allow_blank=True,
        max_length=200,
        help_text="An operator's reason, required and shown to the customer; ignored from anybody else.",
    )


class CancellationPreviewSerializer(serializers.Serializer[Any]):
    """What cancelling now would mean."""

    allowed = serializers.BooleanField()
    refund = AmountField()
    fee = AmountField()
    reason = serializers.CharField()


class CancellationSerializer(serializers.Serializer[Any]):
    """A request to cancel."""

    expectedFee = AmountField(
        required=False,
        help_text="The fee that the preview showed. If it has changed since, nothing is cancelled.",
    )
    reason = cancel_note()


class FeeSerializer(serializers.Serializer[Any]):
    """What cancelling costs now, and what goes back."""

    fee = AmountField()
    refund = AmountField()


class CancellationErrorSerializer(ErrorSerializer):
    """Why nothing was cancelled; ``fee_changed`` says what it costs now."""

    preview = FeeSerializer(required=False)
