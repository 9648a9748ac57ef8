"""Providers' settings: how they present themselves, and how they want to be booked.

Every change is in customers' lists at once. An order keeps the terms under which it was placed:
they are copied onto it (:mod:`orders.checkout.placing`).
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace import postal_codes
from marketplace.errors import DomainError, Forbidden, Invalid, explain
from marketplace.files import private, remade
from marketplace.files.portraits import stored_portrait
from providers import catalogue
from providers.applying import MOST_AREAS
from providers.models import Provider, ServiceArea

MOST_SPECIALTIES, LONGEST_SPECIALTY = 8, 30
WORKING = (Provider.Status.APPROVED, Provider.Status.PAUSED)
PHOTOS = "photos"
_COLUMNS = ("business_name", "bio", "specialties", "accepts_instantly", "late_fee_percent")

explain(
    not_a_postal_code="The text is not a Swiss postal code (400).",
    service_areas="The number of served postal codes is zero or above the limit (400).",
)


class SettingsChanged(DomainError):
    """The settings changed since the caller read them (409); ``current`` carries the present ones."""

    code = "version_conflict"

    def __init__(self) -> None:
        super().__init__(_("Your settings have changed in the meantime. Please look at them and save again."))


def own(*, user: User) -> Provider:
    """Return the account's provider; 403 unless approved or paused."""
    provider = Provider.objects.select_related("user").filter(user=user, status__in=WORKING).first()
    if provider is None:
        raise Forbidden(_("Only providers have settings. You can become one from your profile."))
    return provider


def codes_of(provider: Provider) -> list[str]:
    """Return the postal codes that a provider serves, in the provider's own order."""
    return list(provider.service_areas.values_list("postal_code", flat=True))


def version_of(provider: Provider, codes: Iterable[str]) -> str:
    """Return a hash of the settings; the photo, which is replaced as a whole, is not included."""
    parts = [*(getattr(provider, column) for column in _COLUMNS), list(codes)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@transaction.atomic
def change(*, provider_id: UUID, values: Mapping[str, Any], expected_version: str | None = None) -> Provider:
    """Change some of a provider's settings.

    ``values`` are columns of the provider, and ``service_area``: Swiss postal codes, stored once each in
    their order (400 for none, too many or unknown ones). Running orders are unaffected, even outside the new
    area. ``expected_version`` is the one (:func:`version_of`) that the caller has edited; 409 if the settings
    are others by now.
    """
    provider = _locked(provider_id)
    codes = codes_of(provider)
    if expected_version is not None and expected_version != version_of(provider, codes):
        raise SettingsChanged
    columns = {column: values[column] for column in _COLUMNS if column in values}
    if "specialties" in columns:
        columns["specialties"] = once_each(columns["specialties"])
    columns = {column: value for column, value in columns.items() if getattr(provider, column) != value}
    for column, value in columns.items():
        setattr(provider, column, value)
    if columns:
        provider.save(update_fields=[*columns])
    is_elsewhere = "service_area" in values and _serve(provider, values["service_area"], before=codes)
    if columns or is_elsewhere:
        catalogue.touch()
    return provider


def _locked(provider_id: UUID) -> Provider:
    locking = Provider.objects.select_related("user").select_for_update(no_key=True, of=("self",))
    return locking.get(pk=provider_id)


def once_each(words: Iterable[str]) -> list[str]:
    """Return the words in order, without those that differ from an earlier one only in case."""
    found: dict[str, str] = {}
    for word in words:
        found.setdefault(word.casefold(), word)
    return list(found.values())


def _serve(provider: Provider, wanted: Iterable[str], *, before: list[str]) -> bool:
    """Store the codes that a provider serves; return whether they are others than before."""
    codes = list(dict.fromkeys(wanted))
    check_area(codes, before=before)
    if codes == before:
        return False
    ServiceArea.objects.filter(provider=provider).delete()
    ServiceArea.objects.bulk_create(
        ServiceArea(provider=provider, postal_code=code, position=position)
        for position, code in enumerate(codes)
    )
    return True


def check_area(codes: list[str], *, before: list[str]) -> None:
    """Raise 400 for no postal codes, too many or unknown ones; ``before`` are those that are served now."""
    # Codes that are served already stay valid: the table of postal codes may have changed.
    unknown = [code for code in codes if code not in before and not postal_codes.is_registered(code)]
    if unknown:
        raise _field_error(
            _("Not a Swiss postal code: {codes}.").format(codes=", ".join(unknown[:5])), "not_a_postal_code"
        )
    if not codes:
        raise _field_error(_("Name at least one postal code that you serve."), "service_areas")
    if len(codes) > MOST_AREAS:
        raise _field_error(_("Name at most {most} postal codes.").format(most=MOST_AREAS), "service_areas")


def _field_error(sentence: str, code: str) -> Invalid:
    return Invalid(sentence, code=code, fields={"serviceArea": [sentence]})


# --- The photo ------------------------------------------------------------------------------------------


def keep_photo(*, provider_id: UUID, content: bytes) -> Provider:
    """Set a provider's public photo, in place of the former one.

    ``content`` is at most 10 MB of JPEG or PNG, recognized by its bytes, else 400. It is re-encoded, which
    removes location and camera data, and cut to a square. Each photo has its own URL, which can be cached
    for ever.
    """
    with stored_portrait(content, folder=PHOTOS) as stored:
        return _show(provider_id, stored)


def remove_photo(*, provider_id: UUID) -> Provider:
    """Remove a provider's photo, if there is one."""
    return _show(provider_id, None)


def erase_photo(*, user_id: UUID, now: datetime) -> None:
    """Remove the photo of an account that is being erased, and kept pictures, if it is a provider's."""
    for provider_id in Provider.objects.filter(user=user_id).values_list("pk", flat=True):
        remove_photo(provider_id=provider_id)


@transaction.atomic
def _show(provider_id: UUID, stored: str | None) -> Provider:
    provider = _locked(provider_id)
    replaced = provider.profile_image_url
    provider.profile_image_url = f"/{stored}" if stored else ""
    provider.save(update_fields=["profile_image_url"])
    # Other URLs are static files.
    if replaced.startswith(f"/{PHOTOS}/"):
        private.remove_after_commit(str(PurePosixPath(replaced).relative_to("/")))
    # Pictures of link previews show the photo, and the name.
    remade.forget_after_commit(str(provider_id))
    if replaced != provider.profile_image_url:
        catalogue.touch()
    return provider
