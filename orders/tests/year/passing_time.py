"""Time passes: the clock moves on, and what is due by then is done, in an order that the seed chooses."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from celery.schedules import crontab

from marketplace import clock
from marketplace.celery import TASKS, Entry
from orders.tests.year.history import act
from orders.tests.year.stripe_side import delivers_webhooks
from orders.tests.year.world import World, hold

# They list everything at Stripe, read every row, or have nothing to do for hours: run late.
SELDOM = {
    "orders.reconcile_payments": timedelta(hours=11),
    "orders.compare_all_payments": timedelta(days=10),
    "orders.check_data": timedelta(days=30),
    **dict.fromkeys(
        (
            "accounts.end_impersonations",
            "marketplace.compute_dashboard",
            "marketplace.relay_bulk",
            "marketplace.relay_bulk_push",
            "marketplace.relay_links",
            "marketplace.relay_push",
            "orders.extend_recurring_bookings",
            "orders.forget_positions",
            "orders.make_fee_invoices",
            "orders.make_payouts",
            "providers.watch_insurance",
            "scheduling.generate_time_slots",
        ),
        timedelta(hours=7),
    ),
}
QUIET = "a quiet hour"
PAUSES = (1, 5, 16, 61, 125, 240, 500, 700, 900)


def plan_waiting(_world: World, random: Random) -> dict[str, Any]:
    return {"minutes": random.choice(PAUSES), "tasks_in_order": random.randint(0, 9999)}


@act(plan_waiting, weight=8)
def waits(world: World, *, minutes: int, tasks_in_order: int) -> None:
    """Let time pass, and run the tasks whose time has come."""
    world.machine.shift(timedelta(minutes=minutes))
    due = [entry.task for entry in TASKS if _is_due(entry, world)]
    order = Random(tasks_in_order)
    order.shuffle(due)
    for task in due:
        world.run(task)


def _is_due(entry: Entry, world: World) -> bool:
    last = world.ran_at.get(entry.task, world.began_at)
    seldom = SELDOM.get(entry.task)
    if seldom is not None and last + seldom > world.now:
        return False
    if isinstance(entry.schedule, crontab):
        return _came_between(entry.schedule, last, world.now)
    return last + timedelta(seconds=entry.schedule) <= world.now


def _came_between(schedule: crontab, last: datetime, now: datetime) -> bool:
    (hour,), (minute,) = schedule.hour, schedule.minute
    at = now.astimezone(clock.ZURICH).replace(hour=hour, minute=minute, second=0, microsecond=0)
    if at > now:
        at -= timedelta(days=1)
    return last < at <= now


def plan_quiet(world: World, _random: Random) -> dict[str, Any] | None:
    """Once a week, on whatever hour it is then."""
    last = world.ran_at.get(QUIET, world.began_at)
    return {} if world.now - last > timedelta(days=7) else None


@act(plan_quiet, weight=5)
def everything_settles(world: World) -> None:
    """Deliver what is on its way, and run everything until nothing is left: then all books are equal."""
    from orders.tests.year import checking  # noqa: PLC0415 - it looks at the world that acts are done in

    world.ran_at[QUIET] = world.now
    names = [entry.task for entry in TASKS if isinstance(entry.schedule, float)]
    for number in range(10):
        delivers_webhooks(world, how="in order")
        # What neither a webhook nor a sweep has brought is found first; the rest follows from it.
        for task in [*names, "orders.compare_all_payments"] if number == 0 else names:
            world.run(task)
        world.webhooks += world.stripe.new_events()
        world.machine.shift(timedelta(minutes=21))
        # What was refused at Stripe is tried again after a pause.
        if number >= 2 and not world.webhooks:
            break
    hold(not world.webhooks, "Stripe never falls silent", world.webhooks)
    checking.check_everything(world)
