"""Signing in, registering, signing out."""

from typing import Any

from django.contrib.auth import logout
from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import impersonated_calls, impersonating, sign_in_steps
from accounts.api.serializers import (
    AuthSuccessSerializer,
    LoginSerializer,
    RegistrationSerializer,
    SessionSerializer,
    SuccessSerializer,
)
from accounts.clients import (
    account_of,
    client_of,
    note_session_use,
    renew_session_cookie,
    session_key_of,
    set_device_cookie,
    with_device,
)
from accounts.hashing import PasswordsBusy
from accounts.limits import Client
from accounts.models import User
from accounts.registering import register
from accounts.second_factor import SecondFactorRequired
from accounts.signing_in import WrongCredentials, account_of_credentials
from marketplace import clock
from marketplace.events.live import publish_session_ended
from marketplace.events.log_reader import Cursor
from marketplace.http.parsing import parsed
from marketplace.http.schema import error_responses
from marketplace.http.throttling import Throttled


def signed_in(
    request: Request, user: User, client: Client, *, way: str, factor_id: int | None = None
) -> Response:
    """Open a session under a new key and respond with the account and the new CSRF token.

    An account with an authenticator app that has shown no factor needs its code first: raises
    :class:`~accounts.second_factor.SecondFactorRequired`.
    """
    now = clock.now()
    if factor_id is None and user.has_second_step:
        sign_in_steps.hold(request._request, user, way=way, now=now)
        raise SecondFactorRequired
    sign_in_steps.open_session(request._request, user, client=client, way=way, factor_id=factor_id, now=now)
    data = {"success": True, "user": user, "csrfToken": get_token(request._request)}
    response = Response(AuthSuccessSerializer(data).data)
    set_device_cookie(response, client)
    return response


class SessionView(APIView):
    """Who is signed in."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="get_session", responses=SessionSerializer)
    def get(self, request: Request) -> Response:
        """Return the signed-in account or null, and set the CSRF cookie."""
        user, now = account_of(request) if request.user.is_authenticated else None, clock.now()
        data: dict[str, Any] = {
            "authenticated": user is not None,
            "user": user,
            "csrfToken": get_token(request._request),
            "eventsCursor": "" if user is None else str(Cursor.newest(now=now)),
        }
        response = Response(SessionSerializer(data).data)
        key = session_key_of(request) if user else None
        if user and key and note_session_use(request._request, user, now=now):
            renew_session_cookie(response, key)
        return response


class LoginView(APIView):
    """Sign in by email address and password."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="login",
        request=LoginSerializer,
        responses={200: AuthSuccessSerializer},
    )
    @error_responses(WrongCredentials, SecondFactorRequired, Throttled, PasswordsBusy)
    def post(self, request: Request) -> Response:
        """Sign in; 401 ``invalid_credentials``, 403 ``second_factor_required``, 429 ``throttled``."""
        given = parsed(LoginSerializer, request)
        client = with_device(client_of(request))
        user = account_of_credentials(**given, client=client, now=clock.now())
        return signed_in(request, user, client, way="password")


class RegisterView(APIView):
    """Open an account and sign in."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="register",
        request=RegistrationSerializer,
        responses={200: AuthSuccessSerializer},
    )
    @error_responses(Throttled, PasswordsBusy)
    def post(self, request: Request) -> Response:
        """Register; 400 names the fields that are wrong, 429 ``throttled``."""
        given = parsed(RegistrationSerializer, request)
        client = with_device(client_of(request))
        user = register(**given, client=client, now=clock.now())
        return signed_in(request, user, client, way="password")


class LogoutView(APIView):
    """Sign out; a visitor is signed out already."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="logout",
        request=None,
        responses={200: SuccessSerializer},
    )
    def post(self, request: Request) -> Response:
        """Sign out. For an operator who is signed in as a customer, only that session ends."""
        if (visit := impersonated_calls.of(request._request)) is not None:
            impersonating.end(impersonation_id=visit.pk, now=clock.now())
            return Response(SuccessSerializer({"success": True}).data)
        account_id = request.user.pk
        logout(request._request)
        if account_id is not None:
            publish_session_ended(account_id=account_id, now=clock.now())
        return Response(SuccessSerializer({"success": True}).data)
