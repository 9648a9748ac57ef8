"""Notifications about orders: live events for open pages, notices for people.

All are written in the transaction of the change. The texts are in :mod:`orders.notice_texts`; times are
Swiss wall time, amounts CHF. The customer's notices link to the order's page, the provider's to their jobs.
"""

from collections import Counter
from datetime import datetime
from decimal import Decimal
from functools import partial
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import notifications, unread
from accounts.notice_texts import Said
from accounts.notification_choices import Group
from marketplace import wall_time
from marketplace.events import live as live_events
from marketplace.money import ZERO
from orders import ledger
from orders import notice_texts as texts
from orders.models import FINAL, ActorRole, CancelReason, Dispute, Message, Order, OrderStatus, Refund
from orders.models.choices import OWN_NOTES
from orders.prices import pricing
from providers.models import Provider

# The group by which a person switches each kind of notice on or off.
KINDS = {
    Group.ORDERS: [
        *(f"order_{status}" for status in OrderStatus.values if status != OrderStatus.PENDING),
        *("order_paid", "order_edited", "order_rescheduled", "order_handed_back"),
        "order_late",
        *("claim_reported", "claim_decided"),
    ],
    Group.MESSAGES: ["message"],
    Group.RECURRING: [
        *("recurring_set_up", "recurring_ended", "recurring_placed", "recurring_payment"),
        *("recurring_skipped", "recurring_missed", "recurring_waits", "recurring_provider_away"),
    ],
    Group.PAYMENTS: [
        *("payment_returned", "payout_paid", "payout_failed", "payout_waits", "payout_account"),
    ],
    Group.REVIEWS: ["review"],
    Group.WORK: ["hand_back_offer"],
}

# Sent in quiet hours, too: these ask for an answer within hours, or change a booking now.
URGENT = (
    *("order_paid", "order_confirmed", "order_cancelled", "order_edited", "order_rescheduled"),
    *(
        "order_handed_back",
        "order_late",
        "hand_back_offer",
        "recurring_payment",
        "recurring_skipped",
        "recurring_missed",
    ),
    "payout_account",
)

# Emailed within a day or not at all: what is under way, or asks for an answer or a payment by an hour.
PASSING = (
    *("order_pickup", "order_washing", "order_delivery", "order_paid", "order_late"),
    *("hand_back_offer", "recurring_payment"),
)


_FOR_BOTH = (CancelReason.CUSTOMER_CLOSED, CancelReason.PROVIDER_CLOSED)


def live(*, order: Order, now: datetime) -> None:
    """Publish to the open pages of both sides that the order changed."""
    live_events.publish_all(_live(order), now=now)


def _live(order: Order, topic: str = "order") -> list[live_events.Event]:
    data = {"orderId": str(order.pk)} | ({"status": order.status} if topic == "order" else {})
    sides = dict.fromkeys([order.customer_id, order.provider.user_id])
    return [live_events.Event(account_id, topic, data) for account_id in sides]


def moved(*, order: Order, actor_role: str, now: datetime) -> None:
    """Notify the customer of the new status, and the provider if somebody else confirmed the order."""
    booked = None
    if order.status == OrderStatus.CONFIRMED and actor_role != ActorRole.PROVIDER:
        booked = new_order(order)
    tell(order, kind=f"order_{order.status}", customer=_to_customer(order), provider=booked, now=now)


def new_order(order: Order) -> Said:
    """Return the provider's notice of an order that is now theirs."""
    return texts.NEW_ORDER.of(summary=partial(summary, order))


def _to_customer(order: Order) -> Said | None:
    name = order.provider.user.short_name
    return {
        OrderStatus.CONFIRMED.value: texts.CONFIRMED.of(name=name, when=order.pickup_window),
        OrderStatus.PICKUP.value: texts.PICKUP.of(name=name),
        OrderStatus.WASHING.value: texts.WASHING.of(name=name),
        OrderStatus.DELIVERY.value: texts.DELIVERY.of(name=name),
        OrderStatus.COMPLETED.value: texts.COMPLETED.of(name=name),
    }.get(order.status)


