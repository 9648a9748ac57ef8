"""How an account is signed in to: its passkeys, authenticator app and recovery codes.

Only the owner changes them: with the password, in a session that has shown the second factor if there is one,
and never an operator who is signed in as a customer.
"""

from datetime import datetime

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import (
    factors,
    reauthentication,
    second_factor,
    sign_in_steps,
    signed_in_devices,
    social_connections,
)
from accounts.api.security_serializers import (
    AppSetupSerializer,
    CodeSerializer,
    NavigationSerializer,
    NewPasskeySerializer,
    OwnerProofSerializer,
    PasskeyNameSerializer,
    PasskeyQuestionSerializer,
    PasskeySerializer,
    RecoveryCodesSerializer,
    SecuritySerializer,
)
from accounts.clients import account_of, proof_of
from accounts.hashing import PasswordsBusy
from accounts.models import User
from accounts.reauthentication import OwnerChanged, PasswordRequired, RecentSignInRequired, WrongPassword
from accounts.second_factor import (
    AddressNotConfirmed,
    AppSetUp,
    NoApp,
    PasskeyRejected,
    SecondFactorNotShown,
    TooManyPasskeys,
    WrongCode,
)
from accounts.social_connections import LastWayIn, NotConfigured
from marketplace import clock
from marketplace.http.parsing import parsed
from marketplace.http.schema import error_responses, errors_of
from marketplace.http.throttling import Throttled

_OWNER = (
    *(SecondFactorNotShown, PasswordRequired, WrongPassword, RecentSignInRequired, OwnerChanged),
    *(Throttled, PasswordsBusy),
)


def _check_session(request: Request) -> User:
    """Return the account, if its session may change factors."""
    user = account_of(request)
    second_factor.check_may_change(user=user, has_shown=sign_in_steps.has_shown_factor(user))
    return user


def _check_owner(request: Request, now: datetime) -> User:
    """Return the account, if the request proves its owner."""
    user = _check_session(request)
    proof = proof_of(request, password=parsed(OwnerProofSerializer, request)["password"])
    reauthentication.check_owner(user=user, proof=proof, now=now)
    return user


class SecurityView(APIView):
    """What signs in to the account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="get_security",
        responses={200: SecuritySerializer},
    )
    def get(self, request: Request) -> Response:
        """Return how the account is signed in to."""
        user = account_of(request)
        data = {
            "passkeys": factors.passkeys_of(user),
            "authenticatorApp": factors.app_of(user),
            "recoveryCodesLeft": factors.codes_left(user),
            "connections": social_connections.connections_of(user),
            "signedInBy": sign_in_steps.way_of(request._request) or None,
            "hasPassword": user.has_usable_password(),
            "mayChange": second_factor.may_change(user=user, has_shown=sign_in_steps.has_shown_factor(user)),
        }
        return Response(SecuritySerializer(data).data)


class NewPasskeyQuestionView(APIView):
    """The beginning of a new passkey."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="begin_passkey",
        request=OwnerProofSerializer,
        responses={200: PasskeyQuestionSerializer} | errors_of(409),
    )
    @error_responses(*_OWNER, AddressNotConfirmed, TooManyPasskeys)
    def post(self, request: Request) -> Response:
        """Return the options from which the browser makes a passkey; they are valid for ten minutes."""
        now = clock.now()
        second_factor.check_may_add_passkey(user=_check_session(request))
        options = factors.begin_passkey(_check_owner(request, now), now)
        return Response(PasskeyQuestionSerializer({"publicKey": options}).data)


class PasskeysView(APIView):
    """The account's passkeys."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="add_passkey",
        request=NewPasskeySerializer,
        responses={201: PasskeySerializer} | errors_of(409),
    )
    @error_responses(
        SecondFactorNotShown, OwnerChanged, AddressNotConfirmed, TooManyPasskeys, PasskeyRejected
    )
    def post(self, request: Request) -> Response:
        """Save the passkey that the browser has made; from now on it signs in."""
        user, now = _check_session(request), clock.now()
        given = parsed(NewPasskeySerializer, request)
        agent = request.META.get("HTTP_USER_AGENT", "")
        name = given["name"] or signed_in_devices.device_words(agent) or _("Passkey")
        added = second_factor.add_passkey(user=user, name=name, credential=given["credential"], now=now)
        if not sign_in_steps.has_shown_factor(user):
            sign_in_steps.show_factor(request._request, added.id)
        return Response(PasskeySerializer(added).data, status=status.HTTP_201_CREATED)


class PasskeyView(APIView):
    """One passkey."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="rename_passkey",
        request=PasskeyNameSerializer,
        responses={200: PasskeySerializer} | errors_of(404),
    )
    @error_responses(SecondFactorNotShown)
    def patch(self, request: Request, passkey_id: int) -> Response:
        """Rename the passkey."""
        user = _check_session(request)
        renamed = second_factor.rename_passkey(
            user=user, passkey_id=passkey_id, **parsed(PasskeyNameSerializer, request)
        )
        return Response(PasskeySerializer(renamed).data)


