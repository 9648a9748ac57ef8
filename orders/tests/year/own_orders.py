"""What customers do with an order that they have: cancel, move or edit it, rate it, and write."""

from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

from orders.models import Order
from orders.tests.year.customers import NOT_OFFERED, local, order_json, shown_slot
from orders.tests.year.history import act
from orders.tests.year.world import PROVIDERS, World, expect, hold


def plan_cancellation(world: World, random: Random) -> dict[str, Any] | None:
    likely = random.random() < 0.8
    order = world.choose(
        random, among=lambda order: (order.status in {"pending", "confirmed"}) if likely else True
    )
    return {"order": order.label} if order else None


@act(plan_cancellation, weight=0.7)
def cancels(world: World, *, order: str) -> None:
    """Look at what cancelling costs, and do it: what was shown is what happens."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    client = world.client(row.customer.first_name.lower())
    path = f"/api/orders/{row.pk}/cancellation"
    shown = expect(client.get(path), 200, kind="the cost of cancelling is not shown")
    before = order_json(world, row)
    response = client.post(path, {"expectedFee": shown["fee"]})
    hold(
        shown["allowed"] == ("cancelled" in before["allowedTransitions"]),
        "the preview and the order offer different things",
        (shown, before["allowedTransitions"]),
    )
    if not shown["allowed"]:
        expect(response, kind="a cancellation that is not offered is done", codes=("transition_not_allowed",))
        return
    after = expect(response, 200, kind="a cancellation that is offered is refused")
    _late_fee_is_what_was_agreed(world, row, before, Decimal(shown["fee"]))
    returned = Decimal(after["refundedAmount"]) - Decimal(before["refundedAmount"])
    hold(
        (after["status"], returned) == ("cancelled", Decimal(shown["refund"])),
        "cancelling returns something else than it showed",
        (shown, returned),
    )


def _late_fee_is_what_was_agreed(world: World, row: Order, before: dict[str, Any], fee: Decimal) -> None:
    """Whatever a bank has withdrawn meanwhile: cancelling late costs the share of the service amount."""
    is_late = before["freeCancellationUntil"] < world.now.isoformat().replace("+00:00", "Z")
    if is_late and before["paymentStatus"] == "paid":
        share = (row.service_amount * row.late_fee_percent / 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
        hold(fee == share, "a late cancellation costs something else than was agreed", (fee, share))


def plan_reschedule(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: order.status in {"pending", "confirmed"})
    if order is None:
        return None
    opens, closes = next(row[3] for row in PROVIDERS if row[0] == order.provider)
    day = world.today + timedelta(days=random.choice([0, 1, 2, 3, 6]))
    return {
        "order": order.label,
        "day": day.isoformat(),
        "wall": f"{random.randint(opens, closes - 1):02}:00",
    }


@act(plan_reschedule, weight=1.5)
def reschedules(world: World, *, order: str, day: str, wall: str) -> None:
    """Move the pickup to an hour that the calendar shows, while changes are free."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    provider = row.provider.user.first_name.lower()
    slot, shown = shown_slot(world, provider, day, wall), order_json(world, row)
    is_same = row.pickup_at == local(day, wall)
    body = {"newPickupDate": day, "newPickupTime": wall}
    path = f"/api/orders/{row.pk}/reschedule"
    response = world.client(row.customer.first_name.lower()).patch(path, body)
    free_until = shown["freeCancellationUntil"]
    refused = []
    if not free_until or free_until < world.now.isoformat().replace("+00:00", "Z"):
        refused = ["too_late_to_reschedule"]
    elif row.status == "pending" and not row.accepts_instantly:
        refused = ["instant_provider_needed"] if local(day, wall) < world.now + timedelta(hours=2) else []
    if not is_same and not (slot and slot["isAvailable"]):
        refused += NOT_OFFERED
    if refused:
        expect(response, kind="a move that is not offered is done", codes=tuple(refused))
        return
    moved = expect(response, 200, kind="a move that is offered is refused")
    hold(
        datetime.fromisoformat(moved["pickupTime"]) == local(day, wall),
        "a move ends at another hour",
        moved["pickupTime"],
    )
    held = (row.hold_expires_at, Order.objects.values_list("hold_expires_at", flat=True).get(pk=row.pk))
    hold(None in held or held[1] <= held[0], "a move of an unpaid order lengthens its hold", held)


