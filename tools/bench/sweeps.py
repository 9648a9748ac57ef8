"""The sweeps of P20, each with a function that makes the same amount of work due before a run.

Those that call Stripe use a stand-in on the loopback, whose response time does not depend on the town's size.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

from django.db.models import F

from accounts import unread
from accounts.models import Notification, User
from demo.stripe_standin.testing import RunningStandin
from marketplace import clock
from marketplace.http.models import IdempotencyRecord
from marketplace.jobs import outbox, pruning
from orders.lifecycle import holds, refund_rows
from orders.models import (
    Occurrence,
    Order,
    RecurringBooking,
    SavedCard,
    StripeCustomer,
    StripeEvent,
)
from orders.payments import intents, reconciling, refunds, saved_cards, webhooks
from orders.recurring import charging, occurrence_placing, occurrences
from providers import approving
from providers.horizon import horizon_days
from providers.models import Provider
from scheduling import due_generation, slot_pruning
from scheduling.models import SlotCoverage, TimeSlot
from tools.bench.queries import signed_in

# The number of due rows for a run.
DUE = 10
TOPIC = "bench"
LONG_AGO = timedelta(days=500)


@dataclass(frozen=True)
class Sweep:
    """A sweep, and a function that makes work due."""

    run: Callable[[], Any]
    make_due: Callable[[], Any] = lambda: None


def _hand_on(_payload: dict[str, Any], _now: datetime) -> None:
    """Do nothing: only the delivery of a message to its handler is measured."""


def of_orders(now: datetime) -> dict[str, Sweep]:
    """Return the sweeps of holds and recurring orders."""
    today = clock.local_date(now)

    def let_holds_end() -> None:
        unpaid = Order.objects.filter(status="confirmed", pickup_at__gt=now).order_by("pk")[:DUE]
        Order.objects.filter(pk__in=[order.pk for order in unpaid]).update(
            status="pending", payment_status="unpaid", hold_expires_at=now - timedelta(seconds=1)
        )

    def let_weeks_pass() -> None:
        bookings = list(RecurringBooking.objects.order_by("pk").values_list("pk", flat=True)[:DUE])
        Occurrence.objects.filter(booking__in=bookings, on=F("booking__extended_until")).delete()
        RecurringBooking.objects.filter(pk__in=bookings).update(
            extend_on=today, extended_until=F("extended_until") - timedelta(days=7)
        )

    return {
        "expire holds": Sweep(lambda: holds.expire_unpaid(now=now), let_holds_end),
        "cancel unanswered": Sweep(lambda: holds.cancel_unanswered(now=now)),
        "place recurring orders": Sweep(
            lambda: occurrence_placing.place_due(now=now), lambda: _let_pickups_come(now)
        ),
        "remind of recurring payments": Sweep(lambda: charging.remind_due(now=now)),
        "end pauses": Sweep(lambda: approving.resume_due(now=now)),
        "extend recurring bookings": Sweep(lambda: occurrences.extend_due(now=now), let_weeks_pass),
    }


def order_payload(slot: TimeSlot) -> dict[str, str]:
    """Return the body of an order in a slot, at an address that its provider serves."""
    code = slot.provider.service_areas.order_by("position")[0].postal_code
    return {
        "providerId": str(slot.provider_id),
        "serviceType": "standard",
        "weight": "12.5",
        "pickupAddress": f"Seeweg 1, Ort {code}",
        "deliveryAddress": f"Seeweg 1, Ort {code}",
        "pickupTime": slot.starts_at.isoformat(),
        "specialInstructions": "",
    }


def _let_pickups_come(now: datetime) -> None:
    planned = Occurrence.objects.filter(status="planned", on__gt=clock.local_date(now) + timedelta(days=2))
    ids = list(planned.order_by("on", "pk").values_list("pk", flat=True)[:DUE])
    Occurrence.objects.filter(pk__in=ids).update(place_at=now)


def of_money(now: datetime, stripe: RunningStandin) -> dict[str, Sweep]:
    """Return the sweeps that call Stripe: events, refunds, charges and the comparison."""
    number = count()
    guests = [
        signed_in(User.objects.create(email=f"guest{one}@bench.example", first_name="Gina"))
        for one in range(DUE)
    ]
    open_slots = TimeSlot.objects.filter(starts_at__gt=now + timedelta(days=3), booked=0)
    # Twice as many as all runs need.
    slots = iter(list(open_slots.order_by("starts_at", "pk")[: 60 * DUE]))

    def ordered() -> list[UUID]:
        responses = [
            guest.post("/api/orders", order_payload(next(slots)), content_type="application/json")
            for guest in guests
        ]
        return [UUID(response.json()["id"]) for response in responses]

    def paid_at_stripe() -> list[str]:
        """Make orders that are paid at Stripe, without delivering the webhooks."""
        opened = [intents.open_intent(order_id=pk, now=now)[1].id for pk in ordered()]
        for intent_id in opened:
            stripe.confirm(intent_id)
        return opened

    def let_stripe_tell() -> None:
        for intent_id in paid_at_stripe():
            notice = webhooks.Notice(f"evt_{next(number)}", "payment_intent.succeeded", intent_id)
            webhooks.accept(notice=notice, now=now)

    def decide_refunds() -> None:
        found = paid_at_stripe()
        reconciling.reconcile(now=now)
        for order in Order.objects.filter(payments__intent_id__in=found):
            refund_rows.request_refund(order=order, amount=order.total_amount, reason="damage", now=now)

    def let_cards_be_due() -> None:
        _let_pickups_come(now)
        occurrence_placing.place_due(now=now)
        for user in User.objects.filter(recurring_bookings__occurrences__charge_at__isnull=False).distinct():
            SavedCard.objects.filter(user=user).delete()
            StripeCustomer.objects.filter(user=user).delete()
            setup_id = saved_cards.begin_setup(user=user, now=now).split("_secret_")[0]
            stripe.confirm(setup_id)
            saved_cards.finish_setup(user=user, setup_intent_id=setup_id, now=now)

    # Leave out what earlier sweeps have placed.
    Occurrence.objects.filter(charge_at__isnull=False).update(charge_at=None)
    return {
        "act upon Stripe's events": Sweep(lambda: webhooks.process_due_events(now=now), let_stripe_tell),
        "reconcile payments": Sweep(lambda: reconciling.reconcile(now=now), paid_at_stripe),
        "return refunds": Sweep(lambda: refunds.execute_due(now=now), decide_refunds),
        "charge saved cards": Sweep(lambda: charging.charge_due(now=now), let_cards_be_due),
    }


def of_time(now: datetime) -> dict[str, Sweep]:
    """Return the sweeps that generate slots and remove past ones."""
    last = horizon_days(now)[1]
    some = list(Provider.objects.order_by("pk").values_list("pk", flat=True)[:DUE])

    def let_a_day_lack() -> None:
        TimeSlot.objects.filter(provider__in=some, date=last).delete()
        SlotCoverage.objects.filter(provider__in=some).update(generated_until=last - timedelta(days=1))

    def let_slots_be_old() -> None:
        SlotCoverage.objects.filter(provider__in=some).update(pruned_before=now - LONG_AGO)
        begins = now - LONG_AGO + timedelta(days=9)
        date = clock.local_date(begins)
        TimeSlot.objects.bulk_create(
            TimeSlot(
                provider_id=pk,
                date=date,
                start_time="09:00",
                end_time="10:00",
                starts_at=begins,
                ends_at=begins + timedelta(hours=1),
                capacity=3,
            )
            for pk in some
        )

    return {
        "make slots": Sweep(lambda: due_generation.generate_due(now=now), let_a_day_lack),
        "prune slots": Sweep(lambda: slot_pruning.prune_due(now=now), let_slots_be_old),
    }


def of_plumbing(now: datetime) -> dict[str, Sweep]:
    """Return the sweeps of the outbox, and those that delete expired rows."""
    outbox.register(TOPIC, _hand_on)
    long_ago = now - LONG_AGO

    def make_old(model: Any, *columns: str) -> None:
        ids = list(model.objects.order_by("pk").values_list("pk", flat=True)[:DUE])
        model.objects.filter(pk__in=ids).update(**dict.fromkeys(columns, long_ago))

    return {
        "hand on messages": Sweep(
            lambda: outbox.relay(now=now, queue=outbox.Queue.DEFAULT),
            lambda: outbox.enqueue_many(topic=TOPIC, payloads=[{}] * DUE, now=now),
        ),
        "prune answers": Sweep(
            lambda: pruning.prune(now=now), lambda: make_old(IdempotencyRecord, "created_at")
        ),
        "prune notices": Sweep(
            lambda: unread.prune_read(now=now),
            lambda: make_old(Notification, "created_at", "read_at"),
        ),
        "prune Stripe's events": Sweep(
            lambda: webhooks.prune(now=now), lambda: make_old(StripeEvent, "received_at")
        ),
    }
