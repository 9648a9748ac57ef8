"""The queues of the admin site: what waits for people. Counted at each request; each links to its list."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import operators
from accounts.models import User
from accounts.selectors import open_support_requests
from marketplace import wall_time
from marketplace.admin_site.lists import COUNTED, CountTo
from marketplace.jobs.models import Job, OutboxMessage
from orders.checks import data_checks
from orders.lifecycle import holds, lateness
from orders.models import (
    DamageClaim,
    DataCheck,
    Dispute,
    Order,
    OrderStatus,
    Payout,
    Refund,
    StripeEvent,
)
from orders.payments import gateway
from orders.payouts import paying
from orders.selectors import running_of_closed_accounts
from providers import selectors as provider_selectors


@dataclass(frozen=True)
class Queue:
    """A list that somebody has to work through, and its length."""

    title: str
    meaning: str
    count: int
    link: str
    is_urgent: bool
    is_known: bool = True

    @property
    def shown(self) -> str:
        """The count as text; "more than" beyond a thousand."""
        if not self.is_known:
            return _("Not checked yet")
        return str(self.count) if self.count <= COUNTED else _("1,000+")

    @property
    def is_quiet(self) -> bool:
        """Return whether nobody has to act on it now."""
        return self.is_known and not self.count

    @property
    def turn(self) -> int:
        """Return the sort key: urgent queues first, empty ones last."""
        if self.is_quiet:
            return 3
        if not self.is_known:
            return 2
        return 0 if self.is_urgent else 1


@dataclass(frozen=True)
class _Entry:
    permission: str
    title: str | Promise
    meaning: str | Promise
    address: str
    query: str
    is_urgent: bool
    rows: Callable[[datetime], QuerySet[Any]]
    # Rows that make the queue urgent while there are any.
    urgent_rows: Callable[[datetime], QuerySet[Any]] | None = None


_ENTRIES = (
    _Entry(
        "orders.view_order",
        gettext_lazy("Return is late"),
        gettext_lazy("The laundry should have been back by now"),
        "admin:orders_order_changelist",
        "attention=return",
        True,
        lambda now: Order.objects.filter(lateness.late_returns(now)),
    ),
    _Entry(
        "orders.view_order",
        gettext_lazy("Provider must answer"),
        gettext_lazy("Paid, and cancelled with a refund if nobody accepts within 2 hours"),
        "admin:orders_order_changelist",
        "attention=answer",
        True,
        lambda _now: Order.objects.filter(holds.PAID, status=OrderStatus.PENDING),
    ),
    _Entry(
        "orders.view_order",
        gettext_lazy("Handed back"),
        gettext_lazy("Cancelled with a refund if no other neighbor takes it in time"),
        "admin:orders_order_changelist",
        "attention=handed_back",
        False,
        lambda _now: Order.objects.filter(holds.HANDED_BACK),
    ),
    _Entry(
        "orders.view_order",
        gettext_lazy("Pickup is late"),
        gettext_lazy("The pickup hour has ended, and nobody has picked up"),
        "admin:orders_order_changelist",
        "attention=late",
        True,
        lambda now: Order.objects.filter(lateness.late_pickups(now)),
    ),
    _Entry(
        "orders.view_order",
        gettext_lazy("Pickup is stuck"),
        gettext_lazy("Picked up for over two hours, and not washed yet"),
        "admin:orders_order_changelist",
        "attention=stuck",
        True,
        lambda now: Order.objects.filter(lateness.stuck_pickups(now)),
    ),
    _Entry(
        "orders.view_order",
        gettext_lazy("Completed before pickup"),
        gettext_lazy("Said to be done before the pickup hour began; the money waits until a day after it"),
        "admin:orders_order_changelist",
        "attention=early",
        False,
        lambda now: Order.objects.filter(lateness.completed_early(now)),
    ),
    _Entry(
        "orders.view_order",
        gettext_lazy("Payment failed"),
        gettext_lazy("The card was declined, and the place is held yet"),
        "admin:orders_order_changelist",
        "attention=payment",
        False,
        lambda _now: holds.declined(),
    ),
    _Entry(
        "orders.view_refund",
        gettext_lazy("Refund failed"),
        gettext_lazy("Money that is owed and did not go out"),
        "admin:orders_refund_changelist",
        "status__exact=failed",
        True,
        lambda _now: Refund.objects.filter(status=Refund.Status.FAILED),
    ),
    _Entry(
        "orders.view_refund",
        gettext_lazy("Refund paid twice"),
        gettext_lazy("Stripe sent what our bank had paid already: ask the customer for it"),
        "admin:orders_refund_changelist",
        "status__exact=paid_by_bank&netted_amount__gt=0&paid_twice_note__exact=",
        True,
        lambda _now: Refund.objects.filter(
            status=Refund.Status.PAID_BY_BANK, netted_amount__gt=0, paid_twice_note=""
        ),
    ),
    _Entry(
        "orders.view_dispute",
        gettext_lazy("Dispute to answer"),
        gettext_lazy("A customer's bank asks, or has withdrawn money; unanswered, it is lost"),
        "admin:orders_dispute_changelist",
        f"status__in={','.join(Dispute.TO_ANSWER)}",
        True,
        lambda _now: Dispute.objects.filter(status__in=Dispute.TO_ANSWER),
    ),
    _Entry(
        "orders.view_payout",
        gettext_lazy("Payout to make"),
        gettext_lazy("Providers' money that waits for the bank, or for the provider to name an account"),
        "admin:orders_payout_changelist",
        "queue=open",
        False,
        lambda _now: Payout.objects.filter(status=Payout.Status.DUE),
    ),
    _Entry(
        "orders.view_payout",
        gettext_lazy("Payout came back"),
        gettext_lazy(
            "Returned by a bank or at Stripe: the provider needs another account before the next one"
        ),
        "admin:orders_payout_changelist",
        "queue=returned",
        True,
        lambda _now: Payout.objects.filter(paying.came_back()),
    ),
    _Entry(
        "marketplace.view_outboxmessage",
        gettext_lazy("Message failed"),
        gettext_lazy("Emails and other follow-ups that failed five times"),
        "admin:marketplace_outboxmessage_changelist",
        "state=failed",
        True,
        lambda _now: OutboxMessage.objects.filter(failed_at__isnull=False),
    ),
    _Entry(
        "marketplace.view_job",
        gettext_lazy("Job failed"),
        gettext_lazy("Orders and bookings about which a sweep could do nothing"),
        "admin:marketplace_job_changelist",
        "state=failed",
        True,
        lambda _now: Job.objects.filter(failed_at__isnull=False),
    ),
    _Entry(
        "orders.view_stripeevent",
        gettext_lazy("Stripe event failed"),
        gettext_lazy("Stripe reported something that is not known here"),
        "admin:orders_stripeevent_changelist",
        "state=failed",
        False,
        lambda _now: StripeEvent.objects.filter(failed_at__isnull=False, processed_at=None),
    ),
    _Entry(
        "orders.view_order",
        gettext_lazy("Account is closed"),
        gettext_lazy("Paid orders under way whose customer or provider cannot act any more"),
        "admin:orders_order_changelist",
        "attention=closed",
        True,
        lambda _now: running_of_closed_accounts(),
    ),
    _Entry(
        "orders.view_order",
        gettext_lazy("Waiting for payment"),
        gettext_lazy("Places held while somebody pays: 15 minutes at checkout, longer for a recurring order"),
        "admin:orders_order_changelist",
        "attention=unpaid",
        False,
        lambda _now: Order.objects.filter(holds.NOT_PAID, status=OrderStatus.PENDING),
    ),
    _Entry(
        "orders.view_order",
        gettext_lazy("Pickups today"),
        gettext_lazy("Confirmed for today, not yet picked up"),
        "admin:orders_order_changelist",
        "attention=today",
        False,
        lambda now: Order.objects.filter(lateness.pickups_of_today(now)),
    ),
    _Entry(
        "providers.review_application",
        gettext_lazy("Applications"),
        gettext_lazy("Neighbors who wait for a review, promised within 7 business days"),
        "admin:providers_application_changelist",
        "stage=submitted",
        False,
        lambda _now: provider_selectors.applications_waiting(),
    ),
    _Entry(
        "providers.review_application",
        gettext_lazy("Insurance certificates"),
        gettext_lazy("Renewed, and to be read and recorded"),
        "admin:providers_application_changelist",
        "stage=certificate",
        False,
        lambda _now: provider_selectors.certificates_to_read(),
        provider_selectors.certificates_to_read_soon,
    ),
    _Entry(
        "accounts.view_supportrequest",
        gettext_lazy("Support requests"),
        gettext_lazy("People who wait for an answer, promised within 24 hours"),
        "admin:accounts_supportrequest_changelist",
        "status=open",
        False,
        lambda _now: open_support_requests(),
    ),
    _Entry(
        "orders.view_damageclaim",
        gettext_lazy("Damage claims"),
        gettext_lazy("To be decided once both sides are heard"),
        "admin:orders_damageclaim_changelist",
        "state=open",
        False,
        lambda _now: DamageClaim.objects.filter(decided_at__isnull=True),
    ),
    _Entry(
        "providers.view_reviewreport",
        gettext_lazy("Reported reviews"),
        gettext_lazy("To be kept or hidden"),
        "admin:providers_reviewreport_changelist",
        "state=open",
        False,
        lambda _now: provider_selectors.reports_to_decide(),
    ),
)


def _of_a_check(check: DataCheck | None, title: str, what: str, before: str) -> Queue:
    """Return the findings of a data check as a queue; ``before`` is shown until there is one."""
    when = check.finished_at if check else None
    return Queue(
        title=title,
        meaning=f"{what} ({wall_time.moment(when)})" if when else before,
        count=check.violations if check else 0,
        is_known=check is not None,
        link=reverse("admin:orders_order_check_data"),
        is_urgent=True,
    )


def _checks() -> list[Queue]:
    """Return the findings of the last data check and the last comparison with Stripe."""
    last = data_checks.last_finished()
    what = _("What the last check of the data found")
    found = [
        _of_a_check(last.get(DataCheck.Kind.DATA), _("Data in disorder"), what, _("Press to have it checked"))
    ]
    if gateway.is_configured():
        what = _("What the last comparison with Stripe found")
        before = _("The comparison runs every night")
        found.append(_of_a_check(last.get(DataCheck.Kind.STRIPE), _("Differs from Stripe"), what, before))
    return found


def _counts(lists: list[QuerySet[Any]], request: HttpRequest) -> list[int]:
    """Count all queues by one query; the operator's own row is what carries the counts."""
    counts = [CountTo(rows) for rows in lists]
    return (
        list(User.objects.filter(pk=cast("User", request.user).pk).values_list(*counts).get())
        if counts
        else []
    )


def queues(*, request: HttpRequest, now: datetime) -> list[Queue]:
    """Return the queues that this operator may see: urgent ones first, empty ones last."""
    entries = [entry for entry in _ENTRIES if operators.may(request.user, entry.permission)]
    urgent = {entry.title: entry.urgent_rows(now) for entry in entries if entry.urgent_rows}
    counts = _counts([entry.rows(now) for entry in entries] + list(urgent.values()), request)
    urgent_counts = dict(zip(urgent, counts[len(entries) :], strict=True))
    found = [
        Queue(
            title=str(entry.title),
            meaning=str(entry.meaning),
            count=count,
            link=f"{reverse(entry.address)}?{entry.query}",
            is_urgent=entry.is_urgent or urgent_counts.get(entry.title, 0) > 0,
        )
        for entry, count in zip(entries, counts[: len(entries)], strict=True)
    ]
    if operators.may(request.user, "orders.view_order"):
        found += _checks()
    return sorted(found, key=lambda queue: queue.turn)
