"""What search engines are shown: the public pages, and the pages of providers. Part of the roof."""

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet

from marketplace.web import page_template
from providers.models import Provider
from providers.selectors import public_providers


class _Listed(Sitemap):  # type: ignore[type-arg]  # not generic when it runs
    """Addresses of ours; the framework would name the host that the request asked for."""

    def get_protocol(self, protocol: str | None = None) -> str:
        """Return how the site is reached."""
        return str(urlsplit(settings.PUBLIC_URL).scheme)

    def get_domain(self, site: Any = None) -> str:
        """Return where the site is reached."""
        return str(urlsplit(settings.PUBLIC_URL).netloc)


class PublicPages(_Listed):
    """The pages that are the same for everybody."""

    def items(self) -> list[str]:
        return page_template.public_addresses()

    def location(self, item: str) -> str:
        return item


class Providers(_Listed):
    """The pages of providers. Who pauses, or was never approved, is not looked for."""

    def items(self) -> QuerySet[Provider, UUID]:
        """Return their ids, in an order that stays."""
        bookable = public_providers().filter(status=Provider.Status.APPROVED)
        return bookable.order_by("pk").values_list("pk", flat=True)

    def location(self, item: UUID) -> str:
        return f"/providers/{item}"


SITEMAPS = {"pages": PublicPages, "providers": Providers}
