"""What must hold, asked after each step: in the data, between the sides, and between our books and Stripe's.

:func:`check_touched` asks it of the orders that a step was about or has changed, :func:`check` of all
data. :func:`check_everything` compares all books with Stripe's; it needs a world in which nothing is on
its way.
"""

from collections import Counter
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db.models import F, Q, Sum

from accounts.models import Notification
from marketplace.jobs.models import Job, OutboxMessage
from marketplace.money import ZERO, to_rappen
from orders.checks import invariants
from orders.models import LedgerEntry, Order, Payment, Payout, Refund, Reservation, StripeEvent
from orders.payouts.payable import untaken
from orders.tests import invariant_checks
from orders.tests.year import orders_alone
from orders.tests.year.history import Violation
from orders.tests.year.world import UNPAID, World, expect, hold

# Whenever time passes, sweeps run at its end; only a killed worker's lease has to end before.
PATIENCE = timedelta(hours=1)
# What all who see an order see alike.
SHARED = (
    "status",
    "paymentStatus",
    "weight",
    "serviceAmount",
    "totalAmount",
    "refundedAmount",
    "pickupTime",
    "pickupUntil",
    "returnBy",
    "deadline",
    "timeline",
    "freeCancellationUntil",
    "answerBy",
    "etag",
)


def check(world: World) -> None:
    """Ask what can be asked at any time. Raises :class:`Violation` for the first that does not hold."""
    raise_first(invariant_checks.violations())
    nobody_waits_for_ever(world)
    reservations_are_in_slots_of_their_orders()
    nothing_is_held_of_what_is_over()
    no_money_is_taken_while_a_side_is_away(world)
    for label in dict.fromkeys(world.touched):
        both_sides_see_the_same(world, label)


def check_touched(world: World) -> None:
    """Ask the same of the orders that the last step was about or has changed."""
    touched = {world.orders[label] for label in (*world.touched, *world.changed) if label in world.orders}
    if not touched:
        return
    raise_first(orders_alone.violations(touched))
    with orders_alone.only(touched):
        nobody_waits_for_ever(world)
        reservations_are_in_slots_of_their_orders()
        nothing_is_held_of_what_is_over()
        no_money_is_taken_while_a_side_is_away(world)
    # An order that the act has left as it was looks as it did.
    for label in world.changed:
        both_sides_see_the_same(world, label)


def raise_first(sentences: list[str]) -> None:
    for sentence in sentences:
        kind, _, details = sentence.partition(": ")
        raise Violation(kind, details)


def nobody_waits_for_ever(world: World) -> None:
    """Every order that is not over has a next moment, and no moment has been waited for in vain."""
    running = Order.objects.exclude(status__in=["completed", "cancelled"])
    unpaid, pending = Q(payment_status__in=UNPAID), Q(status="pending")
    late = world.now - PATIENCE
    without = running.filter(
        (pending & unpaid & Q(hold_expires_at=None))
        | (pending & ~unpaid & Q(answer_due_at=None))
        | (~pending & unpaid)
        | (pending & unpaid & Q(hold_expires_at__lt=late))
        | (pending & ~unpaid & Q(answer_due_at__lt=late))
        | Q(hand_back_due_at__lt=late)
    ).values_list("pk", "status", "payment_status", "hold_expires_at", "answer_due_at")[:3]
    hold(not without, "an order waits for ever", list(without))


def reservations_are_in_slots_of_their_orders() -> None:
    """A reservation is in a slot of the order's provider that covers the pickup."""
    elsewhere = Reservation.objects.filter(released_at=None).exclude(
        slot__provider=F("order__provider"),
        slot__starts_at__lte=F("order__pickup_at"),
        slot__ends_at__gt=F("order__pickup_at"),
    )
    found = elsewhere.exclude(order__status__in=["completed", "cancelled"]).values_list("order", "slot")[:3]
    hold(not found, "an order holds a place at another hour", list(found))


def nothing_is_held_of_what_is_over() -> None:
    """Of an order that is over nothing is held for the customer: it went back, or somebody has earned it."""
    held = LedgerEntry.objects.filter(
        account=LedgerEntry.Account.CUSTOMER, order__status__in=["completed", "cancelled"]
    ).order_by()
    found = held.values_list("order").annotate(total=Sum("amount")).exclude(total=ZERO)[:3]
    hold(not found, "money of an order that is over is held for its customer", list(found))


