"""Accounts that sign in by email, their addresses, sessions, and counted attempts."""

from functools import cached_property
from typing import Any, ClassVar
from unicodedata import normalize
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import mailbox, phones
from marketplace.db.text_search import AsciiLower, FoldedName, ReversedDigits, SearchIndex
from marketplace.http.language import correspondence
from marketplace.text import clean_line, has_letter, initial

# As addresses are compared: ``email__lower`` with :func:`marketplace.mailbox.compared`.
models.EmailField.register_lookup(AsciiLower)
# More than any spelling of a password of the greatest length (:data:`accounts.passwords.MAX_LENGTH`).
_LONGEST_SPELLING = 2_000


def password_spellings(password: str) -> list[str]:
    """Return a password as it is hashed now, and as its keyboard may have written it before.

    The same keys are one character or two (NFC, NFD), and digits of full width are digits (NFKC).
    What is far too long is nobody's password, and stays as it is: it would take minutes to normalize.
    """
    if len(password) > _LONGEST_SPELLING:
        return [password]
    forms = (normalize("NFKC", password), password, normalize("NFC", password), normalize("NFD", password))
    return list(dict.fromkeys(forms))


class UserManager(BaseUserManager["User"]):
    """Creates accounts; the email address is the log-in name, ignoring case."""

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return an address as it is stored (:mod:`marketplace.mailbox`)."""
        return mailbox.normalized(email or "")

    def with_email(self, *emails: str) -> models.QuerySet["User"]:
        """Return the accounts that have one of some addresses, ignoring case."""
        return self.filter(email__lower__in=[mailbox.compared(email) for email in emails])

    def get_by_natural_key(self, username: str | None) -> "User":
        """Find an account by email address, ignoring case."""
        return self.with_email(username or "").get()

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
    """An account. Everybody with one can book; providers and operators have further rows beside it."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    email = models.EmailField(max_length=254, unique=True)
    first_name = models.CharField(max_length=80)
    last_name = models.CharField(max_length=80, blank=True)
    phone = models.CharField(max_length=32, blank=True)
    # The postal code that the provider list is sorted around; empty: none was chosen.
    postal_code = models.CharField(max_length=4, blank=True, default="", db_default="", db_column="place")
    # The language of the app and of emails; empty: none was chosen.
    language = models.CharField(max_length=5, blank=True, default="", db_default="")
    email_verified_at = models.DateTimeField(null=True, blank=True)
    # Exact to the hour. A session that is in use never ends; its device row is gone soon after the last use.
    last_used_at = models.DateTimeField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField("operator", default=False)
    # The default serves accounts created by hand; registration passes the instant.
    date_joined = models.DateTimeField(default=timezone.now)  # noqa: TID251 - migrations know it by this name

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["first_name"]

    class Meta:
        permissions = [("impersonate_user", "Can sign in as a customer")]
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_email")]
        indexes = [
            models.Index(fields=["-date_joined", "-id"], name="accounts_newest"),
            models.Index(fields=["-date_joined"], name="operators", condition=models.Q(is_staff=True)),
            models.Index(
                fields=["-date_joined"], name="accounts_closed", condition=models.Q(is_active=False)
            ),
            SearchIndex(FoldedName("first_name", "last_name"), name="accounts_first_last_name"),
            SearchIndex(FoldedName("last_name", "first_name"), name="accounts_last_first_name"),
            SearchIndex(ReversedDigits("phone"), name="accounts_by_phone"),
            SearchIndex(AsciiLower("email"), name="accounts_by_email"),
        ]

    def __str__(self) -> str:
        return self.email

    @cached_property
    def factor_kinds(self) -> frozenset[str]:
        """The kinds of factors beside the password, as allauth names them; cached after the first query."""
        return frozenset(self._factors().values_list("type", flat=True))

    def forget_factor_kinds(self) -> None:
        """Drop the cached kinds, after a factor was added or removed."""
        self.__dict__.pop("factor_kinds", None)

    def has_factor(self, factor_id: int) -> bool:
        return bool(self._factors().filter(pk=factor_id).exists())

    def factor_ids(self) -> list[int]:
        """Return the ids of all that the account signs in with beside its password; one query."""
        return list(self._factors().order_by("pk").values_list("pk", flat=True))

    def _factors(self) -> Any:
        # Through the reverse relation: allauth's models are loaded after ours.
        return self.authenticator_set  # type: ignore[attr-defined]  # allauth is untyped

    @property
    def has_second_step(self) -> bool:
        """Tell whether signing in asks for a code: an authenticator app is set up."""
        return "totp" in self.factor_kinds

    @property
    def has_second_factor(self) -> bool:
        """Return whether there is a second factor, which opens the admin site."""
        return self.has_second_step or "webauthn" in self.factor_kinds

    @property
    def short_name(self) -> str:
        """First name and the first letter of the last name with a period, as in ``Anna M.``."""
        return f"{self.first_name} {initial(self.last_name)}.".replace(" .", "").strip()

    @property
    def known_name(self) -> str:
        """First and last name, for operators; the email address of somebody who gave none."""
        return self.get_full_name() or self.email

    @property
    def reads(self) -> str:
        """The language of the account's emails and notices."""
        return correspondence(self.language)

    @property
    def shown_phone(self) -> str:
        """The telephone number as people read it."""
        return phones.shown(self.phone)

    def clean(self) -> None:
        """Clean what an operator types into the admin site, as the API's fields do."""
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)
        if type(self).objects.with_email(self.email).exclude(pk=self.pk).exists():
            raise ValidationError({"email": self.unique_error_message(type(self), ("email",))})
        self.first_name, self.last_name = clean_line(self.first_name), clean_line(self.last_name)
        if self.first_name and not has_letter(self.first_name):
            raise ValidationError({"first_name": _("A name needs at least one letter.")})
        if self.phone:
            number = phones.e164(self.phone)
            # What was stored before as any text stays until somebody changes it.
            if number is None and not type(self).objects.filter(pk=self.pk, phone=self.phone).exists():
                sentence = _("Enter a phone number, for example 079 123 45 67 or +49 30 901820.")
                raise ValidationError({"phone": sentence})
            self.phone = number or self.phone
        self._measure()

    def _measure(self) -> None:
        """Raise ``ValidationError`` for what has become too long: a letter may be stored as several."""
        wrong = {}
        for name in ("email", "first_name", "last_name", "phone"):
            column: Any = self._meta.get_field(name)
            try:
                column.run_validators(getattr(self, name))
            except ValidationError as error:
                wrong[name] = error
        if wrong:
            raise ValidationError(wrong)

    def set_password(self, raw_password: str | None) -> None:
        """Set a password, or none; compared is its NFKC form (NIST SP 800-63B)."""
        super().set_password(None if raw_password is None else password_spellings(raw_password)[0])

    def check_password(self, raw_password: str | None) -> bool:
        """Tell whether a password is the account's, in any of its Unicode forms."""
        if raw_password is None:
            return False
        return any(super(User, self).check_password(one) for one in password_spellings(raw_password))

    def get_full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def get_short_name(self) -> str:
        return self.first_name


