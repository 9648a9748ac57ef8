"""Orders and their money in the admin site's timeline of a person, and the figures at its top."""

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Case, Count, F, Max, Model, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from marketplace.admin_site.timeline import Fact, Kind, Subject, head_by, tell_of
from marketplace.money import ZERO, chf, quantize
from marketplace.wall_time import short_day
from orders.ledger import EARNED, Account
from orders.lifecycle import lateness
from orders.models import (
    BY_CUSTOMER,
    RECEIVED,
    ActorRole,
    Dispute,
    HandBack,
    LedgerEntry,
    Message,
    Order,
    OrderEvent,
    OrderStatus,
    Payment,
    Payout,
    PayoutHold,
    RecurringBooking,
    RecurringPattern,
    Refund,
)
from orders.selectors import OPEN

_ORDER = "admin:orders_order_change"
# Labels within a line of the timeline.
_BY = {
    ActorRole.CUSTOMER: gettext_lazy("by customer"),
    ActorRole.PROVIDER: gettext_lazy("by provider"),
    ActorRole.OPERATOR: gettext_lazy("by operator"),
    ActorRole.SYSTEM: gettext_lazy("by system"),
}
_PAYMENT = {
    Payment.Status.CREATED: gettext_lazy("created"),
    Payment.Status.PROCESSING: gettext_lazy("processing"),
    Payment.Status.REQUIRES_ACTION: gettext_lazy("waiting for the customer"),
    Payment.Status.FAILED: gettext_lazy("declined, may be tried again"),
    Payment.Status.SUCCEEDED: gettext_lazy("succeeded"),
    Payment.Status.CANCELED: gettext_lazy("canceled"),
}
_REFUND = {
    Refund.Status.PENDING: gettext_lazy("to be carried out"),
    Refund.Status.SUCCEEDED: gettext_lazy("carried out"),
    Refund.Status.FAILED: gettext_lazy("needs an operator"),
    Refund.Status.SUPERSEDED: gettext_lazy("superseded: it came back another way"),
    Refund.Status.PAID_BY_BANK: gettext_lazy("paid by bank transfer"),
}
_PAYOUT = {
    Payout.Status.DUE: gettext_lazy("to be paid"),
    Payout.Status.PAID: gettext_lazy("paid"),
    Payout.Status.FAILED: gettext_lazy("returned by the bank"),
}


def _below(model: type[Model]) -> Callable[[Subject], QuerySet[Any]]:
    """Return the rows that belong to the subject's orders, as customer or as provider."""

    def rows(subject: Subject) -> QuerySet[Any]:
        side: dict[str, Any] = (
            {"order__provider_id": subject.provider_id}
            if subject.provider_id is not None
            else {"order__customer_id": subject.account_id}
        )
        return model._default_manager.filter(**side)

    return rows


def _of_provider(model: type[Model]) -> Callable[[Subject], QuerySet[Any] | None]:
    def rows(subject: Subject) -> QuerySet[Any] | None:
        if subject.provider_id is None:
            return None
        return model._default_manager.filter(provider_id=subject.provider_id)

    return rows


def _hand_backs(subject: Subject) -> QuerySet[HandBack]:
    # By ``HandBack.provider``: an order that was taken over has another provider now.
    rows = HandBack.objects.annotate(
        by=Case(When(BY_CUSTOMER, then=Value(ActorRole.CUSTOMER)), default=Value(ActorRole.PROVIDER))
    )
    if subject.provider_id is not None:
        return rows.filter(provider_id=subject.provider_id)
    return rows.filter(order__customer_id=subject.account_id)


def _recurring(subject: Subject) -> QuerySet[RecurringBooking]:
    if subject.provider_id is not None:
        return RecurringBooking.objects.filter(provider_id=subject.provider_id)
    return RecurringBooking.objects.filter(customer_id=subject.account_id)


def _messages(subject: Subject) -> QuerySet[Any, Any]:
    """Return one row per conversation with its number of messages, not their texts."""
    found = _below(Message)(subject).order_by().values("order_id")
    counted: QuerySet[Any, Any] = found.annotate(last_at=Max("sent_at"), count=Count("pk"))
    return counted


def _money(text: str) -> str:
    return chf(quantize(Decimal(text)))


def _order(text: str) -> str:
    return _("Order {number}").format(number=text[-8:])


def _moved(order: str, status: str, role: str, reason: str) -> str:
    said = f"{_order(order)}: {OrderStatus(status).label}, {_BY[ActorRole(role)]}"
    return f"{said} ({reason.replace('_', ' ')})" if reason else said


def _paid(order: str, amount: str, status: str, failure: str) -> str:
    said = f"{_order(order)}: {_money(amount)}, {_PAYMENT[Payment.Status(status)]}"
    return f"{said} ({failure})" if failure else said


def _refunded(order: str, amount: str, status: str, note: str) -> str:
    said = f"{_order(order)}: {_money(amount)}, {_REFUND[Refund.Status(status)]}"
    return f"{said} ({note})" if note else said


def _disputed(order: str, amount: str, status: str) -> str:
    return f"{_order(order)}: {_money(amount)}. {Dispute.Status(status).label}"


def _handed_back(order: str, by: str, reason: str, outcome: str) -> str:
    ended = HandBack.Outcome(outcome).label if outcome else _("Open")
    # A provider says why they cannot do an order; a customer who moves on gives no reason.
    if by == ActorRole.CUSTOMER:
        said = _("The customer moved on from a late provider")
    else:
        said = reason or _("The reason is not kept any more")
    return f"{_order(order)}: {said}. {ended}"