def both_sides_see_the_same(world: World, label: str) -> None:
    """Customer, provider and operator see the same of an order, and it has a next step for somebody."""
    row = world.order(label)
    if row is None:
        return
    sides = {
        name: expect(world.client(name).get(f"/api/orders/{row.pk}"), 200, kind="a side cannot see its order")
        for name in (row.customer.first_name.lower(), row.provider.user.first_name.lower(), "dora")
        if name not in world.closed
    }
    views = [{name: shown[name] for name in SHARED} for shown in sides.values()]
    hold(all(view == views[0] for view in views), "the sides see different things", views)
    shown = sides["dora"]
    if shown["status"] in {"confirmed", "pickup", "washing", "delivery"}:
        hold(shown["deadline"], "a running order has no deadline", shown)
    if shown["status"] not in {"completed", "cancelled"}:
        moves = [move for side in sides.values() for move in side["allowedTransitions"]]
        hold(moves, "nobody can do anything with an order", shown)
    who_works_for_an_order_sees_where_it_is(row, sides)
    _money_shown_is_booked(row, shown)


def who_works_for_an_order_sees_where_it_is(row: Order, sides: dict[str, Any]) -> None:
    """Whatever became of the money: who has an order to do reads its addresses and whom it is for."""
    seen = sides.get(row.provider.user.first_name.lower())
    if seen is None or seen["status"] not in {"confirmed", "pickup", "washing", "delivery"}:
        return
    shown = (seen["pickupAddress"], seen["deliveryAddress"], (seen["customer"] or {}).get("lastName"))
    known = (row.pickup_address, row.delivery_address, row.customer.last_name)
    hold(shown == known, "who works for an order does not see where it is", shown)


def no_money_is_taken_while_a_side_is_away(world: World) -> None:
    """While an account is closed, or a provider paused by an operator, no order begins with a payment."""
    taken = Payment.objects.filter(status="succeeded").exclude(order__status="cancelled")
    for name, since in world.away.items():
        of_them = Q(order__customer=world.users[name]) | Q(order__provider__user=world.users[name])
        found = taken.filter(of_them, settled_at__gt=since).values_list("order", "settled_at")[:3]
        hold(not found, "money is taken while a side is away", (name, list(found)))


def _money_shown_is_booked(row: Order, shown: dict[str, Any]) -> None:
    """What the order says of its money is what its payments and refunds say."""
    received = row.payments.filter(status="succeeded").aggregate(total=Sum("amount"))["total"] or ZERO
    was_paid = shown["paymentStatus"] in {"paid", "partially_refunded", "refunded"}
    hold(
        (received > ZERO) == was_paid and received in {ZERO, row.total_amount},
        "what was paid is not what the order says",
        (received, shown["paymentStatus"]),
    )
    going = sum((refund.counted_amount for refund in row.refunds.all()), ZERO)
    hold(going == Decimal(shown["refundedAmount"]), "what goes back is not what is told", (going, shown))


# --- Once a week --------------------------------------------------------------------------------------------


def check_everything(world: World) -> None:
    """Compare everything with everything, in a world in which all has settled."""
    for name, found in invariants.all_violations(now=world.now).items():
        hold(not found, name, found[:3])
    nothing_has_failed()
    our_books_are_stripes(world)
    every_order_has_at_stripe_what_it_says(world)
    providers_read_what_is_booked(world)
    lists_agree(world)
    both_sides_have_a_notice_of_money_out(world)
    mails_are_within_the_budget(world)


def nothing_has_failed() -> None:
    """No work was given up."""
    for model in (Job, OutboxMessage, StripeEvent):
        failed = model.objects.exclude(failed_at=None).values()[:2]
        hold(not failed, f"{model.__name__} has failed for good", list(failed))


def both_sides_have_a_notice_of_money_out(world: World) -> None:
    """Customer and provider have a notice of each refund of an order that was running."""
    lately = Refund.objects.filter(created_at__gt=world.now - timedelta(days=8))
    for refund in lately.select_related("order__customer", "order__provider__user"):
        order = refund.order
        ends = order.events.filter(to_status__in=["completed", "cancelled"], at__lte=refund.created_at)
        if ends.exists():
            continue
        for user in (order.customer, order.provider.user):
            notices = Notification.objects.filter(
                user=user, dedupe_key__startswith=f"order:{order.pk}:", created_at__gte=refund.created_at
            )
            hold(
                notices.exists() or not user.is_active,
                "a side is not told of money out of a running order",
                (user.first_name, order.pk, refund.reason, refund.amount),
            )


