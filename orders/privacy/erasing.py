"""Erasing an account's data in orders, beyond emptying columns; and what must end first."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Model, Q, QuerySet, Sum

from accounts import push_delivery
from accounts.models import Notification
from accounts.notifications import EMAIL_TOPIC
from marketplace.db import append_only
from marketplace.files import private, remade
from marketplace.http.models import IdempotencyRecord
from marketplace.jobs import outbox, pruning
from marketplace.jobs.models import OutboxMessage
from marketplace.money import ZERO
from marketplace.personal_data import either
from orders.models import (
    FINAL,
    DamageClaim,
    Dispute,
    Document,
    HandBack,
    HandBackOffer,
    Handover,
    Message,
    Order,
    OrderEvent,
    OrderPhoto,
    Payment,
    Payout,
    Receipt,
    RecurringBooking,
    Refund,
    StripeCustomer,
)
from orders.payments import card_gateway, gateway
from orders.payments.disputes import CLOSED
from orders.payouts import payable
from orders.selectors import OPEN

FORGET_TOPIC = "forget_customer"
NOBODY = "Deleted account"
PLACES_AND_WORDS: dict[str, str | None] = {
    "pickup_address": "", "delivery_address": "", "pickup_postal_code": None, "delivery_postal_code": None,
    "special_instructions": "", "care": None, "cancel_note": "",
}  # fmt: skip
RECURRING_WORDS: dict[str, str] = {"pickup_address": "", "delivery_address": "", "special_instructions": ""}
REFUND_WORDS: dict[str, str] = {"note": "", "last_error": "", "paid_twice_note": ""}
CLAIM_WORDS: dict[str, str | None] = {"description": "", "statement": "", "decision": ""}
_ABOUT_ORDERS = Q(dedupe_key__startswith="order:") | Q(dedupe_key__startswith="recurring:")
_AT_ONCE = 500


def unfinished(user_id: UUID) -> list[str]:
    """Return codes of what an account must finish before it can be erased."""
    own = Order.objects.filter(customer=user_id)
    work = Order.objects.filter(provider__user=user_id)
    is_customer, is_provider = Q(order__customer=user_id), Q(order__provider__user=user_id)
    balance = payable.untaken().filter(provider__user=user_id).aggregate(sum=Sum("amount"))["sum"] or ZERO
    # A failed refund waits for an operator, who still needs to know to whom the money belongs.
    returning = {"status__in": [Refund.Status.PENDING, Refund.Status.FAILED]}
    found = {
        "orders": own.filter(status__in=OPEN).exists(),
        "jobs": work.filter(status__in=OPEN).exists(),
        "recurring": RecurringBooking.objects.filter(customer=user_id, is_active=True).exists(),
        "refunds": either(
            Refund, Q(is_customer, **returning), Q(is_provider, status=Refund.Status.PENDING)
        ).exists(),
        "claims": either(DamageClaim, is_customer, is_provider).filter(outcome="").exists(),
        "disputes": either(Dispute, is_customer, is_provider).exclude(status__in=CLOSED).exists(),
        # Credits are below zero. What a provider owes us stays in the books, and keeps no names for ever.
        "payouts": balance < ZERO
        or Payout.objects.filter(provider__user=user_id, status=Payout.Status.DUE).exists(),
    }
    return [word for word, is_so in found.items() if is_so]


def had_orders(user_id: UUID, since: datetime) -> bool:
    """Return whether an account has had an order since then, as customer or provider."""
    own = Order.objects.filter(customer=user_id, created_at__gte=since)
    return own.exists() or Order.objects.filter(provider__user=user_id, pickup_at__gte=since).exists()


def erase_mentions(*, user_id: UUID, now: datetime) -> None:
    """Delete an account from other people's notices, outgoing emails and cached responses."""
    sides = [Q(customer=user_id), Q(provider__user=user_id)]
    # Whoever handed an order on was one of its sides; the notices of one that still runs are needed.
    handed_on = Q(hand_backs__provider__user=user_id, status__in=FINAL)
    theirs = either(Order, *sides, handed_on)
    ids = {str(pk) for pk in theirs.values_list("pk", flat=True)}
    if not ids:
        return
    # Their customers' names stand in statements.
    remade.forget_after_commit(*{str(pk) for pk in theirs.values_list("provider", flat=True)})
    people = _people_of(theirs) - {user_id}
    placed = either(Order, *sides).values_list("occurrence__booking", flat=True)
    series = {str(pk) for pk in placed if pk}
    _erase_notices(people, ids | series)
    _erase_responses(people, ids, str(user_id), now)


def _people_of(orders: QuerySet[Any]) -> set[UUID]:
    """Return the accounts that get notices of some orders."""
    sides = set(orders.order_by().values_list("customer", "provider__user").distinct())
    people = {person for pair in sides for person in pair}
    # Those who were asked to take an order over, and those who gave it up, are told of it as well.
    people |= _users_of(HandBackOffer.objects.filter(hand_back__order__in=orders))
    return people | _users_of(HandBack.objects.filter(order__in=orders))


