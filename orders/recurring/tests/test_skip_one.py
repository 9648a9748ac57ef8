"""Skipping one pickup: by the list, by a link, and by an operator."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_user
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.fixtures import dump
from marketplace.tests.proof import record
from orders.payments.tests.cards import save
from orders.payments.tests.fixtures import books_agree_with, carry_on
from orders.recurring.tests.running_bookings import (
    CALL,
    act,
    at,
    give_week,
    notice_texts,
    occurrence_on,
    order_on,
    status_on,
    tick,
)
from scheduling.models import TimeSlot

pytestmark = pytest.mark.at(NOW)

MONDAY, NEXT = "2026-11-23", "2026-11-30"
DUE = at("2026-11-21 09:00")


def place(time_machine) -> None:
    time_machine.move_to(DUE)
    tick()


# --- Skipping --------------------------------------------------------------------------------------------


def test_a_planned_pickup_is_left_out_and_never_placed(time_machine, booking) -> None:
    entry = act(booking, MONDAY, "skip").json()

    assert entry["occurrences"][0]["status"] == "skipped"
    assert entry["occurrences"][0]["reason"] == "You skipped this pickup."
    assert entry["nextBookingDate"] == NEXT
    time_machine.move_to(DUE)
    assert tick() == 0


def test_skipping_twice_is_refused(time_machine, booking) -> None:
    act(booking, MONDAY, "skip")

    again = act(booking, MONDAY, "skip")

    assert (again.status_code, again.json()["code"]) == (409, "already_skipped")


def test_a_paid_pickup_is_returned_in_full(time_machine, booking, stripe, alice) -> None:
    save(stripe, alice)
    place(time_machine)
    order = order_on(booking, MONDAY)
    assert status_on(booking, MONDAY) == "paid"

    response = act(booking, MONDAY, "skip")

    assert response.status_code == 200
    order.refresh_from_db()
    assert (order.status, str(order.refunded_amount)) == ("cancelled", "27.50")
    assert TimeSlot.objects.get(starts_at=order.pickup_at).booked == 0
    assert notice_texts(alice, "order_cancelled") == [
        (
            "Order cancelled: You cancelled this order. We are returning CHF 27.50 to you. "
            "Your recurring booking goes on."
        )
    ]
    carry_on()
    assert books_agree_with(stripe)


def test_within_the_hour_it_is_too_late_to_skip(time_machine, booking, stripe, alice) -> None:
    save(stripe, alice)
    place(time_machine)
    time_machine.move_to(at("2026-11-23 08:01"))

    response = act(booking, MONDAY, "skip")

    assert (response.status_code, response.json()["code"]) == (409, "too_late_to_skip")
    row = occurrence_on(booking, MONDAY)
    assert (row["status"], row["canSkip"], row["canMove"]) == ("paid", False, False)


def test_cancelling_the_order_skips_the_pickup_too(time_machine, booking, alice) -> None:
    place(time_machine)
    order = order_on(booking, MONDAY)

    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    assert status_on(booking, MONDAY) == "skipped"


def test_what_a_worker_placed_just_now_is_cancelled(time_machine, booking, monkeypatch) -> None:
    from orders.recurring import occurrence_actions  # noqa: PLC0415

    place(time_machine)
    found, seen = occurrence_actions._found, []

    def before_it_was_placed(occurrence_id):
        row = found(occurrence_id)
        if not seen:
            seen.append(row)
            row.status, row.order_id = "planned", None
        return row

    monkeypatch.setattr(occurrence_actions, "_found", before_it_was_placed)

    assert act(booking, MONDAY, "skip").status_code == 200
    assert status_on(booking, MONDAY) == "skipped"


# --- The link --------------------------------------------------------------------------------------------


def link(alice) -> str:
    notice = Notification.objects.get(user=alice, kind="recurring_placed")
    return f"/api/skip-links/{notice.link.removeprefix('/skip/')}"


def test_the_link_shows_the_pickup_and_changes_nothing(time_machine, booking, alice) -> None:
    place(time_machine)

    response = client_for().get(link(alice))

    assert response.json() == {
        "providerName": "Bruno M.",
        "serviceType": "standard",
        "date": MONDAY,
        "time": "09:00",
        "totalAmount": "27.50",
        "status": "needs_payment",
        "canSkip": True,
    }
    assert status_on(booking, MONDAY) == "needs_payment"


def test_the_link_names_who_comes_also_when_the_series_has_another_provider(
    time_machine, booking, alice, chiara
) -> None:
    place(time_machine)
    other = make_provider(chiara)
    give_week(other)
    changed = client_for(alice).patch(f"{CALL}/{booking.pk}", {"providerId": str(other.pk)})
    assert changed.status_code == 200, changed.json()

    assert client_for().get(link(alice)).json()["providerName"] == "Bruno M."


def test_one_tap_skips_without_signing_in_and_twice_is_once(time_machine, booking, alice) -> None:
    place(time_machine)

    for _ in range(2):
        response = client_for().post(link(alice))
        assert (response.status_code, response.json()["status"]) == (200, "skipped")
    assert order_on(booking, MONDAY).status == "cancelled"
    assert len(notice_texts(alice, "order_cancelled")) == 1


def test_a_link_that_was_not_made_here_is_none(time_machine, booking, alice) -> None:
    place(time_machine)
    good = link(alice)

    for wrong in (
        good[:-1],
        f"{good}x",
        "/api/skip-links/x",
        "/api/skip-links/x~y",
        f"{good[:20]}é{good[21:]}",
    ):
        assert client_for().get(wrong).status_code == 404, wrong
        assert client_for().post(wrong).status_code == 404, wrong


def test_after_the_pickup_the_link_does_nothing(time_machine, booking, stripe, alice) -> None:
    save(stripe, alice)
    place(time_machine)
    time_machine.move_to(at("2026-11-23 09:30"))

    assert client_for().get(link(alice)).json()["canSkip"] is False
    assert client_for().post(link(alice)).status_code == 409
    assert order_on(booking, MONDAY).status == "confirmed"


# --- An operator who may change bookings, but not cancel orders ------------------------------------------


@pytest.fixture
def udo(db):
    """Return staff who may see orders and change recurring bookings, and nothing else."""
    udo = make_user("udo", is_staff=True)
    names = ["view_order", "view_recurringbooking", "change_recurringbooking"]
    udo.user_permissions.set(Permission.objects.filter(codename__in=names))
    return udo


@pytest.mark.proof
@pytest.mark.parametrize("door", ["cancellation", "status", "skip", "end"])
def test_no_door_cancels_an_order_for_an_operator_who_may_not(time_machine, booking, udo, door) -> None:
    place(time_machine)
    order, client = order_on(booking, MONDAY), client_for(udo)
    date = occurrence_on(booking, MONDAY)["id"]
    before = dump()

    refused = {
        "cancellation": lambda: client.post(f"/api/orders/{order.pk}/cancellation", {"reason": "No"}),
        "status": lambda: client.post(
            f"/api/orders/{order.pk}/status", {"status": "cancelled", "reason": "No"}
        ),
        "skip": lambda: client.post(f"{CALL}/{booking.pk}/occurrences/{date}/skip"),
        "end": lambda: client.delete(f"{CALL}/{booking.pk}"),
    }[door]()

    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
    after = dump()
    assert {table for table in after if after[table] != before[table]} <= {"django_session"}
    record("S19 cancel", f"{door} without cancel_order: 403, nothing changed", "0 unexpected 2xx")


def test_such_an_operator_ends_no_booking_in_the_admin_site_whose_order_is_unpaid(
    time_machine, booking, udo
) -> None:
    place(time_machine)
    client = signed_in(udo)
    page = reverse("admin:orders_recurringbooking_changelist")
    sent = {"action": "end_chosen", "_selected_action": [str(booking.pk)], "confirmed": "yes"}

    said = client.post(page, sent, follow=True).content.decode()

    assert "0 done, 1 refused" in said
    booking.refresh_from_db()
    assert booking.is_active
    assert order_on(booking, MONDAY).status == "pending"


def test_such_an_operator_leaves_out_what_is_only_planned(booking, udo) -> None:
    date = occurrence_on(booking, MONDAY)["id"]

    done = client_for(udo).post(f"{CALL}/{booking.pk}/occurrences/{date}/skip")

    assert done.status_code == 200
    assert status_on(booking, MONDAY) == "skipped"
