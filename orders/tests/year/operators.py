"""What operators do in the back office: refunds, cancellations, stages, pauses, payouts."""

import re
from decimal import Decimal
from random import Random
from typing import Any

from django.urls import reverse

from orders.models import Order, Payout, Refund
from orders.tests.year.history import act
from orders.tests.year.providers import NEXT
from orders.tests.year.world import PROVIDERS, World, expect, hold
from providers.models import Provider


def plan_refund(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: order.is_paid)
    if order is None:
        return None
    return {
        "order": order.label,
        "amount": random.choice(["1.00", "5.00", "12.50", "all"]),
        "borne_by": random.choice(["platform", "provider"]),
        "ends": random.random() < 0.3,
    }


@act(plan_refund, weight=0.5)
def refunds(world: World, *, order: str, amount: str, borne_by: str, ends: bool) -> None:
    """Refund on the order's page: what its preview says is what happens."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    browser, page = world.operator(), reverse("admin:orders_order_refund", args=[row.pk])
    shown = browser.get(page).content.decode()
    hidden = {
        name: found[1]
        for name in ("version", "key")
        if (found := re.search(rf'name="{name}" value="([^"]+)"', shown))
    }
    left = max(row.kept_amount, Decimal(0)) if row.was_paid else Decimal(0)
    wanted = left if amount == "all" else Decimal(amount)
    body = hidden | {"amount": f"{wanted:.2f}", "note": "A shirt was torn", "borne_by": borne_by}
    body |= {"ends": "on"} if ends and 'name="ends"' in shown else {}
    asked = browser.post(page, body, follow=True).content.decode()
    is_offered = " is left." in asked
    response = browser.post(page, body | {"confirmed": "yes"}, follow=True)
    said = " ".join(str(message) for message in response.context["messages"])
    after = Order.objects.get(pk=row.pk)
    returned = after.refunded_amount - row.refunded_amount
    expected = wanted if is_offered else Decimal(0)
    hold(returned == expected, "a refund returns something else than its page said", (said, returned, wanted))
    hold(
        ("The order is cancelled" in asked) == (after.status == "cancelled" != row.status),
        "a refund ends the order without saying so, or does not",
        said,
    )


def plan_transfer(world: World, random: Random) -> dict[str, Any] | None:
    failed = _failed_refund() if random.random() < 0.5 else None
    labels = {pk: label for label, pk in world.orders.items()}
    return {"order": labels[failed.order_id]} if failed and failed.order_id in labels else None


def _failed_refund(**of_order: Any) -> Refund | None:
    return Refund.objects.filter(status="failed", **of_order).order_by("created_at", "pk").first()


@act(plan_transfer, weight=0.4)
def pays_by_bank(world: World, *, order: str) -> None:
    """Mark a failed refund as paid by bank transfer: where it is offered it ends, else nothing happens."""
    row = world.order(order)
    refund = _failed_refund(order=row) if row else None
    if refund is None:
        return
    world.touch(order)
    page = reverse("admin:orders_refund_mark_paid_by_bank", args=[refund.pk])
    shown = world.operator().get(reverse("admin:orders_refund_change", args=[refund.pk])).content.decode()
    world.operator().post(page, {"confirmed": "yes", "reference": "UBS 1"})
    refund.refresh_from_db()
    hold(
        refund.status == ("paid_by_bank" if page in shown else "failed"),
        "a button of a refund does something else",
        (page in shown, refund.status),
    )


def plan_stage(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: order.status in NEXT)
    if order is None:
        return None
    to = "cancelled" if random.random() < 0.5 else NEXT[order.status]
    return {"order": order.label, "to": to}


@act(plan_stage, weight=0.7)
def presses(world: World, *, order: str, to: str) -> None:
    """Press a button of the order's page: one that is there works, another does nothing."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    browser = world.operator()
    button = reverse(f"admin:orders_order_to_{to}", args=[row.pk])
    is_offered = button in browser.get(reverse("admin:orders_order_change", args=[row.pk])).content.decode()
    response = browser.post(button, {"confirmed": "yes", "note": "The house is flooded"}, follow=True)
    said = [str(message) for message in response.context["messages"]] if response.context else []
    after = Order.objects.get(pk=row.pk)
    hold(
        after.status == (to if is_offered else row.status),
        "a button of the back office does something else",
        (row.status, to, is_offered, after.status, said),
    )


def plan_pause(world: World, random: Random) -> dict[str, Any]:
    return {"provider": random.choice(PROVIDERS)[0], "to": random.choice(["pause", "resume", "resume"])}


@act(plan_pause, weight=0.08)
def arranges(world: World, *, provider: str, to: str) -> None:
    """Pause a provider, or let them work again, for them."""
    path = f"/api/provider/{to}?providerId={world.providers[provider].pk}"
    body = {"until": None} if to == "pause" else {}
    response = world.client("dora").post(path, body)
    expect(response, 200, kind="an operator cannot arrange a pause", codes=("not_paused", "cannot_be_paused"))
    row = Provider.objects.get(pk=world.providers[provider].pk)
    world.away.pop(provider, None)
    if row.status == Provider.Status.PAUSED and row.paused_by_operator:
        world.away[provider] = world.now


def plan_payouts(world: World, random: Random) -> dict[str, Any] | None:
    return {"outcome": random.choice(["paid", "paid", "paid", "failed"])} if random.random() < 0.3 else None


@act(plan_payouts, weight=0.4)
def pays_out(world: World, *, outcome: str) -> None:
    """Mark the oldest payout that is due as paid, or the newest paid one as returned by the bank."""
    status, button, said = {
        "paid": ("due", "mark_it_paid", {"reference": "UBS 1"}),
        "failed": ("paid", "mark_it_failed", {"note": "Account closed"}),
    }[outcome]
    payout = Payout.objects.filter(status=status).order_by("week", "provider__user__email").first()
    if payout is None:
        return
    page = reverse(f"admin:orders_payout_{button}", args=[payout.pk])
    is_offered = (
        page in world.operator().get(reverse("admin:orders_payout_change", args=[payout.pk])).content.decode()
    )
    world.operator().post(page, {"confirmed": "yes"} | said)
    payout.refresh_from_db()
    hold(
        payout.status == (outcome if is_offered else status),
        "a button of a payout does something else",
        (is_offered, payout.status),
    )
