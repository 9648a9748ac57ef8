"""The nightly removal of photos that were never sent, while one is sent with a report."""

from collections.abc import Callable
from datetime import timedelta
from threading import Thread
from uuid import UUID

import pytest
from django.db import connections, transaction

from conftest import NOW
from marketplace.tests.racing import until_somebody_waits
from orders.claims import claiming, photos
from orders.models import Order, OrderPhoto
from orders.tests.booking import advance, book, pay
from orders.tests.claims import add_photo

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race, pytest.mark.usefixtures("now")]


@pytest.fixture
def done(alice, slot) -> Order:
    order = book(alice, slot)
    pay(order)
    return advance(order, to="completed")


@pytest.fixture
def photo_id(done, alice) -> UUID:
    """Return the id of a photo that was uploaded two days ago and never sent."""
    photo_id = UUID(add_photo(alice, done).json()["id"])
    OrderPhoto.objects.update(uploaded_at=NOW - timedelta(days=2))
    return photo_id


def removed_while_sent(order: Order, photo_id: UUID, until: Callable[[Thread], object]) -> list[int]:
    """Remove old photos while a report with one is not committed yet; return how many were removed."""
    removed: list[int] = []

    def sweep() -> None:
        removed.append(photos.remove_old(now=NOW))
        connections.close_all()

    report = claiming.Report(description="A red stain.", photos=[photo_id])
    with transaction.atomic():
        claiming.report_damage(order_id=order.pk, report=report, now=NOW)
        sweeping = Thread(target=sweep)
        sweeping.start()
        until(sweeping)
    sweeping.join()
    return removed


@pytest.mark.only_postgres
def test_a_photo_that_is_being_sent_stays(done, photo_id) -> None:
    assert removed_while_sent(done, photo_id, until=Thread.join) == [0]

    assert OrderPhoto.objects.get().claim is not None


@pytest.mark.only_postgres
def test_control_without_the_lock_it_is_removed(done, photo_id, monkeypatch) -> None:
    monkeypatch.setattr(photos, "_left_alone", lambda old: old)

    removed_while_sent(done, photo_id, until=lambda _: until_somebody_waits())

    assert not OrderPhoto.objects.exists()