def awaiting_answer(*, order: Order, now: datetime) -> None:
    """Notify both sides that a paid order waits for the provider to accept it."""
    assert order.answer_due_at is not None  # noqa: S101 - the caller has just set it
    until = order.answer_due_at
    tell(
        order,
        kind="order_paid",
        customer=texts.WAITS_FOR_PROVIDER.of(name=order.provider.user.short_name, until=until),
        provider=texts.PLEASE_ANSWER.of(summary=partial(summary, order), until=until),
        now=now,
    )


def cancelled(
    *,
    order: Order,
    actor_role: str,
    was_paid: bool,
    refund: Decimal,
    late_fee: Decimal = ZERO,
    now: datetime,
) -> None:
    """Notify the customer of the reason and the refund, and the provider if the order was paid.

    ``late_fee`` is what of it is the provider's.
    """
    over = _is_over(order, refund)
    lost = None
    # The provider has not been notified of an unpaid booking, unless its end concerns them.
    concerns_provider = was_paid or order.cancel_reason in _FOR_BOTH
    if concerns_provider and actor_role != ActorRole.PROVIDER:
        lost = _is_lost(order, late_fee)
    tell(order, kind="order_cancelled", customer=over, provider=lost, by=actor_role, now=now)


def _is_lost(order: Order, late_fee: Decimal) -> Said:
    takes_bookings = order.provider.status == Provider.Status.APPROVED
    is_free = order.frees_place and takes_bookings and order.cancel_reason != CancelReason.PROVIDER_CLOSED
    text = texts.PLACE_FREED if is_free else texts.JOB_CANCELLED
    if late_fee > ZERO:
        text = texts.LATE_FEE_KEPT
    why = partial(reason, order, to=ActorRole.PROVIDER)
    return text.of(summary=partial(summary, order), reason=why, amount=late_fee)


def _is_over(order: Order, refund: Decimal) -> Said:
    why = partial(reason, order, to=ActorRole.CUSTOMER)
    if refund <= ZERO:
        return (texts.CANCELLED_ONCE if order.series_is_active else texts.CANCELLED).of(reason=why)
    text = texts.CANCELLED_ONCE_REFUNDED if order.series_is_active else texts.CANCELLED_REFUNDED
    return text.of(reason=why, amount=refund)


def reason(order: Order, *, to: ActorRole) -> str:
    """Return why an order was cancelled, as a sentence for a side or others; empty if it was not."""
    if not order.cancel_reason:
        return ""
    note = _note(order, to=to)
    if note and order.cancel_reason == CancelReason.BY_OPERATOR:
        note = f"{note}{'' if note[-1] in '.!?' else '.'}"
        return _("The order was cancelled by our support team: {note}").format(note=note)
    sentences = _reasons()
    if to == ActorRole.CUSTOMER:
        sentences |= _reasons_to_customer()
    if to == ActorRole.PROVIDER:
        sentences |= _reasons_to_provider()
    return sentences.get(order.cancel_reason, "").format(name=order.provider.user.short_name)


def _note(order: Order, *, to: ActorRole) -> str:
    """Return the operator's note: what one has written is for the customer and colleagues alone."""
    if order.cancel_note in OWN_NOTES:
        return str(OWN_NOTES[order.cancel_note])
    return "" if to == ActorRole.PROVIDER else order.cancel_note


def _reasons() -> dict[str, str]:
    return {
        CancelReason.NOT_PAID: _("The payment was not completed in time."),
        CancelReason.BY_CUSTOMER: _("The customer cancelled this order."),
        CancelReason.DECLINED: _("{name} could not take this order."),
        CancelReason.NOT_ANSWERED: _("{name} did not answer in time."),
        CancelReason.BY_OPERATOR: _("The order was cancelled by our support team."),
        CancelReason.CUSTOMER_CLOSED: _("The customer's account is closed."),
        CancelReason.PROVIDER_CLOSED: _("{name} takes no bookings at the moment."),
        CancelReason.HANDED_BACK: _("{name} could not do this order, and nobody has taken it over."),
    }


