"""Who runs the site: on invoices, and in the imprint that Swiss law asks of an online shop."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core import checks


@dataclass(frozen=True)
class SiteOwner:
    """A company, its address line by line, and its VAT number; empty: not registered."""

    name: str
    address: list[str]
    vat_number: str


def site_owner() -> SiteOwner | None:
    """Return who runs the site; ``None`` while name or address is unset."""
    if not (settings.PLATFORM_BANK_HOLDER and settings.PLATFORM_ADDRESS):
        return None
    return SiteOwner(
        name=settings.PLATFORM_BANK_HOLDER,
        address=settings.PLATFORM_ADDRESS.split(", "),
        vat_number=settings.PLATFORM_VAT_NUMBER,
    )


def warn_without_owner(**_given: Any) -> list[checks.CheckMessage]:
    """Warn before a deployment whose legal pages would not say who runs the site."""
    if site_owner() is not None:
        return []
    return [
        checks.Warning(
            "The legal pages do not say who runs this site.",
            hint="Set PLATFORM_BANK_HOLDER and PLATFORM_ADDRESS, and PLATFORM_VAT_NUMBER if you have one.",
            id="marketplace.W001",
        )
    ]
