"""What customers do: in the app, on Stripe's form, and in between."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from django.db.models import F

from conftest import client_for
from marketplace import clock
from orders.models import Order
from orders.tests.booking import ADDRESS
from orders.tests.year.history import act
from orders.tests.year.world import CUSTOMERS, PROVIDERS, World, expect, hold
from scheduling.models import TimeSlot

CARDS = {
    "good": "4242424242424242",
    "declined": "4000000000000002",
    "3d secure": "4000002500003155",
    "insufficient funds": "4000000000009995",
}
SERVICES = ("standard", "standard", "premium", "ironing")
HOURS = ("09:00", "11:00", "13:00", "15:00", "17:00")
# A conversation closes, and a booking is refused, for reasons that the page shows beforehand.
NOT_OFFERED = ("slot_full", "slot_closed", "slot_past")
UNPAID = ("unpaid", "failed")
PENDING_UNPAID = ("too_many_unpaid_orders",)


def local(day: str, wall: str) -> datetime:
    return clock.at_wall_time(date.fromisoformat(day), time.fromisoformat(wall))


# --- Booking ---------------------------------------------------------------------------------------------


def plan_booking(world: World, random: Random) -> dict[str, Any] | None:
    provider = random.choice(PROVIDERS)
    ahead = random.choice([0, 1, 1, 2, 2, 3, 5, 8, 27])
    day = world.today + timedelta(days=ahead)
    hour = random.randint(provider[3][0], provider[3][1] - 1)
    # Hours that cannot be had are tried now and then.
    if random.random() < 0.85 and not _is_free(world, provider[0], day, hour):
        return None
    return {
        "order": f"order {world.placed + 1}",
        "who": random.choice(CUSTOMERS),
        "provider": provider[0],
        "day": day.isoformat(),
        "wall": f"{hour:02}:00",
        "service": random.choice(SERVICES),
        "kilos": random.choice(["10", "10", "12.5"]),
    }


def _is_free(world: World, provider: str, day: date, hour: int) -> bool:
    slots = TimeSlot.objects.filter(provider=world.providers[provider], date=day, start_time=time(hour))
    open_slots = slots.filter(is_closed=False, booked__lt=F("capacity"), starts_at__gt=world.now)
    return open_slots.filter(provider__status="approved").exists()


@act(plan_booking, weight=18)
def books(
    world: World, *, order: str, who: str, provider: str, day: str, wall: str, service: str, kilos: str
) -> None:
    """Book the hour that the calendar shows; what it shows as free can be had."""
    row = world.providers[provider]
    slot = _shown_slot(world, provider, day, wall)
    is_shown = bool(slot and slot["isAvailable"])
    body = {
        "providerId": str(row.pk),
        "serviceType": service,
        "weight": kilos,
        "pickupAddress": ADDRESS,
        "deliveryAddress": ADDRESS,
        "pickupTime": local(day, wall).isoformat(),
        "specialInstructions": "",
    }
    unpaid = Order.objects.filter(
        customer=world.users[who], status="pending", payment_status__in=UNPAID, hold_expires_at__gt=world.now
    ).count()
    row.refresh_from_db()
    refused = list(_refused_bookings(world, row, local(day, wall), unpaid))
    if refused or not is_shown:
        response = world.client(who).post("/api/orders", body)
        expect(response, kind="a booking that is not offered is taken", codes=(*refused, *NOT_OFFERED))
        return
    data = expect(world.client(who).post("/api/orders", body), 201, kind="a free hour is refused")
    world.orders[order] = Order.objects.get(pk=data["id"]).pk
    world.placed += 1
    world.touch(order)


def _shown_slot(world: World, provider: str, day: str, wall: str) -> dict[str, Any] | None:
    query = {"providerId": str(world.providers[provider].pk), "startDate": day, "endDate": day}
    slots = expect(client_for().get("/api/time-slots", query), 200, kind="the calendar fails")
    return next((slot for slot in slots if slot["startTime"] == wall), None)


def _refused_bookings(world: World, provider: Any, pickup_at: datetime, unpaid: int) -> Any:
    if unpaid >= 3:
        yield "too_many_unpaid_orders"
    if provider.status != "approved" or not provider.user.is_active:
        yield "provider_not_available"
    if not provider.accepts_instantly and pickup_at < world.now + timedelta(hours=2):
        yield "instant_provider_needed"


# --- Paying ----------------------------------------------------------------------------------------------


def plan_payment(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(
        random, among=lambda order: order.status == "pending" and order.payment_status in UNPAID
    )
    if order is None:
        return None
    card = random.choice([*["good"] * 8, *CARDS, "3d secure"])
    return {
        "order": order.label,
        "card": card,
        "then": random.choice(["returns", "returns", "closes the tab"]),
    }


@act(plan_payment, weight=32)
def pays(world: World, *, order: str, card: str, then: str) -> None:
    """Open the payment, fill in the card, and come back or not."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    intent_id = _opened(world, row)
    if intent_id is None:
        return
    if world.stripe.objects("payment_intent") and _may_confirm(world, intent_id):
        world.stripe.confirm(intent_id, CARDS[card], authenticate=None if then == "closes the tab" else True)
    if then == "returns":
        _come_back(world, row)


