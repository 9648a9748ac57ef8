"""Structured data for search engines: JSON-LD with schema.org's vocabulary. Part of the top layer."""

import json
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.figures import Figures, shown_at
from marketplace.web.figure_texts import names_in_texts
from marketplace.web_files import filled_in, texts
from providers.localities import city_of
from providers.models import Provider

# Days of the week in schema.org's notation.
_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


def _price_range() -> str:
    names = names_in_texts()
    return f"CHF {names['figureLowest']}-{names['figureHighest']}"


def _opening_hours(figures: Figures) -> str:
    first, last = figures.support_first_day - 1, figures.support_last_day - 1
    days = "-".join(dict.fromkeys((_DAYS[first], _DAYS[last])))
    return f"{days} {figures.support_opens:%H:%M}-{figures.support_closes:%H:%M}"


def _address(code: str, city: str) -> dict[str, str]:
    """Return a postal code as an address; a provider works at home, and their street is nobody's business."""
    return {"@type": "PostalAddress", "postalCode": code, "addressLocality": city, "addressCountry": "CH"}


def _local_business(image: str) -> dict[str, Any]:
    figures = shown_at(clock.now())
    return {
        "@context": "https://schema.org",
        "@type": "LocalBusiness",
        "name": settings.PRODUCT_NAME,
        "description": _("Laundry service in Zurich with pickup and delivery"),
        "url": f"{settings.PUBLIC_URL}/",
        "image": image,
        "telephone": figures.support_phone,
        "email": figures.support_email,
        "address": _address("8001", _("Zurich")),
        "areaServed": {"@type": "Country", "name": "Switzerland"},
        "openingHours": _opening_hours(figures),
        "priceRange": _price_range(),
        "currenciesAccepted": "CHF",
    }


def _faq_page(_image: str) -> dict[str, Any] | None:
    said, known = texts("faq"), names_in_texts()
    # Questions and answers are in the order of the page.
    names = [key.removesuffix(".q") for key in said if key.endswith(".q")]
    if not names:
        return None
    questions = [
        {
            "@type": "Question",
            "name": said[f"{name}.q"],
            "acceptedAnswer": {
                "@type": "Answer",
                "text": filled_in(said[f"{name}.a"], known),
            },
        }
        for name in names
    ]
    return {"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": questions}


def _provider(provider: Provider, image: str) -> dict[str, Any]:
    """Return a provider as schema.org's LocalBusiness; without reviews it has no rating."""
    address = f"{settings.PUBLIC_URL}/providers/{provider.pk}"
    served = [_address(code, city_of(code)) for code in provider.service_area_codes]
    described: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "LocalBusiness",
        "@id": address,
        "url": address,
        "name": provider.business_name or provider.user.short_name,
        "image": urljoin(settings.PUBLIC_URL, provider.profile_image_url or image),
        "areaServed": [{"@type": "Place", "address": place} for place in served],
        "priceRange": _price_range(),
        "currenciesAccepted": "CHF",
    }
    if provider.bio:
        described["description"] = provider.bio
    if served:
        described["address"] = served[0]
    if provider.review_count:
        described["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": str(provider.rating),
            "reviewCount": provider.review_count,
            "bestRating": 5,
        }
    return described


def structured_data(path: str, *, provider: Provider | None, image: str) -> str:
    """Return the page's JSON-LD, safe inside a script element; empty if it has none.

    ``image`` is the URL of the picture that stands for the product.
    """
    describe = {"/": _local_business, "/support": _faq_page}.get(path)
    data = describe(image) if describe else _provider(provider, image) if provider else None
    if data is None:
        return ""
    return inside_script(json.dumps(data, ensure_ascii=False))


def inside_script(text: str) -> str:
    """Escape JSON so that it cannot end its script element."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
