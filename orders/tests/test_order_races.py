"""Concurrent calls about one order: one wins, nothing is counted twice, the others get an error."""

import copy
from datetime import date, time, timedelta
from functools import partial
from itertools import cycle, islice

import pytest
from django.db.models import F, Sum

from accounts.models import User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import insisting, race
from orders import locking
from orders.lifecycle import holds, order_actions, transitions
from orders.models import Actor, ActorRole, Order, OrderEvent, Refund, Reservation
from orders.tests.booking import advance, book, order_payload, patiently, pay, rated_by_provider
from providers.models import Provider, Review
from scheduling.models import TimeSlot

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race, pytest.mark.at(NOW)]
AFTER_HOLD = NOW + timedelta(minutes=15)


def codes(outcomes: list) -> list[int]:
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    return sorted(outcome.status_code for outcome in outcomes)


def call(user: User, path: str, body: dict | None = None):
    # Each call has a client of its own, signed in before the race begins.
    client = client_for(user)
    return lambda: patiently(lambda: client.post(path, body or {}))


def awaiting(alice: User, salon: Provider, slot: TimeSlot) -> Order:
    """Return a paid order that its provider must still accept: all transitions from pending are possible."""
    Provider.objects.filter(pk=salon.pk).update(accepts_instantly=False)
    order = book(alice, slot)
    pay(order)
    return order


@pytest.mark.proof
def test_of_fifty_different_moves_exactly_one_wins(now, alice, bruno, dora, salon) -> None:
    callers, repeats = figure(15, 50), figure(2, 20)
    slot = make_slot(salon, capacity=50)

    for _ in range(repeats):
        order = awaiting(alice, salon, slot)
        ways = [
            call(bruno, f"/api/orders/{order.pk}/status", {"status": "confirmed"}),
            call(bruno, f"/api/orders/{order.pk}/status", {"status": "cancelled"}),
            call(dora, f"/api/orders/{order.pk}/status", {"status": "confirmed"}),
            call(dora, f"/api/orders/{order.pk}/status", {"status": "cancelled", "reason": "Flooded"}),
            call(dora, f"/api/orders/{order.pk}/cancellation", {"reason": "Flooded"}),
        ]
        version = Order.objects.get(pk=order.pk).version

        outcomes = race(list(islice(cycle(ways), callers)))

        # An operator may legally cancel after the confirmation.
        moves = list(
            OrderEvent.objects.filter(order=order).order_by("pk").values_list("to_status", flat=True)
        )
        assert moves in [
            ["pending", "confirmed"],
            ["pending", "cancelled"],
            ["pending", "confirmed", "cancelled"],
        ]
        won = len(moves) - 1
        assert codes(outcomes) == [200] * won + [409] * (callers - won)
        assert Order.objects.get(pk=order.pk).version >= version + won

    record("R5", f"{callers} callers x{repeats}: 1 winner a state", "50 callers: 1 winner, others 409")


@pytest.mark.breaks_invariants
def test_control_without_lock_and_comparison_several_moves_win(
    now, alice, bruno, salon, slot, monkeypatch
) -> None:
    order = awaiting(alice, salon, slot)
    seen = Order.objects.select_related("customer", "provider__user").get(pk=order.pk)

    def read_before_the_others_wrote(**_):
        return copy.copy(seen)

    def write_whatever_it_is_now(order, row, cancel_reason, _cancel_note):
        Order.objects.filter(pk=order.pk).update(
            status=row.target, version=F("version") + 1, cancel_reason=cancel_reason
        )
        return True

    monkeypatch.setattr(locking, "locked_order", read_before_the_others_wrote)
    monkeypatch.setattr(transitions, "_swap", write_whatever_it_is_now)
    accept = partial(
        order_actions.step,
        order_id=order.pk,
        to="confirmed",
        actor=Actor(ActorRole.PROVIDER, bruno.pk),
        now=NOW,
    )

    outcomes = race([partial(insisting, accept)] * 8)

    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    assert OrderEvent.objects.filter(to_status="confirmed").count() == 8


@pytest.mark.proof
def test_of_fifty_cancellations_one_refunds(now, alice, slot) -> None:
    callers = figure(15, 50)
    order = book(alice, slot)
    pay(order)

    outcomes = race([call(alice, f"/api/orders/{order.pk}/cancellation") for _ in range(callers)])

    assert codes(outcomes) == [200] + [409] * (callers - 1)
    assert Refund.objects.count() == 1
    assert TimeSlot.objects.get().booked == 0
    record("R16 (rule)", f"{callers} cancellations: 1 refund", "50 cancellations: 1 refund")