def plan_edit(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: not order.is_over)
    return {"order": order.label, "note": f"Ring {random.randint(1, 9)} times"} if order else None


@act(plan_edit, weight=0.7)
def edits(world: World, *, order: str, note: str) -> None:
    """Change the instructions, until the pickup."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    response = world.client(row.customer.first_name.lower()).patch(
        f"/api/orders/{row.pk}", {"specialInstructions": note}
    )
    if row.status in {"pending", "confirmed"}:
        expect(response, 200, kind="an edit before the pickup is refused")
        seen_by_provider = order_json(world, row, row.provider.user.first_name.lower())
        shown = seen_by_provider["specialInstructions"]
        hold(shown in {note, None}, "the provider reads another note", shown)
    else:
        expect(response, kind="an edit after the pickup is taken", codes=("too_late_to_edit",))


# --- Afterwards ------------------------------------------------------------------------------------------


def plan_rating(world: World, random: Random) -> dict[str, Any] | None:
    wanted = "completed" if random.random() < 0.9 else random.choice(["washing", "cancelled", "pending"])
    order = world.choose(random, among=lambda order: order.status == wanted)
    if order is None:
        return None
    return {"order": order.label, "stars": random.randint(1, 5), "back": random.random() < 0.4}


@act(plan_rating, weight=1.5)
def rates(world: World, *, order: str, stars: int, back: bool = False) -> None:
    """Rate a completed order, once; ``back``: its provider rates the customer."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    if back:
        _rates_back(world, row, stars)
        return
    is_offered = order_json(world, row)["reviewable"]
    response = world.client(row.customer.first_name.lower()).post(
        f"/api/orders/{row.pk}/rating", {"rating": stars, "comment": ""}
    )
    if is_offered:
        expect(response, 201, kind="a rating that is offered is refused")
    else:
        expect(
            response,
            kind="a rating that is not offered is taken",
            codes=("order_not_completed", "already_reviewed"),
        )


def _rates_back(world: World, row: Order, stars: int) -> None:
    provider = row.provider.user.first_name.lower()
    state = order_json(world, row, provider)["reviewState"]
    response = world.client(provider).put(f"/api/orders/{row.pk}/customer-rating", {"rating": stars})
    if state is not None and (state["canRateCustomer"] or state["editableUntil"]):
        expect(response, 200, kind="a rating of a customer that is offered is refused")
    elif state is None or state["customerRating"] != stars:
        expect(
            response,
            kind="a rating of a customer that is not offered is taken",
            codes=("order_not_completed", "review_not_editable"),
        )


def plan_message(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: order.is_paid)
    if order is None:
        return None
    return {"order": order.label, "who": random.choice([order.customer, order.provider])}


@act(plan_message, weight=0.7)
def writes(world: World, *, order: str, who: str) -> None:
    """Write to the other side, while the conversation is open; the other side reads it."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    closes = order_json(world, row, who)["messagesUntil"]
    is_open = closes is None or closes > world.now.isoformat().replace("+00:00", "Z")
    response = world.client(who).post(f"/api/orders/{row.pk}/messages", {"body": "Hello"})
    if not is_open:
        expect(response, kind="a closed conversation takes a message", codes=("conversation_closed",))
        return
    sent = expect(response, 201, kind="a message to an open conversation is refused")
    customer, provider = row.customer.first_name.lower(), row.provider.user.first_name.lower()
    other = provider if who == customer else customer
    lines = expect(world.client(other).get(f"/api/orders/{row.pk}/messages"), 200, kind="nobody can read it")
    found = [line for line in lines if line["id"] == sent["id"] and not line["mine"]]
    hold(found, "the other side does not read the message", lines[-1:])
