"""The sitemap for search engines: public pages, and pages of providers. Part of the top layer."""

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
    """URLs under PUBLIC_URL; Django would use the host of the request."""

    def get_protocol(self, protocol: str | None = None) -> str:
        return str(urlsplit(settings.PUBLIC_URL).scheme)

    def get_domain(self, site: Any = None) -> str:
        return str(urlsplit(settings.PUBLIC_URL).netloc)


class PublicPages(_Listed):
    """The pages that are the same for everybody."""

    def items(self) -> list[str]:
        return page_template.public_addresses()

    def location(self, item: str) -> str:
        return item


class Providers(_Listed):
    """The pages of approved providers; paused ones are left out."""

    def items(self) -> QuerySet[Provider, UUID]:
        """Return their ids, in a stable order."""
        bookable = public_providers().filter(status=Provider.Status.APPROVED)
        return bookable.order_by("pk").values_list("pk", flat=True)

    def location(self, item: UUID) -> str:
        return f"/providers/{item}"


SITEMAPS = {"pages": PublicPages, "providers": Providers}
