"""What pages propose, and pages that two operators look at: what was shown is what can be had or done."""

import re
from datetime import date, datetime, time, timedelta
from html import unescape
from random import Random
from typing import Any

from django.urls import reverse

from conftest import client_for
from marketplace import clock
from orders.models import Order
from orders.tests.year.history import act
from orders.tests.year.providers import NEXT
from orders.tests.year.world import CUSTOMERS, PROVIDERS, UNPAID, World, expect, hold

# The hours that the booking form offers for today and tomorrow.
FORM_OFFERS = [time(hour) for hour in range(9, 18)]


def plan_customer(world: World, random: Random) -> dict[str, Any] | None:
    who = random.choice(CUSTOMERS)
    return None if who in world.closed else {"who": who}


@act(plan_customer, weight=0.7)
def looks_at_what_to_book_again(world: World, *, who: str) -> None:
    """Look at the suggestions to book again: none is for an hour that this customer has booked."""
    shown = expect(world.client(who).get("/api/orders/again"), 200, kind="no suggestions to book again")
    # An unpaid order whose hold is over waits for the sweep that ends it.
    open_orders = Order.objects.filter(customer=world.users[who], status__in=NEXT).exclude(
        status="pending", payment_status__in=UNPAID, hold_expires_at__lte=world.now
    )
    booked = set(open_orders.values_list("pickup_at", flat=True))
    twice = [
        one["pickupTime"]
        for one in shown
        if one["pickupTime"] and datetime.fromisoformat(one["pickupTime"]) in booked
    ]
    hold(not twice, "an hour that is booked is proposed again", twice)


def plan_search(_world: World, random: Random) -> dict[str, Any]:
    return {"provider": random.choice([name for name, instantly, *_ in PROVIDERS if instantly])}


@act(plan_search, weight=0.4)
def looks_for_the_next_free_hour(world: World, *, provider: str) -> None:
    """Compare the card of a provider with the hours that the form offers."""
    row = world.providers[provider]
    cards = expect(client_for().get("/api/providers/8001"), 200, kind="the list of providers fails")
    card = next((card for card in cards if card["id"] == str(row.pk)), None)
    days = {"startDate": world.today.isoformat(), "endDate": (world.today + timedelta(days=27)).isoformat()}
    slots = expect(
        client_for().get("/api/time-slots", {"providerId": str(row.pk)} | days), 200, kind="no calendar"
    )
    free = sorted(
        (date.fromisoformat(slot["date"]), *map(time.fromisoformat, (slot["startTime"], slot["endTime"])))
        for slot in slots
        if slot["isAvailable"]
    )
    form_ends = world.today + timedelta(days=2)
    in_form = sorted(
        (day, hour)
        for day, start, end in free
        for hour in FORM_OFFERS
        if day < form_ends and start <= hour and (hour < end or end <= start)
    )
    first = next(iter([*in_form, *(slot[:2] for slot in free)]), None)
    if card is None or first is None:
        hold(card is None or first is not None, "a card names an hour, and none is free", card)
        return
    said = datetime.fromisoformat(card["nextFreeAt"])
    hold(said == clock.at_wall_time(*first), "a card names another hour than the form", (said, first))


def plan_two_operators(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: order.status in NEXT and order.is_paid)
    return {"order": order.label} if order else None


@act(plan_two_operators, weight=0.3)
def two_operators_move_on(world: World, *, order: str) -> None:
    """Open "Move to the next stage" twice, and confirm both: the order moves as the first page said."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    browser, page = world.operator(), reverse("admin:orders_order_changelist")
    chosen = {"action": "advance_chosen", "_selected_action": [str(row.pk)]}
    both = [browser.post(page, chosen).content.decode() for _ in range(2)]
    for asked in both:
        if hidden := _hidden_in_form(asked):
            browser.post(page, hidden | {"confirmed": "yes", "note": "It was seen"})
    row.refresh_from_db()
    before = world.seen[order].status if order in world.seen else row.status
    hold(
        row.status in {before, NEXT.get(before)},
        "two operators who confirm one page move an order twice",
        (before, row.status),
    )


def _hidden_in_form(page: str) -> dict[str, Any]:
    """Return what the form of a confirmation sends by itself."""
    sent: dict[str, Any] = {}
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        if "advance_chosen" not in form or 'name="confirmed"' not in form:
            continue
        for tag in re.findall(r'<input\b[^>]*type="hidden"[^>]*>', form):
            name, value = (re.search(rf'\b{what}="([^"]*)"', tag) for what in ("name", "value"))
            if name is not None and "csrf" not in name[1]:
                sent.setdefault(name[1], []).append(unescape(value[1]) if value else "")
    return sent
