"""PDF documents: receipts, fee invoices and how they are drawn."""
