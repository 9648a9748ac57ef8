"""The conversation between an order's customer and its provider."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from marketplace.errors import Invalid
from orders import notifications
from orders.models import Message, Order

MAX_LENGTH = 2000
EMPTY = "Please write a message."


@transaction.atomic
def send_message(*, order: Order, sender: User, body: str, now: datetime) -> Message:
    """Add a line to the conversation and tell the other side.

    The caller has made sure that the sender belongs to the order. The body is trimmed; 1 to 2,000
    characters, else ``Invalid`` (400).
    """
    body = body.strip()
    if not body:
        raise Invalid(EMPTY, fields={"body": [EMPTY]})
    if len(body) > MAX_LENGTH:
        sentence = f"Please keep it within {MAX_LENGTH} characters."
        raise Invalid(sentence, fields={"body": [sentence]})
    message = Message.objects.create(order=order, sender=sender, body=body, sent_at=now)
    notifications.message_sent(message=message, order=order, now=now)
    return message
