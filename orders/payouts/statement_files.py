"""A month's statement as CSV and as PDF."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import figures, wall_time
from marketplace.csv_file import to_csv
from orders.documents.drawing import (
    BAND,
    BOLD,
    SOFT,
    TEAL,
    document,
    fitting,
    francs,
    gap,
    heading,
    listing,
    table,
    written,
)
from orders.payouts.earnings import Statement

COLUMNS = (
    gettext_lazy("Date"),
    gettext_lazy("Order"),
    gettext_lazy("Customer"),
    gettext_lazy("Service"),
    gettext_lazy("Paid CHF"),
    gettext_lazy("Platform fee CHF"),
    gettext_lazy("Yours CHF"),
    gettext_lazy("Paid out CHF"),
)
WIDTHS = (62, 62, 72, 157, 50, 44, 52)
PAYOUT_WIDTHS = (62, 144, 241, 52)


def as_csv(statement: Statement) -> str:
    """Return the statement as CSV: a row for each posting and payout, and the totals."""
    rows: list[tuple[object, ...]] = [COLUMNS]
    rows += [
        (line.day, line.order, line.customer, line.what, line.paid, line.fee, line.amount, "")
        for line in statement.lines
    ]
    rows += [
        (one.day, "", "", _payout_text(one.account_end, one.amount), "", "", "", one.amount)
        for one in statement.payouts
    ]
    rows.append((_("Total"), "", "", "", statement.paid, statement.fee, statement.amount, statement.paid_out))
    return to_csv(rows)


def _payout_text(account_end: str, amount: Decimal) -> str:
    said = _("Payout to …{account}") if amount > 0 else _("Returned from …{account}")
    return said.format(account=account_end)


def as_pdf(statement: Statement, *, now: datetime) -> bytes:
    """Return the statement as a PDF: A4, with totals and page numbers, without external resources."""

    def parts() -> list[Any]:
        parts = [_heading(statement, now), gap(), _summary(statement), gap(), _orders(statement)]
        return [*parts, gap(), _payouts(statement)] if statement.payouts else parts

    title = _("Statement {month}").format(month=wall_time.month(statement.first))
    return document(parts, title=title, owner=str(statement.provider))


def _heading(statement: Statement, now: datetime) -> Any:
    provider = statement.provider
    names = dict.fromkeys([provider.business_name, provider.user.get_full_name()])
    return heading(
        title=_("Statement"),
        below=wall_time.month(statement.first),
        left=[*filter(None, names), *statement.address],
        right=[settings.PRODUCT_NAME, figures.at(now).support_email],
    )


def _summary(statement: Statement) -> Any:
    columns = [
        (_("Owed before"), statement.opening),
        (_("Earned"), statement.amount),
        (_("Paid out"), statement.paid_out),
        (_("Owed at the end"), statement.closing),
    ]
    names = [fitting(name, sum(WIDTHS) / 4) for name, amount in columns]
    rows = [names, [f"CHF {francs(amount)}" for name, amount in columns]]
    return table(
        rows,
        (sum(WIDTHS) / 4,) * 4,
        ("BACKGROUND", (0, 0), (-1, -1), BAND),
        ("TEXTCOLOR", (0, 0), (-1, 0), SOFT),
        ("FONT", (0, 1), (-1, 1), BOLD, 11.5),
        ("TEXTCOLOR", (1, 1), (1, 1), TEAL),
        ("LEFTPADDING", (0, 0), (-1, -1), 10),
        ("TOPPADDING", (0, 0), (-1, 0), 9),
        ("BOTTOMPADDING", (0, 1), (-1, 1), 11),
    )


def _orders(statement: Statement) -> Any:
    heads = [_("Date"), _("Order"), _("Customer"), _("Service"), _("Paid"), _("Fee"), _("Yours")]
    rows: list[list[Any]] = [heads]
    rows += [
        [
            written(line.day),
            line.order,
            fitting(line.customer, WIDTHS[2]),
            fitting(line.what, WIDTHS[3]),
            *map(francs, (line.paid, line.fee, line.amount)),
        ]
        for line in statement.lines
    ]
    if not statement.lines:
        rows.append([_("No orders in this month"), *[""] * 6])
    totals = (statement.paid, statement.fee, statement.amount)
    rows.append([_("Total CHF"), "", "", "", *map(francs, totals)])
    return listing(rows, WIDTHS, 4)


def _payouts(statement: Statement) -> Any:
    rows: list[list[Any]] = [[_("Date"), _("Payout"), _("Reference"), _("Paid out")]]
    rows += [
        [
            written(one.day),
            fitting(_payout_text(one.account_end, one.amount), PAYOUT_WIDTHS[1]),
            fitting(one.reference, PAYOUT_WIDTHS[2]),
            francs(one.amount),
        ]
        for one in statement.payouts
    ]
    rows.append([_("Total CHF"), "", "", francs(statement.paid_out)])
    return listing(rows, PAYOUT_WIDTHS, 3)
