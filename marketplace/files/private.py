"""People's files, stored under random names, at no public URL.

A file is written before the row that names it, and removed after the row is gone. A file that is left
without a row, by a crash or because the store did not answer, is removed by :func:`sweep` a day later. Each
app registers the columns that name its files in its ``AppConfig.ready()``.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from itertools import islice
from typing import BinaryIO
from uuid import uuid4

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, storages
from django.db import models, transaction
from django.http import FileResponse, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from rest_framework import status

from marketplace.errors import DomainError, NotFound
from marketplace.jobs.obstacles import ServiceAway

_log = logging.getLogger(__name__)

_KEEP_STRAYS = timedelta(days=1)
_NEVER_RUN = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
}
# Files per query of the rows that name them.
_BATCH = 500
# Folder -> model, the column that names its files, and the prefix of the names there.
_owners: dict[str, tuple[type[models.Model], str, str]] = {}


class StoreUnavailable(DomainError):
    """The store of files does not answer; nothing was changed, and the same call may be sent again (503)."""

    status = status.HTTP_503_SERVICE_UNAVAILABLE
    code = "store_unavailable"

    def __init__(self) -> None:
        super().__init__(
            _("Files cannot be read or stored right now. Please try again in a few minutes."),
            headers={"Retry-After": "60"},
        )


class StoreAway(StoreUnavailable, ServiceAway):
    """The store cannot be reached at all, which is about no file in particular (503)."""

    @contextmanager
    def assumed(self) -> Iterator[None]:
        token = _is_away.set(True)
        try:
            yield
        finally:
            _is_away.reset(token)


_is_away: ContextVar[bool] = ContextVar("store_is_away", default=False)


@contextmanager
def _available() -> Iterator[Storage]:
    """Yield the storage. Raises :class:`StoreUnavailable` where it fails, and ``FileNotFoundError``."""
    if _is_away.get():
        raise StoreAway
    try:
        yield storages["private"]
    except FileNotFoundError:
        raise
    except OSError as error:
        _log.exception("The store of private files failed.")
        raise (StoreAway if isinstance(error, ConnectionError) else StoreUnavailable) from error


def owned_by(model: type[models.Model], column: str, *, folder: str, before: str = "") -> None:
    """Register the column that names the files of a folder; ``before`` is a prefix of the names in it."""
    _owners[folder] = (model, column, before)


def store(content: bytes, *, folder: str, suffix: str) -> str:
    """Store a file under a random name and return the name; ``suffix`` is its extension, as in ``.pdf``."""
    return _save(ContentFile(content), folder, suffix)


def store_file(content: BinaryIO, *, folder: str, suffix: str) -> str:
    """Store a file that may be larger than memory, as :func:`store` does; it is read from its beginning."""
    content.seek(0)
    return _save(File(content), folder, suffix)


def store_as(name: str, content: bytes) -> None:
    """Store a file under a name that only ever means this content."""
    with _available() as storage:
        storage.save(name, ContentFile(content))


def _save(content: "File[bytes]", folder: str, suffix: str) -> str:
    with _available() as storage:
        return storage.save(f"{folder}/{uuid4().hex}{suffix}", content)


@contextmanager
def stored(content: bytes, *, folder: str, suffix: str) -> Iterator[str]:
    """Store a file for the row that is written within; without the row, if that is refused, no file stays.

    Entered outside of the transaction, which would hold its locks while the store is being waited for.
    """
    name = store(content, folder=folder, suffix=suffix)
    try:
        yield name
    except DomainError:
        remove_now(name)
        raise


def opened(name: str) -> "File[bytes]":
    """Open a file for reading. Raises ``FileNotFoundError``."""
    with _available() as storage:
        return storage.open(name, "rb")


def is_there(name: str) -> bool:
    """Return whether the file of a row exists."""
    with _available() as storage:
        return storage.exists(name)


def remove_now(name: str) -> bool:
    """Remove a file that no row names; return whether the store did. If not, :func:`sweep` will."""
    try:
        with _available() as storage:
            storage.delete(name)
    except StoreUnavailable:
        return False
    return True


def remove_after_commit(name: str) -> None:
    """Remove a file once the current transaction is committed."""
    transaction.on_commit(lambda: remove_now(name))


def file_response(name: str, *, called: str, content_type: str) -> HttpResponse:
    """Respond with a file as a download; the caller has checked that the viewer may have it.

    Raises ``FileNotFoundError``. The whole file is in memory: it has 10 MB at most.
    """
    with opened(name) as file:
        response = HttpResponse(file.read(), content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=called)
    for header, value in _NEVER_RUN.items():
        response.headers[header] = value
    return response


def photo_response(name: str, *, called: str) -> HttpResponse:
    """Respond with a photo as :func:`file_response` does; ``called`` is its name without the extension.

    Raises ``NotFound`` where the file is gone: it is removed some time after the end of its order.
    """
    suffix = name.rpartition(".")[2]
    kind = f"image/{suffix.replace('jpg', 'jpeg')}"
    try:
        return file_response(name, called=f"{called}.{suffix}", content_type=kind)
    except FileNotFoundError as error:
        raise NotFound(_("This photo is gone.")) from error


def stream(name: str, *, called: str, content_type: str) -> FileResponse:
    """Respond with a download that may be larger than memory, as :func:`file_response` does."""
    response = FileResponse(opened(name), as_attachment=True, filename=called, content_type=content_type)
    for header, value in _NEVER_RUN.items():
        response.headers[header] = value
    return response


def public_file_response(name: str, *, content_type: str) -> HttpResponse:
    """Respond with a public file, cacheable for a year: the content under a name never changes.

    Raises ``FileNotFoundError``.
    """
    with opened(name) as file:
        response = HttpResponse(file.read(), content_type=content_type)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def sweep(*, now: datetime) -> int:
    """Remove the files that no row names, a day after they were written; return how many."""
    removed = 0
    for folder, (model, column, before) in _owners.items():
        found = names_in(folder)
        while names := list(islice(found, _BATCH)):
            # The indexes of such columns leave out the rows without a file.
            rows = model._default_manager.exclude(**{column: ""}).filter(
                **{f"{column}__in": [before + name for name in names]}
            )
            owned = set(rows.values_list(column, flat=True))
            strays = [name for name in names if before + name not in owned]
            removed += sum(remove_now(name) for name in strays if _written_at(name) < now - _KEEP_STRAYS)
    return removed


def older_than(instant: datetime, *, folder: str) -> list[str]:
    """Return the names of a folder's files that were written before an instant."""
    return [name for name in names_in(folder) if _written_at(name) < instant]


def names_in(folder: str) -> Iterator[str]:
    """Yield the names of a folder's files; none if it is not there. Raises ``StoreUnavailable``.

    They are read little by little: a folder may hold the documents of years.
    """
    try:
        with _available() as storage:
            for name in storage.names(folder):  # type: ignore[attr-defined]  # of our two storages
                yield f"{folder}/{name}"
    except FileNotFoundError:
        return


def _written_at(name: str) -> datetime:
    # A bucket is asked once for each file.
    with _available() as storage:
        return storage.get_modified_time(name)
