"""Links mailed to an account's address: whoever holds one has access to the mailbox.

A link is a signed token in the fragment (``#``) of a URL. Browsers do not send the fragment, so it appears in
no log and no Referer, and an email scanner that opens the URL uses nothing up: the link takes effect when
its page sends the token in the body of a request.

The token names its account, purpose and expiry, and carries a fingerprint of the account's state: one that
opens the account stops working after a new password, a new address or the next sign-in.
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
from marketplace import mailbox
from marketplace.errors import NotFound
from marketplace.http.redirects import HOME, safe_page
from marketplace.jobs import outbox

TOPIC = "emailed_link"
PAGE = "/email-link"
_SALT = "accounts.emailed_links"
# Per network address; a household shares one.
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

    Over that limit none is mailed and the response is the same. ``few`` counts over a time so short that an
    earlier link still works: nobody is locked out by another who requests links in their name.
    """

    lasts: timedelta
    few: Limit
    # Fields of the account that must be unchanged since the link was made.
    binds: tuple[str, ...]


_WHAT_OPENS = ("password", "email", "last_login")
_QUARTER = timedelta(minutes=15)
_DAY = timedelta(days=1)
KINDS = {
    Purpose.RESET: Kind(timedelta(hours=1), Limit(3, _QUARTER), _WHAT_OPENS),
    Purpose.SIGN_IN: Kind(_QUARTER, Limit(3, timedelta(minutes=5)), _WHAT_OPENS),
    # Anybody can register with an address that is not theirs: its mailbox gets few a day. Six, since letters
    # get lost; who is refused has links that work for two more days, and can sign in by email, too.
    Purpose.VERIFY: Kind(timedelta(days=3), Limit(6, _DAY), ("email",)),
    # Any account can ask for an address that is not its own: that mailbox gets as few, and some more of
    # accounts that ask for the first time.
    Purpose.CHANGE: Kind(timedelta(days=1), Limit(6, _DAY), ("password", "email")),
    # Whoever has taken the account over has changed these fields, so the link must not depend on them.
    # The limit is that of an address that nobody has confirmed: others are told of each change.
    Purpose.TAKE_BACK: Kind(timedelta(days=7), Limit(3, _DAY), ()),
}


class LinkEnded(NotFound):
    """A mailed link is unknown, used, outdated by a later change, or expired (404)."""

    code = "link_ended"

    def __init__(self) -> None:
        super().__init__(_("This link does not work any more. Please ask for a new one."))


@dataclass(frozen=True)
class Link:
    """A valid link: its purpose, its account, and the address it was mailed to.

    ``about`` is the id of the row that it is about, or empty; ``way_back`` the page that asked for it, or
    home.
    """

    purpose: Purpose
    user: User
    email: str
    about: str
    way_back: str


def _fingerprint(user: User, purpose: Purpose, about: str) -> str:
    parts = [purpose, str(user.pk), about, *(str(getattr(user, name)) for name in KINDS[purpose].binds)]
    return salted_hmac(_SALT, "\n".join(parts), algorithm="sha256").hexdigest()[:32]


def path_for(
    user: User, *, purpose: Purpose, ends_at: datetime, about: str = "", to: str = "", way_back: str = HOME
) -> str:
    """Return the link's path within this site.

    ``about`` is the id of the row that it is about, ``to`` the address that it is mailed to where that is
    not the account's, ``way_back`` the page to which it leads.
    """
    claims = {
        "for": purpose,
        "account": str(user.pk),
        "until": int(ends_at.timestamp()),
        "about": about,
        "to": to or user.email,
        "state": _fingerprint(user, purpose, about),
        "next": way_back,
    }
    return f"{PAGE}#{signing.Signer(salt=_SALT).sign_object(claims)}"


def read(*, token: str, now: datetime) -> Link:
    """Return the purpose of a token, and the account as it is now; raises :class:`LinkEnded`.

    The token is not used up.
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
    # Links of the release before name no page.
    return Link(purpose, user, claims["to"], claims["about"], safe_page(claims.get("next", HOME)))


def account_of(*, token: str, purpose: Purpose, now: datetime) -> User:
    """Return the account of a token for this purpose; raises :class:`LinkEnded`."""
    link = read(token=token, now=now)
    if link.purpose is not purpose:
        raise LinkEnded
    return link.user


def ask(*, purpose: Purpose, email: str, way_back: str, client: Client, now: datetime) -> None:
    """Have a link mailed to an address; the worker looks up whether an account has it.

    ``way_back`` is the page that asks, to which the link leads: home if it is no page of the web app.
    So the response and its time are the same for everybody. Raises 429 ``throttled`` after 30 within an hour
    from one network address.
    """
    limits.claim_act(act="emailed_link", limit=_ASKED_BY_ADDRESS, address=client.address, now=now)
    mail(purpose=purpose, email=email, way_back=safe_page(way_back), now=now)


def mail(*, purpose: Purpose, email: str, now: datetime, way_back: str = HOME) -> None:
    """Have a link mailed to an address, unless a few were just sent."""
    email = mailbox.compared(email)
    if limits.claim_letter(act=_act_of(purpose), limit=KINDS[purpose].few, email=email, now=now):
        payload = {"purpose": purpose, "email": email, "askedAt": now.isoformat(), "next": way_back}
        outbox.enqueue(topic=TOPIC, payload=payload, now=now)


def free_at(*, purpose: Purpose, email: str, now: datetime) -> datetime | None:
    """Return when the next link for a purpose can be mailed to an address; ``None``: now, or in a minute."""
    return limits.letter_free_at(act=_act_of(purpose), limit=KINDS[purpose].few, email=email, now=now)


def _act_of(purpose: Purpose) -> str:
    return f"mail:{purpose}"
