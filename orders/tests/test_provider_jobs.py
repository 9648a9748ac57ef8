"""A provider's jobs: all open orders, and the finished ones by pages."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from conftest import NOW, client_for, make_provider, make_user
from orders.models import Order

pytestmark = pytest.mark.usefixtures("now")
JOBS, HISTORY = "/api/provider/orders", "/api/provider/orders/history"


def copies(order: Order, count: int, **fields) -> list[Order]:
    """Make copies of an order, each booked and picked up an hour before the previous one."""
    rows = []
    for number in range(1, count + 1):
        copy = Order.objects.get(pk=order.pk)
        copy.pk = uuid4()
        copy.created_at = order.created_at - timedelta(hours=number)
        copy.pickup_at = order.pickup_at - timedelta(hours=number)
        for name, value in fields.items():
            setattr(copy, name, value)
        rows.append(copy)
    return Order.objects.bulk_create(rows)


def ids(rows) -> list[UUID]:
    return [UUID(row["id"]) for row in rows]


@pytest.mark.breaks_invariants  # the copies have no payments and reservations
def test_an_open_job_is_seen_behind_any_number_of_others(paid_order, bruno) -> None:
    oldest = copies(paid_order, 1, created_at=NOW - timedelta(days=300))[0]
    copies(paid_order, 520, status="completed", hold_expires_at=None)
    copies(paid_order, 510)

    seen = client_for(bruno).get(JOBS).json()

    assert len(seen) == 512 + 50
    assert {paid_order.pk, oldest.pk} <= set(ids(seen))
    assert [row["id"] for row in seen][-1] == str(oldest.pk)


@pytest.mark.breaks_invariants  # the copies have no payments and reservations
def test_history_comes_by_pages_with_nothing_twice_or_left_out(paid_order, bruno) -> None:
    over = copies(paid_order, 120, status="completed")
    Order.objects.filter(pk__in=[order.pk for order in over[40:60]]).update(pickup_at=over[50].pickup_at)
    client = client_for(bruno)

    pages, before = [], ""
    while True:
        page = client.get(HISTORY, {"before": before} if before else {}).json()
        pages.append(ids(page["orders"]))
        if (before := page["next"]) is None:
            break

    assert [len(page) for page in pages] == [50, 50, 20]
    together = [order_id for page in pages for order_id in page]
    assert len(set(together)) == 120
    assert set(together) == {order.pk for order in over}
    first = [order_id for order_id in ids(client.get(JOBS).json()) if order_id != paid_order.pk]
    assert set(first) == set(pages[0])


@pytest.mark.parametrize("before", ["x", "0"])
def test_a_page_before_nothing_is_refused(bruno, salon, before) -> None:
    response = client_for(bruno).get(HISTORY, {"before": before})

    assert (response.status_code, set(response.json()["fields"])) == (400, {"before"})


def test_a_page_before_anothers_order_is_not_found(paid_order, chiara) -> None:
    make_provider(chiara)

    assert client_for(chiara).get(HISTORY, {"before": str(paid_order.pk)}).status_code == 404


def test_only_providers_have_a_history(alice, bruno, salon) -> None:
    assert client_for(alice).get(HISTORY).status_code == 403
    assert client_for().get(HISTORY).status_code == 401
    assert client_for(bruno).get(HISTORY).json() == {"orders": [], "next": None}


def test_no_provider_sees_anothers_jobs(paid_order) -> None:
    other = make_user("emil")
    make_provider(other)

    assert client_for(other).get(JOBS).json() == client_for(other).get(HISTORY).json()["orders"] == []
