"""Who passes the second step, who may change an account's factors, and how its owner is notified.

The second step is required of accounts with an authenticator app, after a password, a mailed link, Google
or Apple alike; a passkey counts as both steps. Wrong codes have the limits of wrong passwords but their own
count: only who has passed the first step can use it up, and a device that the owner has used still gets in.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import account_texts as texts
from accounts import factors, limits, notifications, reauthentication
from accounts.factors import Accepted, AppSetup, Factor
from accounts.limits import Client
from accounts.models import FailedSignIn, User
from accounts.notice_texts import Said
from marketplace.errors import DomainError, Forbidden, Invalid, NotFound

PAGE = "/profile/security"
MOST_PASSKEYS = 20
# After so many wrong codes within an hour the owner is notified: somebody has passed the first step.
NOTIFIED_AFTER = 5


class SecondFactorRequired(Forbidden):
    """The first step of signing in succeeded; the code of the authenticator app is needed next (403)."""

    code = "second_factor_required"

    def __init__(self) -> None:
        super().__init__(_("Please enter the code from your authenticator app."), extra={"success": False})


class SecondStepEnded(Forbidden):
    """The first step of signing in was not done within the last ten minutes (403)."""

    code = "second_step_ended"

    def __init__(self) -> None:
        super().__init__(_("That took too long. Please sign in again."))


class SecondFactorNotShown(Forbidden):
    """The account has a second factor, and the session was opened without it (403)."""

    code = "second_factor_not_shown"

    def __init__(self) -> None:
        super().__init__(
            _("Please sign out and in again with your second factor first. So we know that it is you.")
        )


class NoSecondFactor(DomainError):
    """The account has no second factor that could be reset (409)."""

    code = "no_second_factor"

    def __init__(self) -> None:
        super().__init__(_("This account has no second factor."))


class WrongCode(Invalid):
    """The code is neither a present one of the authenticator app nor an unused recovery code (400)."""

    code = "wrong_code"

    def __init__(self, sentence: str = "") -> None:
        sentence = sentence or _("This code is wrong or has been used. Wait for the next one.")
        super().__init__(sentence, fields={"code": [sentence]})


class PasskeyRejected(Invalid):
    """The passkey's response does not fit the question, is of an unknown passkey, or came too late (400)."""

    code = "passkey_refused"

    def __init__(self) -> None:
        super().__init__(_("This passkey was not accepted. Please try again."))


class AddressNotConfirmed(DomainError):
    """The email address must be confirmed first: it is needed to recover the account (409)."""

    code = "email_not_verified"

    def __init__(self) -> None:
        super().__init__(_("Please confirm your email address first: it is the way back to your account."))


class AppSetUp(DomainError):
    """There is an authenticator app already (409)."""

    code = "authenticator_app_set_up"

    def __init__(self) -> None:
        super().__init__(_("Your account has an authenticator app already. Remove it first."))


class NoApp(DomainError):
    """There is no authenticator app, or its set-up was not begun (409)."""

    code = "no_authenticator_app"

    def __init__(self) -> None:
        super().__init__(_("Please set up an authenticator app first."))


class TooManyPasskeys(DomainError):
    """An account has 20 passkeys at most (409)."""

    code = "too_many_passkeys"

    def __init__(self) -> None:
        super().__init__(_("Your account has many passkeys already. Remove one first."))


# --- Signing in -----------------------------------------------------------------------------------------


def accept_code(*, user: User, code: str, client: Client, now: datetime) -> int:
    """Use up a code and return the id of its factor.

    Raises :class:`WrongCode`, or 429 ``throttled`` without checking the code.
    """
    attempt = limits.claim_code(email=user.email, client=client, now=now)
    accepted = factors.accept_code(user=user, code=code, now=now)
    if accepted is None:
        _tell_of_guesses(user, attempt, now)
        raise WrongCode
    attempt.delete()
    _tell_of_recovery_code(user, accepted, now)
    return accepted.factor_id


def _tell_of_guesses(user: User, attempt: FailedSignIn, now: datetime) -> None:
    lately = FailedSignIn.objects.filter(
        account_key=attempt.account_key, failed_at__gt=now - timedelta(hours=1)
    ).count()
    if lately >= NOTIFIED_AFTER:
        # The date in the key limits this to one notice a day.
        _tell(user, "codes_guessed", texts.CODES_GUESSED.of(), f"{now:%Y-%m-%d}", now, link="/login/help")


def _tell_of_recovery_code(user: User, accepted: Accepted, now: datetime) -> None:
    if accepted.by_recovery_code:
        left = factors.codes_left(user)

        def rest() -> str:
            return ngettext("{count} is left", "{count} are left", left).format(count=left)

        said = texts.RECOVERY_CODE_USED.of(rest=rest, left=left)
        _tell(user, "second_factor", said, now.isoformat(), now)


def account_of_passkey(*, credential: dict[str, Any], now: datetime) -> tuple[User, int]:
    """Return the account that a passkey opens, and the passkey's id; raises :class:`PasskeyRejected`."""
    try:
        return factors.account_of_passkey(credential=credential, now=now)
    except factors.NotAccepted as error:
        raise PasskeyRejected from error


# --- Changing what signs in -----------------------------------------------------------------------------


