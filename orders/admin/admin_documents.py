"""Fee invoices in the admin site: the list and the documents."""

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from marketplace import audit, clock, wall_time
from marketplace.admin_site.actions import action
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.csv_file import download
from marketplace.money import chf
from orders.admin.admin_payouts import of_providers
from orders.documents import making
from orders.models import FeeInvoice


@admin.register(FeeInvoice)
class FeeInvoiceAdmin(ExportedList, ReadOnlyAdmin):
    """Fee invoices, the newest first. Read only."""

    list_display = ["number_of_it", "provider", "shown_month", "sum", "orders", "issued_at"]
    search_fields = ["provider"]
    search_help_text = gettext_lazy(
        "Of a provider: the business, or its person's name, e-mail address or telephone number"
    )
    searches = (of_providers,)
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

    @admin.display(description=gettext_lazy("Fee"))
    def sum(self, invoice: FeeInvoice) -> str:
        return chf(invoice.amount)

    @action(
        description=gettext_lazy("Document (PDF)"),
        url_path="document",
        icon="picture_as_pdf",
        permissions=["view"],
    )
    def document(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Download the invoice as its provider has it."""
        invoice = self.get_object(request, object_id)
        if invoice is None:
            raise Http404
        assert request.user.pk is not None  # noqa: S101 - the site lets nobody else in
        audit.record(user_id=request.user.pk, about=invoice, sentence="Opened the document.")
        try:
            content = making.content_of(invoice.document, now=clock.now())
        except FileNotFoundError as error:
            raise Http404 from error
        return download(content, name=making.name_of(invoice.document), kind="application/pdf")
