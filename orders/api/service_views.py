"""What can be booked, and what it costs: the same for everybody."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from marketplace import clock, figures
from marketplace.money import AmountField
from orders.checkout.pricing import ADD_ON_CHOICES, service_list
from orders.models import ServiceType


class ServiceSerializer(serializers.Serializer[Any]):
    """A service with its price up to the included weight."""

    id = serializers.ChoiceField(ServiceType.choices)
    name = serializers.CharField()
    price = AmountField()
    maxWeight = serializers.DecimalField(max_digits=4, decimal_places=1, help_text="kilograms")


class OfferedAddOnSerializer(serializers.Serializer[Any]):
    """An add-on with its price: once for an order, or for each piece."""

    id = serializers.ChoiceField(ADD_ON_CHOICES)
    name = serializers.CharField()
    price = AmountField()
    perPiece = serializers.BooleanField()


class ServiceListSerializer(serializers.Serializer[Any]):
    """What can be booked at present prices; the platform fee is on every order."""

    services = ServiceSerializer(many=True)
    addOns = OfferedAddOnSerializer(many=True)
    platformFee = AmountField()


class ServicesView(APIView):
    """Services and add-ons."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="list_services", responses=ServiceListSerializer)
    def get(self, request: Request) -> Response:
        """Return the services and the add-ons with their present prices in CHF."""
        return Response(service_list(figures.at(clock.now())))
