"""Pictures of link previews: of home, of the services with their prices, and of each public provider.

A picture's address names its language, its subject and a hash of all that it shows, so that it can be cached
for ever. It is drawn at its first request and stored (:mod:`marketplace.files.remade`). A process draws one
at a time; whoever would have to wait is sent to the general picture, so that crawlers do not hold up the
site.
Part of the top layer.
"""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin
from uuid import UUID

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from marketplace.files import private, remade
from marketplace.text import initial
from marketplace.web.figure_texts import names_in_texts
from marketplace.web.provider_page import ID, city_of_provider
from marketplace.web_files import filled_in, language, texts
from orders.documents import drawing
from orders.models import ServiceType
from orders.prices.pricing import INCLUDED_KG, amount_text, kilograms
from providers.models import Provider
from providers.profile import PHOTOS
from providers.selectors import public_providers, with_card

_LAYOUT = Path(__file__).with_name("preview_pictures") / "preview.typ"
_PAGES = {"/": "home", "/services": "services"}
_FIGURES = {
    ServiceType.STANDARD: "figureStandard",
    ServiceType.PREMIUM: "figurePremium",
    ServiceType.IRONING: "figureIroning",
}
# The colours of initials, as in the web app (frontend/src/ui/theme.css, avatar.tsx).
_TINTS = (
    ("#cdeae5", "#0b4f49"),
    ("#ffdcc7", "#7c2d08"),
    ("#d5e6f6", "#1b4468"),
    ("#e4e0f5", "#41347a"),
    ("#f6e3b4", "#5f4300"),
    ("#d8ebcd", "#2c5216"),
)
_FOR_EVER = "public, max-age=31536000, immutable"


class Preview(NamedTuple):
    """The picture of a page's link: its URL, and its text for those who do not see it."""

    url: str
    alt: str


def general_picture() -> str:
    """Return the URL of the picture that stands for the product, without a word on it."""
    return str(urljoin(settings.PUBLIC_URL, f"{settings.STATIC_URL}app/preview.png"))


def preview_of(path: str, *, provider: Provider | None, description: str) -> Preview:
    """Return the picture of a page in the active language; ``provider`` is whom the page is about."""
    subject = str(provider.pk) if provider else _PAGES.get(path)
    if subject is None:
        return Preview(general_picture(), settings.PRODUCT_NAME)
    return Preview(urljoin(settings.PUBLIC_URL, _address(subject, _shown(subject, provider))), description)


@require_safe
def picture(request: HttpRequest, code: str, subject: str, version: str) -> HttpResponse:
    """Respond with a picture; 404 where its page is one. A former version leads to the present one."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(code):
        provider = None if subject in _PAGES.values() else _public(subject)
        shown = _shown(subject, provider)
        address = _address(subject, shown)
    if request.path != address:
        return _sent_to(address)
    try:
        name = f"{subject}-{_version(shown)}.png"
        content = _cached(name, shown, photo=provider.profile_image_url if provider else "")
    except private.StoreUnavailable:
        content = None
    if content is None:
        return _sent_to(general_picture())
    headers = {"Cache-Control": _FOR_EVER, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(content, content_type="image/png", headers=headers)


def _public(subject: str) -> Provider:
    """Return the provider with an id. Raises ``Http404`` where they have no page."""
    found = with_card(public_providers()).filter(pk=UUID(subject)).first() if ID.fullmatch(subject) else None
    if found is None:
        raise Http404
    return found


def _sent_to(address: str) -> HttpResponse:
    response = redirect(address)
    response["Cache-Control"] = "no-store"
    return response


def _cached(name: str, shown: dict[str, Any], *, photo: str) -> bytes | None:
    """Return the picture, drawn if it is not stored; ``None`` while something else is drawn."""
    content = remade.content_of(name)
    if content is None:
        content = drawing.picture(_LAYOUT, shown | {"photo": _photo(photo)})
        if content is not None:
            remade.store(name, content)
    return content


def _photo(address: str) -> dict[str, Any] | None:
    """Return a provider's photo for the layout; ``None``: they have none, or it is gone."""
    try:
        if address.startswith(f"/{PHOTOS}/"):
            with private.opened(address.removeprefix("/")) as file:
                content = file.read()
        elif address:
            content = _static_file(address.removeprefix(settings.STATIC_URL)).read_bytes()
        else:
            return None
    except FileNotFoundError:
        return None
    return {"bytes": list(content), "format": address.rpartition(".")[2]}


def _static_file(name: str) -> Path:
    """Return a collected static file, else the one that would be: portraits of a demonstration."""
    found = finders.find(name)
    return Path(found) if isinstance(found, str) else settings.STATIC_ROOT / name


# --- What a picture shows --------------------------------------------------------------------------------


def _address(subject: str, shown: dict[str, Any]) -> str:
    return f"/previews/{language()}/{subject}/{_version(shown)}.png"


def _version(shown: dict[str, Any]) -> str:
    """Return a hash of what a picture shows, and of how it is laid out."""
    said = json.dumps(shown, sort_keys=True) + _layout_version()
    return hashlib.sha256(said.encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def _layout_version() -> str:
    files = sorted(_LAYOUT.parent.iterdir())
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _shown(subject: str, provider: Provider | None) -> dict[str, Any]:
    """Return what is on a picture in the active language, as its layout reads it."""
    figures = names_in_texts()
    price = _("From CHF {amount}").format(amount=figures["figureLowest"])
    frame = {"product": settings.PRODUCT_NAME, "lang": language(), "price": price}
    if provider:
        return frame | _of_provider(provider)
    if subject == "services":
        return frame | _of_services(figures)
    headline = filled_in(texts("metadata").get("default.description", ""), figures)
    return frame | {"kind": "home", "headline": headline}


def _of_services(figures: dict[str, str]) -> dict[str, Any]:
    included = dict.fromkeys(ServiceType, _("up to {weight}").format(weight=kilograms(INCLUDED_KG)))
    included[ServiceType.IRONING] = amount_text(service_type=ServiceType.IRONING, weight=INCLUDED_KG)
    services = [
        {"name": str(one.label), "price": f"CHF {figures[figure]}", "amount": included[one]}
        for one, figure in _FIGURES.items()
    ]
    fee, included_too = _("Platform fee"), _("Pickup and delivery")
    return {
        "kind": "services",
        "headline": _("Services and prices"),
        "services": services,
        "below": f"{fee} CHF {figures['figureFee']} · {included_too}",
    }


def _of_provider(provider: Provider) -> dict[str, Any]:
    user, count = provider.user, provider.review_count
    reviews = ngettext("{count} review", "{count} reviews", count).format(count=count)
    rating = {"stars": provider.rating, "average": f"{provider.rating:.1f}", "reviews": reviews}
    return {
        "kind": "provider",
        "name": user.short_name,
        "business": provider.business_name,
        "town": city_of_provider(provider),
        "rating": rating if count else None,
        "offers": provider.specialties or [str(service.label) for service in ServiceType],
        "photo": provider.profile_image_url,
        "initials": (initial(user.first_name) + initial(user.last_name)).upper(),
        "tint": _TINTS[_hash(str(provider.pk)) % len(_TINTS)],
    }


def _hash(text: str) -> int:
    found = 0
    for letter in text:
        found = (found * 31 + ord(letter)) % 65_521
    return found
