"""What the web app must know when it starts (``GET /api/config``). Part of the top layer."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from marketplace import clock, figures
from marketplace.money import AmountField
from marketplace.site_owner import SiteOwner, site_owner
from marketplace.web.figure_texts import in_every_language
from orders.prices import pricing
from providers.horizon import ANSWER_WITHIN


class ServicePricesSerializer(serializers.Serializer[dict[str, Any]]):
    """The base price of each service in CHF."""

    standard = AmountField()
    premium = AmountField()
    ironing = AmountField()


class ReturnWithinSerializer(serializers.Serializer[dict[str, Any]]):
    """After how many hours from its pickup the laundry of each service is back at the latest."""

    standard = serializers.IntegerField()
    premium = serializers.IntegerField()
    ironing = serializers.IntegerField()


class AddOnPriceSerializer(serializers.Serializer[dict[str, Any]]):
    """What an add-on costs, each, and how many one order may have."""

    id = serializers.ChoiceField(choices=pricing.ADD_ON_CHOICES)
    name = serializers.CharField()
    price = AmountField()
    most = serializers.IntegerField()


class PricesSerializer(serializers.Serializer[dict[str, Any]]):
    """The price list: CHF with two places, kilograms with one."""

    currency = serializers.ChoiceField(choices=["CHF"])
    services = ServicePricesSerializer()
    platformFee = AmountField()
    extraKg = AmountField(help_text="for each kilogram above includedKg")
    includedKg = serializers.DecimalField(max_digits=4, decimal_places=1)
    minKg = serializers.DecimalField(max_digits=4, decimal_places=1)
    maxKg = serializers.DecimalField(max_digits=4, decimal_places=1)
    stepKg = serializers.DecimalField(max_digits=4, decimal_places=1)
    addOns = AddOnPriceSerializer(many=True)
    expressWithinHours = serializers.IntegerField(help_text="an express order is back by then")
    returnWithinHours = ReturnWithinSerializer()


class SocialSignInSerializer(serializers.Serializer[dict[str, Any]]):
    """Which ways to sign in beside email are open."""

    google = serializers.BooleanField()
    apple = serializers.BooleanField()


class DemoSerializer(serializers.Serializer[dict[str, Any]]):
    """The provider that /schedule-test shows; the same in every demonstration."""

    providerId = serializers.UUIDField()
    customerId = serializers.UUIDField()


class SiteOwnerSerializer(serializers.Serializer[SiteOwner]):
    """The company that runs the site, for the imprint."""

    name = serializers.CharField()
    address = serializers.ListField(child=serializers.CharField(), help_text="line by line")
    vatNumber = serializers.CharField(
        source="vat_number", allow_blank=True, help_text="empty: not registered for VAT"
    )


class ConfigSerializer(serializers.Serializer[dict[str, Any]]):
    """What the web app must know at start."""

    productName = serializers.CharField()
    stripePublishableKey = serializers.CharField(allow_null=True, help_text="null: not configured")
    stripeScriptUrl = serializers.CharField()
    testPayments = serializers.BooleanField()
    demo = DemoSerializer(allow_null=True, help_text="null: this is no demonstration")
    mapTilesUrl = serializers.CharField(allow_null=True)
    mapTilesAttribution = serializers.CharField(
        allow_blank=True, help_text="the attribution of the map tiles; plain text"
    )
    languages = serializers.ListField(child=serializers.CharField())
    minPasswordLength = serializers.IntegerField()
    answerWithinMinutes = serializers.IntegerField(
        help_text="how long a provider who accepts by hand has to answer a paid order"
    )
    supportEmail = serializers.EmailField()
    supportPhone = serializers.CharField()
    siteOwner = SiteOwnerSerializer(allow_null=True, help_text="null: not set")
    prices = PricesSerializer()
    figureTexts = serializers.DictField(
        child=serializers.DictField(child=serializers.CharField()),
        help_text="by language: what stands in the place of the figures that texts name",
    )
    socialSignIn = SocialSignInSerializer()


def config(*, now: datetime) -> dict[str, Any]:
    """Return the configuration from the settings and the current figures."""
    holding = figures.at(now)
    return {
        "productName": settings.PRODUCT_NAME,
        "stripePublishableKey": settings.STRIPE_PUBLISHABLE_KEY or None,
        "stripeScriptUrl": settings.STRIPE_SCRIPT_URL,
        "testPayments": settings.TEST_PAYMENTS,
        "demo": import_string(settings.DEMO_IDS)() if settings.DEMO_IDS else None,
        "mapTilesUrl": settings.MAP_TILES_URL or None,
        "mapTilesAttribution": settings.MAP_TILES_ATTRIBUTION,
        "languages": [code for code, _ in settings.LANGUAGES],
        "minPasswordLength": settings.MIN_PASSWORD_LENGTH,
        "answerWithinMinutes": int(ANSWER_WITHIN.total_seconds()) // 60,
        "supportEmail": holding.support_email,
        "supportPhone": holding.support_phone,
        "siteOwner": site_owner(),
        "prices": pricing.price_table(holding),
        "figureTexts": in_every_language(holding),
        "socialSignIn": {name: name in settings.SOCIALACCOUNT_PROVIDERS for name in ("google", "apple")},
    }


class ConfigView(APIView):
    """The configuration of this installation; the same for everybody."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="get_config", responses=ConfigSerializer)
    def get(self, request: Request) -> Response:
        """Return the configuration of the web app."""
        return Response(ConfigSerializer(config(now=clock.now())).data)
