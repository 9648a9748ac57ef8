"""The care profile: what a customer always wants, and the copy of it that an order carries."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from orders.models import RECEIVED, CareProfile, Detergent, Order

FIELDS = ("detergent", "softener", "temperature", "allergies", "ironing", "notes")


def profile_of(user: User) -> dict[str, Any]:
    """Return what a customer always wants; the defaults where they said nothing."""
    return care_for(user) or _as_dict(CareProfile())


def care_for(user: User) -> dict[str, Any] | None:
    """Return what a new order of a customer carries; ``None`` where they said nothing.

    No query where the customer was read with ``care_profile``.
    """
    profile: CareProfile | None = getattr(user, "care_profile", None)
    return _as_dict(profile) if profile and not profile.question_skipped else None


def save_profile(*, user: User, care: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Store what a customer wants from now on; orders that are placed keep their own."""
    profile, _is_new = CareProfile.objects.update_or_create(
        user=user, defaults=care | {"question_skipped": False, "changed_at": now}
    )
    return _as_dict(profile)


def is_question_open(user: User) -> bool:
    """Return whether the checkout asks a customer how they want their laundry.

    Once, with the first booking: not after an answer, nor after it was skipped or an order was paid
    without one.
    """
    if hasattr(user, "care_profile"):
        return False
    return not Order.objects.filter(customer=user, payment_status__in=RECEIVED).exists()


def skip_question(*, user: User, now: datetime) -> None:
    """Ask a customer no more; what they have said stays."""
    CareProfile.objects.get_or_create(user=user, defaults={"question_skipped": True, "changed_at": now})


def text_of(care: dict[str, Any] | None) -> str:
    """Return care as one line for operators; empty for none."""
    if care is None:
        return ""
    said = [
        str(Detergent(care["detergent"]).label),
        f"{care['temperature']} °C",
        _("with softener") if care["softener"] else _("no softener"),
    ]
    if care["ironing"]:
        said.append(_("shirts ironed"))
    if care["allergies"]:
        said.append(_("allergies: {text}").format(text=care["allergies"]))
    return ", ".join([*said, *([care["notes"]] if care["notes"] else [])])


def _as_dict(profile: CareProfile) -> dict[str, Any]:
    return {name: getattr(profile, name) for name in FIELDS}
