"""The page of one provider: its name in the first response, and the API responses that it needs first."""

import re
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

from django.db import Error
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer

from marketplace import clock
from marketplace.errors import NotFound
from marketplace.http.throttling import ProviderReadThrottle
from providers.api.serializers import details_json
from providers.localities import city_of
from providers.models import Provider
from providers.provider_details import provider_details

_PATH = re.compile(r"/providers/([^/]*)")
# The format of ids in the API's URLs.
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class ProviderPage(NamedTuple):
    """Placeholders of the title, API responses (JSON) by path, and the provider."""

    names: dict[str, str]
    responses: dict[str, str]
    provider: Provider


def provider_page(request: HttpRequest, *, postal_code: str) -> ProviderPage | None:
    """Return what a provider's page starts with, seen from a postal code; ``None`` for every other page.

    Raises :class:`marketplace.errors.NotFound` for a provider that is not public.
    """
    match = _PATH.fullmatch(request.path)
    if match is None:
        return None
    if not ID.fullmatch(match[1]):
        raise NotFound(_("There is no such provider."))
    # Beyond the limit, and without a database, the app requests the data itself, and shows the error.
    if not ProviderReadThrottle().is_allowed(request):
        return None
    with suppress(Error):
        details = provider_details(provider_id=UUID(match[1]), now=clock.now())
        address = f"/api/providers/details/{match[1]}?from={postal_code}"
        body = JSONRenderer().render(details_json(details, postal_code=postal_code)).decode()
        return ProviderPage(_names(details.provider), {address: body}, details.provider)
    return None


def _names(provider: Provider) -> dict[str, str]:
    return {"name": provider.user.short_name, "city": city_of_provider(provider)}


def city_of_provider(provider: Provider) -> str:
    """Return the place of the first postal code that a provider serves, in the active language."""
    return next((city for code in provider.service_area_codes if (city := city_of(code))), _("Switzerland"))
