"""Which version of an application and its documents an operator has seen when they decide.

The applicant may upload another document while the operator's page is open, and another operator may decide
or record the cover. A decision carries the version that was shown, and is refused for any other.
"""

import hashlib

from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from marketplace.files import private
from providers import applying
from providers.models import Application


class ApplicationChanged(DomainError):
    """The application or its documents changed since they were shown (409)."""

    code = "application_changed"

    def __init__(self) -> None:
        super().__init__(
            _("The application or its documents have changed since this page was opened. Please look again.")
        )


class DocumentsMissing(DomainError):
    """A required document is missing (409)."""

    code = "documents_missing"

    def __init__(self, names: list[str]) -> None:
        super().__init__(_("Not there any more: {documents}.").format(documents=", ".join(names)))


def version_of(application: Application) -> str:
    """Return a hash of an application, its documents, and what is decided and recorded. One query."""
    papers = sorted(f"{paper.pk} {paper.refused_at}" for paper in application.documents.all())
    provider = application.provider
    parts: list[object] = [application.submitted_at, application.changed_at, *papers]
    parts += [provider.status, str(provider.cover_amount), provider.cover_ends_on]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def refuse_unseen(application: Application, seen: str | None) -> None:
    """Raise 409 ``application_changed`` unless ``seen`` is the current version; ``None`` skips the check.

    The caller holds the lock of the provider, under which documents are added and removed.
    """
    if seen is not None and seen != version_of(application):
        raise ApplicationChanged


def refuse_missing(application: Application) -> None:
    """Raise 409 ``documents_missing`` if a required document, or its file, does not exist."""
    there = {row.kind for row in application.documents.all() if private.is_there(row.file)}
    missing = [kind for kind in applying.required_documents(application) if kind not in there]
    if missing:
        raise DocumentsMissing([str(kind.label) for kind in missing])
