"""Notifications of accounts, how they are delivered, and operators' own words for notice texts."""

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from marketplace.db.append_only import AppendOnly


class Notification(models.Model):
    """A notification in the app; the bell counts the unread ones.

    ``dedupe_key`` makes it idempotent: an account gets one notification per key.
    """

    # How the kinds begin that are about what providers are paid.
    PAYOUT_KINDS: ClassVar = "payout_"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=40)
    # Room for the longest names, reasons and notes in any language (marketplace/tests/test_composed_text.py).
    title = models.CharField(max_length=255)
    body = models.CharField(max_length=2000)
    link = models.CharField(max_length=200, blank=True)
    dedupe_key = models.CharField(max_length=120)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    # When its email was or is due (accounts.email_budget); empty: it is not emailed.
    email_due_at = models.DateTimeField(null=True, blank=True)
    # The language that it is said in; empty: it was written before this was recorded.
    language = models.CharField(max_length=5, blank=True, default="", db_default="")

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

    @property
    def is_confidential(self) -> bool:
        """Whether operators read what it says elsewhere, if at all.

        Messages are read on the conversation's own page, which logs who reads them; payouts and answers of
        support on theirs.
        """
        return self.kind in {"message", "support_answer"} or self.kind.startswith(self.PAYOUT_KINDS)


class NoticeWords(AppendOnly):
    """One version of an operator's own words for a text in a language; the newest one holds.

    Empty title and body mean that the default text holds again.
    """

    key = models.CharField(max_length=60)
    language = models.CharField(max_length=5)
    title = models.CharField(max_length=120, blank=True)
    body = models.TextField(max_length=1500, blank=True)
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    written_at = models.DateTimeField()

    class Meta:
        verbose_name = _("text of a notice")
        verbose_name_plural = _("texts of notices")
        default_permissions = ("view", "change")
        ordering = ["-id"]
        indexes = [models.Index(fields=["key", "language", "-id"], name="notice_words_newest")]
        constraints = [
            models.CheckConstraint(
                name="notice_words_are_whole",
                condition=models.Q(title="", body="") | (~models.Q(title="") & ~models.Q(body="")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.key}, {self.language}"


class NotificationChoices(models.Model):
    """What an account has switched off, as in ``orders.email``; without a row all is on."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="notification_choices",
    )
    off = models.JSONField(default=list)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = _("notification choices")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"Notification choices of {self.user_id}"


class QuietHours(models.Model):
    """Quiet hours of an account, in Swiss wall time; without a row there are none.

    ``ends`` is on the next day where it is not later than ``begins``.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="quiet_hours"
    )
    begins = models.TimeField()
    ends = models.TimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = _("quiet hours")
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                name="quiet_hours_end_some_time", condition=~models.Q(begins=models.F("ends"))
            )
        ]

    def __str__(self) -> str:
        return f"{self.begins:%H:%M}-{self.ends:%H:%M}"


class PushSubscription(models.Model):
    """A device that shows an account's notifications: the push endpoint of its browser.

    It belongs to a session of the account and is deleted with it. ``p256dh`` and ``auth`` are the browser's
    keys, in base64url: only that browser can decrypt what is sent.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    device = models.OneToOneField(
        "accounts.SignedInDevice", on_delete=models.CASCADE, related_name="push_subscription"
    )
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"Notifications on {self.device}"
