"""An account's favourite providers."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import locks
from accounts.models import User
from marketplace.errors import DomainError, NotFound, explain
from providers.models import Favourite
from providers.selectors import favourites_of, public_providers

MOST_FAVOURITES = 200

explain(too_many_favourites="The account has the most favorites that are allowed (409).")


@transaction.atomic
def add_favourite(*, user: User, provider_id: UUID, now: datetime) -> None:
    """Add a favourite; idempotent.

    :class:`NotFound` for a provider that is not public, 409 ``too_many_favourites`` past 200 that are.
    """
    # The lock serializes an account's changes: two in parallel must not both be the 200th.
    locks.lock_account(user.pk)
    if not public_providers().filter(pk=provider_id).exists():
        raise NotFound(_("There is no such provider."))
    if Favourite.objects.filter(user=user, provider_id=provider_id).exists():
        return
    # Those that are not public any more do not count: nobody could see which to remove.
    if len(favourites_of(user=user)) >= MOST_FAVOURITES:
        raise DomainError(
            _("You can keep up to {most} favorites. Please remove one first.").format(most=MOST_FAVOURITES),
            code="too_many_favourites",
        )
    Favourite.objects.create(user=user, provider_id=provider_id, created_at=now)


def remove_favourite(*, user: User, provider_id: UUID) -> None:
    """Remove a favourite, if it is one; :class:`NotFound` for a provider that does not exist."""
    number = Favourite.objects.filter(user=user, provider_id=provider_id).delete()[0]
    if not number and not public_providers().filter(pk=provider_id).exists():
        raise NotFound(_("There is no such provider."))
