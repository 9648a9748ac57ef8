"""A month's statement as CSV and as PDF.

The PDF is made by a worker, and kept under a name that says what stands in it
(:mod:`marketplace.files.remade`): a month that has changed since is another file.
"""

import hashlib
import json
import logging
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.utils import translation
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from marketplace import clock, figures, wall_time
from marketplace.csv_file import to_csv
from marketplace.files import remade
from orders.documents.drawing import Part, document, facts, francs, gap, heading, listing, written
from orders.payouts.earnings import Statement, statement_of
from providers.models import Provider

TASK = "orders.make_statement"
# Whoever waits asks every few seconds: a worker hears of it once in this time, and forgets it after it.
ASKED_ANEW_AFTER_SECONDS = 60
log = logging.getLogger(__name__)

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


def made_pdf(statement: Statement, *, now: datetime) -> bytes | None:
    """Return the PDF in the present language; ``None`` until it is made. Raises ``StoreUnavailable``."""
    return remade.content_of(_file_name(statement, _parts(statement, now)))


def ask_for(statement: Statement) -> None:
    """Have a worker make the PDF in the present language, unless it was asked for within the last minute.

    Whoever waits asks again, so nothing is stored.
    """
    asked = (str(statement.provider.pk), statement.first.isoformat(), get_language())
    try:
        if cache.add(f"{TASK}:{':'.join(asked)}", True, timeout=ASKED_ANEW_AFTER_SECONDS):
            current_app.send_task(TASK, args=asked, retry=False, expires=ASKED_ANEW_AFTER_SECONDS)
    except Exception as error:  # noqa: BLE001 - whatever broker or cache raise: a later request asks again
        log.warning("A statement could not be asked for: %s", error)


def make(*, provider_id: UUID, first: date, language: str, now: datetime) -> bool:
    """Make the PDF of a month; ``False`` if there is one. Raises ``StoreUnavailable``."""
    provider = Provider.objects.select_related("user").get(pk=provider_id)
    with translation.override(language):
        statement = statement_of(provider, first=first)
        parts = _parts(statement, now)
        name = _file_name(statement, parts)
        if remade.content_of(name) is not None:
            return False
        remade.store(name, _drawn(statement, parts))
    return True


def as_pdf(statement: Statement, *, now: datetime) -> bytes:
    """Return the statement as a PDF: A4, with totals and page numbers, without external resources."""
    return _drawn(statement, _parts(statement, now))


def _file_name(statement: Statement, parts: list[Part]) -> str:
    shown = json.dumps([get_language(), parts]).encode()
    return f"{statement.provider.pk}-{statement.first:%Y-%m}-{hashlib.sha256(shown).hexdigest()[:32]}.pdf"


def _parts(statement: Statement, now: datetime) -> list[Part]:
    parts = [_heading(statement, now), gap(), _summary(statement), gap(), _orders(statement)]
    return [*parts, gap(), _payouts(statement)] if statement.payouts else parts


def _drawn(statement: Statement, parts: list[Part]) -> bytes:
    title = _("Statement {month}").format(month=wall_time.month(statement.first))
    start, _end = clock.day_bounds(statement.first)
    return document(parts, title=title, owner=str(statement.provider), at=start)


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