def _opened(world: World, row: Order) -> str | None:
    """Open the payment page of an order; ``None`` if it takes no payment."""
    client = world.client(row.customer.first_name.lower())
    shown = _order_json(world, row)
    is_payable = (
        shown["status"] == "pending"
        and shown["paymentStatus"] in UNPAID
        and (shown["holdExpiresAt"] or "") > world.now.isoformat().replace("+00:00", "Z")
    )
    body = {"amount": shown["totalAmount"], "orderId": str(row.pk)}
    response = client.post("/api/create-payment-intent", body)
    if not is_payable:
        expect(
            response,
            kind="an order that takes no payment opens one",
            codes=("order_not_payable", "hold_expired"),
        )
        return None
    # Paid at Stripe already: the page finds out by asking.
    data = expect(response, 200, kind="the payment is not opened", codes=("order_not_payable",))
    return data["clientSecret"].split("_secret_")[0] if "clientSecret" in data else None


def _may_confirm(world: World, intent_id: str) -> bool:
    intent = world.stripe.standin.store.get(intent_id, "payment_intent")
    return intent["status"] in {"requires_payment_method", "requires_confirmation"}


def _come_back(world: World, row: Order) -> None:
    response = world.client(row.customer.first_name.lower()).post(f"/api/orders/{row.pk}/payment-return")
    expect(response, 200, kind="the return page fails")


def _order_json(world: World, row: Order, who: str = "") -> dict[str, Any]:
    who = who or row.customer.first_name.lower()
    return expect(world.client(who).get(f"/api/orders/{row.pk}"), 200, kind=f"{who} cannot see the order")


def plan_authentication(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: not order.is_paid)
    return {"order": order.label, "succeeded": random.random() < 0.8} if order else None


@act(plan_authentication, weight=2)
def authenticates(world: World, *, order: str, succeeded: bool) -> None:
    """Answer the bank's question at last, or pay in an old tab, perhaps long after the order is over."""
    row = world.order(order)
    for payment in row.payments.exclude(intent_id=None) if row else ():
        intent = world.stripe.standin.store.get(payment.intent_id, "payment_intent")
        if intent["status"] == "requires_action":
            world.stripe.authenticate(payment.intent_id, succeeded=succeeded)
            world.touch(order)
        elif intent["status"] == "requires_payment_method" and succeeded:
            world.stripe.confirm(payment.intent_id, CARDS["good"])
            world.touch(order)


def plan_return(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: order.status == "pending" and not order.is_paid)
    return {"order": order.label} if order else None


@act(plan_return, weight=2)
def comes_back(world: World, *, order: str) -> None:
    """Open the page after the payment, once more or late."""
    row = world.order(order)
    if row is not None and row.payments.exists():
        _come_back(world, row)
        world.touch(order)


# --- Changing one's mind ---------------------------------------------------------------------------------


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
    before = _order_json(world, row)
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
    returned = Decimal(after["refundedAmount"]) - Decimal(before["refundedAmount"])
    hold(
        (after["status"], returned) == ("cancelled", Decimal(shown["refund"])),
        "cancelling returns something else than it showed",
        (shown, returned),
    )


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
    slot, shown = _shown_slot(world, provider, day, wall), _order_json(world, row)
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
        seen_by_provider = _order_json(world, row, row.provider.user.first_name.lower())
        shown = seen_by_provider["specialInstructions"]
        hold(shown in {note, None}, "the provider reads another note", shown)
    else:
        expect(response, kind="an edit after the pickup is taken", codes=("too_late_to_edit",))


# --- Afterwards ------------------------------------------------------------------------------------------


def plan_rating(world: World, random: Random) -> dict[str, Any] | None:
    wanted = "completed" if random.random() < 0.9 else random.choice(["washing", "cancelled", "pending"])
    order = world.choose(random, among=lambda order: order.status == wanted)
    return {"order": order.label, "stars": random.randint(1, 5)} if order else None


