"""People: accounts that sign in by e-mail, their addresses, and what they are told."""

from functools import cached_property
from typing import Any, ClassVar
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from marketplace.db.search import Beginning, DigitsBackwards, SearchIndex


class UserManager(BaseUserManager["User"]):
    """Creates accounts; the e-mail address is the log-in name, whatever its case."""

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return an address as it is kept: without blanks around it, in lower case."""
        return (email or "").strip().lower()

    def get_by_natural_key(self, username: str | None) -> "User":
        """Find an account by e-mail address, ignoring case."""
        return self.get(email=self.normalize_email(username))

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account; without a password it can only sign in through Google or Apple."""
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an operator with every permission."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account. Everybody with one can book; providers and operators have more beside it."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    email = models.EmailField(max_length=254, unique=True)
    first_name = models.CharField(max_length=80)
    last_name = models.CharField(max_length=80, blank=True)
    phone = models.CharField(max_length=32, blank=True)
    # The postal code that the account looks for neighbours around; empty: none was chosen.
    place = models.CharField(max_length=4, blank=True, default="", db_default="")
    email_verified_at = models.DateTimeField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField("operator", default=False)
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["first_name"]

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_email")]
        indexes = [
            models.Index(fields=["-date_joined", "-id"], name="accounts_newest"),
            models.Index(fields=["-date_joined"], name="operators", condition=models.Q(is_staff=True)),
            models.Index(
                fields=["-date_joined"], name="accounts_closed", condition=models.Q(is_active=False)
            ),
            SearchIndex(Beginning("first_name"), name="accounts_by_first_name"),
            SearchIndex(Beginning("last_name"), name="accounts_by_last_name"),
            SearchIndex(DigitsBackwards("phone"), name="accounts_by_phone"),
        ]

    def __str__(self) -> str:
        return self.email

    @cached_property
    def has_second_factor(self) -> bool:
        """Tell whether an authenticator app is set up; asked of the database once."""
        return bool(TOTPDevice.objects.filter(user_id=self.pk, confirmed=True).exists())

    @property
    def short_name(self) -> str:
        """First name and the first letter of the last name with a period, as in ``Anna M.``."""
        return f"{self.first_name} {self.last_name[:1]}.".replace(" .", "").strip()

    @property
    def known_name(self) -> str:
        """First and last name, for operators; the e-mail address of somebody who gave none."""
        return self.get_full_name() or self.email

    def get_full_name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}".strip()

    def get_short_name(self) -> str:
        """First name."""
        return self.first_name


class Address(models.Model):
    """A place that a customer has laundry picked up from."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="addresses")
    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    label = models.CharField(max_length=40, blank=True)
    street = models.CharField(max_length=120)
    city = models.CharField(max_length=80)
    postal_code = models.CharField(max_length=4)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "addresses"
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(is_default=True), name="one_default_address"
            )
        ]

    def __str__(self) -> str:
        return f"{self.street}, {self.city} {self.postal_code}"


class Notification(models.Model):
    """Something that an account is told in the app; the bell counts the unread ones.

    ``dedupe_key`` makes telling idempotent: the same key for the same account is told once.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=120)
    body = models.CharField(max_length=400)
    link = models.CharField(max_length=200, blank=True)
    dedupe_key = models.CharField(max_length=120)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["user", "dedupe_key"], name="one_notice_per_key")]
        indexes = [
            models.Index(fields=["user", "-created_at"], name="notification_newest"),
            models.Index(fields=["-created_at", "-id"], name="notifications_newest_of_all"),
            models.Index(fields=["kind", "-created_at"], name="notifications_by_kind"),
            models.Index(
                fields=["user"], name="notification_unread", condition=models.Q(read_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.title


class FailedSignIn(models.Model):
    """One wrong password; the log-in throttle counts these rows (never successes).

    ``account_key`` is a keyed hash of the e-mail address as typed, lower case, so that the table
    names nobody; ``address`` is the client's network address.
    """

    account_key = models.CharField(max_length=64)
    address = models.GenericIPAddressField(null=True)
    failed_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["account_key", "failed_at"], name="failed_by_account"),
            models.Index(fields=["address", "failed_at"], name="failed_by_address"),
        ]

    def __str__(self) -> str:
        return f"{self.address} at {self.failed_at:%Y-%m-%d %H:%M}"


class KnownClient(models.Model):
    """An address or device from which an account has signed in before.

    When somebody else's wrong passwords have used up an account's limit, these still get in.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="known_clients", db_index=False
    )
    client_key = models.CharField(max_length=64)
    last_used_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "client_key"], name="one_row_per_known_client")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.client_key[:8]}"


class ThrottledAct(models.Model):
    """One act of a visitor that is limited by the hour: registering, writing to support."""

    act = models.CharField(max_length=32)
    address = models.GenericIPAddressField(null=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["act", "address", "at"], name="throttled_act")]

    def __str__(self) -> str:
        return f"{self.act} from {self.address}"
