"""JSON of what providers set of themselves."""

from typing import Any

from rest_framework import serializers

from marketplace.http.fields import (
    ChangeSerializer,
    FlagField,
    ParagraphsField,
    PostalCodeField,
    TextField,
    WholeField,
)
from providers import profile
from providers.api.serializers import AreaSerializer, area_json
from providers.models import Provider


class ProviderSettingsSerializer(serializers.Serializer[object]):
    """What a provider has set, as its owner sees it."""

    providerId = serializers.UUIDField()
    etag = serializers.CharField(
        help_text="the entity tag of what is shown here: send it back as If-Match, as it is"
    )
    photoUrl = serializers.CharField(allow_null=True, help_text="an address of this site")
    businessName = serializers.CharField(allow_blank=True)
    bio = serializers.CharField(allow_blank=True)
    specialties = serializers.ListField(child=serializers.CharField())
    acceptsInstantly = serializers.BooleanField(help_text="payment confirms an order at once")
    lateFeePercent = serializers.IntegerField(
        min_value=0, max_value=100, help_text="what a late cancellation costs, of the service amount"
    )
    serviceArea = serializers.ListField(child=serializers.CharField(), help_text="postal codes served")
    areas = AreaSerializer(many=True)


class ProviderSettingsChangeSerializer(ChangeSerializer):
    """What a provider may change; what is left out stays, and any other field is refused by name."""

    businessName = TextField(source="business_name", max_length=120, allow_blank=True, required=False)
    bio = ParagraphsField(max_length=1000, allow_blank=True, required=False)
    specialties = serializers.ListField(
        child=TextField(max_length=profile.LONGEST_SPECIALTY),
        max_length=profile.MOST_SPECIALTIES,
        required=False,
    )
    acceptsInstantly = FlagField(source="accepts_instantly", required=False)
    lateFeePercent = WholeField(source="late_fee_percent", min_value=0, max_value=100, required=False)
    serviceArea = serializers.ListField(
        source="service_area",
        child=PostalCodeField(is_checked=False, max_length=8),
        required=False,
        help_text="1 to 60 Swiss postal codes, in the order to show them",
    )


def etag(provider: Provider, codes: list[str]) -> str:
    """Return the entity tag of a provider's settings, which ``If-Match`` brings back."""
    return f'"{profile.version_of(provider, codes)}"'


def settings_json(provider: Provider, codes: list[str]) -> dict[str, Any]:
    """Return a provider's settings, with the postal codes served, as JSON."""
    return {
        "providerId": str(provider.pk),
        "etag": etag(provider, codes),
        "photoUrl": provider.profile_image_url or None,
        "businessName": provider.business_name,
        "bio": provider.bio,
        "specialties": provider.specialties,
        "acceptsInstantly": provider.accepts_instantly,
        "lateFeePercent": provider.late_fee_percent,
        "serviceArea": codes,
        "areas": [area_json(code) for code in codes],
    }