def _users_of(rows: QuerySet[Any]) -> set[UUID]:
    return set(rows.order_by().values_list("provider__user", flat=True))


def _erase_notices(people: set[UUID], ids: set[str]) -> None:
    """Delete people's notices about some orders and recurring bookings, with their emails and pushes."""
    gone = _notices_about(ids, people)
    _delete(Notification, gone)
    # One query for all: no index serves what is in a message, so each would read every one of a week.
    sent = OutboxMessage.objects.filter(topic__in=[EMAIL_TOPIC, push_delivery.TOPIC])
    theirs = sent.filter(payload__userId__in=[str(pk) for pk in people])
    shown = {str(pk) for pk in gone}
    messages = [
        pk
        for pk, payload in theirs.values_list("pk", "payload").iterator()
        if _is_about(payload.get("key", ""), ids) or payload.get("noticeId") in shown
    ]
    _delete(OutboxMessage, messages)


def _notices_about(ids: set[str], people: set[UUID]) -> list[UUID]:
    notices = Notification.objects.filter(_ABOUT_ORDERS, user__in=people).values_list("pk", "dedupe_key")
    return [pk for pk, key in notices.iterator() if _is_about(key, ids)]


def _is_about(dedupe_key: str, ids: set[str]) -> bool:
    """Return whether a notice is about one of some orders and recurring bookings: ``order:<id>:…``."""
    kind, _, rest = dedupe_key.partition(":")
    return kind in {"order", "recurring"} and rest.partition(":")[0] in ids


def _delete(model: type[Model], ids: list[Any]) -> None:
    for start in range(0, len(ids), _AT_ONCE):
        model._default_manager.filter(pk__in=ids[start : start + _AT_ONCE]).delete()


def _erase_responses(people: set[UUID], ids: set[str], own_id: str, now: datetime) -> None:
    """Empty cached idempotent responses that contain the account; their keys stay, so a repeat acts once."""
    recent = now - timedelta(days=settings.KEEP_RESPONSES_DAYS)
    given = IdempotencyRecord.objects.filter(account__in=people, created_at__gte=recent)
    for record in given.iterator():
        if _names(record.first_response_body, ids | {own_id}):
            IdempotencyRecord.objects.filter(pk=record.pk).update(body={}, packed=None)


def _names(body: Any, ids: set[str]) -> bool:
    if isinstance(body, dict):
        return any(_names(value, ids) for value in body.values())
    if isinstance(body, list):
        return any(_names(value, ids) for value in body)
    return isinstance(body, str) and body in ids


def erase_customer(*, user_id: UUID, now: datetime) -> None:
    """Delete an account's Stripe customer here, and enqueue its deletion at Stripe."""
    for found in StripeCustomer.objects.filter(user=user_id):
        outbox.enqueue(topic=FORGET_TOPIC, payload={"customerId": found.customer_id}, now=now)
        found.delete()


def handle_forget(payload: dict[str, Any], now: datetime) -> None:
    """Delete the customer at Stripe that an outbox message names. Idempotent."""
    with gateway.outages_wait():
        card_gateway.delete_customer(payload["customerId"])


def erase_payees(*, user_id: UUID, now: datetime) -> None:
    """Reduce the account numbers of past payouts to their last characters; the bank has the rest."""
    for payout in Payout.objects.filter(provider__user=user_id).exclude(iban="", stripe_account_id=""):
        if payout.iban:
            payout.holder, payout.iban = NOBODY, f"…{payout.iban[-4:]}"
        if payout.stripe_account_id:
            payout.stripe_account_id = f"…{payout.stripe_account_id[-4:]}"
        payout.note = ""
        payout.save(update_fields=["holder", "iban", "stripe_account_id", "note"])


def documents_of(user_id: UUID) -> QuerySet[Any]:
    """Return the files that name an account as customer, or as the provider who is invoiced."""
    return either(
        Document,
        Q(receipt__order__customer=user_id),
        Q(credit_note__order__customer=user_id),
        Q(fee_invoice__provider__user=user_id),
    )


def erase_documents(*, user_id: UUID, now: datetime) -> None:
    """Remove the files that name an account; numbers and amounts stay for the books."""
    _remove_files(documents_of(user_id), now)


def _remove_files(documents: QuerySet[Document], now: datetime) -> None:
    found = dict(documents.values_list("pk", "file"))
    for name in filter(None, found.values()):
        private.remove_after_commit(name)
    rows = Document.objects.filter(pk__in=found)
    # One that was never made is not made any more.
    rows.filter(made_at=None).update(made_at=now)
    rows.update(file="")


# --- Orders that are old ----------------------------------------------------------------------------------


