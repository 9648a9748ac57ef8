"""A new password for somebody who has forgotten theirs, by a link that was mailed to them."""

from datetime import datetime

from django.db import transaction

from accounts import account_texts as texts
from accounts import emailed_links, notifications, signed_in_devices
from accounts.emailed_links import LinkEnded, Purpose
from accounts.models import User
from marketplace.events.live import publish_session_ended


def reset(*, token: str, password: str, now: datetime) -> User:
    """Set the password by a link, once, and return the account; every session that it had ends.

    The password has been found good. An account that signed in through Google or Apple alone has one from
    then on. Raises :class:`~accounts.emailed_links.LinkEnded`.
    """
    user = emailed_links.account_of(token=token, purpose=Purpose.RESET, now=now)
    former = user.password
    user.set_password(password)
    # Whoever has the link has the mailbox.
    user.email_verified_at = user.email_verified_at or now
    with transaction.atomic():
        # Of two who press at once the second finds another password than the link was made for.
        claimed = User.objects.filter(pk=user.pk, password=former, email=user.email, is_active=True).update(
            password=user.password, email_verified_at=user.email_verified_at
        )
        if not claimed:
            raise LinkEnded
        tell_of_new_password(user=user, now=now)
        signed_in_devices.end_others(user=user, session_key=None)
        publish_session_ended(account_id=user.pk, now=now)
    return user


def tell_of_new_password(*, user: User, now: datetime) -> None:
    """Tell the account, also by e-mail, that its password is another: who did not do it must know."""
    notifications.notify(
        user_id=user.pk,
        kind="password_changed",
        said=texts.PASSWORD_CHANGED.of(),
        link="/login/help",
        dedupe_key=f"password_changed:{now.isoformat()}",
        now=now,
    )
