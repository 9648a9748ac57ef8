"""Signing in with a password: limited, and equally slow whether the account exists or not."""

from datetime import datetime

from rest_framework import status

from accounts import limits
from accounts.limits import Client
from accounts.models import User
from marketplace.errors import Refusal


class WrongCredentials(Refusal):
    """Unknown address, wrong password or closed account: which of them is not said (401)."""

    status = status.HTTP_401_UNAUTHORIZED
    code = "invalid_credentials"

    def __init__(self) -> None:
        super().__init__("Invalid email or password", extra={"success": False})


def _account_with(*, email: str, password: str) -> User | None:
    user = User.objects.filter(email=email).first()
    if user is None:
        User().set_password(password)  # the time that checking a password takes
        return None
    return user if user.check_password(password) and user.is_active else None


def account_of_credentials(*, email: str, password: str, client: Client, now: datetime) -> User:
    """Return the account that these credentials open, and remember the client.

    Raises :class:`WrongCredentials`, or 429 ``throttled`` without looking at the password.
    """
    email = User.objects.normalize_email(email)
    attempt = limits.claim_sign_in(email=email, client=client, now=now)
    user = _account_with(email=email, password=password)
    if user is None:
        raise WrongCredentials
    attempt.delete()
    limits.remember_client(user_id=user.pk, client=client, now=now)
    return user