def may_change(*, user: User, has_shown: bool) -> bool:
    """Return whether a session may change factors: only with the second factor shown, if the account has one.

    For operators a passkey counts, too: it opens the admin site, so a password alone must not replace it.
    """
    has_one = user.has_second_factor if user.is_staff else user.has_second_step
    return has_shown or not has_one


def check_may_change(*, user: User, has_shown: bool) -> None:
    """Raise :class:`SecondFactorNotShown` where :func:`may_change` says no."""
    if not may_change(user=user, has_shown=has_shown):
        raise SecondFactorNotShown


def check_may_add(*, user: User) -> None:
    """Raise unless the account's address is confirmed.

    Whoever registers a stranger's address must not be able to lock them out for good.
    """
    if user.email_verified_at is None:
        raise AddressNotConfirmed


def check_may_add_passkey(*, user: User) -> None:
    """Raise for one passkey too many, and for an account whose address is not confirmed."""
    check_may_add(user=user)
    if len(factors.passkeys_of(user)) >= MOST_PASSKEYS:
        raise TooManyPasskeys


@transaction.atomic
def add_passkey(*, user: User, name: str, credential: dict[str, Any], now: datetime) -> Factor:
    """Save a passkey that a browser has created; raises :class:`PasskeyRejected`."""
    reauthentication.lock_owner(user)
    check_may_add_passkey(user=user)
    try:
        added = factors.finish_passkey(user=user, name=name, credential=credential, now=now)
    except factors.NotAccepted as error:
        raise PasskeyRejected from error
    _changed(user, texts.PASSKEY_ADDED.of(name=name), now)
    return added


def rename_passkey(*, user: User, passkey_id: int, name: str) -> Factor:
    """Rename a passkey; 404 for another account's."""
    renamed = factors.rename_passkey(user=user, passkey_id=passkey_id, name=name)
    if renamed is None:
        raise NotFound
    return renamed


@transaction.atomic
def remove_passkey(*, user: User, passkey_id: int, now: datetime) -> None:
    """Remove a passkey; 404 for another account's."""
    removed = factors.remove_passkey(user=user, passkey_id=passkey_id)
    if removed is None:
        raise NotFound
    _changed(user, texts.PASSKEY_REMOVED.of(name=removed.name), now)


def check_may_set_up_app(*, user: User) -> None:
    """Raise :class:`AppSetUp` if there is an authenticator app already."""
    if factors.app_of(user) is not None:
        raise AppSetUp


def turn_on_app(*, user: User, code: str, now: datetime) -> list[str]:
    """Turn on the authenticator app whose set-up was begun, by its first code; return the recovery codes.

    Raises :class:`AppSetUp`, :class:`NoApp` or :class:`WrongCode`.
    """
    check_may_set_up_app(user=user)
    setup: AppSetup | None = factors.app_begun(user, now)
    if setup is None:
        raise NoApp
    try:
        with transaction.atomic():
            reauthentication.lock_owner(user)
            codes = factors.confirm_app(user=user, setup=setup, code=code, now=now)
            if codes is not None:
                _changed(user, texts.APP_ON.of(), now)
    except IntegrityError as error:  # two requests confirmed at once
        raise AppSetUp from error
    if codes is None:
        raise WrongCode(_("This code is wrong. Is the clock of your phone right?"))
    return codes


@transaction.atomic
def turn_off_app(*, user: User, now: datetime) -> None:
    """Remove the authenticator app with its recovery codes; raises :class:`NoApp`."""
    if not factors.remove_app(user=user):
        raise NoApp
    _changed(user, texts.APP_OFF.of(), now)


@transaction.atomic
def new_recovery_codes(*, user: User, now: datetime) -> list[str]:
    """Replace the recovery codes; raises :class:`NoApp`."""
    reauthentication.lock_owner(user)
    if factors.app_of(user) is None:
        raise NoApp
    codes = factors.new_recovery_codes(user=user, now=now)
    _changed(user, texts.RECOVERY_CODES_NEW.of(), now)
    return codes


def remove_since(*, user: User, since: datetime) -> None:
    """Remove the factors that were added from a moment on: somebody else added them."""
    factors.remove_since(user=user, since=since)
    user.forget_factor_kinds()


@transaction.atomic
def reset(*, user: User, now: datetime) -> None:
    """Remove all factors of an account; operators do this for somebody who has lost theirs.

    Raises :class:`NoSecondFactor` (409).
    """
    refuse_without(user=user)
    factors.remove_all(user=user)
    _changed(user, texts.FACTORS_RESET.of(), now)


def refuse_without(*, user: User) -> None:
    """Raise :class:`NoSecondFactor` (409) for an account that has neither passkeys nor an app."""
    user.forget_factor_kinds()
    if not user.has_second_factor:
        raise NoSecondFactor


def _changed(user: User, said: Said, now: datetime) -> None:
    """Notify the owner, also by email: who did not do it must know."""
    user.forget_factor_kinds()
    _tell(user, "second_factor", said, f"{said.text.key}:{now.isoformat()}", now)


def _tell(user: User, kind: str, said: Said, key: str, now: datetime, *, link: str = PAGE) -> None:
    notifications.notify(
        user_id=user.pk, kind=kind, said=said, link=link, dedupe_key=f"{kind}:{key}", now=now
    )
