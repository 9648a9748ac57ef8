"""Exports of an account's data: made in the background, downloaded, deleted after a week.

An export is a ZIP with the data as JSON and, table by table, as CSV; the full one adds a readable page and
the uploaded files. Its content is what the tables declare (:mod:`marketplace.personal_data`).
"""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, cast
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import account_texts as texts
from accounts import locks, notifications
from accounts.models import PersonalDataExport, User
from marketplace import personal_data
from marketplace.csv_file import to_csv
from marketplace.errors import NotFound
from marketplace.files import private
from marketplace.http.language import correspondence
from marketplace.jobs import outbox
from marketplace.names import called, heading

TOPIC = "personal_data_export"
FOLDER = "exports"
PAGE = "/account/privacy"
KEPT_FOR = timedelta(days=7)
Kind = PersonalDataExport.Kind
# Larger archives are written to a temporary file.
_IN_MEMORY = 8 * 1024 * 1024

Rows = list[dict[str, Any]]


def of(*, user_id: UUID, now: datetime) -> list[PersonalDataExport]:
    """Return an account's exports, the newest first: in progress, failed, or to be downloaded."""
    own = PersonalDataExport.objects.filter(account=user_id).order_by("-requested_at", "-pk")
    return [export for export in own if export.expires_at is None or export.expires_at > now]


def is_running(*, user: User, kind: str) -> bool:
    """Return whether an export of this kind is in progress."""
    return _running(user=user, kind=kind).exists()


def _running(*, user: User, kind: str) -> QuerySet[PersonalDataExport]:
    return PersonalDataExport.objects.filter(account=user, kind=kind, ready_at=None, failed_at=None)


@transaction.atomic
def ask(*, user: User, kind: str, now: datetime) -> PersonalDataExport:
    """Request an export, replacing an older one; returns the one of this kind that is in progress, if any.

    One that has failed is replaced at once: an operator's retry has nothing to make any more.
    """
    locks.lock_account(user.pk)
    running = _running(user=user, kind=kind).first()
    if running is not None:
        return running
    PersonalDataExport.objects.filter(account=user, kind=kind, ready_at=None).delete()
    export = PersonalDataExport.objects.create(account=user, kind=kind, requested_at=now)
    outbox.enqueue(topic=TOPIC, payload={"exportId": str(export.pk), "userId": str(user.pk)}, now=now)
    return export


def to_fetch(*, user: User, export_id: UUID, now: datetime) -> PersonalDataExport:
    """Return an export that its account may download; 404 for others, before it is ready and after expiry."""
    own = PersonalDataExport.objects.filter(account=user, pk=export_id, expires_at__gt=now)
    export = own.first()
    if export is None:
        raise NotFound(_("There is no such copy any more. You can ask for a new one."))
    return export


def handle(payload: dict[str, Any], now: datetime) -> None:
    """Make the export that an outbox message names and notify its account; idempotent."""
    waiting = PersonalDataExport.objects.select_related("account")
    export = waiting.filter(pk=payload["exportId"], ready_at=None).first()
    if export is None:
        return
    with SpooledTemporaryFile(max_size=_IN_MEMORY) as spooled:
        made = cast("BinaryIO", spooled)
        with translation.override(correspondence(export.account.language)):
            write(made, account=export.account, kind=export.kind, now=now)
        size = made.tell()
        stored = private.store_file(made, folder=FOLDER, suffix=".zip")
    _hand_over(export, stored, size, now)


@transaction.atomic
def _hand_over(export: PersonalDataExport, stored: str, size: int, now: datetime) -> None:
    waiting = PersonalDataExport.objects.filter(pk=export.pk, ready_at=None)
    if not waiting.update(ready_at=now, failed_at=None, expires_at=now + KEPT_FOR, file=stored, size=size):
        # Another worker was faster, or the account was erased.
        private.remove_now(stored)
        return
    older = PersonalDataExport.objects.filter(account=export.account_id, kind=export.kind)
    _remove(older.exclude(pk=export.pk).exclude(ready_at=None))
    notifications.notify(
        user_id=export.account_id,
        kind="data_export",
        said=texts.DATA_READY.of(until=now + KEPT_FOR),
        link=PAGE,
        dedupe_key=f"data-export-{export.pk}",
        now=now,
    )


