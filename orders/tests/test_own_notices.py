"""The bell counts what others have done: a notice about an own act is listed as read."""

from datetime import time

import pytest

from conftest import client_for, make_slot
from orders.recurring.tests.running_bookings import CALL, give_week, recurring_payload
from orders.tests.booking import book, pay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def unread(user) -> set[str]:
    notices = client_for(user).get("/api/notifications").json()["results"]
    return {notice["kind"] for notice in notices if notice["readAt"] is None}


def listed(user) -> set[str]:
    return {notice["kind"] for notice in client_for(user).get("/api/notifications").json()["results"]}


def test_who_moves_and_cancels_an_order_reads_of_it_and_the_other_side_is_notified(
    alice, bruno, salon
) -> None:
    order, later = book(alice, make_slot(salon)), make_slot(salon, start=time(15))
    pay(order)
    to = {"newPickupDate": f"{later.date}", "newPickupTime": "15:00"}

    assert client_for(alice).patch(f"/api/orders/{order.pk}/reschedule", to).status_code == 200
    assert client_for(alice).post(f"/api/orders/{order.pk}/cancellation").status_code == 200

    own = {"order_rescheduled", "order_cancelled"}
    assert (listed(alice) >= own, unread(alice) & own) == (True, set())
    assert unread(bruno) >= own


def test_what_an_operator_does_for_a_customer_is_unread(alice, dora, salon) -> None:
    order, later = book(alice, make_slot(salon)), make_slot(salon, start=time(15))
    to = {"newPickupDate": f"{later.date}", "newPickupTime": "15:00"}

    assert client_for(dora).patch(f"/api/orders/{order.pk}/reschedule", to).status_code == 200

    assert "order_rescheduled" in unread(alice)


@pytest.mark.parametrize("by", ["alice", "dora"])
def test_a_recurring_booking_of_ones_own_is_read(alice, dora, salon, by) -> None:
    give_week(salon)
    caller = {"alice": alice, "dora": dora}[by]
    asked = recurring_payload(salon, customerId=str(alice.pk))

    made = client_for(caller).post(CALL, asked)
    assert made.status_code == 201
    assert client_for(caller).delete(f"{CALL}/{made.json()['id']}").status_code == 200

    both = {"recurring_set_up", "recurring_ended"}
    assert listed(alice) >= both
    assert unread(alice) & both == (set() if by == "alice" else both)