def _paid_out(amount: str, status: str, week: str) -> str:
    said = _("{amount} for the week of {week}: {state}")
    monday = short_day(date.fromisoformat(week))
    return said.format(amount=_money(amount), week=monday, state=_PAYOUT[Payout.Status(status)])


def _talked(order: str, count: str) -> str:
    said = ngettext("{order}: {count} message", "{order}: {count} messages", int(count))
    return said.format(order=_order(order), count=count)


KINDS = (
    Kind(
        gettext_lazy("Order"),
        "orders.view_order",
        _below(OrderEvent),
        "at",
        "order_id",
        ("order_id", "to_status", "actor_role", "reason"),
        _moved,
        _ORDER,
    ),
    Kind(
        gettext_lazy("Payment"),
        "orders.view_payment",
        _below(Payment),
        Coalesce(F("settled_at"), F("created_at")),
        "id",
        ("order_id", "amount", "status", "failure_message"),
        _paid,
        "admin:orders_payment_change",
    ),
    Kind(
        gettext_lazy("Refund"),
        "orders.view_refund",
        _below(Refund),
        "created_at",
        "id",
        ("order_id", "amount", "status", "note"),
        _refunded,
        "admin:orders_refund_change",
    ),
    Kind(
        gettext_lazy("Dispute"),
        "orders.view_dispute",
        _below(Dispute),
        "opened_at",
        "id",
        ("order_id", "amount", "status"),
        _disputed,
        "admin:orders_dispute_change",
    ),
    Kind(
        gettext_lazy("Messages"),
        "orders.view_order",
        _messages,
        "last_at",
        "order_id",
        ("order_id", "count"),
        _talked,
        _ORDER,
        key="order_id",
    ),
    Kind(
        gettext_lazy("Hand-back"),
        "orders.view_order",
        _hand_backs,
        "handed_back_at",
        "order_id",
        ("order_id", "by", "reason", "outcome"),
        _handed_back,
        _ORDER,
    ),
    Kind(
        gettext_lazy("Recurring"),
        "orders.view_recurringbooking",
        _recurring,
        "created_at",
        "id",
        ("pattern",),
        lambda pattern: _("Set up, {pattern}").format(pattern=RecurringPattern(pattern).label.lower()),
        "admin:orders_recurringbooking_change",
    ),
    Kind(
        gettext_lazy("Payout"),
        "orders.view_payout",
        _of_provider(Payout),
        "created_at",
        "id",
        ("amount", "status", "week"),
        _paid_out,
        "admin:orders_payout_change",
    ),
    Kind(
        gettext_lazy("Held back"),
        "orders.view_payouthold",
        lambda subject: _below(PayoutHold)(subject) if subject.provider_id is not None else None,
        "held_at",
        "order_id",
        ("order_id", "reason"),
        lambda order, reason: f"{_order(order)}: {reason}",
        _ORDER,
    ),
)


def _orders(subject: Subject) -> QuerySet[Order]:
    if subject.provider_id is not None:
        return Order.objects.filter(provider_id=subject.provider_id)
    return Order.objects.filter(customer_id=subject.account_id)


def facts(subject: Subject, now: datetime) -> list[Fact]:
    """Return the number and sum of the subject's orders, and what has to happen next."""
    orders = _orders(subject).order_by()
    sums = orders.aggregate(
        placed=Count("pk", filter=Q(payment_status__in=RECEIVED)),
        running=Count("pk", filter=Q(status__in=OPEN, payment_status__in=RECEIVED)),
        spent=Sum(F("total_amount") - F("refunded_amount"), filter=Q(payment_status__in=RECEIVED)),
    )
    late = orders.filter(lateness.late(now)).select_related("provider__user").order_by("pickup_at")[:1]
    found = [
        Fact(_("Orders"), str(sums["placed"]), _("{count} under way").format(count=sums["running"])),
        _next(late[0] if late else None, sums["running"]),
    ]
    if subject.provider_id is None:
        found.insert(0, Fact(_("Spent"), chf(quantize(sums["spent"] or ZERO)), _("less what was returned")))
    return found


def _next(late: Order | None, running: int) -> Fact:
    if late is not None:
        said = _("Late or stuck: {order}, pickup {time}. Call {name}").format(
            order=late, time=late.pickup_window(), name=late.provider.user.short_name
        )
        return Fact(_("What next"), said, is_urgent=True)
    return Fact(_("What next"), _("Orders go their way") if running else _("Nothing"))


def earnings(subject: Subject, now: datetime) -> list[Fact]:
    """Return what a provider has earned and is owed; nothing for a customer."""
    if subject.provider_id is None:
        return []
    entries = LedgerEntry.objects.filter(account=Account.PROVIDER, provider_id=subject.provider_id)
    sums = entries.order_by().aggregate(owed=Sum("amount"), earned=Sum("amount", filter=EARNED))
    return [
        Fact(_("Earned"), chf(-quantize(sums["earned"] or ZERO))),
        Fact(_("Due"), chf(-quantize(sums["owed"] or ZERO)), _("not paid out yet")),
    ]


def failed_refunds(subject: Subject, now: datetime) -> list[Fact]:
    """Return how many of a customer's refunds failed; nothing if none did, and for a provider."""
    if subject.provider_id is not None:
        return []
    failed = _below(Refund)(subject).filter(status=Refund.Status.FAILED).count()
    if not failed:
        return []
    return [Fact(_("Refunds failed"), str(failed), _("owed, and did not go out"), is_urgent=True)]


def declare() -> None:
    """Register all of this with the admin site."""
    tell_of(*KINDS)
    head_by("orders.view_order", facts)
    head_by("orders.view_ledgerentry", earnings)
    head_by("orders.view_refund", failed_refunds)
