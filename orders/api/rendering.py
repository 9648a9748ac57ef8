"""Orders and related rows as JSON, from rows that are already read: no query here.

The serializers of :mod:`orders.api.order_serializers` describe the same shapes for the OpenAPI document.
"""

from datetime import datetime
from decimal import Decimal
from typing import Any

from accounts.models import User
from marketplace.db.json_rows import as_utc
from marketplace.text import initial
from orders import ledger, messaging, notifications
from orders.checkout.rebooking import RebookSuggestion
from orders.claims import claiming
from orders.lifecycle import cancelling, customer_photos, lateness, permissions
from orders.lifecycle.permissions import Viewer
from orders.models import (
    STAGES,
    Actor,
    ActorRole,
    CreditNote,
    Message,
    Order,
    OrderStatus,
    Receipt,
)
from orders.prices import price_lines, turnaround
from orders.prices.price_lines import NamedLine
from orders.selectors import Conversation
from providers.api.serializers import provider_json
from providers.models import average_rating
from providers.reviews import EDITABLE_FOR

_CANCELLABLE = (OrderStatus.PENDING, OrderStatus.CONFIRMED)


def orders_json(orders: list[Order], user: User, *, now: datetime) -> list[dict[str, Any]]:
    """Return orders as somebody may see them."""
    viewer = Viewer.of(user)
    return [order_json(order, viewer, now=now) for order in orders]


def order_json(order: Order, viewer: Viewer, *, now: datetime) -> dict[str, Any]:
    """Return an order as its viewer may see it.

    A provider sees address, phone and last name of a customer who has paid, until 30 days after the end;
    a customer sees the phone of a provider whom they have paid.
    """
    actor = viewer.capacity(order)
    is_customer = order.customer_id == viewer.user_id
    hidden = permissions.is_contact_hidden(order, actor, now=now)
    return {
        "id": str(order.pk),
        "etag": etag(order),
        "status": order.status,
        "paymentStatus": order.payment_status,
        "serviceType": order.service_type,
        "weight": f"{order.weight:.1f}",
        "serviceAmount": money(order.service_amount),
        **lines_json(price_lines.of_order(order)),
        "platformFee": money(order.platform_fee),
        "totalAmount": money(order.total_amount),
        "refundedAmount": money(order.refunded_amount),
        "providerEarning": _earning(order, actor),
        "createdAt": instant(order.created_at),
        "pickupTime": instant(order.pickup_at),
        "pickupUntil": instant(order.pickup_ends_at),
        "returnBy": instant(turnaround.return_of(order)),
        "deadline": _deadline(order, now=now),
        "freeCancellationUntil": instant(cancelling.free_until(order))
        if order.status in _CANCELLABLE
        else None,
        "holdExpiresAt": instant(order.hold_expires_at) if order.hold_expires_at else None,
        "answerBy": instant(order.answer_due_at) if order.answer_due_at else None,
        "messagesUntil": instant(closes) if (closes := messaging.open_until(order)) else None,
        "claimsUntil": instant(until) if is_customer and (until := claiming.shown_until(order)) else None,
        "handBackBy": instant(order.hand_back_due_at) if order.hand_back_due_at else None,
        "substituteOfferedAt": instant(order.substitute_offered_at) if order.substitute_offered_at else None,
        "rating": _rating(order, actor),
        "reviewState": _review_state(order, viewer, now=now),
        "review": _review(order, viewer),
        "customerId": str(order.customer_id),
        "providerId": str(order.provider_id),
        "pickupAddress": None if hidden else order.pickup_address,
        "deliveryAddress": None if hidden else order.delivery_address,
        "specialInstructions": None if hidden else order.special_instructions,
        "care": None if hidden else order.care,
        "cancellationReason": notifications.reason(order, to=_side(order, viewer)) or None,
        "handoversWithCode": sorted(kind for kind, confirmed in order.codes.items() if confirmed is None),
        "acceptsInstantly": order.accepts_instantly,
        "needsProviderAnswer": order.status == OrderStatus.PENDING and order.was_paid,
        "recurringBookingId": _recurring_booking_id(order, viewer),
        "provider": _provider(order, actor),
        "customer": None if actor.role == ActorRole.CUSTOMER else _customer(order, hidden=hidden),
        "customerRatings": None if actor.role == ActorRole.CUSTOMER else _average(order),
        "timeline": timeline(order),
        "allowedTransitions": viewer.possible_moves(order),
        "claimState": order.claim_state,
        "receiptNumber": None if actor.role == ActorRole.PROVIDER else _receipt_number(order),
        "creditNotes": [] if actor.role == ActorRole.PROVIDER else _credit_notes(order),
        "reviewable": is_customer and order.status == OrderStatus.COMPLETED and order.rating is None,
    }


