"""What every page of the admin site has: a way back, what can be done there, and a heading."""

import re

import pytest
from django.urls import reverse

from conftest import client_for, make_operator, make_slot, make_user
from marketplace.tests.admin_forms import page_of, signed_in
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


def test_who_may_not_see_a_page_stays_in_the_admin_site(alice) -> None:
    otto = signed_in(make_operator("otto", "support"))
    address = reverse("admin:marketplace_figureversion_decide")

    refused = otto.get(address)
    to_a_customer = client_for(alice).get(address)

    assert refused.status_code == 403
    assert '<h1 class="font-semibold text-important text-xl">You may not see this.</h1>' in (
        refused.content.decode()
    )
    assert f'<a href="{reverse("admin:index")}" class="underline">Back to the dashboard</a>' in (
        refused.content.decode()
    )
    assert "dashboard" not in to_a_customer.content.decode()


def test_a_heading_leaves_a_name_as_it_is_written(operator_client) -> None:
    emil = make_user("emil")

    page = operator_client.get(page_of(emil)).content.decode()

    assert re.search(r"tracking-tight\">\s*emil@example", page)
    assert "Emil@example" not in page
