"""Signing in with a passkey, and the second step of whoever has an authenticator app."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import factors, second_factor, sign_in_steps
from accounts.api.security_serializers import (
    CodeSerializer,
    PasskeyQuestionSerializer,
    PasskeySignInSerializer,
)
from accounts.api.serializers import AuthSuccessSerializer
from accounts.api.session_views import signed_in
from accounts.clients import client_of, with_device
from accounts.second_factor import PasskeyRejected, SecondStepEnded, WrongCode
from marketplace import clock
from marketplace.http.parsing import parsed
from marketplace.http.schema import error_responses
from marketplace.http.throttling import PasskeyThrottle, Throttled


class SecondStepView(APIView):
    """The code after a password, a mailed link, Google or Apple."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="take_second_step",
        request=CodeSerializer,
        responses={200: AuthSuccessSerializer},
    )
    @error_responses(SecondStepEnded, WrongCode, Throttled)
    def post(self, request: Request) -> Response:
        """Sign in by a code of the authenticator app, or a recovery code, within ten minutes."""
        now, client = clock.now(), with_device(client_of(request))
        first_step = sign_in_steps.held(request._request, now=now)
        if first_step is None:
            raise SecondStepEnded
        given = parsed(CodeSerializer, request)
        factor_id = second_factor.accept_code(user=first_step.user, **given, client=client, now=now)
        return signed_in(request, first_step.user, client, way=first_step.way, factor_id=factor_id)


class PasskeyQuestionView(APIView):
    """The beginning of signing in with a passkey."""

    permission_classes = [AllowAny]
    throttle_classes = [PasskeyThrottle]

    @extend_schema(
        operation_id="begin_passkey_sign_in",
        request=None,
        responses={200: PasskeyQuestionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Return the options for signing in with a passkey of any account."""
        options = factors.begin_passkey_sign_in(clock.now())
        return Response(PasskeyQuestionSerializer({"publicKey": options}).data)


class PasskeySignInView(APIView):
    """Signing in with a passkey."""

    permission_classes = [AllowAny]
    throttle_classes = [PasskeyThrottle]

    @extend_schema(
        operation_id="sign_in_by_passkey",
        request=PasskeySignInSerializer,
        responses={200: AuthSuccessSerializer},
    )
    @error_responses(PasskeyRejected)
    def post(self, request: Request) -> Response:
        """Sign in with a passkey; there is no second step, as the device has verified its owner."""
        client = with_device(client_of(request))
        credential = parsed(PasskeySignInSerializer, request)["credential"]
        user, factor_id = second_factor.account_of_passkey(credential=credential, now=clock.now())
        return signed_in(request, user, client, way="passkey", factor_id=factor_id)
