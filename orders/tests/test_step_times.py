"""The time that a client gives for a step: after the step before, the same wherever it is read."""

from datetime import datetime, timedelta, timezone

import pytest

from conftest import client_for, make_slot
from marketplace import clock
from marketplace.tests.proof import record
from orders.models import Order
from orders.tests.booking import book, pay
from orders.tests.order_at_status import order_at

HOUR = timedelta(hours=1)
# Minutes from the booking at which the order is paid, and is accepted.
PAID_AFTER, ACCEPTED_AFTER = 10, 110


def times(order_json: dict) -> dict[str, str | None]:
    return {step["status"]: step["at"] for step in order_json["timeline"]}


def read(user, order: Order) -> dict[str, str | None]:
    return times(client_for(user).get(f"/api/orders/{order.pk}").json())


def instant(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


@pytest.fixture
def manual(salon):
    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])
    return salon


@pytest.fixture
def awaiting_answer(now, alice, manual, time_machine) -> Order:
    """Return an order paid ten minutes after its booking, a hundred minutes ago."""
    order = book(alice, make_slot(manual, capacity=3))
    time_machine.move_to(now + timedelta(minutes=PAID_AFTER))
    pay(order)
    time_machine.move_to(now + timedelta(minutes=ACCEPTED_AFTER))
    return order


# Thirty times that a phone may give, in minutes from the booking: before the payment, between it and now,
# and after now.
GIVEN = [-10_000, *range(-50, 12, 3), *range(60, 115, 8), 10_000]


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("given", GIVEN)
def test_an_order_is_accepted_when_its_customer_can_know(now, awaiting_answer, alice, salon, given) -> None:
    expected = now + timedelta(minutes=ACCEPTED_AFTER)

    said = take(salon.user, awaiting_answer, "confirmed", at=now + timedelta(minutes=given))

    assert [one["confirmed"] for one in [*said, read(alice, awaiting_answer)]] == [instant(expected)] * 3
    record("T19", f"confirmed at {given:+} min: one time, after the payment", "30 instants")


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("given", GIVEN)
def test_a_pickup_is_begun_after_the_order_was_accepted(
    now, awaiting_answer, alice, salon, time_machine, given
) -> None:
    accepted = now + timedelta(minutes=ACCEPTED_AFTER)
    take(salon.user, awaiting_answer, "confirmed", at=accepted)
    time_machine.move_to(accepted + timedelta(minutes=60))
    at = now + timedelta(minutes=given + 60)
    expected = min(max(at, accepted), clock.now())

    said = take(salon.user, awaiting_answer, "pickup", at=at)

    assert [one["pickup"] for one in [*said, read(alice, awaiting_answer)]] == [instant(expected)] * 3
    record("T19", f"pickup at {given:+} min: one time, after the step before it", "30 instants")


def take(user, order: Order, status: str, *, at: datetime) -> list[dict[str, str | None]]:
    """Take a step as a phone does that sends it twice; return the times in both responses."""
    key, body = {"Idempotency-Key": f"a-step-to-{status}"}, {"status": status, "at": at.isoformat()}
    path = f"/api/orders/{order.pk}/status"
    responses = [client_for(user).post(path, body, headers=key) for _ in range(2)]
    assert [response.status_code for response in responses] == [200, 200], responses[0].json()
    return [times(response.json()) for response in responses]


def test_no_phone_makes_a_provider_answer_more_quickly(now, alice, manual, time_machine) -> None:
    slot = make_slot(manual, capacity=3)
    for minutes in range(0, 60, 20):
        time_machine.move_to(now + timedelta(minutes=minutes))
        order = book(alice, slot)
        pay(order)
        time_machine.move_to(now + timedelta(minutes=minutes + 19))
        body = {"status": "confirmed", "at": instant(now + timedelta(minutes=minutes))}
        response = client_for(manual.user).post(f"/api/orders/{order.pk}/status", body)
        assert response.status_code == 200, response.json()

    assert client_for().get(f"/api/providers/details/{manual.pk}").json()["answerMinutes"] == 19


@pytest.mark.parametrize("zone", [0, 1, -8])
def test_answer_next_read_and_repeat_say_one_time(now, alice, salon, time_machine, zone) -> None:
    order = order_at(alice, make_slot(salon), "confirmed")
    time_machine.move_to(now + 3 * HOUR)
    at = now + HOUR + timedelta(seconds=17, microseconds=250_000)
    given = at.astimezone(timezone(zone * HOUR))
    works = client_for(salon.user)
    key = {"Idempotency-Key": "a-step-done-offline"}
    body = {"status": "pickup", "at": given.isoformat()}

    response = works.post(f"/api/orders/{order.pk}/status", body, headers=key).json()
    time_machine.move_to(now + 4 * HOUR)
    repeat = works.post(f"/api/orders/{order.pk}/status", body, headers=key).json()

    shown = [times(response), times(repeat), *(read(one, order) for one in (alice, salon.user))]
    assert [one["pickup"] for one in shown] == [instant(at)] * 4


def test_no_step_stands_before_the_one_before_it(now, alice, salon, time_machine) -> None:
    order = order_at(alice, make_slot(salon), "confirmed")
    works = client_for(salon.user)
    given = {"pickup": -5, "washing": 2, "delivery": 1, "completed": 900}
    for number, (status, hours) in enumerate(given.items()):
        time_machine.move_to(now + timedelta(hours=3 + number))
        body = {"status": status, "at": instant(now + hours * HOUR)}
        assert works.post(f"/api/orders/{order.pk}/status", body).status_code == 200

    shown = read(alice, order)

    at = [datetime.fromisoformat(shown[status] or "") for status in ("confirmed", *given)]
    assert at == sorted(at)
    assert at[-1] <= clock.now()


def test_a_cancellation_says_one_time(now, alice, salon, time_machine) -> None:
    order = order_at(alice, make_slot(salon), "confirmed")
    time_machine.move_to(now + timedelta(minutes=3))

    response = client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {}).json()

    assert times(response)["cancelled"] == read(alice, order)["cancelled"] == instant(clock.now())
