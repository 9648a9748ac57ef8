"""Fee invoices in the admin site: the list and the documents."""

from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.dataclasses import UnfoldAction

from marketplace import audit, wall_time
from marketplace.admin_site.actions import action
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.files import private
from marketplace.money import chf
from orders.admin.admin_operator import operator_id
from orders.admin_site import search
from orders.documents import making
from orders.models import Document, FeeInvoice
from providers.search import of_providers


@admin.register(FeeInvoice)
class FeeInvoiceAdmin(ExportedList, ReadOnlyAdmin):
    """Fee invoices, the newest first. Read only."""

    list_display = ["number_of_it", "provider", "shown_month", "sum", "orders", "issued_at"]
    search_fields = ["number", "provider"]
    search_help_text = gettext_lazy(
        "The number, or of a provider: the business, or its person's name, email address or telephone number"
    )
    searches = (search.fee_invoices, of_providers)
    list_select_related = ["provider__user"]
    ordering = ["-year", "-number"]
    sortable_by = ["number_of_it"]
    actions_detail = ["document"]
    fields = [
        "number_of_it",
        "provider",
        "shown_month",
        "sum",
        "orders",
        "vat_number",
        "vat_percent",
        "issued_at",
    ]
    readonly_fields = ["number_of_it", "shown_month", "sum"]

    @admin.display(description=gettext_lazy("Number"), ordering="-number")
    def number_of_it(self, invoice: FeeInvoice) -> str:
        return str(invoice)

    @admin.display(description=gettext_lazy("Month"))
    def shown_month(self, invoice: FeeInvoice) -> str:
        return wall_time.month(invoice.month)

    @admin.display(description=gettext_lazy("Fee"), ordering="amount")
    def sum(self, invoice: FeeInvoice) -> str:
        return chf(invoice.amount)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Leave the document out where there is none any more."""
        invoice = self.get_object(request, str(object_id))
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        document = Document.objects.filter(fee_invoice=invoice).first() if invoice else None
        return [] if document is None or _is_gone(document) else buttons

    @action(
        description=gettext_lazy("Document (PDF)"),
        url_path="document",
        icon="picture_as_pdf",
        permissions=["view"],
    )
    def document(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Download the invoice as its provider has it."""
        invoice = self.row_or_404(request, object_id)
        document = Document.objects.filter(fee_invoice=invoice).first()
        if document is None or _is_gone(document):
            raise Http404
        if document.made_at is None:
            said = _("This document is being made. Please try again in a moment.")
            self.message_user(request, said, messages.INFO)
            return redirect(reverse("admin:orders_feeinvoice_change", args=[object_id]))
        name = making.name_of(document)
        try:
            response = private.file_response(document.file, called=name, content_type="application/pdf")
        except private.StoreUnavailable as error:
            self.message_user(request, error.message, messages.ERROR)
            return redirect(reverse("admin:orders_feeinvoice_change", args=[object_id]))
        audit.record(user_id=operator_id(request), about=invoice, sentence="Opened the document.")
        return response


def _is_gone(document: Document) -> bool:
    """Return whether a document was made, and its file was removed since."""
    return document.made_at is not None and not document.file
