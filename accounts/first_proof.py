"""The first proof that whoever uses an account holds its mailbox.

Anybody can register somebody else's address. What they have set up must not open the account once its owner
has come (docs/decisions/0047).
"""

from datetime import datetime

from django.db import transaction

from accounts import account_texts as texts
from accounts import giving_back, notifications
from accounts.models import User


def shut_out(*, user: User, had_password: bool, now: datetime) -> None:
    """End every session, with its push notifications, and undo what was set up before.

    The caller has made the password unusable, in the same transaction. It may have been the owner's own, who
    is told.
    """
    giving_back.give_back(user=user, since=None, now=now)
    if had_password:
        notifications.notify(
            user_id=user.pk,
            kind="password_changed",
            said=texts.PASSWORD_REMOVED.of(),
            link="/login/help",
            dedupe_key=f"password_changed:{now.isoformat()}",
            now=now,
        )


def by_provider(*, user: User, now: datetime) -> None:
    """Let Google or Apple, which has proven that the address is the visitor's, be the first proof."""
    if user.email_verified_at is not None:
        return
    former, had_password = user.password, user.has_usable_password()
    user.email_verified_at = now
    user.set_unusable_password()
    with transaction.atomic():
        claimed = User.objects.filter(pk=user.pk, password=former, email_verified_at=None, is_active=True)
        if claimed.update(email_verified_at=now, password=user.password):
            shut_out(user=user, had_password=had_password, now=now)
