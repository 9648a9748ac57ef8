"""What customers repeat: saved cards, and bookings of every week."""

from random import Random
from typing import Any

from orders.tests.booking import ADDRESS
from orders.tests.year.customers import CARDS
from orders.tests.year.history import act
from orders.tests.year.world import CUSTOMERS, PROVIDERS, World, expect, hold

HOURS = ("09:00", "11:00", "13:00", "15:00", "17:00")


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
