"""The documents of an application: private, of three kinds, read by few.

Only their owner and operators who review applications can download them; each download by an operator, and
each refused file, enters the audit log.
"""

import hashlib
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import operators
from accounts.models import User
from marketplace import audit
from marketplace.errors import DomainError, NotFound, explain
from marketplace.files import private
from marketplace.files.accepting import Accepted, accepted_document, safe_name
from providers import applying
from providers.models import Application, ApplicationDocument, Provider

FOLDER = "applications"
MOST_UPLOADS = 100
REVIEW = "providers.review_application"
Kind = ApplicationDocument.Kind

explain(too_many_uploads="Too many files were sent for this application (409).")


def save_document(*, user: User, kind: Kind, content: bytes, name: str, now: datetime) -> ApplicationDocument:
    """Save a document of an application in place of the former one.

    ``content`` is at most 10 MB of PDF, JPEG or PNG, recognized by its bytes, else 400. 409
    ``application_closed`` once the application is submitted, except for a renewed insurance certificate of an
    approved provider; 409 ``too_many_uploads`` after a hundred, refused ones included.
    """
    # Checked before the file is read, and again under the lock.
    _refuse_early(user=user, kind=kind)
    accepted = accepted_document(content)
    with private.stored(accepted.content, folder=FOLDER, suffix=accepted.suffix) as stored:
        return _replace(stored, accepted, user=user, kind=kind, name=name, now=now)


@transaction.atomic
def _replace(
    stored: str, accepted: Accepted, *, user: User, kind: Kind, name: str, now: datetime
) -> ApplicationDocument:
    application = _open_for(user=user, kind=kind, now=now)
    if not Application.objects.filter(pk=application.pk, uploads__lt=MOST_UPLOADS).update(
        uploads=F("uploads") + 1, changed_at=now
    ):
        raise _too_many()
    _drop(application, kind)
    return ApplicationDocument.objects.create(
        application=application,
        kind=kind,
        name=safe_name(name, suffix=accepted.suffix, otherwise=str(kind.label)),
        file=stored,
        content_type=accepted.content_type,
        size=len(accepted.content),
        digest=hashlib.sha256(accepted.content).hexdigest(),
        uploaded_at=now,
    )


@transaction.atomic
def note_refused(*, user: User, kind: Kind, code: str) -> None:
    """Log that a file was refused for an account's application, if there is one.

    It counts towards the hundred uploads, so that nobody can fill the log.
    """
    application = Application.objects.filter(provider__user=user).first()
    if application is None:
        return
    counted = Application.objects.filter(pk=application.pk, uploads__lt=MOST_UPLOADS)
    if not counted.update(uploads=F("uploads") + 1):
        return
    with translation.override(audit.LANGUAGE):
        sentence = f"A file was refused ({code}): {kind.label}."
    audit.record(user_id=user.pk, about=application, sentence=sentence)


def _refuse_early(*, user: User, kind: Kind) -> None:
    """Raise what :func:`_replace` would raise, without a lock; a draft that is not begun takes files."""
    provider = Provider.objects.filter(user=user).first()
    if provider is None:
        return
    if not _is_renewal(provider, kind):
        applying.refuse_closed(provider)
    if Application.objects.filter(provider=provider, uploads__gte=MOST_UPLOADS).exists():
        raise _too_many()


def _too_many() -> DomainError:
    return DomainError(
        _("You have sent very many files. Please write to our support."), code="too_many_uploads"
    )


def _is_renewal(provider: Provider | None, kind: Kind) -> bool:
    """Return whether it is the new certificate of a provider who works already."""
    working = (Provider.Status.APPROVED, Provider.Status.PAUSED)
    return provider is not None and provider.status in working and kind == Kind.INSURANCE_CERTIFICATE


def _open_for(*, user: User, kind: Kind, now: datetime) -> Application:
    """Return the application that may take this document, locked."""
    if not _is_renewal(Provider.objects.filter(user=user).first(), kind):
        return applying.opened(user=user, now=now)
    provider = Provider.objects.select_for_update(no_key=True).get(user=user)
    application, _ = Application.objects.get_or_create(
        provider=provider, defaults={"started_at": now, "changed_at": now}
    )
    return application


@transaction.atomic
def remove(*, user: User, kind: Kind, now: datetime) -> None:
    """Remove a document, if there is one. 409 once the application is submitted."""
    if Provider.objects.filter(user=user).exists():
        _drop(applying.opened(user=user, now=now), kind)


def _drop(application: Application, kind: Kind) -> None:
    for document in ApplicationDocument.objects.filter(application=application, kind=kind):
        private.remove_after_commit(document.file)
        document.delete()


def to_show(*, document_id: UUID, viewer: User) -> ApplicationDocument:
    """Return a document that its viewer may download, else 404. An operator's download is logged."""
    document = (
        ApplicationDocument.objects.select_related("application__provider").filter(pk=document_id).first()
    )
    if document is None:
        raise NotFound(_("There is no such document."))
    if document.application.provider.user_id == viewer.pk:
        return document
    if not operators.may(viewer, REVIEW):
        raise NotFound(_("There is no such document."))
    with translation.override(audit.LANGUAGE):
        sentence = f"Opened the document: {document.get_kind_display()}."
    audit.record(user_id=viewer.pk, about=document.application, sentence=sentence)
    return document
