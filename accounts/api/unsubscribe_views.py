"""The call that a mail program makes for its button "Unsubscribe"."""

from django.http import HttpResponseRedirect
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import unsubscribing
from accounts.emails import SETTINGS_PAGE
from marketplace import clock
from marketplace.http.schema import ErrorSerializer


class UnsubscribeView(APIView):
    """Unsubscribing from e-mails. The address is signed, and is its only credential: no session, no CSRF."""

    authentication_classes = []
    permission_classes = [AllowAny]
    parser_classes = [FormParser, MultiPartParser]

    @extend_schema(operation_id="open_unsubscribe", responses={302: None}, auth=[])
    def get(self, request: Request, token: str) -> HttpResponseRedirect:
        """Lead to the settings; nothing is changed."""
        return HttpResponseRedirect(SETTINGS_PAGE)

    @extend_schema(
        operation_id="unsubscribe",
        request=None,
        responses={204: None} | dict.fromkeys((404, 415), ErrorSerializer),
        auth=[],
    )
    def post(self, request: Request, token: str) -> Response:
        """Switch off the e-mails that the address is about, as RFC 8058 has it. Idempotent."""
        unsubscribing.unsubscribe(token=token, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