@pytest.mark.proof
def test_of_fifty_reviews_one_is_written(now, alice, slot) -> None:
    callers = figure(15, 50)
    order = book(alice, slot)
    pay(order)
    rated_by_provider(advance(order, to="completed"))

    outcomes = race(
        [call(alice, f"/api/orders/{order.pk}/rating", {"rating": stars % 5 + 1}) for stars in range(callers)]
    )

    assert codes(outcomes) == [201] + [409] * (callers - 1)
    provider, review = Provider.objects.get(), Review.objects.get()
    assert (provider.review_count, provider.rating_sum) == (1, review.rating)
    record("R17", f"{callers} reviews: 1 written", "50 reviews: 1 written")


def test_without_the_lock_the_unique_review_still_holds(now, alice, slot, monkeypatch) -> None:
    order = book(alice, slot)
    pay(order)
    rated_by_provider(advance(order, to="completed"))
    seen = Order.objects.select_related("customer", "provider__user").get(pk=order.pk)
    monkeypatch.setattr(locking, "locked_order", lambda **_: copy.copy(seen))

    outcomes = race([call(alice, f"/api/orders/{order.pk}/rating", {"rating": 5}) for _ in range(8)])

    assert codes(outcomes) == [201] + [409] * 7
    assert Provider.objects.get().review_count == 1


@pytest.mark.proof
def test_a_payment_and_the_sweep_never_both_have_their_way(now, alice, salon) -> None:
    rounds = figure(5, 50)
    slot = make_slot(salon, capacity=rounds)
    confirmed = 0

    for number in range(rounds):
        order = book(make_user(f"emil{number}"), slot)

        race(
            [
                partial(holds.expire_unpaid, now=AFTER_HOLD),
                partial(insisting, partial(pay, order, now=AFTER_HOLD)),
            ]
        )

        order.refresh_from_db()
        held = Reservation.objects.filter(order=order, released_at=None).count()
        assert (order.status, order.payment_status, held) in [
            ("confirmed", "paid", 1),
            ("cancelled", "refunded", 0),
        ]
        confirmed += held
    slot.refresh_from_db()
    assert slot.booked == confirmed
    record("R4", f"{rounds} races: 0 paid and released", "50 races: 0 paid and released")


@pytest.mark.proof
def test_opposite_moves_never_deadlock_and_keep_the_sum(now, alice, salon) -> None:
    pairs = figure(6, 50)
    noon = make_slot(salon, day=date(2026, 11, 20), start=time(12), capacity=pairs + 1)
    two = make_slot(salon, day=date(2026, 11, 20), start=time(14), capacity=pairs + 1)
    here = [book(make_user(f"here{number}"), noon) for number in range(pairs)]
    there = [book(make_user(f"there{number}"), two) for number in range(pairs)]

    def shift(order: Order, wall: str):
        client = client_for(order.customer)
        body = {"newPickupDate": "2026-11-20", "newPickupTime": wall}
        return lambda: patiently(lambda: client.patch(f"/api/orders/{order.pk}/reschedule", body))

    acts = [
        act
        for pair in zip(here, there, strict=True)
        for act in (shift(pair[0], "14:00"), shift(pair[1], "12:00"))
    ]
    outcomes = race(acts)

    assert set(codes(outcomes)) <= {200, 409}
    assert TimeSlot.objects.aggregate(total=Sum("booked"))["total"] == 2 * pairs
    record("R3", f"{2 * pairs} opposite moves: 0 deadlocks", "100 opposite moves: 0 deadlocks")


def test_at_most_three_checkouts_even_at_once(now, alice, salon) -> None:
    slot = make_slot(salon, capacity=20)
    outcomes = race([call(alice, "/api/orders", order_payload(slot)) for _ in range(10)])

    assert codes(outcomes) == [201] * 3 + [409] * 7
    assert {outcome.json().get("code") for outcome in outcomes} == {None, "too_many_unpaid_orders"}


def test_two_sweeps_at_once_cancel_each_order_once(now, salon) -> None:
    slot = make_slot(salon, capacity=12)
    for number in range(12):
        book(make_user(f"emil{number}"), slot)

    done = race([partial(holds.expire_unpaid, now=AFTER_HOLD)] * 3)
    # A sweep leaves locked rows to the next one.
    done.append(holds.expire_unpaid(now=AFTER_HOLD))

    assert sum(done) == 12, done
    assert OrderEvent.objects.filter(to_status="cancelled").count() == 12
    slot.refresh_from_db()
    assert slot.booked == 0


def test_two_providers_race_nothing_of_each_other(now, alice, bruno, chiara, salon) -> None:
    other = make_provider(chiara)
    slots = [make_slot(salon), make_slot(other)]

    outcomes = race(
        [call(make_user(f"emil{n}"), "/api/orders", order_payload(slots[n % 2])) for n in range(6)]
    )

    assert codes(outcomes) == [201] * 6
    assert sorted(TimeSlot.objects.values_list("booked", flat=True)) == [3, 3]
