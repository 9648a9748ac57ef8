"""After a restore the numbers that were given since the backup are skipped, and none is given twice."""

from io import StringIO

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command

from conftest import WEDNESDAY as NOW
from orders.checks.invariants import violations
from orders.documents import receipts
from orders.models import NumberSeries, Payment, Receipt
from orders.tests.booking import book, pay

pytestmark = pytest.mark.at(NOW)


def skip(*arguments: object, by: str = "dora@example.org") -> str:
    said = StringIO()
    call_command("skip_numbers", *map(str, arguments), by=by, stdout=said)
    return said.getvalue()


def receipt_of(customer, slot) -> str:
    order = book(customer, slot)
    pay(order)
    receipts.issue(payment_id=Payment.objects.get(order=order).pk, now=NOW)
    return str(Receipt.objects.get(order=order))


def test_goes_on_behind_the_last_number_that_was_given(alice, dora, slot) -> None:
    assert receipt_of(alice, slot) == "R-2026-000001"

    assert skip("receipt", 2026, 7) == "The next of Receipts 2026 is 8.\n"

    assert violations() == []
    assert receipt_of(alice, slot) == "R-2026-000008"
    assert violations() == []
    logged = LogEntry.objects.get()
    assert (logged.user, logged.object_repr) == (dora, "Receipts 2026")
    assert logged.change_message == "Skipped the numbers 2 to 7."


def test_a_series_that_has_not_begun_here_is_skipped_as_well(dora) -> None:
    skip("fee_invoice", 2026, 3)
    skip("fee_invoice", 2026, 5)

    series = NumberSeries.objects.get()
    assert (series.kind, series.last, series.skipped) == ("fee_invoice", 5, 5)


@pytest.mark.parametrize("last", [1, 0, -1])
def test_a_lower_number_is_refused(alice, dora, slot, last) -> None:
    receipt_of(alice, slot)

    with pytest.raises(CommandError, match="has given its number 1 already"):
        skip("receipt", 2026, last)

    assert NumberSeries.objects.get(kind="receipt").last == 1
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("by", ["alice@example.org", "nobody@example.org"])
def test_an_operator_has_to_answer_for_it(alice, dora, by) -> None:
    with pytest.raises(CommandError, match="email address of an operator"):
        skip("receipt", 2026, 7, by=by)

    assert not NumberSeries.objects.exists()
