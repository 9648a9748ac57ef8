"""Date and time formats of the admin site."""

import re
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.template import Context, Template
from django.urls import reverse
from django.utils import translation

from conftest import WEDNESDAY as NOW
from conftest import make_slot
from marketplace import clock, wall_time
from marketplace.tests.admin_forms import page_of
from orders.payouts.tests.earning import dispute
from orders.tests.order_at_status import order_at


def test_writes_swiss_wall_time_with_24_hours() -> None:
    shown = Template("{{ at }}").render(Context({"at": datetime(2026, 11, 20, 13, 5, tzinfo=UTC)}))

    assert shown == "Fri 20 Nov 2026, 14:05"


@pytest.mark.parametrize(
    ("language", "short", "full"),
    [
        ("en", "19 Mar 2026", "Thu 19 Mar 2026"),
        ("de", "19. März 2026", "Do., 19. März 2026"),
        ("fr", "19 mars 2026", "jeu. 19 mars 2026"),
        ("it", "19 mar 2026", "gio 19 mar 2026"),
    ],
)
def test_writes_days_as_the_language_does(language, short, full) -> None:
    with translation.override(language):
        assert wall_time.short_day(date(2026, 3, 19)) == short
        assert wall_time.full_day(date(2026, 3, 19)) == full


@pytest.mark.parametrize(
    ("language", "instant"),
    [
        ("en", "Fri 20 Nov 2026, 14:05"),
        ("de", "Fr., 20. Nov. 2026, 14:05"),
        ("fr", "ven. 20 nov. 2026, 14:05"),
        ("it", "Ven 20 nov 2026, 14:05"),
    ],
)
def test_writes_instants_and_amounts_as_switzerland_does(language, instant) -> None:
    values = Context({"at": datetime(2026, 11, 20, 13, 5, tzinfo=UTC), "amount": Decimal("1234.50")})

    with translation.override(language):
        shown = Template('{{ at }} CHF {{ amount }} {{ amount|floatformat:"2g" }}').render(values)

    assert shown == f"{instant} CHF 1234.50 1’234.50"  # noqa: RUF001 - the Swiss separator


@pytest.mark.django_db
@pytest.mark.usefixtures("now")
def test_a_german_order_page_has_one_way_to_write_days_and_amounts(operator_client, alice, salon) -> None:
    order = order_at(alice, make_slot(salon), "washing")
    operator_client.cookies["language"] = "de"

    page = operator_client.get(page_of(order)).content.decode()

    with translation.override("de"):
        assert wall_time.full_day(clock.local_date(order.pickup_at)) in page
    assert "CHF 27.50" in page
    assert "27,50" not in page
    assert not re.search(r"\d\. (November|Dezember) 2026", page)


@pytest.mark.django_db
@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("of", ["refund", "dispute", "payment", "ledgerentry"])
def test_lists_of_money_name_the_currency(operator_client, alice, salon, of) -> None:
    order = order_at(alice, make_slot(salon), "washing")
    order.refunds.create(
        payment=order.payments.get(), amount=Decimal("5.00"), reason="operator:1", due_at=NOW, created_at=NOW
    )
    dispute(order)
    operator_client.cookies["language"] = "de"

    page = operator_client.get(reverse(f"admin:orders_{of}_changelist")).content.decode()

    assert "CHF\N{NO-BREAK SPACE}" in page
    assert not re.search(r"\d+,\d\d\b", page)
