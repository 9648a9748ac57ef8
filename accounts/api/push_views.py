"""Push subscription of the calling device: the key a browser subscribes with, and whether it has."""

import re
from base64 import urlsafe_b64decode
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import push_service, push_subscriptions
from accounts.clients import account_of, record_device, session_key_of
from accounts.models import SignedInDevice
from marketplace import clock
from marketplace.http.fields import TextField
from marketplace.http.parsing import parsed
from marketplace.http.schema import error_responses
from marketplace.http.throttling import AccountThrottle, PushSubscriptionThrottle, Throttled

_KEY_BYTES, _SECRET_BYTES = 65, 16


def _decoded(value: str, length: int) -> bytes:
    """Decode base64url; raises a validation error unless it holds exactly ``length`` bytes."""
    bare = value.rstrip("=")
    # No base64 text has a length of 4n + 1.
    is_base64 = re.fullmatch(r"[\w-]+={0,2}", value, re.ASCII) is not None and len(bare) % 4 != 1
    found = urlsafe_b64decode(bare + "=" * (-len(bare) % 4)) if is_base64 else b""
    if len(found) != length:
        raise serializers.ValidationError(_("This is no key of a browser."))
    return found


class PushKeysSerializer(serializers.Serializer[dict[str, str]]):
    """The browser's keys, in base64url: by them it alone reads what is sent."""

    p256dh = TextField(max_length=100)
    auth = TextField(max_length=40)

    def validate_p256dh(self, value: str) -> str:
        """Refuse what is no point of the curve."""
        # Imported late: 8 MB that most processes never need.
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(value, _KEY_BYTES))
        except ValueError as error:
            raise serializers.ValidationError(_("This is no key of a browser.")) from error
        return value

    def validate_auth(self, value: str) -> str:
        """Refuse what is no secret of sixteen bytes."""
        _decoded(value, _SECRET_BYTES)
        return value


class NewPushSubscriptionSerializer(serializers.Serializer[dict[str, Any]]):
    """The push subscription of a browser."""

    endpoint = TextField(max_length=1000, help_text="an https:// address of a known push service")
    keys = PushKeysSerializer()


class PushStateSerializer(serializers.Serializer[dict[str, Any]]):
    """What the calling device needs for push notifications."""

    publicKey = serializers.CharField(allow_null=True, help_text="null: there are no pushes here")
    accountId = serializers.UUIDField(help_text="the signed-in account; only its notifications are shown")
    isOn = serializers.BooleanField(help_text="whether this session's device is subscribed")


class PushSubscriptionsView(APIView):
    """Whether the device that calls shows the account's notifications."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle, PushSubscriptionThrottle]

    @extend_schema(operation_id="get_push_state", responses={200: PushStateSerializer})
    def get(self, request: Request) -> Response:
        """Return the key with which a browser subscribes, and whether this one is subscribed."""
        return Response(PushStateSerializer(_state(request)).data)

    @extend_schema(
        operation_id="subscribe_to_pushes",
        request=NewPushSubscriptionSerializer,
        responses={200: PushStateSerializer},
    )
    @error_responses(Throttled)
    def post(self, request: Request) -> Response:
        """Subscribe this device, in place of its former subscription. Idempotent."""
        given = parsed(NewPushSubscriptionSerializer, request)
        address = push_subscriptions.Address(given["endpoint"], **given["keys"])
        push_subscriptions.subscribe(device=_device(request), address=address, now=clock.now())
        return Response(PushStateSerializer(_state(request)).data)

    @extend_schema(
        operation_id="unsubscribe_from_pushes",
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        """Unsubscribe this device. Idempotent."""
        push_subscriptions.unsubscribe(session_key=session_key_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _state(request: Request) -> dict[str, Any]:
    return {
        "publicKey": push_service.public_key_of(settings.VAPID_PRIVATE_KEY) or None,
        "accountId": request.user.pk,
        "isOn": push_subscriptions.is_subscribed(session_key=session_key_of(request)),
    }


def _device(request: Request) -> SignedInDevice:
    """Return the device row of this session; a session from before these rows existed gets one now."""
    rows = SignedInDevice.objects.filter(session_id=session_key_of(request))
    if not rows.exists():
        record_device(request._request, account_of(request))
    return rows.get()
