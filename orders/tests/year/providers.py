"""What providers do: answer, wash, take days off, pause."""

from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

from marketplace import clock
from orders.models import Order
from orders.tests.booking import FORWARD
from orders.tests.year.history import act
from orders.tests.year.world import PROVIDERS, SeenOrder, World, expect, hold

NEXT = {"pending": "confirmed"} | {str(here): str(there) for here, there in pairwise(FORWARD)}
STATUSES = ("confirmed", "pickup", "washing", "delivery", "completed", "cancelled")


def _is_due(order: SeenOrder, world: World) -> bool:
    if order.status == "pending":
        return order.is_paid
    begun = order.pickup_at - timedelta(minutes=30) <= world.now
    return order.status in NEXT and (order.status != "confirmed" or begun)


def plan_step(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: _is_due(order, world))
    # Some bookings are not answered in time.
    if order is None or (order.status == "pending" and random.random() < 0.8):
        return None
    # Some are told later, with the time that the phone gives.
    ago = random.choice([0] * 9 + [3, 90, 3000])
    return {"order": order.label, "to": NEXT[order.status]} | ({"minutes_ago": ago} if ago else {})


@act(plan_step, weight=40)
def moves_on(world: World, *, order: str, to: str, minutes_ago: int = 0) -> None:
    """Take the next step of an order, as its provider's page offers it."""
    takes_a_step(world, order=order, to=to, minutes_ago=minutes_ago)


def plan_any_step(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: True)
    return {"order": order.label, "to": random.choice(STATUSES)} if order else None


@act(plan_any_step, weight=1)
def takes_a_step(world: World, *, order: str, to: str, minutes_ago: int = 0) -> None:
    """Take any step: one that the page offers is done, any other is refused and changes nothing."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    client = world.client(row.provider.user.first_name.lower())
    path = f"/api/orders/{row.pk}"
    shown = expect(client.get(path), 200, kind="the provider cannot see the order")
    at = {"at": (world.now - timedelta(minutes=minutes_ago)).isoformat()} if minutes_ago else {}
    response = client.post(f"{path}/status", {"status": to} | at)
    if to in shown["allowedTransitions"]:
        moved = expect(response, 200, kind="a step that is offered is refused")
        hold(moved["status"] == to, "a step ends elsewhere", moved["status"])
        if minutes_ago:
            _times_are_as_read_again(row, moved, client.get(path).json())
        return
    expect(
        response,
        kind="a step that is not offered is taken",
        codes=("transition_not_allowed", "payment_required"),
    )
    now = Order.objects.values_list("status", "version").get(pk=row.pk)
    hold(now == (row.status, row.version), "a refused step changes the order", now)


def _times_are_as_read_again(row: Order, moved: dict[str, Any], shown: dict[str, Any]) -> None:
    """The response to a step has the times that are read afterwards, none before the payment."""
    hold(moved["timeline"] == shown["timeline"], "a step's response has other times", (moved, shown))
    paid_at = row.payments.filter(status="succeeded").values_list("settled_at", flat=True).first()
    times = {one["status"]: one["at"] for one in shown["timeline"] if one["at"]}
    accepted = times.get("confirmed")
    is_early = accepted and paid_at and datetime.fromisoformat(accepted) < paid_at
    hold(not is_early, "an order was accepted before it was paid", (paid_at, times))


def plan_decline(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: order.status == "pending" and order.is_paid)
    return {"order": order.label, "to": "cancelled"} if order else None


@act(plan_decline, weight=0.7)
def declines(world: World, *, order: str, to: str) -> None:
    """Refuse a booking."""
    takes_a_step(world, order=order, to=to)


def plan_day_off(world: World, random: Random) -> dict[str, Any]:
    day = world.today + timedelta(days=random.randint(0, 20))
    return {"provider": random.choice(PROVIDERS)[0], "day": day.isoformat()}


@act(plan_day_off, weight=0.25)
def takes_a_day_off(world: World, *, provider: str, day: str) -> None:
    """Close a day; bookings on it stay, and are named."""
    if day < world.today.isoformat():
        return
    response = world.client(provider).post("/api/provider/days-off", {"startDate": day, "note": ""})
    data = expect(response, 201, kind="a day off is refused", codes=("day_off_exists",))
    if "affected" not in data:
        return
    running = Order.objects.filter(provider=world.providers[provider]).exclude(status="cancelled")
    on_it = [row for row in running if clock.local_date(row.pickup_at).isoformat() == day]
    coming = [row for row in on_it if row.pickup_at > world.now]
    named = {one["orderId"] for one in data["affected"] if "orderId" in one}
    hold(
        len(data["affected"])
        >= len({str(row.pk) for row in coming if row.status in {"pending", "confirmed"}}),
        "a day off names fewer bookings than there are",
        (named, coming),
    )


def plan_work_again(world: World, random: Random) -> dict[str, Any]:
    return {"provider": random.choice(PROVIDERS)[0]}


@act(plan_work_again, weight=0.15)
def works_after_all(world: World, *, provider: str) -> None:
    """Take the first of the coming days off back."""
    client = world.client(provider)
    days = expect(client.get("/api/provider/days-off"), 200, kind="days off cannot be seen")
    if days:
        response = client.delete(f"/api/provider/days-off/{days[0]['id']}")
        expect(response, 200, kind="a day off cannot be taken back")


def plan_pause(world: World, random: Random) -> dict[str, Any]:
    until = world.today + timedelta(days=random.randint(1, 9))
    return {"provider": random.choice(PROVIDERS)[0], "until": until.isoformat()}


@act(plan_pause, weight=0.08)
def pauses(world: World, *, provider: str, until: str) -> None:
    """Take no new bookings until a day."""
    if until <= world.today.isoformat():
        return
    response = world.client(provider).post("/api/provider/pause", {"until": until})
    expect(response, 200, kind="a pause is refused", codes=("paused_by_operator", "permission_denied"))


@act(plan_work_again, weight=0.1)
def resumes(world: World, *, provider: str) -> None:
    """Take bookings again."""
    response = world.client(provider).post("/api/provider/resume")
    # Not paused: nothing to do.
    expect(response, 200, kind="the end of a pause fails", codes=("not_paused", "paused_by_operator"))
