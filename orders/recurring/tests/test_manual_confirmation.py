"""With manual confirmation no pickup of a series is placed or moved to less than two hours from now."""

from datetime import time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from orders.models import Order
from orders.recurring.tests.running_bookings import (
    CALL,
    act,
    at,
    occurrence_on,
    set_up,
    shown,
    status_on,
    tick,
)
from scheduling.generating import generate

pytestmark = pytest.mark.at(NOW)

MONDAY = "2026-11-23"
PICKUP = at(f"{MONDAY} 09:00")


@pytest.fixture
def manual_salon(time_machine, salon):
    """Return bruno, who works every day and accepts by hand."""
    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])
    return salon


@pytest.mark.parametrize(
    ("before", "instantly", "status"),
    [
        (timedelta(hours=2, minutes=1), False, "needs_payment"),
        (timedelta(hours=2), False, "missed"),
        (timedelta(hours=1, minutes=1), False, "missed"),
        (timedelta(hours=1, minutes=1), True, "needs_payment"),
        (timedelta(hours=1), True, "missed"),
    ],
)
def test_a_late_pickup_is_placed_only_with_time_for_an_answer(
    time_machine, alice, manual_salon, before, instantly, status
) -> None:
    manual_salon.accepts_instantly = instantly
    manual_salon.save(update_fields=["accepts_instantly"])
    booking = set_up(alice, manual_salon)
    time_machine.move_to(PICKUP - before)

    tick()

    assert status_on(booking, MONDAY) == status
    assert Order.objects.exists() == (status != "missed")


def test_the_nearest_other_hour_leaves_time_for_an_answer(time_machine, alice, manual_salon) -> None:
    booking = set_up(alice, manual_salon)
    day = PICKUP.date()
    generate(provider_ids=[manual_salon.pk], start_on=day, end_on=day, now=time_machine.now)
    manual_salon.slots.filter(starts_at=PICKUP).update(is_closed=True, is_manual=True)
    time_machine.move_to(at(f"{MONDAY} 06:30"))

    tick()

    # 08:00 is equally near to the wanted time, but begins in less than two hours.
    assert occurrence_on(booking, MONDAY)["time"] == "10:00"


def test_a_pickup_is_not_moved_where_nobody_could_answer(time_machine, alice, manual_salon) -> None:
    booking = set_up(alice, manual_salon)
    today = time_machine.now.date()
    generate(provider_ids=[manual_salon.pk], start_on=today, end_on=today, now=time_machine.now)
    quick = make_provider(make_user("quick"), "8001")
    make_slot(quick, day=today, start=time(11))
    address = f"{CALL}/{booking.pk}/occurrences/{occurrence_on(booking, MONDAY)['id']}/move"

    times = client_for(alice).get(address, {"date": str(today)}).json()["times"]
    refused = act(booking, MONDAY, "move", {"date": str(today), "time": "11:00"})

    # It is 09:30.
    assert times[0] == "12:00"
    assert (refused.status_code, refused.json()["code"]) == (409, "instant_provider_needed")
    assert [row["id"] for row in refused.json()["providers"]] == [str(quick.pk)]
    assert act(booking, MONDAY, "move", {"date": str(today), "time": "12:00"}).status_code == 200
    assert shown(booking)["occurrences"][0]["time"] == "12:00"