def _reasons_to_customer() -> dict[str, str]:
    return {
        CancelReason.BY_CUSTOMER: _("You cancelled this order."),
        CancelReason.CUSTOMER_CLOSED: _("Your account is closed."),
    }


def _reasons_to_provider() -> dict[str, str]:
    return {
        CancelReason.DECLINED: _("You declined this order."),
        CancelReason.NOT_ANSWERED: _("You did not answer in time."),
        CancelReason.PROVIDER_CLOSED: _("You take no bookings at the moment."),
        CancelReason.HANDED_BACK: _("You could not do this order, and nobody has taken it over."),
    }


def paid_too_late(*, order: Order, now: datetime) -> None:
    """Notify the customer that a payment came after the cancellation and is refunded."""
    returned = texts.PAID_TOO_LATE.of(amount=order.total_amount)
    tell(order, kind="payment_returned", key=f"returned:{order.version}", customer=returned, now=now)


def money_returned(*, order: Order, amount: Decimal, from_provider: Decimal, key: str, now: datetime) -> None:
    """Notify the customer of a refund, and the provider: while the order runs, or if they get less."""
    provider = None
    if order.status not in FINAL:
        provider = texts.MONEY_RETURNED_RUNNING.of(
            summary=partial(summary, order), amount=amount, earning=ledger.will_earn(order)
        )
    elif from_provider > ZERO:
        provider = texts.MONEY_RETURNED_OF_SHARE.of(
            summary=partial(summary, order), amount=amount, less=from_provider
        )
    tell(
        order,
        kind="payment_returned",
        key=key,
        customer=texts.MONEY_RETURNED.of(amount=amount),
        provider=provider,
        now=now,
    )


def paid_by_bank(*, order: Order, refund: Refund, now: datetime) -> None:
    """Notify the customer of a refund by bank transfer, as it could not go back the way it was paid."""
    said = texts.MONEY_PAID_BY_BANK.of(amount=refund.amount)
    tell(order, kind="payment_returned", key=f"by_bank:{refund.pk}", customer=said, now=now)


def disputed(*, order: Order, dispute: Dispute, is_closed: bool, now: datetime) -> None:
    """Notify both sides of a running order that the customer contests its payment, or of the decision."""
    to_customer, to_provider = (
        (texts.DISPUTE_ENDED, texts.DISPUTE_ENDED_FOR) if is_closed else (texts.DISPUTED, texts.DISPUTED_FOR)
    )
    tell(
        order,
        kind="payment_returned",
        key=f"dispute:{dispute.pk}:{dispute.status}:{dispute.moves}",
        customer=to_customer.of(amount=dispute.withheld),
        provider=to_provider.of(
            summary=partial(summary, order), amount=dispute.withheld, earning=ledger.will_earn(order)
        ),
        now=now,
    )


def bearer_changed(*, order: Order, now: datetime) -> None:
    """Notify the provider that an operator decided who bears what went back, and of what they earn."""
    said = texts.BEARER_CHANGED.of(summary=partial(summary, order), earning=ledger.will_earn(order))
    tell(order, kind="payment_returned", key=f"bearer:{order.version}", provider=said, now=now)


def rescheduled(*, order: Order, before: datetime, actor_role: str, now: datetime) -> None:
    """Notify the customer of the new pickup time, and the provider if the order is paid.

    The provider has not been notified of an unpaid booking.
    """
    name, when, was = order.customer.short_name, order.pickup_window, partial(wall_time.window, before)
    done = texts.RESCHEDULED.of(before=was, when=when)
    moved = texts.RESCHEDULED_FOR.of(customer=name, before=was, when=when) if order.was_paid else None
    tell(order, kind="order_rescheduled", customer=done, provider=moved, by=actor_role, now=now)


def edited(*, order: Order, now: datetime) -> None:
    """Publish an edit to open pages, and notify the provider of a paid order."""
    change = texts.EDITED.of(customer=order.customer.short_name)
    tell(order, kind="order_edited", provider=change if order.was_paid else None, now=now)


