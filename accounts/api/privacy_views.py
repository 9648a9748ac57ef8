"""What an account allows."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import privacy_preferences
from accounts.clients import account_of
from accounts.models import PrivacyPreferences
from marketplace import clock
from marketplace.errors import Invalid
from marketplace.http.fields import FlagField
from marketplace.http.parsing import parsed


class PrivacyPreferencesSerializer(serializers.Serializer[PrivacyPreferences]):
    """What an account allows (specification point 3, Privacy preferences)."""

    analytics = serializers.BooleanField()
    marketing = serializers.BooleanField()
    notifications = serializers.BooleanField()
    locationTracking = serializers.BooleanField(source="location_tracking")
    dataSharing = serializers.BooleanField(source="data_sharing")


class PrivacyChoicesSerializer(serializers.Serializer[dict[str, Any]]):
    """One switch or several; those that are left out stay."""

    analytics = FlagField(required=False)
    marketing = FlagField(required=False)
    notifications = FlagField(required=False)
    locationTracking = FlagField(source="location_tracking", required=False)
    dataSharing = FlagField(source="data_sharing", required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse switches that there are none of."""
        unknown = {
            name: [_("There is no such switch.")] for name in self.initial_data if name not in self.fields
        }
        if unknown:
            raise Invalid(
                _("There are no such switches: {names}.").format(names=", ".join(unknown)), fields=unknown
            )
        return attrs


class PrivacyPreferencesView(APIView):
    """The five switches of the account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="get_privacy_preferences",
        responses={200: PrivacyPreferencesSerializer},
    )
    def get(self, request: Request) -> Response:
        """Return the account's privacy preferences."""
        preferences = privacy_preferences.of(user_id=account_of(request).pk)
        return Response(PrivacyPreferencesSerializer(preferences).data)

    @extend_schema(
        operation_id="change_privacy_preferences",
        request=PrivacyChoicesSerializer,
        responses={200: PrivacyPreferencesSerializer},
    )
    def put(self, request: Request) -> Response:
        """Change privacy preferences; each change is logged. Idempotent."""
        choices = parsed(PrivacyChoicesSerializer, request)
        user = account_of(request)
        preferences = privacy_preferences.change(user=user, choices=choices, now=clock.now())
        return Response(PrivacyPreferencesSerializer(preferences).data)
