"""The care profile: what a customer always wants, and the copy of it that an order carries."""

from datetime import datetime
from typing import Any

from accounts.models import User
from orders.models import CareProfile

FIELDS = ("detergent", "softener", "temperature", "allergies", "ironing", "notes")


def profile_of(user: User) -> dict[str, Any]:
    """Return what a customer always wants; the defaults where they said nothing."""
    return care_for(user) or _as_dict(CareProfile())


def care_for(user: User) -> dict[str, Any] | None:
    """Return what a new order of a customer carries; ``None`` where they said nothing.

    No query where the customer was read with ``care_profile``.
    """
    profile: CareProfile | None = getattr(user, "care_profile", None)
    return _as_dict(profile) if profile else None


def save_profile(*, user: User, care: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Store what a customer wants from now on; orders that are placed keep their own."""
    profile, _ = CareProfile.objects.update_or_create(user=user, defaults=care | {"changed_at": now})
    return _as_dict(profile)


def _as_dict(profile: CareProfile) -> dict[str, Any]:
    return {name: getattr(profile, name) for name in FIELDS}
