"""JSON of accounts, in and out."""

from typing import Any
from uuid import UUID

from django.core.validators import RegexValidator
from rest_framework import serializers

from accounts import operators, passwords
from accounts.models import Address, Notification, User
from accounts.selectors import NotificationList, provider_id_of
from marketplace.errors import Invalid
from marketplace.http.fields import IdField, TextField


def _missing(sentence: str) -> dict[str, Any]:
    """Say the same of a field that is left out, null or blank (specification point 5)."""
    return dict.fromkeys(("required", "null", "blank"), sentence)


_POSTAL_CODE = RegexValidator(r"^[1-9][0-9]{3}\Z", "A Swiss postal code has four digits")


def _good_password(password: str) -> None:
    if broken := passwords.problems(password):
        raise serializers.ValidationError(broken)


class UserSerializer(serializers.ModelSerializer[User]):
    """The signed-in account, as it sees itself. ``id`` is the ``customerId``."""

    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name", allow_blank=True)
    phone = serializers.CharField(allow_blank=True)
    place = serializers.SerializerMethodField()
    isProvider = serializers.SerializerMethodField()
    providerId = serializers.SerializerMethodField()
    isOperator = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = [
            "id", "email", "firstName", "lastName", "phone", "place", "isProvider", "providerId",
            "isOperator",
        ]  # fmt: skip

    def get_place(self, user: User) -> str | None:
        """Return the postal code that the account looks for neighbours around."""
        return user.place or None

    def get_isProvider(self, user: User) -> bool:
        """Tell whether the account has a provider's workspace."""
        return provider_id_of(user) is not None

    def get_isOperator(self, user: User) -> bool:
        """Tell whether there is anything that the account may do as an operator now."""
        return operators.may_anything(user)

    def get_providerId(self, user: User) -> UUID | None:
        """Return the provider that the account is."""
        return provider_id_of(user)


class SessionSerializer(serializers.Serializer[dict[str, Any]]):
    """Who is signed in, and the token that unsafe calls send."""

    authenticated = serializers.BooleanField()
    user = UserSerializer(allow_null=True)
    csrfToken = serializers.CharField()


class AuthSuccessSerializer(serializers.Serializer[dict[str, Any]]):
    """The answer of log-in and registration."""

    success = serializers.BooleanField()
    user = UserSerializer()
    csrfToken = serializers.CharField()


class SuccessSerializer(serializers.Serializer[dict[str, Any]]):
    """It is done, and there is nothing else to say."""

    success = serializers.BooleanField()


class LoginSerializer(serializers.Serializer[dict[str, Any]]):
    """What log-in reads."""

    email = serializers.EmailField(max_length=254)
    password = TextField(trim_whitespace=False, style={"input_type": "password"})


class RegistrationSerializer(serializers.Serializer[dict[str, Any]]):
    """What registration reads (specification point 3)."""

    email = serializers.EmailField(max_length=254)
    password = TextField(trim_whitespace=False, validators=[_good_password])
    firstName = TextField(source="first_name", max_length=80)
    lastName = TextField(source="last_name", max_length=80, allow_blank=True, default="")
    phone = TextField(max_length=32, allow_blank=True, default="")


class ProfileChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """What an account may change of itself; any other field is refused by name."""

    firstName = TextField(source="first_name", max_length=80, required=False)
    lastName = TextField(source="last_name", max_length=80, allow_blank=True, required=False)
    phone = TextField(max_length=32, allow_blank=True, required=False)
    place = TextField(validators=[_POSTAL_CODE], max_length=4, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse fields that nobody may change here."""
        unknown = {
            name: ["This cannot be changed here."] for name in self.initial_data if name not in self.fields
        }
        if unknown:
            raise Invalid(f"These cannot be changed here: {', '.join(unknown)}.", fields=unknown)
        return attrs


class PasswordChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """What a change of password reads."""

    currentPassword = TextField(source="current", trim_whitespace=False)
    newPassword = TextField(source="new", trim_whitespace=False, validators=[_good_password])


class AddressSerializer(serializers.ModelSerializer[Address]):
    """A place to pick laundry up from."""

    # The payload's name; the serializer's own attribute of that name is not used here.
    label = TextField(max_length=40, allow_blank=True, default="")  # type: ignore[assignment]
    street = TextField(max_length=120, error_messages=_missing("Address is required"))
    city = TextField(max_length=80, error_messages=_missing("City is required"))
    postalCode = TextField(
        source="postal_code",
        validators=[_POSTAL_CODE],
        error_messages=_missing("Postal code is required"),
    )
    isDefault = serializers.BooleanField(source="is_default", default=False)

    class Meta:
        model = Address
        fields = ["id", "label", "street", "city", "postalCode", "isDefault"]


class NotificationSerializer(serializers.ModelSerializer[Notification]):
    """One thing that the account was told; ``link`` is a path of the web app."""

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
