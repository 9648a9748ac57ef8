"""Privacy preferences of accounts, exports of their data, and requests to erase them."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.db.append_only import AppendOnly


class PrivacyPreferences(models.Model):
    """What an account allows (specification point 3); without a row the defaults of point 2 apply."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="privacy_preferences",
    )
    analytics = models.BooleanField(default=True)
    marketing = models.BooleanField(default=False)
    notifications = models.BooleanField(default=True)
    location_tracking = models.BooleanField(default=True)
    data_sharing = models.BooleanField(default=False)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = gettext_lazy("privacy preferences")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return _("Privacy preferences of {account}").format(account=self.user_id)


class ConsentChange(AppendOnly):
    """One switch that an account turned: from what to what, when (UTC), and which text was shown.

    Append-only; deleted with the account.
    """

    class Topic(models.TextChoices):
        ANALYTICS = "analytics", gettext_lazy("Analytics")
        MARKETING = "marketing", gettext_lazy("Marketing")
        NOTIFICATIONS = "notifications", gettext_lazy("Notifications")
        LOCATION_TRACKING = "location_tracking", gettext_lazy("Location tracking")
        DATA_SHARING = "data_sharing", gettext_lazy("Data sharing")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="consent_changes", db_index=False
    )
    topic = models.CharField(max_length=20, choices=Topic)
    was_allowed = models.BooleanField()
    is_allowed = models.BooleanField()
    # The day on which the privacy policy or the texts beside the switches last changed.
    text_version = models.DateField()
    at = models.DateTimeField()

    class Meta:
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(was_allowed=models.F("is_allowed")), name="consent_changes_change"
            )
        ]
        indexes = [models.Index(fields=["user", "at"], name="consents_of_account")]

    def __str__(self) -> str:
        said = _("{topic}: allowed") if self.is_allowed else _("{topic}: refused")
        return said.format(topic=self.get_topic_display())


class PersonalDataExport(models.Model):
    """A copy of an account's data, made in the background; ``file`` is the name of a private file.

    It is in progress until ``ready_at`` or ``failed_at``, and deleted after ``expires_at``, or a week after
    it failed (all UTC). Until then one that has failed can still become ready, by an operator's retry.
    ``size`` is in bytes.
    """

    class Kind(models.TextChoices):
        FULL = "full", gettext_lazy("To read, with files")
        PORTABLE = "portable", gettext_lazy("For programs")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="data_exports", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    requested_at = models.DateTimeField()
    ready_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    file = models.CharField(max_length=120, blank=True)
    size = models.PositiveBigIntegerField(default=0)

    class Meta:
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["account", "kind"],
                condition=models.Q(ready_at__isnull=True),
                name="one_copy_under_way_per_kind",
            ),
            models.CheckConstraint(
                name="ready_copies_have_a_file",
                condition=models.Q(ready_at__isnull=True, expires_at__isnull=True, file="")
                | (models.Q(ready_at__isnull=False, expires_at__isnull=False) & ~models.Q(file="")),
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-requested_at"], name="copies_of_account"),
            models.Index(fields=["expires_at"], name="copies_by_end", condition=~models.Q(file="")),
            models.Index(fields=["file"], name="copies_by_file", condition=~models.Q(file="")),
        ]

    def __str__(self) -> str:
        return _("Copy of the data of {account}").format(account=self.account_id)


class ErasureRequest(models.Model):
    """A request to erase an account: why, when, and its outcome. All instants are UTC.

    Open until it is withdrawn or carried out. An account has at most one open request.
    """

    class Reason(models.TextChoices):
        ASKED = "asked", gettext_lazy("Its person asked for it")
        UNUSED = "unused", gettext_lazy("Nobody has used it for years")
        CLOSED = "closed", gettext_lazy("It was closed years ago")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="erasure_requests", db_index=False
    )
    reason = models.CharField(max_length=8, choices=Reason)
    requested_at = models.DateTimeField()
    due_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["account"],
                condition=models.Q(withdrawn_at__isnull=True, erased_at__isnull=True),
                name="one_open_erasure_per_account",
            ),
            models.CheckConstraint(
                name="erasure_ends_once",
                condition=models.Q(withdrawn_at__isnull=True) | models.Q(erased_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-requested_at"], name="erasures_of_account"),
            models.Index(
                fields=["due_at"],
                name="erasures_due",
                condition=models.Q(withdrawn_at__isnull=True, erased_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return _("Erasure of {account}").format(account=self.account_id)
