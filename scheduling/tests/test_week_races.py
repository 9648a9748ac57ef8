"""A week changes while people book, and while others change it: no booking is lost."""

from datetime import time, timedelta
from decimal import Decimal
from functools import partial
from random import Random
from threading import Event, Thread

import pytest
from django.db import IntegrityError, connection

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import make_provider, make_user
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import insisting, race, refused, succeeded
from orders.checkout.placing import place_order
from orders.lifecycle import cancelling
from orders.models import Actor, ActorRole, Reservation
from orders.tests.booking import ADDRESS
from orders.tests.invariant_checks import invariants_hold
from providers.horizon import horizon_days
from scheduling import reshaping, slots, weeks
from scheduling.generating import generate
from scheduling.models import TimeSlot
from scheduling.tests.week_fixtures import MONDAY, make, slot_at, works
from scheduling.weeks import Window

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race, pytest.mark.at(NOW)]

MORNING = [Window(1, time(9), time(12))]
LONGER = [Window(1, time(9), time(12), slot_minutes=90)]
LATER = [Window(1, time(10), time(13), capacity=1)]


def order(customer, provider, pickup_at):
    return place_order(
        customer=customer,
        provider_id=provider.pk,
        service_type="standard",
        weight=Decimal(10),
        pickup_address=ADDRESS,
        delivery_address=ADDRESS,
        pickup_at=pickup_at,
        special_instructions="",
        now=NOW,
    )


def change(provider, windows):
    return weeks.set_week(provider_id=provider.pk, windows=windows, now=NOW)


def reported(changes):
    return {order_id for affected in changes for one in affected for order_id in one.orders}


@pytest.mark.proof
def test_bookings_and_changes_at_once_lose_nothing_and_tell_of_everything():
    bookers, repeats = figure(12, 40), figure(3, 20)
    customers = [make_user(f"person{number}") for number in range(bookers)]

    sold = 0
    for repeat in range(repeats):
        provider = make_provider(make_user(f"bruno{repeat}"))
        works(provider)
        chance = Random(repeat)
        starts = [slot_at(provider, time(hour)).starts_at for hour in (9, 10, 11)]
        changes = [[], LATER, LONGER, MORNING, [], LONGER]
        acts = [partial(order, one, provider, chance.choice(starts)) for one in customers]
        acts += [partial(change, provider, windows) for windows in changes]
        chance.shuffle(acts)

        outcomes = race([partial(insisting, act) for act in acts])

        placed = [one for one in succeeded(outcomes) if not isinstance(one, list)]
        reports = [one for one in succeeded(outcomes) if isinstance(one, list)]
        errors = refused(outcomes, slots.SlotClosed, slots.SlotFull)
        assert len(reports) == len(changes), refused(outcomes)
        assert len(placed) + len(errors) == bookers, refused(outcomes)
        # Every order has a reservation, in a slot that exists.
        held = Reservation.objects.filter(released_at=None, slot__provider=provider)
        assert set(held.values_list("order_id", flat=True)) == {one.pk for one in placed}
        # Every booking on a closed slot was reported, in a response and in a notice.
        closed = set(held.filter(slot__is_closed=True).values_list("order_id", flat=True))
        assert closed <= reported(reports)
        notices = Notification.objects.filter(user=provider.user, kind="bookings_outside_week")
        affecting = sum(bool(report) for report in reports)
        # One for those outside the hours, one for those that only another slot length closes.
        assert affecting <= notices.count() <= 2 * affecting
        sold += len(placed)
        # A customer has at most three open checkouts: cancel these.
        for reservation in held.select_related("order__customer", "order__provider__user"):
            give_up(reservation.order)

    assert sold
    record(
        "R1 (week)",
        f"{bookers} customers against 6 changes x{repeats}: {sold} booked, 0 lost, 0 untold",
        "0 lost",
    )


def give_up(placed):
    customer = Actor(ActorRole.CUSTOMER, placed.customer_id)
    cancelling.cancel_order(order_id=placed.pk, actor=customer, now=NOW)


def at_the_moment_between(monkeypatch, act, *, waits):
    """Start an act on another connection between a reshape's read and its write."""
    outcomes, write, begun = [], reshaping._write, Event()

    def run():
        begun.set()
        outcomes.extend(race([act]))

    thread = Thread(target=run)

    def write_later(plan):
        thread.start()
        if waits:
            thread.join()
        else:
            begun.wait()
        write(plan)

    monkeypatch.setattr(reshaping, "_write", write_later)
    return outcomes, thread


