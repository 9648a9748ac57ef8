"""Links that are mailed to the address of an account: whoever holds one has shown that the mailbox is theirs.

A link is a signed token behind the ``#`` of an address. No browser sends that part, so it stands in no log
and in no Referer, and a scanner of e-mails that opens the address has used nothing up: what a link is for
happens when its page sends the token in the body of a call.

The token names its account, what it is for and when it ends, and carries a fingerprint of what it was
made for: one that opens the account ends with another password, another address, and the next sign-in.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from django.core import signing
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import limits
from accounts.limits import Client, Limit
from accounts.models import User
from marketplace.errors import NotFound
from marketplace.jobs import outbox

TOPIC = "emailed_link"
PAGE = "/email-link"
_SALT = "accounts.emailed_links"
# For each network address; a household shares one.
_ASKED_BY_ADDRESS = Limit(30, timedelta(hours=1))


class Purpose(StrEnum):
    """What a link is for."""

    RESET = "reset"
    SIGN_IN = "sign-in"
    VERIFY = "verify"
    CHANGE = "change"
    TAKE_BACK = "take-back"


@dataclass(frozen=True)
class Kind:
    """How long links for a purpose last, and how many are mailed to an address.

    Over that limit none is mailed and the answer is the same. ``few`` counts over so short a time that
    one of those that came before still works: nobody is locked out by another who asks in their name.
    """

    lasts: timedelta
    few: Limit
    # What of the account must be as it was when the link was made.
    binds: tuple[str, ...]


_WHAT_OPENS = ("password", "email", "last_login")
_QUARTER = timedelta(minutes=15)
KINDS = {
    Purpose.RESET: Kind(timedelta(hours=1), Limit(3, _QUARTER), _WHAT_OPENS),
    Purpose.SIGN_IN: Kind(_QUARTER, Limit(3, timedelta(minutes=5)), _WHAT_OPENS),
    Purpose.VERIFY: Kind(timedelta(days=3), Limit(3, _QUARTER), ("email",)),
    Purpose.CHANGE: Kind(timedelta(days=1), Limit(3, _QUARTER), ("password", "email")),
    # Whoever has taken an account over has changed what opens it: the way back must work all the same.
    Purpose.TAKE_BACK: Kind(timedelta(days=7), Limit(3, _QUARTER), ()),
}


class LinkEnded(NotFound):
    """A mailed link is not ours, was used, was overtaken by a change, or has lasted its time (404)."""

    code = "link_ended"

    def __init__(self) -> None:
        super().__init__(_("This link does not work any more. Please ask for a new one."))


@dataclass(frozen=True)
class Link:
    """A link that works: what it is for, whose it is, and where it was mailed.

    ``about`` is the id of the row that it is about, or empty.
    """

    purpose: Purpose
    user: User
    email: str
    about: str


def _fingerprint(user: User, purpose: Purpose, about: str) -> str:
    parts = [purpose, str(user.pk), about, *(str(getattr(user, name)) for name in KINDS[purpose].binds)]
    return salted_hmac(_SALT, "\n".join(parts), algorithm="sha256").hexdigest()[:32]


def path_for(user: User, *, purpose: Purpose, ends_at: datetime, about: str = "", to: str = "") -> str:
    """Return the address of a link within this site.

    ``about`` is the id of the row that it is about, ``to`` the address that it is mailed to where that is
    not the account's.
    """
    claims = {
        "for": purpose,
        "account": str(user.pk),
        "until": int(ends_at.timestamp()),
        "about": about,
        "to": to or user.email,
        "state": _fingerprint(user, purpose, about),
    }
    return f"{PAGE}#{signing.Signer(salt=_SALT).sign_object(claims)}"


def read(*, token: str, now: datetime) -> Link:
    """Return what a token is for, and the account as it is now; raises :class:`LinkEnded`.

    Nothing is used up.
    """
    try:
        claims: dict[str, Any] = signing.Signer(salt=_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError) as error:
        raise LinkEnded from error
    purpose = Purpose(claims["for"])
    user = User.objects.filter(pk=claims["account"], is_active=True).first()
    if user is None or now >= datetime.fromtimestamp(claims["until"], UTC):
        raise LinkEnded
    if claims["state"] != _fingerprint(user, purpose, claims["about"]):
        raise LinkEnded
    return Link(purpose, user, claims["to"], claims["about"])


def account_of(*, token: str, purpose: Purpose, now: datetime) -> User:
    """Return the account that a token for this purpose is of; raises :class:`LinkEnded`."""
    link = read(token=token, now=now)
    if link.purpose is not purpose:
        raise LinkEnded
    return link.user


def ask(*, purpose: Purpose, email: str, client: Client, now: datetime) -> None:
    """Have a link mailed to an address, if an account has it: whether one has is asked by the worker.

    So the answer and the time it takes are the same for everybody. Raises 429 ``throttled`` after 30 within
    an hour from one network address.
    """
    limits.claim_act(act="emailed_link", limit=_ASKED_BY_ADDRESS, address=client.address, now=now)
    email = User.objects.normalize_email(email)
    mail(purpose=purpose, email=email, now=now)


def mail(*, purpose: Purpose, email: str, now: datetime) -> None:
    """Have a link mailed to an address, unless a few were just now; ``email`` is normalized."""
    if limits.claim_letter(act=f"mail:{purpose}", limit=KINDS[purpose].few, email=email, now=now):
        payload = {"purpose": purpose, "email": email, "askedAt": now.isoformat()}
        outbox.enqueue(topic=TOPIC, payload=payload, now=now)
