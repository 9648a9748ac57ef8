"""Photos for damage claims: uploaded first, sent with a claim or an answer, removed after a time."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace.errors import NotFound
from marketplace.files import private
from marketplace.files.accepting import accepted_picture
from orders import locking
from orders.claims.claiming import MOST_PHOTOS, ClaimTooEarly
from orders.errors import TooManyPhotos
from orders.models import Order, OrderPhoto

FOLDER = "claims"
LONGEST_SIDE = 1600
# What was uploaded and never sent.
KEEP_PENDING = timedelta(days=1)
_AT_ONCE = 500


def add_photo(*, order: Order, user: User, content: bytes, now: datetime) -> OrderPhoto:
    """Store a photo that one side of an order uploads; a JPEG or PNG of 10 MB at most, else 400.

    It is re-encoded, which drops its GPS position. Raises :class:`ClaimTooEarly` (409) for an order that was
    not paid, :class:`~orders.errors.TooManyPhotos` (409). The caller has made sure that ``user`` is the
    order's customer or provider.
    """
    if not order.was_paid:
        raise ClaimTooEarly
    # Checked before the picture is drawn, and again under the lock.
    _refuse_too_many(order, user)
    picture = accepted_picture(content, longest_side=LONGEST_SIDE)
    with (
        private.stored(picture.content, folder=FOLDER, suffix=picture.suffix) as stored,
        transaction.atomic(),
    ):
        locking.locked_order(order_id=order.pk)
        _refuse_too_many(order, user)
        return OrderPhoto.objects.create(order=order, uploaded_by=user, file=stored, uploaded_at=now)


def _refuse_too_many(order: Order, user: User) -> None:
    pending = OrderPhoto.objects.filter(order=order, uploaded_by=user, claim__isnull=True)
    if pending.count() >= MOST_PHOTOS:
        raise TooManyPhotos(_("There can be {most} photos at most.").format(most=MOST_PHOTOS))


def photo_of(*, order: Order, photo_id: UUID, user: User) -> OrderPhoto:
    """Return a photo of an order's claim, or one's own that is not sent yet; 404 otherwise."""
    seen = Q(claim__isnull=False) | Q(uploaded_by=user)
    photo = OrderPhoto.objects.filter(seen, order=order, pk=photo_id).first()
    if photo is None:
        raise NotFound(_("There is no such photo."))
    return photo


@transaction.atomic
def remove_photo(*, order: Order, photo_id: UUID, user: User) -> None:
    """Remove one's own photo that is not sent with a claim; 404 for every other."""
    own = OrderPhoto.objects.filter(order=order, uploaded_by=user, claim__isnull=True)
    # Locked, so that a claim that is given it in this moment keeps it.
    photo = own.select_for_update(of=("self",)).filter(pk=photo_id).first()
    if photo is None:
        raise NotFound(_("There is no such photo."))
    private.remove_after_commit(photo.file)
    photo.delete()


def remove_old(*, now: datetime) -> int:
    """Remove photos that were never sent, and those of claims after ``KEEP_MESSAGE_PHOTOS_DAYS``.

    Those of a claim that is still open stay, as do those that are sent with one in this moment. Return how
    many.
    """
    sent_before = now - timedelta(days=settings.KEEP_MESSAGE_PHOTOS_DAYS)
    is_over = Q(claim__isnull=True) | Q(claim__decided_at__isnull=False, uploaded_at__lt=sent_before)
    old = OrderPhoto.objects.filter(is_over, uploaded_at__lt=now - KEEP_PENDING).order_by("uploaded_at")
    removed = 0
    while count := _remove_some(old):
        removed += count
    return removed


@transaction.atomic
def _remove_some(old: QuerySet[OrderPhoto]) -> int:
    found = list(_left_alone(old)[:_AT_ONCE])
    for photo in found:
        private.remove_after_commit(photo.file)
    OrderPhoto.objects.filter(pk__in=[photo.pk for photo in found]).delete()
    return len(found)


def _left_alone(old: QuerySet[OrderPhoto]) -> QuerySet[OrderPhoto]:
    """Lock photos, read under the lock, and skip those that a claim is just being given."""
    return old.select_for_update(of=("self",), skip_locked=True)
