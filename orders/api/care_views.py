"""What a customer always wants: the profile, and its copy on an order."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import clock
from marketplace.http.parsing import parsed
from orders.api.care_serializers import CareSerializer
from orders.api.order_view import OrderView, responses_of
from orders.checkout import care


class CareProfileView(OrderView):
    """The care profile of the caller."""

    @extend_schema(operation_id="get_care_profile", responses=responses_of(200, CareSerializer))
    def get(self, request: Request) -> Response:
        """Return what the caller always wants; the defaults before they said anything."""
        return Response(care.profile_of(self.user))

    @extend_schema(
        operation_id="save_care_profile", request=CareSerializer, responses=responses_of(200, CareSerializer)
    )
    def put(self, request: Request) -> Response:
        """Store it for new orders; those that are placed keep their own."""
        wanted = parsed(CareSerializer, request)
        return Response(care.save_profile(user=self.user, care=wanted, now=clock.now()))
