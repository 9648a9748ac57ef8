"""The shapes of JSON about handovers, in and out."""

from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from marketplace.http.fields import FlagField
from orders.models import Handover
from orders.models.handover import MOST_BAGS

WRONG_BAGS = format_lazy(gettext_lazy("Please count from 1 to {most} bags."), most=MOST_BAGS)


class HandoverSerializer(serializers.Serializer[Any]):
    """A moment at which laundry changes hands, and what proves it."""

    kind = serializers.ChoiceField(Handover.Kind.choices)
    codeWanted = serializers.BooleanField()
    code = serializers.CharField(allow_null=True, help_text="four digits; for the order's customer alone")
    triesLeft = serializers.IntegerField(help_text="how many wrong codes more are taken")
    codeConfirmedAt = serializers.DateTimeField(allow_null=True)
    bags = serializers.IntegerField(allow_null=True)
    photoUrl = serializers.CharField(allow_null=True, help_text="where the photo is, if there is one")
    takenAt = serializers.DateTimeField(allow_null=True, help_text="when bags or photo were noted")


class HandoverCodeSerializer(serializers.Serializer[Any]):
    """Whether a code shall be asked for at the handovers that are not over."""

    wanted = FlagField()


class ProofSerializer(serializers.Serializer[Any]):
    """What a provider notes at a handover: bags, a photo (JPEG or PNG of 10 MB at most), or both."""

    kind = serializers.ChoiceField(Handover.Kind.choices)
    bags = serializers.IntegerField(
        min_value=1,
        max_value=MOST_BAGS,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), WRONG_BAGS),
    )
    file = serializers.FileField(required=False)