def message_sent(*, message: Message, order: Order, now: datetime) -> list[UUID]:
    """Publish to the open pages of both sides and notify the recipients; return their account ids.

    The provider of an unpaid order is told once it is paid: anybody can place one.
    """
    live_events.publish(
        account_ids=[order.customer_id, order.provider.user_id],
        topic="message",
        data={"orderId": str(order.pk)},
        now=now,
    )
    words, name = message.body, message.sender_name
    start = words if len(words) <= 120 else f"{words[:119]}…"
    said = texts.MESSAGE.of(name=name, words=start) if words else texts.PHOTO.of(name=name)
    # What these paths end with makes the pages open the conversation.
    pages = {
        order.customer_id: f"/tracking/{order.pk}#messages",
        order.provider.user_id: f"{job_page(order)}/messages",
    }
    if not order.was_paid:
        del pages[order.provider.user_id]
    others = [user_id for user_id in pages if user_id != message.sender_id]
    for user_id in others:
        notifications.notify(
            user_id=user_id,
            kind="message",
            said=said,
            link=pages[user_id],
            dedupe_key=f"{about_messages(order.pk)}{message.pk}",
            now=now,
            email=False,  # a digest goes out if it stays unread
        )
    return others


def job_page(order: Order) -> str:
    """Return the page on which the order's provider finds it."""
    return f"/provider#{order.pk}"


def about_messages(order_id: UUID) -> str:
    """Return the prefix of the dedupe keys of notices about an order's messages."""
    return f"order:{order_id}:message:"


def unread_messages(*, user_id: UUID) -> Counter[UUID]:
    """Return the number of unread messages of an account by order."""
    keys = unread.unread_about(user_id=user_id, about="order:").filter(kind="message")
    found: Counter[UUID] = Counter()
    for key in keys.values_list("dedupe_key", flat=True):
        found[UUID(key.split(":")[1])] += 1
    return found


def review_waits(*, order: Order, until: datetime, now: datetime) -> None:
    """Notify the provider of a review that is not published yet, and publish to open pages."""
    waits = texts.REVIEW_WAITS.of(customer=order.customer.short_name, until=until)
    tell(order, kind="review", key="review waits", provider=waits, now=now)


def reviewed(*, order: Order, rating: int, now: datetime) -> None:
    """Notify the provider of a review that is published now, and publish to open pages."""

    def stars() -> str:
        return ngettext("{count} star", "{count} stars", rating).format(count=rating)

    review = texts.REVIEWED.of(customer=order.customer.short_name, stars=stars)
    tell(order, kind="review", key="review", provider=review, now=now)


def summary(order: Order, *, pickup_at: datetime | None = None) -> str:
    """Return an order in a sentence for its provider: customer, service, amount, pickup.

    ``pickup_at`` is another hour than the one that is booked.
    """
    sentence = _("{customer}: {service}, {amount}, pickup on {when}.")
    if order.is_express:
        sentence = _("{customer}: {service}, {amount}, express, pickup on {when}.")
    return sentence.format(
        customer=order.customer.short_name,
        service=order.get_service_type_display(),
        amount=pricing.amount_text(service_type=order.service_type, weight=order.weight),
        when=order.pickup_window() if pickup_at is None else wall_time.window(pickup_at),
    )


def tell(
    order: Order,
    *,
    kind: str,
    now: datetime,
    key: str = "",
    topic: str = "order",
    customer: Said | None = None,
    provider: Said | None = None,
    by: str = "",
) -> None:
    """Publish to open pages; send each side its notice, once per ``key`` (default: status and version).

    ``by`` is the role of whoever has acted.
    """
    once = f"order:{order.pk}:{key or f'{order.status}:{order.version}'}"
    sides = [
        (order.customer_id, customer, f"/tracking/{order.pk}", ActorRole.CUSTOMER),
        (order.provider.user_id, provider, job_page(order), ActorRole.PROVIDER),
    ]
    new = [
        notifications.NewNotification(account_id, kind, said, link, once, is_own=by == role)
        for account_id, said, link, role in sides
        if said is not None
    ]
    if new:
        notifications.notify_many(new, now=now, beside=_live(order, topic))
    else:
        live_events.publish_all(_live(order, topic), now=now)
