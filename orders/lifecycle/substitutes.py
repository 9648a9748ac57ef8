"""A substitute for a provider who is late for a pickup and silent.

An hour after the end of the pickup hour the system offers the help of a hand-back to both sides: the provider
can still hand the order back, and the customer can move on by themselves
(:mod:`orders.lifecycle.handing_back`). Nothing is decided for them.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from marketplace.jobs import due, gaps, outbox
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from orders import locking
from orders import notice_texts as texts
from orders.lifecycle import lateness
from orders.models import RECEIVED, Message, Order
from orders.notifications import tell

POLICY = due.Policy(batch=100, first_pause=timedelta(seconds=30))
KIND = "order_late"
SWEEP = "substitute"
LATE_BY = timedelta(hours=1)
SILENT_FOR = timedelta(hours=1)
# What is older has been in the operators' queue for a day.
OFFERED_WITHIN = timedelta(hours=24)


def due_for_help(*, now: datetime) -> QuerySet[Order]:
    """Return the paid orders that are an hour late and whose provider has given no sign for an hour."""
    since = now - SILENT_FOR
    written = Message.objects.filter(
        order=OuterRef("pk"), sender_id=OuterRef("provider__user_id"), sent_at__gt=since
    )
    late = lateness.late_pickups(now - LATE_BY) & Q(pickup_at__gt=now - OFFERED_WITHIN)
    return (
        Order.objects.filter(late, payment_status__in=RECEIVED)
        .filter(hand_back_due_at=None, substitute_offered_at=None)
        .exclude(Exists(written.order_by()))
        .order_by("pickup_at", "pk")
    )


def offer_due(*, now: datetime) -> int:
    """Offer a substitute wherever it is due; return for how many orders. Safe twice, late, or in parallel.

    After a gap of more than half an hour it offers none for an hour: while the site was away nobody could
    press that they set out, and in a restored backup whoever has come is still expected. Their phones send
    what they pressed meanwhile, and operators move on what they know (``docs/restore.md``).
    """
    resumed_at = gaps.resumed_at(SWEEP, now=now)
    if resumed_at is not None and now < resumed_at + SILENT_FOR:
        return 0

    def offer(job: Job, _instant: datetime) -> bool:
        return _offer_if_still(due_for_help(now=now).filter(pk=job.subject), now)

    with outbox.coalesce_wakeups():
        return sweep_counting(SWEEP, due_for_help(now=now), act=offer, policy=POLICY, now=now)


@transaction.atomic
def _offer_if_still(still_due: QuerySet[Order], now: datetime) -> bool:
    order = locking.locked_if_still(still_due)
    if order is None:
        return False
    order.substitute_offered_at = now
    order.version += 1
    order.save(update_fields=["substitute_offered_at", "version"])
    tell(
        order,
        kind=KIND,
        customer=texts.LATE.of(name=order.provider.user.short_name),
        provider=texts.LATE_JOB.of(customer=order.customer.short_name),
        now=now,
    )
    return True
