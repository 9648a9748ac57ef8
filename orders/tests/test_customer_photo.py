"""The photo of a customer, as the providers see it whom they have booked."""

from datetime import timedelta

import pytest

from accounts import photos
from conftest import client_for, make_provider, make_user
from orders.messaging import send_message
from orders.models import OrderEvent
from orders.tests.booking import advance
from providers.tests.applicants import picture

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stripe")]


def address(user) -> str | None:
    """Return the photo beside the only conversation of a provider."""
    [row] = client_for(user).get("/api/provider/conversations").json()
    return row["customerPhotoUrl"]


@pytest.fixture
def written(paid_order, alice, now):
    send_message(order=paid_order, sender=alice, body="Hello", now=now)
    return paid_order


def test_their_provider_sees_it_beside_the_conversation(written, alice, bruno) -> None:
    assert address(bruno) is None

    photos.keep_photo(user=alice, content=picture())

    seen = client_for(bruno).get(address(bruno))
    assert (seen.status_code, seen["Content-Type"]) == (200, "image/jpeg")
    assert seen["Cache-Control"] == "private, no-store"


def test_nobody_else_sees_it_there(written, alice, bruno, chiara, dora) -> None:
    photos.keep_photo(user=alice, content=picture())
    emil = make_user("emil")
    make_provider(emil, "8001")

    others = [client_for(one).get(address(bruno)).status_code for one in (None, alice, chiara, emil, dora)]

    assert others == [401, 404, 404, 404, 404]


def test_another_one_has_another_address(written, alice, bruno) -> None:
    photos.keep_photo(user=alice, content=picture())
    first = address(bruno)

    photos.keep_photo(user=alice, content=picture("PNG"))

    assert address(bruno) != first


def test_it_is_hidden_as_the_contact_is(order, alice, bruno) -> None:
    photos.keep_photo(user=alice, content=picture())

    assert client_for(bruno).get(f"/api/orders/{order.pk}/customer-photo").status_code == 404


def test_it_is_hidden_a_month_after_the_end(written, alice, bruno, now, time_machine) -> None:
    photos.keep_photo(user=alice, content=picture())
    advance(written, to="completed")
    ended = OrderEvent.objects.filter(order=written).latest("at").at

    time_machine.move_to(ended + timedelta(days=30))

    assert address(bruno) is None
    assert client_for(bruno).get(f"/api/orders/{written.pk}/customer-photo").status_code == 404
