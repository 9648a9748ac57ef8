"""Proving ownership of the account again, before acts that could cost the owner the account or money."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts import limits, locks
from accounts.hashing import PasswordsBusy
from accounts.limits import Client
from accounts.models import User
from marketplace.errors import Forbidden, Invalid

RECENT = timedelta(minutes=10)


class PasswordRequired(Invalid):
    """The account's password is missing; the call needs it (400)."""

    code = "password_required"


class WrongPassword(Invalid):
    """The password is not the account's present one (400)."""

    code = "wrong_password"


class RecentSignInRequired(Forbidden):
    """The account has no password, and its sign-in is more than ten minutes ago: sign in again (403)."""

    code = "recent_sign_in_required"

    def __init__(self) -> None:
        super().__init__(
            _("Please sign out and in again, then do this within ten minutes. So we know that it is you.")
        )


class OwnerChanged(Forbidden):
    """The account has a new password since this request began: sign in again (403)."""

    code = "owner_changed"

    def __init__(self) -> None:
        super().__init__(_("Your password has been changed meanwhile. Please sign in again."))


@dataclass(frozen=True)
class Proof:
    """What a request proves: the typed password, and when the owner last signed in by other means."""

    client: Client
    password: str = field(default="", repr=False)
    signed_in_at: datetime | None = None


def check_password(*, user: User, given: str, named: str, client: Client, now: datetime) -> None:
    """Raise 400 ``wrong_password``, at the payload's field ``named``, unless the password is right.

    A wrong one counts like a failed sign-in (429), so this must not be called in a transaction that the
    error rolls back.
    """
    attempt = limits.claim_sign_in(email=user.email, client=client, now=now)
    try:
        is_right = user.check_password(given)
    except PasswordsBusy:
        attempt.was_not_wrong()
        raise
    if not is_right:
        attempt.was_wrong()
        sentence = _("This is not your current password.")
        raise WrongPassword(sentence, fields={named: [sentence]})
    attempt.was_not_wrong()


def check_owner(*, user: User, proof: Proof, now: datetime) -> None:
    """Raise unless the request proves that the account is the caller's; names the field ``password``.

    Raises :class:`PasswordRequired` or :class:`WrongPassword` (400), 429 after too many wrong ones, and
    :class:`RecentSignInRequired` (403) for an account without a password.
    """
    if not user.has_usable_password():
        if proof.signed_in_at is None or not now - RECENT < proof.signed_in_at <= now:
            raise RecentSignInRequired
    elif not proof.password:
        sentence = _("Please enter your password.")
        raise PasswordRequired(sentence, fields={"password": [sentence]})
    else:
        check_password(user=user, given=proof.password, named="password", client=proof.client, now=now)


def lock_owner(user: User) -> None:
    """Lock the account until the transaction ends; raise :class:`OwnerChanged` if its password is another.

    Proving the owner takes its time. Whoever gets an account back meanwhile gets it as it is: what was begun
    before is refused, or is there by then to be undone (:mod:`accounts.giving_back`).
    """
    locks.lock_account(user.pk)
    if not User.objects.filter(pk=user.pk, password=user.password, is_active=True).exists():
        raise OwnerChanged
