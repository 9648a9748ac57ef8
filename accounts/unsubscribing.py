"""Unsubscribing from emails with one click in the mail program (RFC 8058), without signing in.

Each email that can be left out names an address of its own in its header. Posting to it switches off the
emails of the notice's group, as the settings do; opening it leads to the settings and changes nothing,
because scanners of mail servers open every address.
"""

from datetime import datetime

from django.core import signing
from django.utils.translation import gettext as _

from accounts import notification_choices as choices
from accounts.models import User
from accounts.notification_choices import Channel, Group, SwitchChange
from marketplace.errors import NotFound

_SALT = "accounts.unsubscribing"


def is_possible(kind: str) -> bool:
    """Tell whether the emails of a kind of notice can be switched off."""
    return not choices.is_needed(kind) and not choices.is_fixed(choices.group_of(kind), Channel.EMAIL)


def path_for(*, user: User, kind: str) -> str:
    """Return the address, within this site, that unsubscribes an account from a kind of notice."""
    claims = {"account": str(user.pk), "group": choices.group_of(kind)}
    return f"/api/unsubscribe/{signing.Signer(salt=_SALT).sign_object(claims)}"


def unsubscribe(*, token: str, now: datetime) -> None:
    """Switch off the emails that a token names. Idempotent; 404 for a token that is not ours."""
    try:
        claims = signing.Signer(salt=_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError) as error:
        raise NotFound(_("There is no such page.")) from error
    user = User.objects.filter(pk=claims["account"]).first()
    if user is None:
        raise NotFound(_("There is no such page."))
    choices.turn(user=user, changes=[SwitchChange(Group(claims["group"]), Channel.EMAIL, False)], now=now)