@transaction.atomic
def give_up(payload: dict[str, Any], now: datetime) -> None:
    """End the export of a message that has failed for good, and notify its account once; idempotent."""
    running = PersonalDataExport.objects.filter(pk=payload["exportId"], ready_at=None, failed_at=None)
    if not running.update(failed_at=now):
        return
    notifications.notify(
        user_id=UUID(payload["userId"]),
        kind="data_export",
        said=texts.DATA_NOT_MADE.of(),
        link=PAGE,
        dedupe_key=f"data-export-failed-{payload['exportId']}",
        now=now,
    )


def prune(*, now: datetime) -> int:
    """Delete expired exports with their files, and those that failed as long ago; return how many."""
    over = PersonalDataExport.objects.filter(
        Q(expires_at__lte=now) | Q(ready_at=None, failed_at__lte=now - KEPT_FOR)
    )
    count = over.count()
    with transaction.atomic():
        _remove(over)
    return count


def _remove(exports: Any) -> None:
    for name in exports.values_list("file", flat=True):
        private.remove_after_commit(name)
    exports.delete()


# --- Content --------------------------------------------------------------------------------------------


def write(target: BinaryIO, *, account: User, kind: str, now: datetime) -> None:
    """Write the ZIP of an account's data, in the active language, and leave the file position at its end."""
    found = [(table, list(_notified(table, account.pk))) for table in personal_data.tables()]
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        archive.writestr("data.json", _as_json(found, account, now))
        for table, rows in found:
            archive.writestr(f"tables/{table.name}.csv", to_csv([table.columns, *map(dict.values, rows)]))
        if kind == Kind.FULL:
            archive.writestr("index.html", _as_page(found, account, now))
            for table, _ in found:
                if table.file:
                    _add_files(archive, table, account.pk)
    target.seek(0, 2)


def _notified(table: personal_data.Table, user_id: UUID) -> Iterator[dict[str, Any]]:
    """Yield an account's exported rows, in the order in which they were created."""
    rows = table.rows(user_id).order_by("pk")
    yield from rows.values(*table.columns).iterator()


def _as_json(found: list[tuple[personal_data.Table, Rows]], account: User, now: datetime) -> str:
    whole = {
        "product": settings.PRODUCT_NAME,
        "account": str(account.pk),
        "madeAt": now,
        "tables": {table.name: rows for table, rows in found},
        "withheld": {table.name: dict(table.withheld) for table, _ in found if table.withheld},
    }
    return json.dumps(whole, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)


def _as_page(found: list[tuple[personal_data.Table, Rows]], account: User, now: datetime) -> str:
    tables = [
        {
            "title": table.title,
            "columns": [heading(column) for column in table.columns],
            "rows": [list(row.values()) for row in rows],
            "withheld": [(called(name), why) for name, why in table.withheld.items()],
        }
        for table, rows in found
        if rows
    ]
    return render_to_string(
        "personal_data.html",
        {"product": settings.PRODUCT_NAME, "account": account, "now": now, "tables": tables},
    )


def _add_files(archive: ZipFile, table: personal_data.Table, user_id: UUID) -> None:
    for number, name in enumerate(table.files(table.rows(user_id)), start=1):
        ending = name.rsplit(".", 1)[-1]
        try:
            with private.opened(name) as file:
                target = archive.open(f"files/{table.name}_{number}.{ending}", "w")
                with target:
                    copyfileobj(file, target)
        except FileNotFoundError:
            # Demo portraits are static files, not private ones.
            continue
