"""The photo of an account: for itself, and for the providers whom it has booked.

It is no public file, other than a provider's (:mod:`providers.profile`).
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import locks
from accounts.models import AccountPhoto, User
from marketplace.errors import NotFound
from marketplace.files import private
from marketplace.files.portraits import stored_portrait

FOLDER = "portraits"


def photo_of(user: User) -> AccountPhoto | None:
    """Return the photo of an account, if it has one; cached on ``user``."""
    return getattr(user, "photo", None)


def file_of(user: User) -> str:
    """Return the private file with an account's photo; 404 without one."""
    photo = photo_of(user)
    if photo is None:
        raise NotFound(_("There is no such photo."))
    return photo.file


def keep_photo(*, user: User, content: bytes) -> None:
    """Set the photo of an account, in place of the former one; 400 as :func:`stored_portrait` says."""
    with stored_portrait(content, folder=FOLDER) as stored, transaction.atomic():
        remove_photo(user=user)
        AccountPhoto.objects.create(user=user, file=stored)


@transaction.atomic
def remove_photo(*, user: User) -> None:
    """Remove the photo of an account, if there is one."""
    # Locked: of two photos that are sent at once, the second finds the first.
    locks.lock_account(user.pk)
    for photo in AccountPhoto.objects.filter(user=user):
        private.remove_after_commit(photo.file)
        photo.delete()
    # Without the cached photo.
    user.refresh_from_db()
