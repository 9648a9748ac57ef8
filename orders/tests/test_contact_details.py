"""Which contact details the other side of an order sees, and for how long."""

from datetime import timedelta

import pytest

from conftest import NOW, client_for
from orders.models import Order
from orders.tests.booking import ADDRESS, advance

LAST = NOW + timedelta(days=30) - timedelta(seconds=1)
GONE = NOW + timedelta(days=30)


@pytest.fixture
def job(paid_order, alice, bruno) -> Order:
    """Return alice's paid order; she and bruno have phones, and she left a note."""
    for user in (alice, bruno):
        user.phone = f"+41 79 {user.first_name}"
        user.save(update_fields=["phone"])
    note = client_for(alice).patch(f"/api/orders/{paid_order.pk}", {"specialInstructions": "Code 4711"})
    assert note.status_code == 200
    return paid_order


def seen_by(user, order: Order) -> list[dict]:
    """Return the order's JSON in every response that shows it to a user."""
    client = client_for(user)
    found = [client.get(f"/api/orders/{order.pk}").json()]
    if hasattr(user, "provider"):
        found += [row for row in client.get("/api/provider/orders").json() if row["id"] == str(order.pk)]
        page = client.get("/api/provider/orders/history").json()["orders"]
        found += [row for row in page if row["id"] == str(order.pk)]
    return found


def contact(row: dict) -> tuple:
    customer = row["customer"]
    texts = (row["pickupAddress"], row["deliveryAddress"], row["specialInstructions"])
    return (customer["lastName"], customer["phone"], *texts)


KNOWN = ("Meier", "+41 79 Alice", ADDRESS, ADDRESS, "Code 4711")
HIDDEN = ("M", None, None, None, None)


def test_a_provider_sees_the_customer_of_a_finished_job_for_thirty_days(job, bruno, time_machine) -> None:
    advance(job, to="completed")

    time_machine.move_to(LAST)
    assert {contact(row) for row in seen_by(bruno, job)} == {KNOWN}
    time_machine.move_to(GONE)
    rows = seen_by(bruno, job)
    assert len(rows) == 3
    assert {contact(row) for row in rows} == {HIDDEN}


def test_the_thirty_days_begin_when_the_completion_is_sent_whatever_a_phone_says(
    job, bruno, time_machine
) -> None:
    advance(job, to="delivery")
    time_machine.move_to(GONE)
    body = {"status": "completed", "at": NOW.isoformat()}

    moved = client_for(bruno).post(f"/api/orders/{job.pk}/status", body)

    assert contact(moved.json()) == KNOWN
    assert {contact(row) for row in seen_by(bruno, job)} == {KNOWN}


def test_a_job_that_still_runs_keeps_its_customer_however_old(job, bruno, time_machine) -> None:
    advance(job, to="washing")
    time_machine.move_to(NOW + timedelta(days=90))

    assert {contact(row) for row in seen_by(bruno, job)} == {KNOWN}


def test_a_cancelled_job_of_which_a_fee_was_kept_is_forgotten_as_well(
    job, alice, bruno, time_machine
) -> None:
    late = job.pickup_at - timedelta(minutes=10)
    time_machine.move_to(late)
    response = client_for(alice).post(f"/api/orders/{job.pk}/cancellation", {})
    assert response.json()["paymentStatus"] == "partially_refunded"

    assert {contact(row) for row in seen_by(bruno, job)} == {KNOWN}
    time_machine.move_to(late + timedelta(days=30))
    assert {contact(row) for row in seen_by(bruno, job)} == {HIDDEN}


def test_a_full_refund_hides_both_from_each_other_at_once(job, alice, bruno) -> None:
    assert seen_by(alice, job)[0]["provider"]["phone"] == "+41 79 Bruno"

    response = client_for(alice).post(f"/api/orders/{job.pk}/cancellation", {})

    assert response.json()["paymentStatus"] == "refunded"
    assert response.json()["provider"]["phone"] is None
    assert seen_by(alice, job)[0]["provider"]["phone"] is None
    assert {contact(row) for row in seen_by(bruno, job)} == {HIDDEN}


def test_the_customer_and_operators_see_their_own_for_ever(job, alice, dora, time_machine) -> None:
    advance(job, to="completed")
    time_machine.move_to(NOW + timedelta(days=400))

    assert seen_by(alice, job)[0]["pickupAddress"] == ADDRESS
    assert contact(seen_by(dora, job)[0]) == KNOWN
