"""JSON of provider applications (specification point 3)."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from marketplace.http.fields import ParagraphsField, PostalCodeField, TextField
from providers import applying, cover
from providers.localities import city_of
from providers.models import Application, ApplicationDocument, Provider

Kind = ApplicationDocument.Kind
STATUSES = [
    Provider.Status.DRAFT,
    Provider.Status.SUBMITTED,
    Provider.Status.CHANGES,
    Provider.Status.APPROVED,
    Provider.Status.REJECTED,
]


def _text(most: int) -> TextField:
    return TextField(max_length=most, allow_blank=True)


class PersonalInfoSerializer(serializers.Serializer[Application]):
    """Step 1: who applies. What is missing or wrong in it is ``application_incomplete``."""

    firstName = TextField(source="first_name", max_length=80, allow_blank=True)
    lastName = TextField(source="last_name", max_length=80, allow_blank=True)
    email = _text(applying.LONGEST_EMAIL)
    phone = _text(32)
    address = _text(120)
    postalCode = PostalCodeField(source="postal_code", is_checked=False, max_length=8, allow_blank=True)
    city = _text(80)


class BusinessInfoSerializer(serializers.Serializer[Application]):
    """Step 2: the business."""

    businessName = TextField(source="business_name", max_length=120, allow_blank=True)
    businessType = serializers.ChoiceField(
        source="business_type", choices=Application.BusinessType.choices, default="individual"
    )
    registrationNumber = TextField(
        source="registration_number", max_length=20, allow_blank=True, help_text="UID: CHE-107.787.577"
    )
    vatNumber = TextField(
        source="vat_number", max_length=24, allow_blank=True, help_text="CHE-107.787.577 MWST"
    )
    serviceAreas = serializers.ListField(
        source="service_areas",
        child=PostalCodeField(is_checked=False, max_length=8),
        max_length=applying.MOST_AREAS,
        help_text="Swiss postal codes",
    )
    experience = ParagraphsField(max_length=1000, allow_blank=True)


class ApplicationChangeSerializer(serializers.Serializer[Application]):
    """One of the two sections, or both; each is saved whole."""

    personalInfo = PersonalInfoSerializer(required=False)
    businessInfo = BusinessInfoSerializer(required=False)


class DocumentSerializer(serializers.Serializer[ApplicationDocument]):
    """A document that was handed in; ``size`` in bytes."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    contentType = serializers.CharField(source="content_type")
    size = serializers.IntegerField()
    uploadedAt = serializers.DateTimeField(source="uploaded_at")


class DocumentUploadSerializer(serializers.Serializer[object]):
    """A PDF, JPEG or PNG of 10 MB at most."""

    file = serializers.FileField()


class DocumentsSerializer(serializers.Serializer[object]):
    """Step 3: the documents by kind; null: none."""

    idDocument = DocumentSerializer(allow_null=True)
    businessRegistration = DocumentSerializer(allow_null=True)
    insuranceCertificate = DocumentSerializer(allow_null=True)
    references = DocumentSerializer(allow_null=True)


class ApplicationEventSerializer(serializers.Serializer[object]):
    """A change of the application's status."""

    status = serializers.ChoiceField(STATUSES)
    at = serializers.DateTimeField()
    note = serializers.CharField(allow_blank=True)


class ServedPlaceSerializer(serializers.Serializer[object]):
    """A postal code that is to be served, and the place that it names."""

    postalCode = serializers.CharField()
    city = serializers.CharField()


class ApplicationSerializer(serializers.Serializer[object]):
    """An account's application as its owner sees it."""

    status = serializers.ChoiceField(STATUSES)
    personalInfo = PersonalInfoSerializer()
    businessInfo = BusinessInfoSerializer()
    areas = ServedPlaceSerializer(many=True, help_text="`serviceAreas` with their names")
    documents = DocumentsSerializer()
    requiredDocuments = serializers.ListField(child=serializers.ChoiceField(Kind.choices))
    note = serializers.CharField(
        allow_blank=True, help_text="what the team asks for, or why it turned the application down"
    )
    submittedAt = serializers.DateTimeField(allow_null=True)
    decisionBy = serializers.DateField(allow_null=True, help_text="the Swiss day by which it is decided")
    coverEndsOn = serializers.DateField(
        allow_null=True, help_text="the last day of the liability insurance, where an operator recorded it"
    )
    coverState = serializers.ChoiceField(
        cover.STATES, help_text="whether the recorded insurance allows bookings; `none`: nothing is recorded"
    )
    certificateState = serializers.ChoiceField(
        cover.CERTIFICATE_STATES,
        help_text="of a provider: whether a new insurance certificate waits for the team, or another one was "
        "asked for, as `note` says",
    )
    timeline = ApplicationEventSerializer(many=True)


def application_json(application: Application, *, now: datetime) -> dict[str, Any]:
    """Return an application, saved or not, as its owner sees it."""
    provider = application.provider
    stored = not application._state.adding
    found = {document.kind: document for document in application.documents.all()} if stored else {}
    waits_since = application.submitted_at if provider.status == Provider.Status.SUBMITTED else None
    is_working = provider.status in {Provider.Status.APPROVED, Provider.Status.PAUSED}
    certificate = found.get(Kind.INSURANCE_CERTIFICATE) if is_working else None
    return {
        "status": Provider.Status.APPROVED if provider.status == Provider.Status.PAUSED else provider.status,
        "personalInfo": PersonalInfoSerializer(application).data,
        "businessInfo": BusinessInfoSerializer(application).data,
        "areas": [{"postalCode": code, "city": city_of(code)} for code in application.service_areas],
        "documents": {
            kind.value: DocumentSerializer(found[kind]).data if kind in found else None for kind in Kind
        },
        "requiredDocuments": applying.required_documents(application),
        "note": application.note,
        "submittedAt": application.submitted_at,
        "decisionBy": applying.decided_by(waits_since) if waits_since else None,
        "coverEndsOn": provider.cover_ends_on,
        "coverState": cover.state(provider=provider, now=now),
        "certificateState": cover.certificate_state(certificate),
        "timeline": [
            {"status": event.status, "at": event.at, "note": event.note}
            for event in (application.events.all() if stored else [])
        ],
    }
