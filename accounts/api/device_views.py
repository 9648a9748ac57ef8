"""Where the account is signed in, and signing out there."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import signed_in_devices
from accounts.api.serializers import SignedInDeviceSerializer
from accounts.clients import account_of, session_key_of
from marketplace import clock
from marketplace.http.schema import errors_of


class DevicesView(APIView):
    """The account's sessions."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_signed_in_devices",
        responses={200: SignedInDeviceSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Return where the account is signed in, the last used first."""
        devices = signed_in_devices.devices_of(user=account_of(request))
        context = {"session_key": session_key_of(request)}
        return Response(SignedInDeviceSerializer(devices, many=True, context=context).data)

    @extend_schema(operation_id="sign_out_other_devices", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Sign out all other devices."""
        signed_in_devices.sign_out_others(
            user=account_of(request), session_key=session_key_of(request), now=clock.now()
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class DeviceView(APIView):
    """One session of the account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="sign_out_device", responses={204: None} | errors_of(404))
    def delete(self, request: Request, device_id: UUID) -> Response:
        """Sign out the device."""
        signed_in_devices.sign_out(user=account_of(request), device_id=device_id, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
