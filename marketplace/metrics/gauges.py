"""Gauges of what waits, what is late and what differs, queried at each scrape.

Part of the top layer. Ages are seconds since the oldest was due, 0 where nothing waits; each reads what is
due, by an index. Set alarms on ages: a count rises with business, an age only when nobody does the work.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from accounts.selectors import open_support_requests
from marketplace import clock
from marketplace.admin_site.lists import count_to
from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job, OutboxMessage
from marketplace.jobs.outbox import Queue
from orders.checks import data_checks
from orders.documents import making
from orders.lifecycle import holds, lateness
from orders.models import PICKUP_LASTS, Dispute, Order, Payout, Refund, StripeEvent
from orders.models.payout import HAS_ACCOUNT
from orders.payouts import paying
from providers import selectors as providers

QUEUES = {
    Queue.DEFAULT: "outbox",
    Queue.EXPORTS: "exports",
    Queue.LINKS: "links",
    Queue.MAIL: "mail",
    Queue.BULK: "bulk",
    Queue.PUSH: "push",
    Queue.BULK_PUSH: "bulk_push",
    Queue.STRIPE: "stripe",
}


def _seconds(since: datetime | None, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds()) if since else 0.0


def _age(rows: QuerySet[Any], column: str, now: datetime) -> float:
    """Return how long ago the oldest of some rows was due, in seconds."""
    return _seconds(rows.order_by(column).values_list(column, flat=True).first(), now)


def _late(now: datetime) -> dict[str, float]:
    """Return the ages of work that the system does by itself."""
    ages = {name: _seconds(outbox.waiting_since(queue=queue, now=now), now) for queue, name in QUEUES.items()}
    refunds = Refund.objects.filter(status=Refund.Status.PENDING)
    events = StripeEvent.objects.filter(processed_at=None)
    return ages | {
        "unpaid_holds": _age(holds.lapsed(now=now), "hold_expires_at", now),
        "provider_answers": _age(holds.unanswered(now=now), "answer_due_at", now),
        "hand_backs": _age(holds.untaken(now=now), "hand_back_due_at", now),
        "documents": _age(making.waiting(), "issued_at", now),
        "refunds": _seconds(due.waiting_since(refunds, written="created_at", now=now), now),
        "stripe_events": _seconds(due.waiting_since(events, written="received_at", now=now), now),
    }


_FAILED: dict[str, Callable[[], QuerySet[Any]]] = {
    "messages": lambda: OutboxMessage.objects.filter(failed_at__isnull=False),
    "jobs": lambda: Job.objects.filter(failed_at__isnull=False),
    "refunds": lambda: Refund.objects.filter(status=Refund.Status.FAILED),
    "stripe_events": lambda: StripeEvent.objects.filter(failed_at__isnull=False, processed_at=None),
    "payouts": lambda: Payout.objects.filter(paying.came_back()),
}


def _waiting(now: datetime) -> dict[str, float]:
    """Return the ages of work that waits for a person."""
    overdue = Order.objects.filter(lateness.late_pickups(now))
    return {
        "disputes": _age(Dispute.objects.filter(status__in=Dispute.TO_ANSWER), "opened_at", now),
        "payouts": _age(Payout.objects.filter(HAS_ACCOUNT, status=Payout.Status.DUE), "created_at", now),
        "applications": _age(providers.applications_waiting(), "submitted_at", now),
        "insurance_certificates": _age(providers.certificates_to_read(), "uploaded_at", now),
        "overdue_pickups": _age(overdue, "pickup_at", now - PICKUP_LASTS),
        "support_requests": _age(open_support_requests(), "waiting_since", now),
        "reported_reviews": _age(providers.reports_to_decide(), "created_at", now),
    }


class Gauges(Collector):
    """Collects the gauges for one scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield each gauge with its labels."""
        now = clock.now()
        yield _family("queue_age_seconds", "Since when the oldest due work waits", "queue", _late(now))
        yield _family("waiting_seconds", "Since when the oldest waits for a person", "what", _waiting(now))
        for_good = {name: float(count_to(rows())) for name, rows in _FAILED.items()}
        yield _family("failed", "Work that was given up and needs somebody", "kind", for_good)
        checks = data_checks.last_finished()
        found = {kind.value: float(check.violations) for kind, check in checks.items()}
        yield _family("differences", "What the last check found, by what was compared", "check", found)
        ages = {
            kind.value: (now - check.finished_at).total_seconds()
            for kind, check in checks.items()
            if check.finished_at
        }
        yield _family("check_age_seconds", "Since when nothing was compared", "check", ages)


def _family(name: str, meaning: str, label: str, values: dict[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"marketplace_{name}", meaning, labels=[label])
    for of, value in values.items():
        family.add_metric([of], value)
    return family
