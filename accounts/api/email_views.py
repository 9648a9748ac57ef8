"""The email address of an account: confirming it, and changing it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import email_address
from accounts.api.serializers import (
    AuthSuccessSerializer,
    EmailChangeSerializer,
    EmailConfirmationSerializer,
    EmailSerializer,
    PasswordResetSerializer,
    SuccessSerializer,
)
from accounts.api.session_views import signed_in
from accounts.clients import account_of, client_of, proof_of, with_device
from accounts.email_address import OwnSessionRequired
from accounts.emailed_links import LinkEnded
from accounts.hashing import PasswordsBusy
from accounts.models import User
from accounts.reauthentication import (
    OwnerChanged,
    PasswordRequired,
    Proof,
    RecentSignInRequired,
    WrongPassword,
)
from accounts.second_factor import SecondFactorRequired
from marketplace import clock
from marketplace.http.parsing import parsed
from marketplace.http.schema import error_responses, errors_of
from marketplace.http.throttling import EmailedLinkThrottle, Throttled


def _address_response(user: User) -> Response:
    change = email_address.waiting(user=user, now=clock.now())
    return Response(EmailSerializer({"user": user, "change": change}).data)


class EmailView(APIView):
    """The account's address, and the one that it is to have."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="get_email", responses={200: EmailSerializer})
    def get(self, request: Request) -> Response:
        """Return the email address, and the new one if it is not confirmed yet."""
        return _address_response(account_of(request))

    @extend_schema(
        operation_id="ask_for_email_change",
        request=EmailChangeSerializer,
        responses={200: EmailSerializer},
    )
    @error_responses(
        PasswordRequired, WrongPassword, RecentSignInRequired, OwnerChanged, Throttled, PasswordsBusy
    )
    def post(self, request: Request) -> Response:
        """Request a change of the email address; it takes effect once the new address is confirmed.

        429, and an earlier request stays, once several links were sent to the new address within a day.
        """
        data = parsed(EmailChangeSerializer, request)
        proof = proof_of(request, password=data["password"])
        email_address.ask(user=account_of(request), email=data["email"], proof=proof, now=clock.now())
        return _address_response(account_of(request))

    @extend_schema(operation_id="drop_email_change", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Cancel the requested change of email address, if any."""
        email_address.drop(user=account_of(request), now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class VerificationRequestView(APIView):
    """Having the link mailed once more that confirms the account's address."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="send_email_verification",
        request=None,
        responses={200: SuccessSerializer},
    )
    def post(self, request: Request) -> Response:
        """Send the confirmation link by email; 429 once several were sent within a day, all of which work."""
        email_address.send_again(user=account_of(request), now=clock.now())
        return Response(SuccessSerializer({"success": True}).data)


class _ByLinkView(APIView):
    """What the holder of a link does, whoever is signed in."""

    permission_classes = [AllowAny]
    throttle_classes = [EmailedLinkThrottle]


def _confirmation(request: Request) -> dict[str, Any]:
    """Return the token of a link, and what shows that its account is the caller's."""
    data = parsed(EmailConfirmationSerializer, request)
    return {
        "token": data["token"],
        "session_of": request.user if request.user.is_authenticated else None,
        "proof": Proof(client=client_of(request), password=data["password"]),
    }


_DONE_BY_LINK = {200: SuccessSerializer} | errors_of(404)


class VerificationView(_ByLinkView):
    """Confirming an account's address by a link."""

    @extend_schema(operation_id="verify_email", request=EmailConfirmationSerializer, responses=_DONE_BY_LINK)
    @error_responses(LinkEnded, PasswordRequired, WrongPassword, Throttled, PasswordsBusy)
    def post(self, request: Request) -> Response:
        """Confirm the email address, in a session of the account or with its password.

        A link that was used before gets the same response.
        """
        email_address.verify(**_confirmation(request), now=clock.now())
        return Response(SuccessSerializer({"success": True}).data)


class EmailChangeView(_ByLinkView):
    """Confirming the address that an account is to have."""

    @extend_schema(operation_id="change_email", request=EmailConfirmationSerializer, responses=_DONE_BY_LINK)
    @error_responses(LinkEnded, PasswordRequired, WrongPassword, OwnSessionRequired, Throttled, PasswordsBusy)
    def post(self, request: Request) -> Response:
        """Confirm the new email address, in a session of the account or with its password.

        400 ``email_taken`` if another account has the address by now.
        """
        email_address.confirm(**_confirmation(request), now=clock.now())
        return Response(SuccessSerializer({"success": True}).data)


class EmailTakeBackView(_ByLinkView):
    """Keeping the address that an account had, or giving it back."""

    @extend_schema(
        operation_id="take_email_back",
        request=PasswordResetSerializer,
        responses={200: AuthSuccessSerializer} | errors_of(404),
    )
    @error_responses(LinkEnded, SecondFactorRequired, PasswordsBusy)
    def post(self, request: Request) -> Response:
        """Undo the change of email address: set a new password and sign in. All other sessions end."""
        given = parsed(PasswordResetSerializer, request)
        client = with_device(client_of(request))
        user = email_address.take_back(**given, now=clock.now())
        return signed_in(request, user, client, way="link")
