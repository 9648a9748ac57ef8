"""The files of receipts, credit notes and fee invoices: drawn by a worker, once, and stored as they are.

A numbered row comes with a :class:`Document` that is due. Drawing takes no lock, so payments and the row that
hands out numbers wait for none of it. Whoever is first stores the file; nothing replaces it.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import translation

from accounts.models import User
from marketplace.events import live
from marketplace.files import private
from marketplace.jobs import due
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from orders.documents import credit_note_file, fee_invoice_file, receipt_file
from orders.models import Document, Order

TASK = "orders.make_documents"
KIND = "document"
FOLDER = "books"
# Whoever waits for a file that is made on request shares the worker.
_POLICY = due.Policy(run_for=timedelta(seconds=20))


def waiting() -> QuerySet[Document]:
    """Return the documents that are to be made, with ``issued_at``; without those that failed for good."""
    failed = Job.objects.filter(kind=KIND, failed_at__isnull=False)
    issued_at = Coalesce("receipt__issued_at", "credit_note__issued_at", "fee_invoice__issued_at")
    rows = Document.objects.filter(made_at=None).exclude(pk__in=failed.values("subject"))
    return rows.annotate(issued_at=issued_at)


def make_due(*, now: datetime) -> int:
    """Make the files that are due; return how many."""
    waiting = Document.objects.filter(made_at=None).order_by("pk")

    def act(job: Job, instant: datetime) -> bool:
        return make(document_id=job.subject, now=instant)

    return sweep_counting(KIND, waiting, act=act, policy=_POLICY, now=now)


def make(*, document_id: UUID, now: datetime) -> bool:
    """Draw and store a file, and tell its customer's open pages; ``False`` if there is one."""
    rows = Document.objects.filter(pk=document_id, made_at=None)
    document = rows.select_related(
        "receipt__order__customer",
        "credit_note__order__customer",
        "credit_note__receipt",
        "fee_invoice__provider__user",
    ).first()
    if document is None:
        return False
    reader, draw = _drawn_for(document)
    with translation.override(reader.reads):
        content = draw()
    name = private.store(content, folder=FOLDER, suffix=".pdf")
    with transaction.atomic():
        is_first = bool(rows.update(made_at=now, file=name))
        if is_first and (order := _order_of(document)):
            data = {"orderId": str(order.pk), "status": order.status}
            live.publish(account_ids=[order.customer_id], topic="order", data=data, now=now)
    if not is_first:
        private.remove_now(name)
    return is_first


def _drawn_for(document: Document) -> tuple[User, Callable[[], bytes]]:
    """Return in whose language a document is, and what draws it."""
    if receipt := document.receipt:
        return receipt.order.customer, lambda: receipt_file.as_pdf(receipt)
    if note := document.credit_note:
        return note.order.customer, lambda: credit_note_file.as_pdf(note)
    invoice = document.fee_invoice
    assert invoice is not None  # noqa: S101 - a constraint of the database
    return invoice.provider.user, lambda: fee_invoice_file.as_pdf(invoice)


def _order_of(document: Document) -> Order | None:
    of_order = document.receipt or document.credit_note
    return of_order.order if of_order else None


def name_of(document: Document) -> str:
    """Return the name under which a file is handed out."""
    if document.receipt_id:
        return f"receipt-{document}.pdf"
    return f"credit-note-{document}.pdf" if document.credit_note_id else f"fee-invoice-{document}.pdf"


def content_of(document: Document, *, now: datetime) -> bytes:
    """Return the file's bytes, for a worker: it is made if it is still due. Raises ``FileNotFoundError``."""
    make(document_id=document.pk, now=now)
    document.refresh_from_db()
    if not document.file:
        raise FileNotFoundError(str(document))
    with private.opened(document.file) as file:
        content: bytes = file.read()
    return content
