"""Applications to become a provider: answers, documents, and decisions."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.db.append_only import AppendOnly
from providers.models.provider import Provider


class Application(models.Model):
    """An applicant's answers (specification point 3, Provider application).

    ``Provider.status`` says how far it has come; each change of it is an :class:`ApplicationEvent`.
    ``service_areas`` are postal codes in the applicant's order. ``note`` is what the operator requested,
    or why they rejected it: the applicant reads it.
    """

    class BusinessType(models.TextChoices):
        INDIVIDUAL = "individual", gettext_lazy("Individual")
        SOLE_PROPRIETORSHIP = "sole_proprietorship", gettext_lazy("Sole proprietorship")
        COMPANY = "company", gettext_lazy("Company (GmbH, AG)")

    provider = models.OneToOneField(
        Provider, on_delete=models.PROTECT, primary_key=True, related_name="application"
    )
    first_name = models.CharField(max_length=80, blank=True)
    last_name = models.CharField(max_length=80, blank=True)
    email = models.EmailField(max_length=254, blank=True)
    phone = models.CharField(max_length=32, blank=True)
    address = models.CharField(max_length=120, blank=True)
    postal_code = models.CharField(max_length=4, blank=True)
    city = models.CharField(max_length=80, blank=True)
    business_name = models.CharField(max_length=120, blank=True)
    business_type = models.CharField(max_length=20, choices=BusinessType, default=BusinessType.INDIVIDUAL)
    registration_number = models.CharField(max_length=20, blank=True)
    vat_number = models.CharField(max_length=24, blank=True)
    service_areas = models.JSONField(default=list, blank=True)
    experience = models.TextField(max_length=1000, blank=True)
    started_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    submitted_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=1000, blank=True)
    uploads = models.PositiveSmallIntegerField(
        default=0, help_text=gettext_lazy("files sent since it was handed in last")
    )

    class Meta:
        permissions = [("review_application", "Can review application")]
        indexes = [
            models.Index(fields=["submitted_at"], name="applications_oldest"),
            models.Index(fields=["-started_at"], name="applications_newest"),
        ]

    def __str__(self) -> str:
        name = f"{self.first_name} {self.last_name}".strip()
        return _("Application of {who}").format(who=name or self.provider.user)


class ApplicationDocument(models.Model):
    """A document of an application, one of each kind; the file is at no public URL.

    ``name`` is the name it was uploaded under, ``file`` the random name under which it is stored,
    ``size`` its stored bytes, ``digest`` their SHA-256. ``checked_at`` is when an operator has
    looked at it after the approval; until then a renewed certificate waits for one. ``refused_at`` is when
    another one was asked for instead.
    """

    class Kind(models.TextChoices):
        ID_DOCUMENT = "idDocument", gettext_lazy("ID document")
        BUSINESS_REGISTRATION = "businessRegistration", gettext_lazy("Business registration")
        INSURANCE_CERTIFICATE = "insuranceCertificate", gettext_lazy("Insurance certificate")
        REFERENCES = "references", gettext_lazy("References")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    application = models.ForeignKey(
        Application, on_delete=models.PROTECT, related_name="documents", db_index=False
    )
    kind = models.CharField(max_length=24, choices=Kind)
    name = models.CharField(max_length=120)
    file = models.CharField(max_length=120, unique=True)
    content_type = models.CharField(max_length=40)
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    uploaded_at = models.DateTimeField()
    checked_at = models.DateTimeField(null=True, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["kind"]
        constraints = [
            models.UniqueConstraint(fields=["application", "kind"], name="one_document_of_each_kind")
        ]
        indexes = [
            models.Index(
                fields=["uploaded_at"],
                name="certificates_to_check",
                condition=Q(kind="insuranceCertificate", checked_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


class ApplicationEvent(AppendOnly):
    """One change of an application's status: to which, by whom, when, and with which note. Append-only."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="events")
    status = models.CharField(max_length=12, choices=Provider.Status)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    note = models.CharField(max_length=1000, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return self.label_of(self.status)

    @staticmethod
    def label_of(status: str) -> str:
        """Return what happened as an application got a status; a draft is the beginning of its history."""
        return _("Started") if status == Provider.Status.DRAFT else str(Provider.Status(status).label)
