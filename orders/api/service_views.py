"""What can be booked and what it costs, the same for everybody; and how a customer wants it done."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from marketplace import clock, figures
from marketplace.http.parsing import parsed
from marketplace.money import AmountField
from orders.api.care_serializers import CareSerializer
from orders.api.order_view import OrderView, responses_of
from orders.checkout import care_profiles
from orders.models import ServiceType
from orders.prices.pricing import ADD_ON_CHOICES, service_list


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


class CareProfileView(OrderView):
    """The care profile of the caller."""

    @extend_schema(operation_id="get_care_profile", responses=responses_of(200, CareSerializer))
    def get(self, request: Request) -> Response:
        """Return what the caller always wants; the defaults before they said anything."""
        return Response(care_profiles.profile_of(self.user))

    @extend_schema(
        operation_id="save_care_profile", request=CareSerializer, responses=responses_of(200, CareSerializer)
    )
    def put(self, request: Request) -> Response:
        """Store it for new orders; those that are placed keep their own."""
        wanted = parsed(CareSerializer, request)
        return Response(care_profiles.save_profile(user=self.user, care=wanted, now=clock.now()))


class CareQuestionSerializer(serializers.Serializer[Any]):
    """Whether the checkout asks for the care profile."""

    isOpen = serializers.BooleanField(
        help_text="false once it was answered or skipped, on whatever device, or an order was paid without it"
    )


class CareQuestionView(OrderView):
    """The question of the first booking for the caller's care profile."""

    @extend_schema(operation_id="get_care_question", responses=responses_of(200, CareQuestionSerializer))
    def get(self, request: Request) -> Response:
        """Return whether the caller is to be asked."""
        return Response({"isOpen": care_profiles.is_question_open(self.user)})

    @extend_schema(operation_id="skip_care_question", request=None, responses=responses_of(204, None))
    def delete(self, request: Request) -> Response:
        """Skip the question for good; a care profile stays as it is."""
        care_profiles.skip_question(user=self.user, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
