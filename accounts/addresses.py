"""A customer's pickup addresses. One of them is the default."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import locks
from accounts.models import Address, User
from marketplace.errors import DomainError, NotFound, explain

MAX_ADDRESSES = 20

explain(too_many_addresses="The account has the most addresses that are allowed (409).")


def _make_default(address: Address) -> None:
    Address.objects.filter(user_id=address.user_id, is_default=True).exclude(pk=address.pk).update(
        is_default=False
    )
    Address.objects.filter(pk=address.pk).update(is_default=True)
    address.is_default = True


def address_for(*, user: User, address_id: UUID) -> Address:
    """Return an address of the account; 404 for one that is somebody else's."""
    address = Address.objects.filter(user=user, pk=address_id).first()
    if address is None:
        raise NotFound
    return address


def add_address(
    *, user: User, label: str, street: str, city: str, postal_code: str, is_default: bool, now: datetime
) -> Address:
    """Add an address; the first one is the default. 409 ``too_many_addresses`` past 20."""
    with transaction.atomic():
        locks.lock_account(user.pk)
        count = Address.objects.filter(user=user).count()
        if count >= MAX_ADDRESSES:
            raise DomainError(
                _("You can keep up to {most} addresses. Please delete one first.").format(most=MAX_ADDRESSES),
                code="too_many_addresses",
            )
        address = Address.objects.create(
            user=user, label=label, street=street, city=city, postal_code=postal_code, created_at=now
        )
        if is_default or not count:
            _make_default(address)
    return address


def change_address(*, user: User, address_id: UUID, changes: dict[str, str | bool]) -> Address:
    """Change some fields of an address. The default stays so until another address becomes it."""
    with transaction.atomic():
        locks.lock_account(user.pk)
        address = address_for(user=user, address_id=address_id)
        becomes_default = bool(changes.pop("is_default", False))
        for field, value in changes.items():
            setattr(address, field, value)
        address.save(update_fields=list(changes))
        if becomes_default:
            _make_default(address)
    return address


def remove_address(*, user: User, address_id: UUID) -> None:
    """Delete an address; when it was the default, the oldest of the others becomes it."""
    with transaction.atomic():
        locks.lock_account(user.pk)
        address = address_for(user=user, address_id=address_id)
        was_default = address.is_default
        address.delete()
        oldest = Address.objects.filter(user=user).order_by("created_at", "pk").first()
        if was_default and oldest is not None:
            _make_default(oldest)
