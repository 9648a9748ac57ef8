"""The sitemap for search engines: public pages, and pages of providers. Part of the top layer."""

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as sitemaps
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from marketplace.web import page_template
from providers import catalogue
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


_SITEMAPS: "dict[str, type[Sitemap[Any]] | Sitemap[Any]]" = {"pages": PublicPages, "providers": Providers}
# As Django's own view says: the file itself is nothing to be found.
_NOT_LISTED = {"X-Robots-Tag": "noindex, noodp, noarchive"}
# The version of the provider lists and the address under which the file was made, and the file.
_made: list[tuple[tuple[int, str], bytes]] = []


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Serve the sitemap, made anew only once a list of providers has changed."""
    version = catalogue.version()
    made_of = None if version is None else (version, settings.PUBLIC_URL)
    stored = next((content for key, content in _made if key == made_of), None)
    content = _render(request) if stored is None else stored
    if made_of is not None and stored is None:
        _made[:] = [(made_of, content)]
    return HttpResponse(content, content_type="application/xml", headers=_NOT_LISTED)


def _render(request: HttpRequest) -> bytes:
    # It is one page, whatever the query says.
    request.GET = QueryDict()
    response: TemplateResponse = sitemaps.sitemap(request, sitemaps=_SITEMAPS)
    content: bytes = response.render().content
    return content