def _receipt_number(order: Order) -> str | None:
    if order.receipt_made is None:
        return None
    year, number = map(int, order.receipt_made.split(":"))
    return str(Receipt(year=year, number=number))


def _credit_notes(order: Order) -> list[dict[str, Any]]:
    made = (map(int, note.split(":")) for note in order.credits_made)
    return [
        {"position": position, "number": str(CreditNote(year=year, number=number))}
        for position, year, number in made
    ]


def suggestion_json(suggestion: RebookSuggestion) -> dict[str, Any]:
    """Return a suggestion to book again, at today's price."""
    order, pickup_at = suggestion.last, suggestion.pickup_at
    return {
        "orderId": str(order.pk),
        "provider": provider_json(order.provider, order.service_area_codes),
        "acceptsInstantly": order.provider.accepts_instantly,
        "serviceType": order.service_type,
        "weight": f"{order.weight:.1f}",
        "pickupAddress": order.pickup_address,
        "deliveryAddress": order.delivery_address,
        "specialInstructions": order.special_instructions,
        "pickupTime": instant(pickup_at) if pickup_at else None,
        "returnBy": instant(suggestion.return_by) if suggestion.return_by else None,
        "existingPickup": suggestion.existing.as_json() if suggestion.existing else None,
        "addOns": lines_json(_lines(suggestion))["addOns"],
        "serviceAmount": money(suggestion.cost.service_amount),
        "platformFee": money(suggestion.cost.platform_fee),
        "totalAmount": money(suggestion.cost.total_amount),
    }


def lines_json(lines: list[NamedLine]) -> dict[str, Any]:
    """Return the lines of a price, and those that are add-ons once more."""
    return {
        "lines": [_line_json(line) for line in lines],
        "addOns": [_line_json(line) for line in lines if price_lines.is_add_on(line)],
    }


def _line_json(line: NamedLine) -> dict[str, Any]:
    return {
        "id": line.kind.value,
        "name": line.name,
        "quantity": line.quantity,
        "amount": money(line.amount),
    }


def _lines(suggestion: RebookSuggestion) -> list[NamedLine]:
    last = suggestion.last
    return price_lines.named(suggestion.cost.lines, service_type=last.service_type, weight=last.weight)


def etag(order: Order) -> str:
    """Return the entity tag of an order: its version, which ``If-Match`` brings back."""
    return f'"{order.version}"'


def headers(order: Order) -> dict[str, str]:
    """Return the headers of a response that is one order."""
    return {"ETag": etag(order)}


def timeline(order: Order) -> list[dict[str, Any]]:
    """Return the six stages with the time each was reached, then the cancellation, if any."""
    status_times = _times(order)
    steps = [{"status": stage.value, "at": status_times.get(stage.value)} for stage in STAGES]
    if order.status == OrderStatus.CANCELLED:
        steps.append(
            {"status": OrderStatus.CANCELLED.value, "at": status_times.get(OrderStatus.CANCELLED.value)}
        )
    return steps


def message_json(message: Message, viewer: User) -> dict[str, Any]:
    """Return one line of a conversation."""
    return {
        "id": str(message.pk),
        "body": message.body,
        "photoUrl": f"/api/orders/{message.order_id}/messages/{message.pk}/photo" if message.photo else None,
        "sentAt": instant(message.sent_at),
        "mine": message.sender_id == viewer.pk,
        "senderName": message.sender_name,
    }


def conversation_json(conversation: Conversation, viewer: User, *, now: datetime) -> dict[str, Any]:
    """Return a conversation by its newest line."""
    order, newest, unread = conversation
    closes = messaging.open_until(order)
    return {
        "orderId": str(order.pk),
        "customerId": str(order.customer_id),
        "customerName": order.customer.short_name,
        "customerPhotoUrl": customer_photos.address(order, viewer=viewer, now=now),
        "pickupTime": instant(order.pickup_at),
        "status": order.status,
        "body": newest.body,
        "mine": newest.sender_id == viewer.pk,
        "sentAt": instant(newest.sent_at),
        "unread": unread,
        "messagesUntil": instant(closes) if closes else None,
    }


def money(amount: Decimal) -> str:
    """Return CHF as a string with two places."""
    return f"{amount:.2f}"


