"""A month's statement as CSV and as PDF."""

from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import figures, wall_time
from marketplace.csv_file import to_csv
from orders.documents.drawing import Part, document, facts, francs, gap, heading, listing, written
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
    parts = [_heading(statement, now), gap(), _summary(statement), gap(), _orders(statement)]
    if statement.payouts:
        parts += [gap(), _payouts(statement)]
    title = _("Statement {month}").format(month=wall_time.month(statement.first))
    return document(parts, title=title, owner=str(statement.provider), at=now)


def _heading(statement: Statement, now: datetime) -> Part:
    provider = statement.provider
    names = dict.fromkeys([provider.business_name, provider.user.get_full_name()])
    return heading(
        title=_("Statement"),
        below=wall_time.month(statement.first),
        left=[*filter(None, names), *statement.address],
        right=[settings.PRODUCT_NAME, figures.at(now).support_email],
    )


def _summary(statement: Statement) -> Part:
    columns = [
        (_("Owed before"), statement.opening),
        (_("Earned"), statement.amount),
        (_("Paid out"), statement.paid_out),
        (_("Owed at the end"), statement.closing),
    ]
    return facts([(name, f"CHF {francs(amount)}") for name, amount in columns])


def _orders(statement: Statement) -> Part:
    rows = [
        [
            written(line.day),
            line.order,
            line.customer,
            line.what,
            *map(francs, (line.paid, line.fee, line.amount)),
        ]
        for line in statement.lines
    ]
    return listing(
        rows or [["", "", "", _("No orders in this month"), "", "", ""]],
        head=[_("Date"), _("Order"), _("Customer"), _("Service"), _("Paid"), _("Fee"), _("Yours")],
        total=[_("Total CHF"), "", "", "", *map(francs, (statement.paid, statement.fee, statement.amount))],
        widths=WIDTHS,
        amounts_from=4,
    )


def _payouts(statement: Statement) -> Part:
    rows = [
        [
            written(one.day),
            _payout_text(one.account_end, one.amount),
            one.reference,
            francs(one.amount),
        ]
        for one in statement.payouts
    ]
    return listing(
        rows,
        head=[_("Date"), _("Payout"), _("Reference"), _("Paid out")],
        total=[_("Total CHF"), "", "", francs(statement.paid_out)],
        widths=PAYOUT_WIDTHS,
        amounts_from=3,
    )
