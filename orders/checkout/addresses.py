"""Pickup and delivery addresses: one line of text, ``street, city postalcode``.

The last four-digit number of the text is its postal code. :func:`providers.distance.serves` decides whether
a provider comes there; the list of providers for a postal code uses the same rule.
"""

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy

from marketplace.errors import Invalid
from orders.errors import NotServed, UnknownPostalCode
from providers.distance import is_registered, serves
from providers.models import Provider

MISSING = gettext_lazy("Address is required")
# [0-9], because \d also matches digits of other scripts. A country code may precede the number, as in
# CH-8001; A-6900 is Bregenz in Austria, so it is not read as the Swiss 6900.
_FOUR_DIGITS = re.compile(r"(?<!\w)(?:([A-Z]{1,2})-)?([0-9]{4})(?!\w)")


def clean_address(text: str, *, field: str) -> str:
    """Return the address without surrounding blanks; an empty one is a 400 at payload name ``field``."""
    trimmed = text.strip()
    if not trimmed:
        raise Invalid(str(MISSING), fields={field: [str(MISSING)]})
    return trimmed


def postal_code_of(address: str) -> str | None:
    """Return the last postal code in an address; ``None`` unless it is an existing Swiss one."""
    numbers = _FOUR_DIGITS.findall(address)
    if not numbers:
        return None
    country, code = numbers[-1]
    return code if country in {"", "CH"} and is_registered(code) else None


def check_served(
    addresses: Mapping[str, str], *, provider: Provider, service_area_codes: Sequence[str] | None = None
) -> None:
    """Refuse (400) addresses, by payload name, to which the provider does not come.

    Raises ``UnknownPostalCode`` where one names no Swiss postal code, else ``NotServed``. The provider's
    ``service_area_codes`` are queried if they are not given.
    """
    codes = {name: postal_code_of(text) for name, text in addresses.items()}
    if not codes:
        return
    if unknown := [name for name, code in codes.items() if code is None]:
        raise UnknownPostalCode(unknown)
    known = {name: code for name, code in codes.items() if code is not None}
    if service_area_codes is None:
        service_area_codes = list(provider.service_areas.values_list("postal_code", flat=True))
    if outside := [name for name, code in known.items() if not serves(code, service_area_codes)]:
        raise NotServed(provider.user.short_name, outside=outside, codes=known)
