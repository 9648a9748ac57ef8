"""Opening an account."""

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts import limits, notifications
from accounts.limits import Client
from accounts.models import User
from marketplace.errors import Invalid, explain

_TAKEN = "An account with this email address already exists. Please sign in instead."

explain(email_taken="There is an account with this address (400).")


def email_taken() -> Invalid:
    """Return the refusal of an address that has an account (400, on ``email``)."""
    return Invalid(_TAKEN, code="email_taken", fields={"email": [_TAKEN]})


def register(
    *,
    email: str,
    password: str,
    first_name: str,
    last_name: str,
    phone: str,
    client: Client,
    now: datetime,
) -> User:
    """Create an account with its two first notices.

    The password has been found good (:mod:`accounts.passwords`). Raises 429 ``throttled`` after
    30 registrations an hour from an address, and 400 ``email_taken``; an answer that tells whether
    an address is taken counts against the limit.
    """
    limits.claim_act(act="register", limit=limits.REGISTRATIONS, address=client.address, now=now)
    if User.objects.filter(email=User.objects.normalize_email(email)).exists():
        raise email_taken()
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                email, password, first_name=first_name, last_name=last_name, phone=phone
            )
            notifications.welcome(user=user, now=now)
    except IntegrityError as error:  # two registrations of one address at once
        raise email_taken() from error
    limits.remember_client(user_id=user.pk, client=client, now=now)
    return user
