"""An account's own data: names, password, addresses."""

from uuid import UUID

from django.contrib.auth import update_session_auth_hash
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import addresses, profile, push_subscriptions, selectors, signed_in_devices
from accounts.api.serializers import (
    AddressSerializer,
    PasswordChangeSerializer,
    ProfileChangeSerializer,
    SuccessSerializer,
    UserSerializer,
)
from accounts.clients import account_of, client_of, record_device, session_key_of
from accounts.hashing import PasswordsBusy
from accounts.reauthentication import OwnerChanged, WrongPassword
from marketplace import clock
from marketplace.events.live import publish_session_ended
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import Throttled


class ProfileView(APIView):
    """The account itself."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="get_profile",
        responses={200: UserSerializer},
    )
    def get(self, request: Request) -> Response:
        """Return the account."""
        return Response(UserSerializer(account_of(request)).data)

    @extend_schema(
        operation_id="change_profile",
        request=ProfileChangeSerializer,
        responses={200: UserSerializer},
    )
    def patch(self, request: Request) -> Response:
        """Change names, phone, postal code and language; any other field is a 400 that names it."""
        given = parsed(ProfileChangeSerializer, request)
        user = profile.change_profile(user=account_of(request), changes=given)
        return Response(UserSerializer(user).data)


class PasswordView(APIView):
    """The account's password."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="change_password",
        request=PasswordChangeSerializer,
        responses={200: SuccessSerializer},
    )
    @error_responses(WrongPassword, OwnerChanged, Throttled, PasswordsBusy)
    def post(self, request: Request) -> Response:
        """Change the password; every other session of the account ends."""
        given = parsed(PasswordChangeSerializer, request)
        user = profile.change_password(
            user=account_of(request), **given, client=client_of(request), now=clock.now()
        )
        # The session continues under a new key.
        with push_subscriptions.carried_over(request._request.session):
            update_session_auth_hash(request._request, user)
            record_device(request._request, user)
        signed_in_devices.end_others(user=user, session_key=session_key_of(request))
        publish_session_ended(account_id=user.pk, now=clock.now())
        return Response(SuccessSerializer({"success": True}).data)


class AddressesView(APIView):
    """The account's addresses."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_addresses",
        responses={200: AddressSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Return the addresses, the default first."""
        return Response(AddressSerializer(selectors.addresses_of(user=account_of(request)), many=True).data)

    @extend_schema(
        operation_id="add_address",
        parameters=[IDEMPOTENCY_KEY],
        request=AddressSerializer,
        responses={201: AddressSerializer} | errors_of(409, 422),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add an address; the first one becomes the default."""
        given = parsed(AddressSerializer, request)
        address = addresses.add_address(user=account_of(request), **given, now=clock.now())
        return Response(AddressSerializer(address).data, status=status.HTTP_201_CREATED)


class AddressView(APIView):
    """One address of the account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="change_address",
        request=AddressSerializer,
        responses={200: AddressSerializer} | errors_of(404),
    )
    def patch(self, request: Request, address_id: UUID) -> Response:
        """Change some fields of the address."""
        given = parsed(AddressSerializer, request, partial=True)
        address = addresses.change_address(user=account_of(request), address_id=address_id, changes=given)
        return Response(AddressSerializer(address).data)

    @extend_schema(
        operation_id="remove_address",
        parameters=[IDEMPOTENCY_KEY],
        responses={204: None} | errors_of(404, 409, 422),
    )
    @idempotent
    def delete(self, request: Request, address_id: UUID) -> Response:
        """Delete the address."""
        addresses.remove_address(user=account_of(request), address_id=address_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
