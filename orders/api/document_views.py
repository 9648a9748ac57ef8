"""The calls for receipts, credit notes and the files of a year. They hand out what a worker has made."""

from typing import Any
from uuid import UUID

from django.http import FileResponse, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.errors import NotFound
from marketplace.files import private
from marketplace.http.schema import ErrorSerializer, errors_of
from orders.api.order_view import OrderView
from orders.documents import credit_notes, making, yearly
from orders.errors import NotYours
from orders.lifecycle import permissions
from orders.models import Actor, CreditNote, Document, Order

RETRY_AFTER_SECONDS = 5
_NOT_YET = {202: OpenApiResponse(ErrorSerializer, "made within a minute: ask again after `Retry-After`")}


def _file(kind: str, shape: Any = OpenApiTypes.BINARY) -> dict[Any, Any]:
    """Describe the responses of a file that is made by a worker."""
    return errors_of(404) | _NOT_YET | {(200, kind): shape}


PDF = _file("application/pdf")


def file_or_not_yet(document: Document | None) -> HttpResponse:
    """Respond with a document's file, or with 202 until it is made; 404 once it was erased."""
    if document is None or document.made_at is None:
        return not_yet()
    if not document.file:
        raise NotFound(_("This document is gone: it was erased with an account, or is too old."))
    return private.file_response(
        document.file, called=making.name_of(document), content_type="application/pdf"
    )


def not_yet() -> Response:
    """Respond with 202: the document is being made."""
    body = {
        "message": _("This document is being made. Please try again in a moment."),
        "code": "document_not_ready",
    }
    return Response(body, status=status.HTTP_202_ACCEPTED, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


class DocumentView(OrderView):
    """What the documents of an order share."""

    def of_own(self, order_id: UUID) -> tuple[Order, Actor]:
        """Return an order to its customer or an operator; 404 to its provider, as to strangers."""
        try:
            return self.owned(order_id, permissions.SEE)
        except NotYours as error:
            raise NotFound from error


class ReceiptView(DocumentView):
    """The receipt of a paid order."""

    @extend_schema(operation_id="get_order_receipt", responses=PDF)
    def get(self, request: Request, order_id: UUID) -> HttpResponse:
        """Return the receipt of a paid order as a PDF, to its customer or an operator.

        It is made within a minute of the payment and never changes; what goes back stands on credit notes.
        """
        order, actor = self.of_own(order_id)
        if not order.was_paid:
            raise NotFound(_("There is no receipt: this order has not been paid."))
        made = Document.objects.filter(receipt__order=order, receipt__replaced_at=None)
        document = made.select_related("receipt").first()
        response = file_or_not_yet(document)
        if response.status_code == status.HTTP_200_OK:
            permissions.note_look(order=order, actor=actor, sentence=f"Opened the receipt {document}.")
        return response


class CreditNoteView(DocumentView):
    """What went back of a receipt."""

    @extend_schema(operation_id="get_order_credit_note", responses=PDF)
    def get(self, request: Request, order_id: UUID, position: int) -> HttpResponse:
        """Return a credit note of an order as a PDF; they are counted from 1.

        It is made within a minute of the refund and never changes.
        """
        order, actor = self.of_own(order_id)
        note = Document.objects.filter(credit_note__order=order, credit_note__position=position)
        document = note.select_related("credit_note").first()
        is_next = position == CreditNote.objects.filter(order=order).count() + 1
        if document is None and not (is_next and order.was_paid and credit_notes.is_due(order)):
            raise NotFound(_("There is no such credit note."))
        response = file_or_not_yet(document)
        if response.status_code == status.HTTP_200_OK:
            permissions.note_look(order=order, actor=actor, sentence=f"Opened the credit note {document}.")
        return response


class YearView(OrderView):
    """All receipts and credit notes of a year."""

    @extend_schema(operation_id="get_receipts_of_year", responses=_file("application/zip"))
    def get(self, request: Request, year: int) -> HttpResponse | FileResponse:
        """Return one's own receipts and credit notes of a year in one ZIP file, with a list of them."""
        documents = yearly.documents_of(user_id=self.user.pk, year=year)
        if not documents:
            raise NotFound(_("There are no receipts of this year."))
        if any(document.made_at is None for document in documents):
            return not_yet()
        return FileResponse(
            yearly.packed(documents, year=year),
            as_attachment=True,
            filename=f"receipts-{year}.zip",
            content_type="application/zip",
            headers={"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff"},
        )
