"""An account's own data: names, password, addresses."""

from typing import Any, cast
from uuid import UUID

from django.contrib.auth import update_session_auth_hash
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import addresses, profile, push_subscriptions, selectors, signed_in_devices
from accounts.api.clients import client_of, keep_device
from accounts.api.serializers import (
    AddressSerializer,
    PasswordChangeSerializer,
    ProfileChangeSerializer,
    SuccessSerializer,
    UserSerializer,
)
from accounts.hashing import PasswordsBusy
from accounts.models import User
from accounts.reauthentication import OwnerChanged, WrongPassword
from marketplace import clock
from marketplace.events.live import publish_session_ended
from marketplace.http.idempotency import idempotent
from marketplace.http.schema import IDEMPOTENCY_KEY, ErrorSerializer, error_responses
from marketplace.http.throttling import Throttled

_WRITE_ERRORS: dict[int, Any] = dict.fromkeys((400, 401, 403, 413, 415, 429, 503), ErrorSerializer)


def _account(request: Request) -> User:
    return cast("User", request.user)


class ProfileView(APIView):
    """The account itself."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="get_profile",
        responses={200: UserSerializer} | dict.fromkeys((401, 429), ErrorSerializer),
    )
    def get(self, request: Request) -> Response:
        """Return the account."""
        return Response(UserSerializer(_account(request)).data)

    @extend_schema(
        operation_id="change_profile",
        request=ProfileChangeSerializer,
        responses={200: UserSerializer} | _WRITE_ERRORS,
    )
    def patch(self, request: Request) -> Response:
        """Change names, phone, postal code and language; any other field is a 400 that names it."""
        given = ProfileChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user = profile.change_profile(user=_account(request), changes=given.validated_data)
        return Response(UserSerializer(user).data)


class PasswordView(APIView):
    """The account's password."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="change_password",
        request=PasswordChangeSerializer,
        responses={200: SuccessSerializer} | _WRITE_ERRORS,
    )
    @error_responses(WrongPassword, OwnerChanged, Throttled, PasswordsBusy)
    def post(self, request: Request) -> Response:
        """Change the password; every other session of the account ends."""
        given = PasswordChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user = profile.change_password(
            user=_account(request), **given.validated_data, client=client_of(request), now=clock.now()
        )
        # The session continues under a new key.
        with push_subscriptions.carried_over(request._request.session):
            update_session_auth_hash(request._request, user)
            keep_device(self, request._request, user)
        signed_in_devices.end_others(user=user, session_key=request._request.session.session_key)
        publish_session_ended(account_id=user.pk, now=clock.now())
        return Response(SuccessSerializer({"success": True}).data)


class AddressesView(APIView):
    """The account's addresses."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_addresses",
        responses={200: AddressSerializer(many=True)} | dict.fromkeys((401, 429), ErrorSerializer),
    )
    def get(self, request: Request) -> Response:
        """Return the addresses, the default first."""
        return Response(AddressSerializer(selectors.addresses_of(user=_account(request)), many=True).data)

    @extend_schema(
        operation_id="add_address",
        parameters=[IDEMPOTENCY_KEY],
        request=AddressSerializer,
        responses={201: AddressSerializer} | dict.fromkeys((409, 422), ErrorSerializer) | _WRITE_ERRORS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add an address; the first one becomes the default."""
        given = AddressSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        address = addresses.add_address(user=_account(request), **given.validated_data, now=clock.now())
        return Response(AddressSerializer(address).data, status=status.HTTP_201_CREATED)


class AddressView(APIView):
    """One address of the account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="change_address",
        request=AddressSerializer,
        responses={200: AddressSerializer, 404: ErrorSerializer} | _WRITE_ERRORS,
    )
    def patch(self, request: Request, address_id: UUID) -> Response:
        """Change some fields of the address."""
        given = AddressSerializer(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        address = addresses.change_address(
            user=_account(request), address_id=address_id, changes=given.validated_data
        )
        return Response(AddressSerializer(address).data)

    @extend_schema(
        operation_id="remove_address",
        parameters=[IDEMPOTENCY_KEY],
        responses={204: None} | dict.fromkeys((401, 403, 404, 409, 422, 429, 503), ErrorSerializer),
    )
    @idempotent
    def delete(self, request: Request, address_id: UUID) -> Response:
        """Delete the address."""
        addresses.remove_address(user=_account(request), address_id=address_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
