"""The calls for mailed links: requesting, inspecting and using them.

A token is always sent in the body, never in a URL.
"""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import emailed_links, password_reset
from accounts.api.serializers import (
    AuthSuccessSerializer,
    LinkRequestSerializer,
    LinkSerializer,
    LinkTokenSerializer,
    PasswordResetSerializer,
    SuccessSerializer,
)
from accounts.api.session_views import signed_in
from accounts.clients import client_of, with_device
from accounts.emailed_links import LinkEnded, Purpose
from accounts.hashing import PasswordsBusy
from accounts.second_factor import SecondFactorRequired
from accounts.signing_in import account_of_link
from marketplace import clock
from marketplace.http.parsing import parsed
from marketplace.http.schema import error_responses, errors_of
from marketplace.http.throttling import EmailedLinkThrottle, Throttled


class PasswordResetRequestView(APIView):
    """Having a link mailed by which a new password is chosen."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="ask_for_password_reset",
        request=LinkRequestSerializer,
        responses={200: SuccessSerializer},
    )
    @error_responses(Throttled)
    def post(self, request: Request) -> Response:
        """Send a link to set a new password; the response is the same if no account has the address."""
        data = parsed(LinkRequestSerializer, request)
        emailed_links.ask(purpose=Purpose.RESET, **data, client=client_of(request), now=clock.now())
        return Response(SuccessSerializer({"success": True}).data)


class PasswordResetView(APIView):
    """Choosing a new password by a link."""

    permission_classes = [AllowAny]
    throttle_classes = [EmailedLinkThrottle]

    @extend_schema(
        operation_id="reset_password",
        request=PasswordResetSerializer,
        responses={200: AuthSuccessSerializer} | errors_of(404),
    )
    @error_responses(LinkEnded, SecondFactorRequired, PasswordsBusy)
    def post(self, request: Request) -> Response:
        """Set a new password and sign in; all other sessions of the account end."""
        given = parsed(PasswordResetSerializer, request)
        client = with_device(client_of(request))
        user = password_reset.reset(**given, now=clock.now())
        return signed_in(request, user, client, way="link")


class SignInLinkRequestView(APIView):
    """Having a link mailed that signs in."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="ask_for_sign_in_link",
        request=LinkRequestSerializer,
        responses={200: SuccessSerializer},
    )
    @error_responses(Throttled)
    def post(self, request: Request) -> Response:
        """Send a link to sign in; the response is the same if no account has the address."""
        data = parsed(LinkRequestSerializer, request)
        emailed_links.ask(purpose=Purpose.SIGN_IN, **data, client=client_of(request), now=clock.now())
        return Response(SuccessSerializer({"success": True}).data)


class SignInLinkView(APIView):
    """Signing in by a link."""

    permission_classes = [AllowAny]
    throttle_classes = [EmailedLinkThrottle]

    @extend_schema(
        operation_id="sign_in_by_link",
        request=LinkTokenSerializer,
        responses={200: AuthSuccessSerializer} | errors_of(404),
    )
    @error_responses(LinkEnded, SecondFactorRequired)
    def post(self, request: Request) -> Response:
        """Sign in; an account with a second step is asked for it, as after a password."""
        given = parsed(LinkTokenSerializer, request)
        client = with_device(client_of(request))
        user = account_of_link(**given, now=clock.now())
        return signed_in(request, user, client, way="link")


class EmailedLinkView(APIView):
    """A link, before it is used."""

    permission_classes = [AllowAny]
    throttle_classes = [EmailedLinkThrottle]

    @extend_schema(
        operation_id="look_at_emailed_link",
        request=LinkTokenSerializer,
        responses={200: LinkSerializer} | errors_of(404),
    )
    @error_responses(LinkEnded)
    def post(self, request: Request) -> Response:
        """Return what the mailed link is for and for which account; it stays valid."""
        link = emailed_links.read(**parsed(LinkTokenSerializer, request), now=clock.now())
        return Response(LinkSerializer(link).data)
