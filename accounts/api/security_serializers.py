"""JSON of passkeys, authenticator apps and recovery codes, in and out."""

from typing import Any

from django.core.validators import RegexValidator
from rest_framework import serializers

from accounts.factors import AppSetup, Factor
from accounts.social_connections import PROVIDER_CHOICES, Connection
from marketplace.http.fields import TextField

_WAYS = ("password", "link", "google", "apple", "passkey")


class OwnerProofSerializer(serializers.Serializer[dict[str, Any]]):
    """Proof that the caller owns the account."""

    password = TextField(
        trim_whitespace=False,
        allow_blank=True,
        default="",
        style={"input_type": "password"},
        help_text="the present one; an account without one must have signed in within ten minutes",
    )


class PasskeySerializer(serializers.Serializer[Factor]):
    """One passkey of the account."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    addedAt = serializers.DateTimeField(source="added_at")
    lastUsedAt = serializers.DateTimeField(source="last_used_at", allow_null=True)


class AppSerializer(serializers.Serializer[Factor]):
    """The authenticator app of the account."""

    addedAt = serializers.DateTimeField(source="added_at")
    lastUsedAt = serializers.DateTimeField(source="last_used_at", allow_null=True)


class ConnectionSerializer(serializers.Serializer[Connection]):
    """A provider that signs in to the account."""

    provider = serializers.ChoiceField(PROVIDER_CHOICES)
    connectedAt = serializers.DateTimeField(source="connected_at")


class NavigationSerializer(serializers.Serializer[dict[str, Any]]):
    """Where the browser goes on: an address of this site to navigate to."""

    url = serializers.CharField()


class SecuritySerializer(serializers.Serializer[dict[str, Any]]):
    """The ways to sign in to the account."""

    passkeys = PasskeySerializer(many=True)
    authenticatorApp = AppSerializer(allow_null=True)
    recoveryCodesLeft = serializers.IntegerField()
    connections = ConnectionSerializer(many=True)
    signedInBy = serializers.ChoiceField(
        [(way, way) for way in _WAYS],
        allow_null=True,
        help_text="how this session was opened; null: it was not noted",
    )
    hasPassword = serializers.BooleanField()
    mayChange = serializers.BooleanField(
        help_text="false: this session was opened without the second factor that the account has"
    )


class PasskeyQuestionSerializer(serializers.Serializer[dict[str, Any]]):
    """Options for the browser's parseCreationOptionsFromJSON() or parseRequestOptionsFromJSON()."""

    publicKey = serializers.DictField()


def _base64url(length: int) -> serializers.CharField:
    return TextField(max_length=length, validators=[RegexValidator(r"^[A-Za-z0-9_-]+={0,2}\Z")])


class _CredentialSerializer(serializers.Serializer[dict[str, Any]]):
    id = _base64url(1400)
    rawId = _base64url(1400)
    type = serializers.ChoiceField([("public-key", "public-key")])


class _MadeSerializer(serializers.Serializer[dict[str, Any]]):
    clientDataJSON = _base64url(4000)
    attestationObject = _base64url(20_000)


class _ShownSerializer(serializers.Serializer[dict[str, Any]]):
    clientDataJSON = _base64url(4000)
    authenticatorData = _base64url(4000)
    signature = _base64url(4000)
    userHandle = _base64url(100)


class NewCredentialSerializer(_CredentialSerializer):
    """A passkey that the browser has made: what its toJSON() says."""

    response = _MadeSerializer()


class ShownCredentialSerializer(_CredentialSerializer):
    """A passkey that somebody has chosen: what its toJSON() says."""

    response = _ShownSerializer()


class NewPasskeySerializer(serializers.Serializer[dict[str, Any]]):
    """A passkey to keep."""

    name = TextField(
        max_length=60, allow_blank=True, default="", help_text="empty: browser and device that it is made on"
    )
    credential = NewCredentialSerializer()


class PasskeyNameSerializer(serializers.Serializer[dict[str, Any]]):
    """Another name for a passkey."""

    name = TextField(max_length=60)


class PasskeySignInSerializer(serializers.Serializer[dict[str, Any]]):
    """The passkey that signs in."""

    credential = ShownCredentialSerializer()


class CodeSerializer(serializers.Serializer[dict[str, Any]]):
    """A code of the authenticator app, or a recovery code where one will do."""

    code = TextField(max_length=32)


class AppSetupSerializer(serializers.Serializer[AppSetup]):
    """The set-up of an authenticator app."""

    qrCode = serializers.CharField(source="picture", help_text="an SVG picture as a data: address")
    address = serializers.CharField(help_text="what the QR code holds")
    secret = serializers.CharField()


class RecoveryCodesSerializer(serializers.Serializer[dict[str, Any]]):
    """Recovery codes: they are shown this once."""

    recoveryCodes = serializers.ListField(child=serializers.CharField())
