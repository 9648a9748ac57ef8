"""A provider's application and reviews in the admin site's timeline."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from marketplace.admin_site.timeline import Fact, Kind, Subject, head_by, tell_of
from providers.models import ApplicationDocument, ApplicationEvent, Provider, Review


def _events(subject: Subject) -> QuerySet[ApplicationEvent]:
    return ApplicationEvent.objects.filter(application__provider__user_id=subject.account_id)


def _documents(subject: Subject) -> QuerySet[ApplicationDocument]:
    return ApplicationDocument.objects.filter(application__provider__user_id=subject.account_id)


def _reviews(subject: Subject) -> QuerySet[Review]:
    if subject.provider_id is not None:
        return Review.objects.filter(provider_id=subject.provider_id)
    return Review.objects.filter(author_id=subject.account_id)


def _moved(status: str, note: str) -> str:
    said = ApplicationEvent.label_of(status)
    return f"{said}: {note}" if note else said


def _reviewed(rating: str, comment: str, hidden_at: str) -> str:
    shown = _("{rating} of 5 stars (hidden)") if hidden_at else _("{rating} of 5 stars")
    said = shown.format(rating=rating)
    return f"{said}: {comment}" if comment else said


_APPLICATION = "admin:providers_application_change"
KINDS = (
    Kind(
        gettext_lazy("Application"),
        "providers.view_application",
        _events,
        "at",
        "application_id",
        ("status", "note"),
        _moved,
        _APPLICATION,
    ),
    Kind(
        gettext_lazy("Document"),
        "providers.view_application",
        _documents,
        "uploaded_at",
        "application_id",
        ("kind", "name"),
        lambda kind, name: f"{ApplicationDocument.Kind(kind).label}: {name}",
        _APPLICATION,
    ),
    Kind(
        gettext_lazy("Review"),
        "providers.view_review",
        _reviews,
        "created_at",
        "id",
        ("rating", "comment", "hidden_at"),
        _reviewed,
        "admin:providers_review_change",
    ),
)


def facts(subject: Subject, now: datetime) -> list[Fact]:
    """Return a provider's status and rating."""
    if subject.provider_id is None:
        return []
    provider = Provider.objects.get(pk=subject.provider_id)
    rated = _("{rating} of 5").format(rating=provider.rating) if provider.review_count else _("No review yet")
    reviews = ngettext("{count} review", "{count} reviews", provider.review_count)
    stands = provider.get_status_display()
    is_off = provider.status in (Provider.Status.PAUSED, Provider.Status.REJECTED)
    return [
        Fact(_("State"), stands, is_urgent=is_off),
        Fact(_("Rating"), rated, reviews.format(count=provider.review_count)),
    ]


def declare() -> None:
    """Register with the timeline."""
    tell_of(*KINDS)
    head_by("providers.view_provider", facts)
