"""After any sequence of bookings, payments, moves and cancellations slots count their reservations."""

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Count, Q
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from conftest import WEDNESDAY, client_for, make_provider, make_slot, make_user
from conftest import WEDNESDAY as NOW
from marketplace.tests.frozen_time import TimeMachine
from marketplace.tests.proof import figure, record
from orders.lifecycle import holds
from orders.models import Order
from orders.tests.booking import order_payload, pay
from scheduling.models import TimeSlot

pytestmark = pytest.mark.at(NOW)

HOURS = [9, 10, 11, 14, 15]
DAY = date(2026, 11, 20)
NUMBER = st.integers(min_value=0, max_value=10_000)


class Places(RuleBasedStateMachine):
    """Five slots, three customers, and everything that makes, moves or releases a reservation."""

    steps = 0
    machine: TimeMachine

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.machine.move_to(WEDNESDAY)

    @initialize(capacities=st.lists(st.integers(1, 3), min_size=5, max_size=5))
    def open_shop(self, capacities: list[int]) -> None:
        provider = make_provider(make_user("bruno"), accepts_instantly=False)
        self.bruno = client_for(provider.user)
        self.slots = [
            make_slot(provider, day=DAY, start=time(hour), capacity=capacity)
            for hour, capacity in zip(HOURS, capacities, strict=True)
        ]
        self.people = [make_user(name) for name in ("alice", "chiara", "emil")]

    def some_order(self, number: int) -> Order | None:
        orders = list(Order.objects.select_related("customer").order_by("pk"))
        return orders[number % len(orders)] if orders else None

    def call(self, order: Order, method: str, act: str, body: dict[str, Any]) -> None:
        client = self.bruno if act == "status" else client_for(order.customer)
        response = getattr(client, method)(f"/api/orders/{order.pk}/{act}", body)
        assert response.status_code in {200, 409}, response.json()

    @rule(number=NUMBER, who=st.integers(0, 2))
    def book(self, number: int, who: int) -> None:
        response = client_for(self.people[who]).post("/api/orders", order_payload(self.slots[number % 5]))
        assert response.status_code in {201, 409}, response.json()

    @rule(number=NUMBER)
    def cancel(self, number: int) -> None:
        if order := self.some_order(number):
            self.call(order, "post", "cancellation", {})

    @rule(number=NUMBER, to=st.integers(0, 4))
    def reschedule(self, number: int, to: int) -> None:
        if order := self.some_order(number):
            body = {"newPickupDate": DAY.isoformat(), "newPickupTime": f"{HOURS[to]:02}:00"}
            self.call(order, "patch", "reschedule", body)

    @rule(number=NUMBER, to=st.sampled_from(["confirmed", "cancelled", "pickup", "washing"]))
    def step(self, number: int, to: str) -> None:
        if order := self.some_order(number):
            self.call(order, "post", "status", {"status": to})

    @rule(number=NUMBER)
    def money_arrives(self, number: int) -> None:
        order = self.some_order(number)
        if order and not order.payments.exists():
            pay(order, now=self.machine.now)

    @rule(minutes=st.sampled_from([1, 16, 121]))
    def time_passes(self, minutes: int) -> None:
        self.machine.shift(timedelta(minutes=minutes))
        holds.expire_unpaid(now=self.machine.now)
        holds.cancel_unanswered(now=self.machine.now)

    @invariant()
    def every_slot_counts_its_reservations(self) -> None:
        type(self).steps += 1
        active = Count("reservations", filter=Q(reservations__released_at=None))
        for slot in TimeSlot.objects.annotate(active=active):
            assert slot.booked == slot.active <= slot.capacity

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)


@pytest.mark.proof
def test_every_slot_counts_its_reservations_whatever_happens(db, time_machine) -> None:
    Places.machine = time_machine
    examples, steps = figure(8, 500), figure(25, 50)

    run_state_machine_as_test(
        Places,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )

    record("R2", f"{examples} examples x {steps} steps, {Places.steps} looks: 0 leaks", "500 x 50: 0 leaks")
