"""Signing in: with a password, equally slow whether the account exists or not, or by a mailed link."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework import status

from accounts import emailed_links, first_proof, limits
from accounts.emailed_links import LinkEnded, Purpose
from accounts.hashing import PasswordsBusy
from accounts.limits import Client
from accounts.models import User
from accounts.models.account import password_spellings
from marketplace.errors import DomainError


class WrongCredentials(DomainError):
    """The address is unknown, the password wrong or the account closed; it is not told which (401)."""

    status = status.HTTP_401_UNAUTHORIZED
    code = "invalid_credentials"

    def __init__(self) -> None:
        super().__init__(_("Invalid email or password"), extra={"success": False})


def _account_with(*, email: str, password: str) -> User | None:
    user = User.objects.with_email(email).first()
    if user is None:
        for one in password_spellings(password):
            User().set_password(one)  # takes as long as checking the password would
        return None
    return user if user.check_password(password) and user.is_active else None


def account_of_credentials(*, email: str, password: str, client: Client, now: datetime) -> User:
    """Return the account of these credentials; it may still need a second step.

    Raises :class:`WrongCredentials`, and without checking the password 429 ``throttled`` and
    :class:`~accounts.hashing.PasswordsBusy`.
    """
    attempt = limits.claim_sign_in(email=email, client=client, now=now)
    try:
        user = _account_with(email=email, password=password)
    except PasswordsBusy:
        attempt.was_not_wrong()
        raise
    if user is None:
        attempt.was_wrong()
        raise WrongCredentials
    attempt.was_not_wrong()
    return user


def account_of_link(*, token: str, now: datetime) -> User:
    """Return the account of a mailed link, once; it may still need a second step.

    The first proof of the mailbox shuts out whoever used the account before (:mod:`accounts.first_proof`).
    Raises :class:`~accounts.emailed_links.LinkEnded`.
    """
    user = emailed_links.account_of(token=token, purpose=Purpose.SIGN_IN, now=now)
    former, had_password, is_first = user.password, user.has_usable_password(), user.email_verified_at is None
    if is_first:
        user.email_verified_at = now
        user.set_unusable_password()
    with transaction.atomic():
        # Compare-and-set: of two parallel requests the second no longer matches ``last_login``.
        claimed = User.objects.filter(
            pk=user.pk, password=former, email=user.email, last_login=user.last_login, is_active=True
        ).update(last_login=now, email_verified_at=user.email_verified_at, password=user.password)
        if not claimed:
            raise LinkEnded
        if is_first:
            first_proof.shut_out(user=user, had_password=had_password, now=now)
    return user
