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


def _local_business() -> dict[str, Any]:
    return {
        "@context": "https://schema.org",
        "@type": "LocalBusiness",
        "name": settings.PRODUCT_NAME,
        "description": _("Laundry service in Zurich with pickup and delivery"),
        "url": f"{settings.PUBLIC_URL}/",
        "address": {
            "@type": "PostalAddress",
            "addressLocality": _("Zurich"),
            "postalCode": "8001",
            "addressCountry": "CH",
        },
        "areaServed": {"@type": "Country", "name": "Switzerland"},
        "openingHours": _opening_hours(shown_at(clock.now())),
        "priceRange": _price_range(),
        "currenciesAccepted": "CHF",
    }


def _faq_page() -> dict[str, Any] | None:
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


def _provider(provider: Provider) -> dict[str, Any]:
    """Return a provider as schema.org's LocalBusiness; without reviews it has no rating."""
    address = f"{settings.PUBLIC_URL}/providers/{provider.pk}"
    described: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "LocalBusiness",
        "@id": address,
        "url": address,
        "name": provider.business_name or provider.user.short_name,
        "areaServed": [
            {"@type": "PostalAddress", "postalCode": code, "addressCountry": "CH"}
            for code in provider.service_area_codes
        ],
        "priceRange": _price_range(),
        "currenciesAccepted": "CHF",
    }
    if provider.bio:
        described["description"] = provider.bio
    if provider.profile_image_url:
        described["image"] = urljoin(settings.PUBLIC_URL, provider.profile_image_url)
    if provider.review_count:
        described["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": str(provider.rating),
            "reviewCount": provider.review_count,
            "bestRating": 5,
        }
    return described


def structured_data(path: str, *, provider: Provider | None) -> str:
    """Return the page's JSON-LD, safe inside a script element; empty if it has none."""
    describe = {"/": _local_business, "/support": _faq_page}.get(path)
    data = describe() if describe else _provider(provider) if provider else None
    if data is None:
        return ""
    return inside_script(json.dumps(data, ensure_ascii=False))


def inside_script(text: str) -> str:
    """Escape JSON so that it cannot end its script element."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
