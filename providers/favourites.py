"""The providers whom an account wants to find again."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import locks
from accounts.models import User
from marketplace.errors import DomainError, NotFound, explain
from providers.models import Favourite
from providers.selectors import public_providers

MOST_FAVOURITES = 200

explain(too_many_favourites="The account keeps as many favourites as it may (409).")


@transaction.atomic
def add_favourite(*, user: User, provider_id: UUID, now: datetime) -> None:
    """Keep a provider; one who is kept already stays as they are.

    :class:`NotFound` for one whom nobody can look at, 409 ``too_many_favourites`` past 200.
    """
    # One account's changes follow one another: two at once must not both be the 200th.
    locks.lock_account(user.pk)
    if not public_providers().filter(pk=provider_id).exists():
        raise NotFound(_("There is no such provider."))
    favourites = Favourite.objects.filter(user=user)
    if favourites.filter(provider_id=provider_id).exists():
        return
    if favourites.count() >= MOST_FAVOURITES:
        raise DomainError(
            _("You can keep up to {most} favourites. Please remove one first.").format(most=MOST_FAVOURITES),
            code="too_many_favourites",
        )
    Favourite.objects.create(user=user, provider_id=provider_id, created_at=now)


def remove_favourite(*, user: User, provider_id: UUID) -> None:
    """Keep a provider no longer, kept or not; :class:`NotFound` for one who does not exist."""
    number = Favourite.objects.filter(user=user, provider_id=provider_id).delete()[0]
    if not number and not public_providers().filter(pk=provider_id).exists():
        raise NotFound(_("There is no such provider."))
