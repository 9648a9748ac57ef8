"""Pickup and delivery addresses: one line of text, ``street, city postalcode``.

:func:`marketplace.postal_codes.of_address` reads the postal code. :func:`providers.distance.serves` decides
whether a provider comes there; the list of providers for a postal code uses the same rule.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy

from marketplace.errors import Invalid
from marketplace.postal_codes import names_liechtenstein, of_address
from orders.errors import NotServed, UnknownPostalCode
from providers.distance import serves
from providers.models import Provider

MISSING = gettext_lazy("Address is required")


def clean_address(text: str, *, field: str) -> str:
    """Return the address without surrounding blanks; an empty one is a 400 at payload name ``field``."""
    trimmed = text.strip()
    if not trimmed:
        raise Invalid(str(MISSING), fields={field: [str(MISSING)]})
    return trimmed


def check_served(
    addresses: Mapping[str, str], *, provider: Provider, service_area_codes: Sequence[str] | None = None
) -> None:
    """Refuse (400) addresses, by payload name, to which the provider does not come.

    Raises ``UnknownPostalCode`` where one names no Swiss postal code, else ``NotServed``. The provider's
    ``service_area_codes`` are queried if they are not given.
    """
    codes = {name: of_address(text) for name, text in addresses.items()}
    if not codes:
        return
    if unknown := [name for name, code in codes.items() if code is None]:
        abroad = [name for name in unknown if names_liechtenstein(addresses[name])]
        raise UnknownPostalCode(unknown, in_liechtenstein=abroad)
    known = {name: code for name, code in codes.items() if code is not None}
    if service_area_codes is None:
        service_area_codes = list(provider.service_areas.values_list("postal_code", flat=True))
    if outside := [name for name, code in known.items() if not serves(code, service_area_codes)]:
        raise NotServed(provider.user.short_name, outside=outside, codes=known)
