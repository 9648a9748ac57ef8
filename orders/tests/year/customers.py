"""How customers book and pay: in the app, on Stripe's form, and in between."""

from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from django.db.models import F

from conftest import client_for
from marketplace import clock
from orders.models import Order
from orders.tests.booking import ADDRESS
from orders.tests.year.history import act
from orders.tests.year.world import CUSTOMERS, PROVIDERS, UNPAID, World, expect
from scheduling.models import TimeSlot

CARDS = {
    "good": "4242424242424242",
    "declined": "4000000000000002",
    "3d secure": "4000002500003155",
    "insufficient funds": "4000000000009995",
}
SERVICES = ("standard", "standard", "premium", "ironing")
# A conversation closes, and a booking is refused, for reasons that the page shows beforehand.
NOT_OFFERED = ("slot_full", "slot_closed", "slot_past")
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


@act(plan_booking, weight=20)
def books(
    world: World, *, order: str, who: str, provider: str, day: str, wall: str, service: str, kilos: str
) -> None:
    """Book the hour that the calendar shows; what it shows as free can be had."""
    row = world.providers[provider]
    slot = shown_slot(world, provider, day, wall)
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


def shown_slot(world: World, provider: str, day: str, wall: str) -> dict[str, Any] | None:
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
    if _may_confirm(world, intent_id):
        world.stripe.confirm(intent_id, CARDS[card], authenticate=None if then == "closes the tab" else True)
    if then == "returns":
        _come_back(world, row)


def _opened(world: World, row: Order) -> str | None:
    """Open the payment page of an order; ``None`` if it takes no payment."""
    client = world.client(row.customer.first_name.lower())
    shown = order_json(world, row)
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


def order_json(world: World, row: Order, who: str = "") -> dict[str, Any]:
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