def test_who_books_at_that_very_moment_finds_the_hour_closed(monkeypatch):
    provider, alice = make_provider(make_user("bruno")), make_user("alice")
    works(provider)
    at = slot_at(provider).starts_at
    act = partial(insisting, partial(order, alice, provider, at))
    outcomes, thread = at_the_moment_between(monkeypatch, act, waits=False)

    affected = change(provider, [])
    thread.join()

    assert affected == []
    assert len(refused(outcomes, slots.SlotClosed)) == 1
    assert not TimeSlot.objects.exists()


def test_control_without_lock_and_condition_the_same_moment_ends_in_a_fault(monkeypatch):
    provider, alice = make_provider(make_user("bruno")), make_user("alice")
    works(provider)
    provider.weekly_windows.all().delete()
    act = partial(order, alice, provider, slot_at(provider).starts_at)
    outcomes, _ = at_the_moment_between(monkeypatch, act, waits=True)

    def unlocked(provider_id, now):
        return list(TimeSlot.objects.filter(provider_id=provider_id, starts_at__gt=now))

    monkeypatch.setattr(reshaping, "lock_time_of", lambda _: None)
    monkeypatch.setattr(reshaping, "_locked_slots", unlocked)
    bare = {name: text.removesuffix(" AND booked = 0") for name, text in reshaping._DELETE.items()}
    monkeypatch.setattr(reshaping, "_DELETE", bare)

    # Without a transaction, as SQLite would block the other writer. The customer has booked; only the foreign
    # key keeps their slot from being deleted.
    with pytest.raises(IntegrityError):
        reshaping.reshape.__wrapped__(provider_id=provider.pk, now=NOW)

    assert len(succeeded(outcomes)) == 1


def test_changes_at_once_leave_one_of_their_weeks_whole():
    provider = make_provider(make_user("bruno"))
    works(provider)

    outcomes = race([partial(insisting, partial(change, provider, week)) for week in (LATER, LONGER) * 4])

    assert refused(outcomes) == []
    left = [
        (row.weekday, row.start_time, row.end_time, row.slot_minutes, row.capacity)
        for row in provider.weekly_windows.all()
    ]
    assert left in [
        [(one.weekday, one.start, one.end, one.slot_minutes, one.capacity) for one in week]
        for week in (LATER, LONGER)
    ]
    expected = {time(10), time(11), time(12)} if left[0][1] == time(10) else {time(9), time(10, 30)}
    assert set(TimeSlot.objects.values_list("start_time", flat=True)) == expected
    assert TimeSlot.objects.count() == 4 * len(expected)


@pytest.mark.proof
def test_generation_beside_a_change_leaves_no_slot_of_the_old_week():
    repeats = figure(3, 20)
    start_on, end_on = horizon_days(NOW)

    for repeat in range(repeats):
        provider = make_provider(make_user(f"bruno{repeat}"))
        works(provider, end=time(17))
        night = partial(generate, provider_ids=[provider.pk], start_on=start_on, end_on=end_on, now=NOW)

        acts = [night, partial(change, provider, LATER), night, night]
        outcomes = race([partial(insisting, act) for act in acts])

        assert refused(outcomes) == []
        slots_now = TimeSlot.objects.filter(provider=provider)
        assert set(slots_now.values_list("start_time", flat=True)) == {time(10), time(11), time(12)}
    record("T1 (slots)", f"a change beside 3 generations x{repeats}: 0 stale slots", "0 stale slots")


@pytest.mark.proof
def test_twenty_at_once_change_nothing():
    provider = make_provider(make_user("bruno"))
    works(provider, *range(7))
    before = list(TimeSlot.objects.order_by("pk").values())
    same = [Window(weekday, time(9), time(12)) for weekday in range(7)]
    acts = [partial(make, provider), partial(change, provider, same)] * 10

    outcomes = race([partial(insisting, act) for act in acts])

    assert refused(outcomes) == []
    assert list(TimeSlot.objects.order_by("pk").values()) == before
    assert before[0]["date"] < MONDAY + timedelta(days=28)
    record(
        "T1 (slots at once)",
        f"20 at once on {connection.vendor}: 0 new, 0 changed",
        "0 new, 0 changed booked",
    )
