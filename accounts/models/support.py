"""Support requests and their replies."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.db.append_only import AppendOnly


class SupportRequest(models.Model):
    """A question, a complaint or a wish, from an account or a visitor.

    ``name`` and ``email`` are as typed; both are emptied when the account is closed.
    ``waiting_since`` is when the person began to wait for us (UTC), empty while it is their turn or the
    request is closed; ``updated_at`` is when anybody last did something about it (UTC).
    ``announced_at`` is when the support address was told of it (UTC).
    ``about_order_id`` is the order that it is about, one of the account's own. A chat was begun within our
    hours.
    """

    class Category(models.TextChoices):
        GENERAL = "general", gettext_lazy("General")
        BOOKING = "booking", gettext_lazy("Booking")
        PAYMENT = "payment", gettext_lazy("Payment")
        QUALITY = "quality", gettext_lazy("Quality")
        TECHNICAL = "technical", gettext_lazy("Technical")
        PRIVACY = "privacy", gettext_lazy("Privacy")

    class Status(models.TextChoices):
        OPEN = "open", gettext_lazy("Open")
        ANSWERED = "answered", gettext_lazy("Answered")
        CLOSED = "closed", gettext_lazy("Closed")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="support_requests",
        db_index=False,
    )
    name = models.CharField(max_length=120, blank=True)
    email = models.EmailField(gettext_lazy("email"), max_length=254, blank=True)
    category = models.CharField(max_length=12, choices=Category, default=Category.GENERAL)
    subject = models.CharField(max_length=150)
    message = models.TextField(max_length=5000)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    # An id and no foreign key: orders stand above accounts.
    about_order_id = models.UUIDField(null=True, blank=True)
    is_chat = models.BooleanField(default=False, db_default=False)
    # That of the page on which it was written; empty: it was written before this was recorded.
    language = models.CharField(max_length=5, blank=True, default="", db_default="")
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    waiting_since = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                name="open_support_requests_wait",
                condition=Q(status="open", waiting_since__isnull=False)
                | Q(status__in=["answered", "closed"], waiting_since__isnull=True),
            )
        ]
        indexes = [
            models.Index(fields=["account", "-created_at"], name="support_of_account"),
            models.Index(fields=["-created_at", "-id"], name="support_newest_of_all"),
            models.Index(fields=["updated_at"], name="support_by_update"),
            models.Index(fields=["status", "-created_at"], name="support_by_status"),
            models.Index(fields=["waiting_since"], name="support_waiting", condition=Q(status="open")),
        ]

    def __str__(self) -> str:
        return self.subject

    @property
    def known_name(self) -> str:
        """The sender's name, for operators."""
        return self.name or self.email or _("Closed account")


class SupportPhoto(models.Model):
    """A photo in a request's thread, from its account; ``file`` is the name of a private file."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    request = models.ForeignKey(
        SupportRequest, on_delete=models.CASCADE, related_name="photos", db_index=False
    )
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    file = models.CharField(max_length=120)
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ["sent_at", "id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["request", "sent_at"], name="support_photos"),
            models.Index(fields=["file"], name="support_photos_by_file"),
        ]

    def __str__(self) -> str:
        return _("Photo for {request}").format(request=self.request_id)


class SupportReply(AppendOnly):
    """A reply in a request's thread, by the person or an operator; append-only, deleted with its request."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    request = models.ForeignKey(
        SupportRequest, on_delete=models.CASCADE, related_name="replies", db_index=False
    )
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_operator = models.BooleanField()
    body = models.TextField(max_length=5000)
    sent_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = gettext_lazy("support replies")
        ordering = ["sent_at", "id"]
        indexes = [models.Index(fields=["request", "sent_at"], name="support_thread")]

    def __str__(self) -> str:
        return _("Reply to {request}").format(request=self.request_id)