class EmailChange(models.Model):
    """A requested change of email address: nothing changes before the new address is confirmed.

    The account has it from ``confirmed_at`` on; ``ended_at`` is when the change was dropped, superseded or
    reverted. ``is_reverted``: the old address has got the account back since, so its links have been used.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="email_changes")
    old_email = models.EmailField(max_length=254)
    new_email = models.EmailField(max_length=254)
    # Whether the old address was confirmed: if not, nothing in the account may be its owner's.
    was_confirmed = models.BooleanField(default=True, db_default=True)
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    is_reverted = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(confirmed_at=None, ended_at=None),
                name="one_email_change_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return _("{old_email} to {new_email}").format(old_email=self.old_email, new_email=self.new_email)


class Address(models.Model):
    """A place that a customer has laundry picked up from."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="addresses")
    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    label = models.CharField(max_length=40, blank=True)
    street = models.CharField(max_length=120)
    city = models.CharField(max_length=80)
    postal_code = models.CharField(max_length=4)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)  # noqa: TID251 - migrations know it by this name

    class Meta:
        verbose_name_plural = gettext_lazy("addresses")
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(is_default=True), name="one_default_address"
            )
        ]

    def __str__(self) -> str:
        return f"{self.street}, {self.city} {self.postal_code}"


class FailedSignIn(models.Model):
    """One wrong password; the log-in throttle counts these rows (never successes).

    ``account_key`` is a keyed hash of the email address as it is compared, so that the table
    reveals nobody; ``address`` is the client's network address; ``client_key`` names the device as
    :class:`KnownClient` does, if the account has signed in from it before, else it is empty.
    """

    account_key = models.CharField(max_length=64)
    address = models.GenericIPAddressField(null=True)
    client_key = models.CharField(max_length=64, blank=True, default="", db_default="")
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

    It can still sign in when wrong passwords of others have used up the account's limit.
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


class SignedInDevice(models.Model):
    """A session that belongs to an account: on which device, and when it was last used.

    ``network`` is the beginning of the network address that it was opened from. Deleted with the session.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    session = models.OneToOneField(
        "sessions.Session", on_delete=models.CASCADE, related_name="signed_in_device"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="signed_in_devices"
    )
    device = models.CharField(max_length=60, blank=True)
    network = models.CharField(max_length=40, blank=True)
    signed_in_at = models.DateTimeField()
    last_used_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.shown or _("Unknown device")

    @property
    def shown(self) -> str:
        """The device in words; empty where it is not known."""
        browser, on, system = self.device.partition(" on ")
        return _("{browser} on {system}").format(browser=browser, system=system) if on else self.device


class ThrottledAct(models.Model):
    """One rate-limited act of a visitor: registering, writing to support, requesting an email.

    It counts for the network address that it came from, or for the account that it is about: then
    ``account_key`` is a keyed hash of the email address, as in :class:`FailedSignIn`.
    """

    act = models.CharField(max_length=32)
    address = models.GenericIPAddressField(null=True)
    account_key = models.CharField(max_length=64, blank=True, default="", db_default="")
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["act", "address", "at"], name="throttled_act"),
            models.Index(
                fields=["account_key", "act", "at"],
                name="throttled_act_of_account",
                condition=~models.Q(account_key=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.act} from {self.address or self.account_key[:8]}"


class Impersonation(models.Model):
    """An impersonation: which operator signs in as which customer, why, and from when until when at most.

    ``session_key`` is the impersonated session, which the operator's browser has beside its own.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    operator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="impersonations"
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="impersonated"
    )
    reason = models.CharField(max_length=160)
    session_key = models.CharField(max_length=40, unique=True)
    began_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = gettext_lazy("sign-in as a customer")
        verbose_name_plural = gettext_lazy("sign-ins as customers")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["operator"],
                condition=models.Q(ended_at__isnull=True),
                name="one_impersonation_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("began_at")), name="impersonation_ends_after_it_began"
            ),
        ]
        indexes = [
            models.Index(
                fields=["ends_at"], name="impersonation_running", condition=models.Q(ended_at__isnull=True)
            ),
            models.Index(fields=["-began_at"], name="impersonations_newest"),
        ]

    def __str__(self) -> str:
        return _("{operator} as {account}").format(operator=self.operator, account=self.account)
