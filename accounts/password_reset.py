"""Choosing a new password by a mailed link, after forgetting the old one."""

from datetime import datetime

from django.db import transaction

from accounts import account_texts as texts
from accounts import emailed_links, giving_back, notifications, signed_in_devices
from accounts.emailed_links import LinkEnded, Purpose
from accounts.models import User
from marketplace.events.live import publish_session_ended


def reset(*, token: str, password: str, now: datetime) -> User:
    """Set the password by a link, once, and return the account; every session that it had ends.

    The caller has validated the password. An account that signed in through Google or Apple alone then has
    one, too. Raises :class:`~accounts.emailed_links.LinkEnded`.
    """
    user = emailed_links.account_of(token=token, purpose=Purpose.RESET, now=now)
    former, is_first_proof = user.password, user.email_verified_at is None
    user.set_password(password)
    # The link proves access to the mailbox.
    user.email_verified_at = user.email_verified_at or now
    with transaction.atomic():
        # Compare-and-set: of two parallel requests the second no longer matches the former password.
        claimed = User.objects.filter(pk=user.pk, password=former, email=user.email, is_active=True).update(
            password=user.password, email_verified_at=user.email_verified_at
        )
        if not claimed:
            raise LinkEnded
        tell_of_new_password(user=user, now=now)
        if is_first_proof:
            giving_back.give_back(user=user, since=None, now=now)
        else:
            signed_in_devices.end_others(user=user, session_key=None)
            publish_session_ended(account_id=user.pk, now=now)
    return user


def tell_of_new_password(*, user: User, now: datetime) -> None:
    """Notify the account, also by email: an owner who did not change the password must know."""
    notifications.notify(
        user_id=user.pk,
        kind="password_changed",
        said=texts.PASSWORD_CHANGED.of(),
        link="/login/help",
        dedupe_key=f"password_changed:{now.isoformat()}",
        now=now,
    )