def forget_old(*, now: datetime) -> int:
    """Erase addresses, texts and photos of orders older than ``KEEP_ORDERS_YEARS``; return how many.

    Specification point 9. Amounts, times and statuses stay for the books. So it is with recurring bookings
    that have ended as long ago.
    """
    before = now - timedelta(days=365, hours=6) * settings.KEEP_ORDERS_YEARS
    forgotten = 0
    for ids in _with_words(before):
        with transaction.atomic():
            _forget(ids, now)
        forgotten += len(ids)
    _forget_recurring(before)
    # Those of an order go with its words; what is left is of recurring bookings, or of orders without words.
    pruning.delete_in_batches(Notification.objects.filter(_ABOUT_ORDERS, created_at__lt=before))
    with transaction.atomic():
        _remove_files(Document.objects.filter(fee_invoice__issued_at__lt=before).exclude(file=""), now)
    return forgotten


def _forget_recurring(before: datetime) -> None:
    ended = RecurringBooking.objects.filter(ended_at__lt=before).exclude(pickup_address="")
    while ids := list(ended.values_list("pk", flat=True)[:_AT_ONCE]):
        RecurringBooking.objects.filter(pk__in=ids).update(**RECURRING_WORDS)


def _with_words(before: datetime) -> Iterator[list[UUID]]:
    """Yield the ids of old orders that still have an address, then of those of which something else is left.

    The account of a customer that was erased earlier took the addresses along, and nothing of the provider's.
    What an order left was written before its pickup or soon after: it is found by its own age, in partial
    indexes that hold only rows with words. So a night reads what is left to do, and not all years before.
    """
    addressed = Order.objects.filter(pickup_at__lt=before).exclude(pickup_address="").order_by("pickup_at")
    while ids := list(addressed.values_list("pk", flat=True)[:_AT_ONCE]):
        yield ids
    left: list[tuple[QuerySet[Any], str]] = [
        (Receipt.objects.exclude(supplier_name="", supplier_locality=""), "issued_at"),
        (Message.objects.all(), "sent_at"),
        (Handover.objects.exclude(photo=""), "taken_at"),
        (HandBack.objects.exclude(reason=""), "handed_back_at"),
        (DamageClaim.objects.exclude(description="", statement="", decision=""), "reported_at"),
        (OrderPhoto.objects.all(), "uploaded_at"),
        (Payment.objects.exclude(failure_message=""), "created_at"),
        (OrderEvent.objects.exclude(reason=""), "at"),
        (Refund.objects.exclude(note="", paid_twice_note=""), "created_at"),
    ]
    for rows, at in left:
        old = rows.filter(**{f"{at}__lt": before}).order_by(at)
        found = list(dict.fromkeys(old.values_list("order_id", flat=True)))
        for start in range(0, len(found), _AT_ONCE):
            # Some were written before a pickup that is not old yet. No join: it would read every old order.
            some = Order.objects.filter(pk__in=found[start : start + _AT_ONCE], pickup_at__lt=before)
            if ids := list(some.values_list("pk", flat=True)):
                yield ids


def _forget(ids: list[UUID], now: datetime) -> None:
    messages = Message.objects.filter(order__in=ids)
    handovers = Handover.objects.filter(order__in=ids).exclude(photo="")
    for photos in (messages.exclude(photo=""), handovers):
        for name in photos.values_list("photo", flat=True):
            private.remove_after_commit(name)
    claim_photos = OrderPhoto.objects.filter(order__in=ids)
    for name in claim_photos.values_list("file", flat=True):
        private.remove_after_commit(name)
    messages.delete()
    claim_photos.delete()
    handovers.update(photo="")
    DamageClaim.objects.filter(order__in=ids).update(**CLAIM_WORDS)
    HandBack.objects.filter(order__in=ids).update(reason="")
    Payment.objects.filter(order__in=ids).update(failure_message="")
    Refund.objects.filter(order__in=ids).update(**REFUND_WORDS)
    _remove_files(Document.objects.filter(receipt__order__in=ids), now)
    _remove_files(Document.objects.filter(credit_note__order__in=ids), now)
    Receipt.objects.filter(order__in=ids).update(supplier_name="", supplier_locality="")
    append_only.emptied(OrderEvent.objects.filter(order__in=ids).exclude(reason=""), {"reason": ""})
    orders = Order.objects.filter(pk__in=ids)
    # Unread ones are kept for ever, and quote messages.
    _delete(Notification, _notices_about({str(pk) for pk in ids}, _people_of(orders)))
    orders.update(**PLACES_AND_WORDS)


def forget_photos(*, now: datetime) -> int:
    """Remove the photos of conversations after ``KEEP_MESSAGE_PHOTOS_DAYS``; return how many.

    A message without text is deleted with its photo.
    """
    before = now - timedelta(days=settings.KEEP_MESSAGE_PHOTOS_DAYS)
    old = Message.objects.order_by("sent_at").filter(sent_at__lt=before).exclude(photo="")
    forgotten = 0
    while found := dict(old.values_list("pk", "photo")[:_AT_ONCE]):
        with transaction.atomic():
            for name in found.values():
                private.remove_after_commit(name)
            lines = Message.objects.filter(pk__in=found)
            lines.filter(body="").delete()
            lines.update(photo="")
        forgotten += len(found)
    return forgotten
