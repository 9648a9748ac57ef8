"""What every page of the admin site has: a way back, what can be done there, and a heading."""

import re

import pytest

from conftest import make_slot
from marketplace.tests.admin_forms import page_of
from orders.tests.order_at_status import order_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def bottom_bar(page: str) -> list[str]:
    """Return the buttons of the bar at the bottom of a page."""
    bar = page[page.index('id="submit-row"') :]
    return [" ".join(words.split()) for words in re.findall(r"<a href=[^>]*>([^<]*)</a>", bar)]


def test_a_page_that_saves_nothing_leads_back_and_has_its_buttons_in_reach_of_a_thumb(
    operator_client, alice, salon
) -> None:
    order = order_at(alice, make_slot(salon), "washing")

    buttons = bottom_bar(operator_client.get(page_of(order)).content.decode())

    assert buttons[0] == "Start delivery"
    assert buttons[-1] == "Back"
    assert "Refund" in buttons
    assert "Close" not in buttons