@act(plan_rating, weight=1.5)
def rates(world: World, *, order: str, stars: int) -> None:
    """Rate a completed order, once."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    is_offered = _order_json(world, row)["reviewable"]
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
    closes = _order_json(world, row, who)["messagesUntil"]
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


# --- Every week ------------------------------------------------------------------------------------------


def plan_card(world: World, random: Random) -> dict[str, Any]:
    return {"who": random.choice(CUSTOMERS), "card": random.choice(["good", "good", "insufficient funds"])}


@act(plan_card, weight=0.15)
def saves_a_card(world: World, *, who: str, card: str) -> None:
    """Save a card for recurring bookings."""
    client = world.client(who)
    data = client.post("/api/payment-methods/setup")
    # Ten an hour are allowed.
    data = expect(data, 200, kind="a card cannot be saved", codes=("throttled",))
    if "clientSecret" not in data:
        return
    setup_intent_id = data["clientSecret"].split("_secret_")[0]
    world.stripe.confirm(setup_intent_id, "4000000000000341" if card != "good" else CARDS["good"])
    response = client.post("/api/payment-methods", {"setupIntentId": setup_intent_id})
    expect(response, 201, kind="a card that Stripe has saved is not listed")


def plan_series(world: World, random: Random) -> dict[str, Any] | None:
    running = len(world.series)
    if running and random.random() < 0.7:
        return None
    provider = random.choice(PROVIDERS)
    return {
        "series": f"series {running + 1}",
        "who": random.choice(CUSTOMERS),
        "provider": provider[0],
        "every": random.choice(["weekly", "biweekly"]),
        "weekday": random.choice(list(provider[2])),
        "wall": random.choice([wall for wall in HOURS if provider[3][0] <= int(wall[:2]) < provider[3][1]]),
    }


@act(plan_series, weight=0.15)
def books_every_week(
    world: World, *, series: str, who: str, provider: str, every: str, weekday: int, wall: str
) -> None:
    """Set up a recurring booking."""
    body = {
        "providerId": str(world.providers[provider].pk),
        "serviceType": "standard",
        "pickupAddress": ADDRESS,
        "deliveryAddress": ADDRESS,
        "recurringPattern": every,
        "dayOfWeek": weekday,
        "preferredTime": wall,
        "specialInstructions": "",
    }
    data = expect(
        world.client(who).post("/api/recurring-bookings", body),
        201,
        kind="a recurring booking is refused",
        codes=(
            "recurring_booking_exists",
            "too_many_recurring_bookings",
            "provider_not_available",
            "provider_does_not_work",
        ),
    )
    if "id" in data:
        world.series[series] = (who, data["id"])


def plan_skip(world: World, random: Random) -> dict[str, Any] | None:
    if not world.series:
        return None
    return {"series": random.choice(sorted(world.series)), "which": random.randint(0, 5)}


@act(plan_skip, weight=0.3)
def skips(world: World, *, series: str, which: int) -> None:
    """Skip one of the next pickups, if the page offers it."""
    who, booking_id = world.series.get(series, ("", ""))
    if not who or who in world.closed:
        return
    client = world.client(who)
    listed = expect(
        client.get(f"/api/recurring-bookings/customer/{world.users[who].pk}"), 200, kind="no list of series"
    )
    shown = next((one for one in listed if one["id"] == booking_id), None)
    rows = [row for row in shown["occurrences"] if row["date"] >= world.today.isoformat()] if shown else []
    if not rows:
        return
    row = rows[which % len(rows)]
    response = client.post(f"/api/recurring-bookings/{booking_id}/occurrences/{row['id']}/skip")
    if row["canSkip"]:
        expect(response, 200, kind="a skip that is offered is refused")
    else:
        expect(
            response,
            kind="a skip that is not offered is done",
            codes=("already_skipped", "too_late_to_skip"),
        )


def plan_end(world: World, random: Random) -> dict[str, Any] | None:
    if len(world.series) < 3 and random.random() < 0.8:
        return None
    return {"series": random.choice(sorted(world.series))} if world.series else None


@act(plan_end, weight=0.1)
def ends_the_series(world: World, *, series: str) -> None:
    """End a recurring booking."""
    who, booking_id = world.series.get(series, ("", ""))
    if not who or who in world.closed:
        return
    del world.series[series]
    response = world.client(who).delete(f"/api/recurring-bookings/{booking_id}")
    data = expect(response, 200, kind="a recurring booking cannot be ended", codes=("already_cancelled",))
    hold(not data.get("isActive"), "an ended recurring booking is active", data)