class PasskeyRemovalView(APIView):
    """The end of a passkey."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="remove_passkey", request=OwnerProofSerializer, responses={204: None} | errors_of(404)
    )
    @error_responses(*_OWNER)
    def post(self, request: Request, passkey_id: int) -> Response:
        """Remove the passkey; it no longer signs in."""
        now = clock.now()
        second_factor.remove_passkey(user=_check_owner(request, now), passkey_id=passkey_id, now=now)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ConnectionView(APIView):
    """Google or Apple as a way into the account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="connect_provider",
        request=OwnerProofSerializer,
        responses={200: NavigationSerializer} | errors_of(404, 409),
    )
    @error_responses(*_OWNER, NotConfigured)
    def post(self, request: Request, provider: str) -> Response:
        """Begin to connect the provider; the browser goes on at the address, within ten minutes."""
        now = clock.now()
        _check_owner(request, now)
        url = social_connections.begin(request._request, provider=provider, now=now)
        return Response(NavigationSerializer({"url": url}).data)


class ConnectionRemovalView(APIView):
    """The end of a connection."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="disconnect_provider",
        request=OwnerProofSerializer,
        responses={204: None} | errors_of(404, 409),
    )
    @error_responses(*_OWNER, LastWayIn)
    def post(self, request: Request, provider: str) -> Response:
        """Disconnect the provider; it no longer signs in."""
        now = clock.now()
        social_connections.disconnect(user=_check_owner(request, now), provider=provider, now=now)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AppSetupView(APIView):
    """The beginning of an authenticator app."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="begin_authenticator_app",
        request=OwnerProofSerializer,
        responses={200: AppSetupSerializer} | errors_of(409),
    )
    @error_responses(*_OWNER, AddressNotConfirmed, AppSetUp)
    def post(self, request: Request) -> Response:
        """Return the set-up of an authenticator app; its first code, within ten minutes, turns it on."""
        user, now = _check_session(request), clock.now()
        second_factor.check_may_add(user=user)
        second_factor.check_may_set_up_app(user=user)
        return Response(AppSetupSerializer(factors.begin_app(_check_owner(request, now), now)).data)


class AppView(APIView):
    """The authenticator app."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="turn_on_authenticator_app",
        request=CodeSerializer,
        responses={201: RecoveryCodesSerializer} | errors_of(409),
    )
    @error_responses(SecondFactorNotShown, OwnerChanged, AppSetUp, NoApp, WrongCode)
    def post(self, request: Request) -> Response:
        """Turn on the authenticator app with its first code; from now on signing in asks for one."""
        user, now = _check_session(request), clock.now()
        codes = second_factor.turn_on_app(user=user, **parsed(CodeSerializer, request), now=now)
        if not sign_in_steps.has_shown_factor(user) and (app := factors.app_of(user)):
            sign_in_steps.show_factor(request._request, app.id)
        data = RecoveryCodesSerializer({"recoveryCodes": codes})
        return Response(data.data, status=status.HTTP_201_CREATED)


class AppRemovalView(APIView):
    """The end of the authenticator app."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="remove_authenticator_app",
        request=OwnerProofSerializer,
        responses={204: None} | errors_of(409),
    )
    @error_responses(*_OWNER, NoApp)
    def post(self, request: Request) -> Response:
        """Remove the authenticator app and the recovery codes; signing in asks for no code any more."""
        now = clock.now()
        second_factor.turn_off_app(user=_check_owner(request, now), now=now)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RecoveryCodesView(APIView):
    """Recovery codes, which work in place of the authenticator app."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="make_recovery_codes",
        request=OwnerProofSerializer,
        responses={201: RecoveryCodesSerializer} | errors_of(409),
    )
    @error_responses(*_OWNER, NoApp)
    def post(self, request: Request) -> Response:
        """Return new recovery codes; the former ones no longer work."""
        now = clock.now()
        codes = second_factor.new_recovery_codes(user=_check_owner(request, now), now=now)
        data = RecoveryCodesSerializer({"recoveryCodes": codes})
        return Response(data.data, status=status.HTTP_201_CREATED)
