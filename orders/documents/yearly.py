"""A customer's receipts and credit notes of a year in one ZIP file: the bytes of each, and a list."""

from contextlib import suppress
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.db.models import Q
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.csv_file import to_csv
from marketplace.files import private
from orders.documents import making
from orders.models import Document
from orders.prices import pricing

# Beyond it the file is on disk and not in memory.
_IN_MEMORY = 4 * 1024 * 1024


def documents_of(*, user_id: UUID, year: int) -> list[Document]:
    """Return a customer's documents of a Swiss calendar year in the order of their dates; no erased ones."""
    receipts = Q(receipt__order__customer=user_id, receipt__year=year)
    notes = Q(credit_note__order__customer=user_id, credit_note__year=year)
    related = ("receipt__order", "credit_note__receipt")
    # Two queries: one over both tables would read all documents.
    found = [
        document
        for which in (receipts, notes)
        for document in Document.objects.filter(which).select_related(*related)
        if document.file or document.made_at is None
    ]
    return sorted(found, key=_issued_at)


def _issued_at(document: Document) -> tuple[datetime, bool]:
    of_order = document.receipt or document.credit_note
    assert of_order is not None  # noqa: S101 - fee invoices are not asked for
    return of_order.issued_at, document.receipt_id is None


def packed(documents: list[Document], *, year: int) -> IO[bytes]:
    """Return a ZIP file of documents that are made; the caller closes it."""
    target = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the response closes it
    with ZipFile(target, "w") as archive:
        head = [_("Number"), _("Date"), _("Receipt"), _("Supplier"), "CHF", _("VAT CHF")]
        rows: list[list[object]] = [[*head], *map(_row, documents)]
        listed = ZipInfo(f"{_('receipts')}-{year}.csv")
        archive.writestr(listed, to_csv(rows).encode(), ZIP_DEFLATED)
        for document in documents:
            # One that is erased meanwhile is missing.
            with suppress(FileNotFoundError), private.opened(document.file) as file:
                archive.writestr(ZipInfo(making.name_of(document)), file.read(), ZIP_STORED)
    target.seek(0)
    return target


def _row(document: Document) -> list[object]:
    """Return number, date, receipt, supplier, and the amounts, below zero for credit notes."""
    if receipt := document.receipt:
        total, percent = receipt.order.total_amount, receipt.vat_percent
        vat = pricing.vat_within(total, percent=percent) if percent is not None else ""
        day = clock.local_date(receipt.issued_at)
        return [str(receipt), day, "", receipt.supplier_name, total, vat]
    note = document.credit_note
    assert note is not None  # noqa: S101 - fee invoices are not asked for
    vat = -note.vat if note.vat is not None else ""
    day = clock.local_date(note.issued_at)
    return [str(note), day, str(note.receipt), note.receipt.supplier_name, -note.amount, vat]
