"""JSON of accounts, in and out."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts import operators, passwords, photos
from accounts.emailed_links import Link, Purpose
from accounts.models import Address, Impersonation, Notification, SignedInDevice, User
from accounts.selectors import NotificationList, provider_id_of
from marketplace.http.fields import (
    ChangeSerializer,
    EmailField,
    IdField,
    NameField,
    PhoneField,
    PostalCodeField,
    ReachableEmailField,
    TextField,
    missing,
)
from marketplace.http.language import offered
from marketplace.http.redirects import HOME


def good_password(password: str) -> None:
    """Raise a validation error with one sentence for each broken password rule."""
    if broken := passwords.problems(password):
        raise serializers.ValidationError(broken)


def _on_offer(language: str) -> None:
    if language not in dict(settings.LANGUAGES):
        raise serializers.ValidationError(_("This language is not on offer."))


class ImpersonationSerializer(serializers.Serializer[Impersonation]):
    """That an operator is signed in as this account, until when, and which page they came from."""

    endsAt = serializers.DateTimeField(source="ends_at")
    backTo = serializers.SerializerMethodField()

    def get_backTo(self, visit: Impersonation) -> str:
        """Return the account's page in the back office."""
        return reverse("admin:accounts_user_change", args=[visit.account_id])


class UserSerializer(serializers.ModelSerializer[User]):
    """The signed-in account, as it sees itself. ``id`` is the ``customerId``."""

    emailVerified = serializers.SerializerMethodField()
    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name", allow_blank=True)
    phone = serializers.CharField(allow_blank=True)
    photoUrl = serializers.SerializerMethodField()
    postalCode = serializers.SerializerMethodField()
    language = serializers.SerializerMethodField()
    isProvider = serializers.SerializerMethodField()
    providerId = serializers.SerializerMethodField()
    isOperator = serializers.SerializerMethodField()
    impersonation = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = [
            "id", "email", "emailVerified", "firstName", "lastName", "phone", "photoUrl", "postalCode",
            "language", "isProvider", "providerId", "isOperator", "impersonation",
        ]  # fmt: skip

    def get_emailVerified(self, user: User) -> bool:
        """Tell whether the email address is confirmed."""
        return user.email_verified_at is not None

    def get_photoUrl(self, user: User) -> str | None:
        """Return where the account's photo is, another address for each; null if it has none."""
        photo = photos.photo_of(user)
        return None if photo is None else f"/api/profile/photo?v={photo.version}"

    def get_postalCode(self, user: User) -> str | None:
        """Return the postal code that the account looks for neighbors around."""
        return user.postal_code or None

    def get_language(self, user: User) -> str | None:
        """Return the language that the account has chosen; null if it has chosen none that is on offer."""
        return offered(user.language)

    def get_isProvider(self, user: User) -> bool:
        """Tell whether the account has a provider's workspace."""
        return provider_id_of(user) is not None

    def get_isOperator(self, user: User) -> bool:
        """Tell whether there is anything that the account may do as an operator now."""
        return operators.may_anything(user)

    @extend_schema_field(ImpersonationSerializer(allow_null=True))
    def get_impersonation(self, user: User) -> dict[str, Any] | None:
        """Return that the caller is an operator who is signed in as this account; else null."""
        visit = getattr(user, "impersonation", None)
        return None if visit is None else ImpersonationSerializer(visit).data

    def get_providerId(self, user: User) -> UUID | None:
        """Return the provider that the account is."""
        return provider_id_of(user)


class SessionSerializer(serializers.Serializer[dict[str, Any]]):
    """The signed-in account, and the CSRF token that unsafe calls send.

    A page that opens ``/api/events`` with ``after=eventsCursor`` misses nothing of what happened since it
    read its session; the cursor is empty for a visitor.
    """

    authenticated = serializers.BooleanField()
    user = UserSerializer(allow_null=True)
    csrfToken = serializers.CharField()
    eventsCursor = serializers.CharField(allow_blank=True)


class AuthSuccessSerializer(serializers.Serializer[dict[str, Any]]):
    """The answer of log-in and registration."""

    success = serializers.BooleanField()
    user = UserSerializer()
    csrfToken = serializers.CharField()


class SuccessSerializer(serializers.Serializer[dict[str, Any]]):
    """The call succeeded; there is no other content."""

    success = serializers.BooleanField()


class LoginSerializer(serializers.Serializer[dict[str, Any]]):
    """The body of a log-in."""

    email = EmailField(max_length=254)
    password = TextField(trim_whitespace=False, style={"input_type": "password"})


class RegistrationSerializer(serializers.Serializer[dict[str, Any]]):
    """The body of a registration (specification point 3)."""

    email = ReachableEmailField(max_length=254)
    password = TextField(trim_whitespace=False, validators=[good_password])
    firstName = NameField(source="first_name", max_length=80)
    lastName = NameField(source="last_name", max_length=80, allow_blank=True, default="")
    phone = PhoneField(max_length=32, allow_blank=True, default="")


class ProfileChangeSerializer(ChangeSerializer):
    """What an account may change of itself; any other field is refused by name."""

    firstName = NameField(source="first_name", max_length=80, required=False)
    lastName = NameField(source="last_name", max_length=80, allow_blank=True, required=False)
    phone = PhoneField(max_length=32, allow_blank=True, required=False)
    postalCode = PostalCodeField(source="postal_code", required=False)
    language = TextField(validators=[_on_offer], max_length=5, required=False)


class PasswordChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """The body of a change of password."""

    currentPassword = TextField(source="current", trim_whitespace=False)
    newPassword = TextField(source="new", trim_whitespace=False, validators=[good_password])


class AddressSerializer(serializers.ModelSerializer[Address]):
    """A place to pick laundry up from."""

    # The payload's name; it shadows the serializer's own ``label``, which is not used here.
    label = TextField(max_length=40, allow_blank=True, default="")  # type: ignore[assignment]  # a field shadows a property
    street = TextField(max_length=120, error_messages=missing(gettext_lazy("Address is required")))
    city = TextField(max_length=80, error_messages=missing(gettext_lazy("City is required")))
    postalCode = PostalCodeField(
        source="postal_code",
        error_messages=missing(gettext_lazy("Postal code is required")),
    )
    isDefault = serializers.BooleanField(source="is_default", default=False)

    class Meta:
        model = Address
        fields = ["id", "label", "street", "city", "postalCode", "isDefault"]


class NotificationSerializer(serializers.ModelSerializer[Notification]):
    """A notification; ``link`` is a path of the web app."""

    link = serializers.SerializerMethodField()
    createdAt = serializers.DateTimeField(source="created_at")
    readAt = serializers.DateTimeField(source="read_at", allow_null=True)

    class Meta:
        model = Notification
        fields = ["id", "kind", "title", "body", "link", "createdAt", "readAt"]

    def get_link(self, notification: Notification) -> str | None:
        """Return where the notification leads, if anywhere."""
        return notification.link or None


class NotificationListSerializer(serializers.Serializer[NotificationList]):
    """The newest notifications first."""

    unread = serializers.IntegerField()
    results = NotificationSerializer(many=True)


class MarkReadSerializer(serializers.Serializer[dict[str, Any]]):
    """Which notifications were read; without ``ids`` all of them."""

    ids = serializers.ListField(child=IdField(), required=False, max_length=1000)


class UnreadSerializer(serializers.Serializer[dict[str, Any]]):
    """How many notifications are unread."""

    unread = serializers.IntegerField()


class LinkRequestSerializer(serializers.Serializer[dict[str, Any]]):
    """To which address a link is to go."""

    email = EmailField(
        max_length=254, help_text="as typed; the answer does not say whether an account has it"
    )
    next = TextField(
        required=False,
        default=HOME,
        max_length=500,
        source="way_back",
        help_text="the page to which the link leads; home if it is no page of the web app",
    )


class LinkTokenSerializer(serializers.Serializer[dict[str, Any]]):
    """The part after the ``#`` of a mailed link."""

    token = TextField(max_length=2000, help_text="everything after the # in the link")


class EmailConfirmationSerializer(LinkTokenSerializer):
    """The link, and the account's password where the session is not the account's."""

    password = TextField(
        trim_whitespace=False, allow_blank=True, default="", style={"input_type": "password"}
    )


class LinkSerializer(serializers.Serializer[Link]):
    """What a link is for, and where it was mailed."""

    purpose = serializers.ChoiceField(choices=[(purpose.value, purpose.value) for purpose in Purpose])
    email = serializers.EmailField(help_text="the address that it was mailed to")
    next = serializers.CharField(source="way_back", help_text="the page that asked for it, or /")


class PasswordResetSerializer(LinkTokenSerializer):
    """The link and the new password; the rules are those of registration."""

    password = TextField(trim_whitespace=False, validators=[good_password], style={"input_type": "password"})


class EmailSerializer(serializers.Serializer[dict[str, Any]]):
    """The account's email address, and the requested one until it is confirmed."""

    email = serializers.EmailField(source="user.email")
    isVerified = serializers.SerializerMethodField()
    pendingEmail = serializers.SerializerMethodField()
    hasPassword = serializers.SerializerMethodField()

    def get_isVerified(self, about: dict[str, Any]) -> bool:
        """Tell whether the address is confirmed."""
        return about["user"].email_verified_at is not None

    def get_pendingEmail(self, about: dict[str, Any]) -> str | None:
        """Return the address that the account is to have."""
        return about["change"].new_email if about["change"] else None

    def get_hasPassword(self, about: dict[str, Any]) -> bool:
        """Tell whether the account has a password, or signs in by other means alone."""
        user: User = about["user"]
        return user.has_usable_password()


class EmailChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """Another address, and the account's password."""

    email = ReachableEmailField(max_length=254)
    password = TextField(
        trim_whitespace=False, allow_blank=True, default="", style={"input_type": "password"}
    )


class SignedInDeviceSerializer(serializers.ModelSerializer[SignedInDevice]):
    """Where an account is signed in; ``device`` and ``network`` may be empty."""

    device = serializers.CharField(source="shown", allow_blank=True)
    network = serializers.CharField(allow_blank=True)
    signedInAt = serializers.DateTimeField(source="signed_in_at")
    lastUsedAt = serializers.DateTimeField(source="last_used_at", help_text="accurate to an hour")
    isThisOne = serializers.SerializerMethodField()

    class Meta:
        model = SignedInDevice
        fields = ["id", "device", "network", "signedInAt", "lastUsedAt", "isThisOne"]

    def get_isThisOne(self, device: SignedInDevice) -> bool:
        """Tell whether it is the session that asks."""
        return bool(device.session_id == self.context["session_key"])
