from django.db import migrations


def ask_for_files(apps, editor):
    """Make the files of all receipts and fee invoices due that were drawn at each request before."""
    Document = apps.get_model("orders", "Document")
    for name, column in (("Receipt", "receipt_id"), ("FeeInvoice", "fee_invoice_id")):
        ids = apps.get_model("orders", name).objects.filter(document=None).values_list("pk", flat=True)
        rows = (Document(**{column: pk}) for pk in ids.iterator())
        Document.objects.bulk_create(rows, batch_size=1_000)


class Migration(migrations.Migration):
    dependencies = [("orders", "0019_index_receipts_of_order")]

    operations = [migrations.RunPython(ask_for_files, migrations.RunPython.noop)]