def mails_are_within_the_budget(world: World) -> None:
    """Of each kind an account gets two mails an hour at once; the others wait for one that holds several."""
    lately = Notification.objects.filter(
        created_at__gt=world.now - timedelta(days=8), email_due_at__isnull=False
    )
    at_once: dict[Any, list[Any]] = {}
    for user_id, kind, made_at in (
        lately.filter(email_due_at__lte=F("created_at"))
        .order_by("created_at")
        .values_list("user", "kind", "created_at")
    ):
        at_once.setdefault((user_id, kind), []).append(made_at)
    for (user_id, kind), times in at_once.items():
        for first, third in zip(times, times[2:], strict=False):
            hold(
                third - first >= timedelta(hours=1),
                "more mails than the budget allows",
                (user_id, kind, first),
            )


def our_books_are_stripes(world: World) -> None:
    """The account of Stripe in our ledger is what is there."""
    entries = LedgerEntry.objects.filter(account=LedgerEntry.Account.STRIPE)
    booked = to_rappen(entries.aggregate(total=Sum("amount"))["total"] or ZERO)
    there = world.stripe.captured()
    hold(booked == there, "our books are not Stripe's", (booked, there))


def every_order_has_at_stripe_what_it_says(world: World) -> None:
    """Of each order Stripe has what was paid less what went back and what banks have withdrawn."""
    there: Counter[str] = Counter()
    for charge in world.stripe.objects("charge"):
        if charge["paid"]:
            there[charge["payment_intent"]] += charge["amount_captured"] - charge["amount_refunded"]
    for dispute in world.stripe.objects("dispute"):
        there[dispute["payment_intent"]] += sum(entry["amount"] for entry in dispute["balance_transactions"])
    booked: Counter[Any] = Counter()
    rows = LedgerEntry.objects.filter(account=LedgerEntry.Account.STRIPE).order_by()
    for order_id, total in rows.values_list("order").annotate(total=Sum("amount")):
        booked[order_id] = to_rappen(total)
    of_orders: Counter[Any] = Counter()
    for order_id, intent_id in Payment.objects.exclude(intent_id=None).values_list("order", "intent_id"):
        of_orders[order_id] += there[intent_id]
    wrong = {
        str(order_id): (booked[order_id], of_orders[order_id])
        for order_id in booked.keys() | of_orders.keys()
        if booked[order_id] != of_orders[order_id]
    }
    hold(not wrong, "the books of an order are not Stripe's", wrong)
    owed = LedgerEntry.objects.filter(account=LedgerEntry.Account.RETURNS).order_by()
    for order_id, total in owed.values_list("order").annotate(total=Sum("amount")).exclude(total=ZERO):
        left = (to_rappen(-total), of_orders[order_id])
        hold(left[0] <= left[1], "a customer is owed what a bank has returned", (order_id, left))


def providers_read_what_is_booked(world: World) -> None:
    """The page of earnings says what the ledger and the payouts say."""
    for name, provider in world.providers.items():
        shown = expect(world.client(name).get("/api/provider/earnings"), 200, kind="no page of earnings")
        entries = LedgerEntry.objects.filter(account=LedgerEntry.Account.PROVIDER, provider=provider)
        balance = -(entries.aggregate(total=Sum("amount"))["total"] or ZERO)
        due = Payout.objects.filter(provider=provider, status="due").aggregate(total=Sum("amount"))["total"]
        waits = -(
            untaken().filter(provider=provider).order_by().aggregate(total=Sum("amount"))["total"] or ZERO
        )
        hold(
            Decimal(shown["balance"]) == balance == (due or ZERO) + waits,
            "a provider is told another balance than the books have",
            (shown, balance, due, waits),
        )


def lists_agree(world: World) -> None:
    """What customers and providers find in their lists are the same orders in the same state."""
    of_customers: dict[str, Any] = {}
    for name in sorted({order.customer for order in world.seen.values()} - world.closed):
        for one in expect(world.client(name).get("/api/orders"), 200, kind="no list of orders"):
            of_customers[one["id"]] = one
    for name in world.providers:
        for one in expect(world.client(name).get("/api/provider/orders"), 200, kind="no list of jobs"):
            other = of_customers.get(one["id"])
            if other is not None:
                same = [(one[what], other[what]) for what in SHARED if one[what] != other[what]]
                hold(not same, "lists of two sides differ", same)
