"""Opening an account."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import emailed_links, limits, notifications
from accounts.emailed_links import Purpose
from accounts.limits import Client
from accounts.models import EmailChange, User
from marketplace import mailbox
from marketplace.errors import Invalid, explain

explain(email_taken="Another account has this email address (400).")


def email_taken() -> Invalid:
    """Return the error for an address that has an account (400, on ``email``)."""
    sentence = _("An account with this email address already exists. Please sign in instead.")
    return Invalid(sentence, code="email_taken", fields={"email": [sentence]})


def is_taken(*, email: str, besides: UUID | None = None, now: datetime) -> bool:
    """Tell whether an account has this address, or can still take it back.

    Whoever has changed the address of somebody's account must not be able to give the former one to another.
    ``besides`` leaves one account out.
    """
    # In this order: an address goes from the first to the second.
    others = User.objects.exclude(pk=besides) if besides else User.objects.all()
    if others.filter(email__lower=mailbox.compared(email)).exists():
        return True
    since = now - emailed_links.KINDS[Purpose.TAKE_BACK].lasts
    left = EmailChange.objects.filter(
        user__in=others,
        old_email__lower=mailbox.compared(email),
        confirmed_at__isnull=False,
        ended_at=None,
        asked_at__gt=since,
    )
    return left.exists()


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
    """Create an account with its two first notices, and mail a link that confirms its address.

    The caller has validated the password (:mod:`accounts.passwords`). Raises 429 ``throttled`` after 30
    registrations an hour from an address, 503 ``passwords_busy``, and 400 ``email_taken``; a response that
    reveals whether an address is taken counts against the limit.
    """
    limits.claim_act(act="register", limit=limits.REGISTRATIONS, address=client.address, now=now)
    if is_taken(email=email, now=now):
        raise email_taken()
    user = User(
        email=User.objects.normalize_email(email),
        first_name=first_name,
        last_name=last_name,
        phone=phone,
        date_joined=now,
        # The language of the form that was filled in.
        language=get_language() or "",
    )
    # Before the transaction, which would keep others waiting until its turn comes.
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            # The email with the confirmation link is the welcome.
            notifications.welcome(user=user, now=now, email=False)
            emailed_links.mail(purpose=Purpose.VERIFY, email=user.email, now=now)
    except IntegrityError as error:  # two registrations of one address at once
        raise email_taken() from error
    return user