def instant(at: datetime) -> str:
    """Return an instant as ISO 8601 in UTC."""
    return at.isoformat().replace("+00:00", "Z")


def _times(order: Order) -> dict[str, str]:
    # A revived order has a second ``pending`` event; show when it was first placed.
    return {status: instant(as_utc(at)) for status, at in order.status_times.items()} | {
        OrderStatus.PENDING.value: instant(order.created_at)
    }


def _side(order: Order, viewer: Viewer) -> ActorRole:
    """Return to whom a sentence about the order is said; an operator can be one of its sides."""
    sides = {order.provider.user_id: ActorRole.PROVIDER, order.customer_id: ActorRole.CUSTOMER}
    return sides.get(viewer.user_id, ActorRole.OPERATOR)


def _earning(order: Order, actor: Actor) -> str | None:
    """Return what the provider earns by an order, to them and to operators; if cancelled, by its late fee."""
    if actor.role == ActorRole.CUSTOMER:
        return None
    if order.status != OrderStatus.CANCELLED:
        return money(ledger.will_earn(order))
    if order.late_fee is None:
        return None
    return money(ledger.earned_by_cancelled(order, late_fee=order.late_fee))


def _deadline(order: Order, *, now: datetime) -> dict[str, str] | None:
    """Return the step that is due next and by when; after that the order is late."""
    due = lateness.deadline_of(order, now=now)
    return {"step": due.step.value, "at": instant(due.at)} if due else None


def _rating(order: Order, actor: Actor) -> int | None:
    """Return the stars of the customer's review; to the provider once it is published."""
    is_blind = actor.role == ActorRole.PROVIDER and order.review_published_at is None
    return None if is_blind else order.rating


def _review_state(order: Order, viewer: Viewer, *, now: datetime) -> dict[str, Any] | None:
    """Return how the viewer's own side of the two-way review stands; ``None`` if there is none to write."""
    if order.status != OrderStatus.COMPLETED:
        return None
    if order.customer_id == viewer.user_id:
        at, published, by = order.reviewed_at, order.review_published_at, order.review_due_at
        is_closed, stars = order.review_answered_at is not None, None
    elif order.provider.user_id == viewer.user_id:
        at, published, by = (
            order.customer_rated_at,
            order.customer_rating_published_at,
            order.customer_rating_due_at,
        )
        is_closed, stars = published is not None, order.customer_stars
    else:
        return None
    until = at + EDITABLE_FOR if at and not is_closed else None
    return {
        "shownBy": instant(by) if by and not published else None,
        "editableUntil": instant(until) if until and until > now else None,
        "customerRating": stars,
        "canRateCustomer": order.provider.user_id == viewer.user_id and order.customer_rated_at is None,
    }


def _review(order: Order, viewer: Viewer) -> dict[str, Any] | None:
    """Return the customer's review as everybody sees it, to the order's provider alone."""
    is_visible = order.review_published_at is not None and order.review_hidden_at is None
    if order.reviewed_at is None or not is_visible or order.provider.user_id != viewer.user_id:
        return None
    if order.review_id is None:
        # A list of a customer's orders has no texts of reviews.
        return None
    return {
        "id": str(order.review_id),
        "rating": order.rating,
        "comment": order.review_comment,
        "createdAt": instant(order.reviewed_at),
        "answer": order.review_answer or None,
    }


def _recurring_booking_id(order: Order, viewer: Viewer) -> str | None:
    """Return the id of the order's recurring booking, to those who may see that booking."""
    is_visible = order.customer_id == viewer.user_id or viewer.sees_recurring
    return str(order.recurring_booking_id) if order.recurring_booking_id and is_visible else None


def _provider(order: Order, actor: Actor) -> dict[str, Any]:
    shown = (order.was_paid and not order.is_undone) or actor.role != ActorRole.CUSTOMER
    phone = order.provider.user.phone if shown else None
    return provider_json(order.provider, order.service_area_codes) | {"phone": phone or None}


def _customer(order: Order, *, hidden: bool) -> dict[str, Any]:
    customer = order.customer
    return {
        "id": str(customer.pk),
        "firstName": customer.first_name,
        "lastName": initial(customer.last_name) if hidden else customer.last_name,
        "phone": None if hidden else (customer.phone or None),
    }


def _average(order: Order) -> dict[str, Any] | None:
    """Return what providers have given the customer on average; ``None`` for fewer than three ratings."""
    if order.customer_average is None:
        return None
    stars, count = map(int, order.customer_average.split(":"))
    return {"average": average_rating(stars, count), "count": count}
