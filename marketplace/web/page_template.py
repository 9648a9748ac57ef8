"""The web app's page: which addresses it has, its title and texts, and the files that it loads.

Addresses come from the web app's own ``routes.json``, titles and questions from its texts, files from its
build's manifest, so that nothing is written down twice. Part of the roof.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escape

from marketplace.http.content_policy import document_policy
from marketplace.web.first_answers import first_answers
from marketplace.web.provider_page import ProviderPage
from marketplace.web_files import LANGUAGE, json_of, texts

# The addresses of specification point 2, with the names by which django-allauth calls two of them.
_SPECIFIED: dict[str, str] = {
    "": "home",
    "login": "account_login",
    "register": "account_signup",
    "booking": "booking",
    "tracking": "tracking",
    "tracking/<str:order_id>": "tracking_order",
    "history": "history",
    "profile": "profile",
    "checkout/<str:order_id>": "checkout_order",
    "schedule-test": "schedule_test",
    "offline-test": "offline_test",
    "terms": "terms",
    "privacy": "privacy",
    "account/privacy": "account_privacy",
    "support": "support",
    "services": "services",
    "help": "help",
    "provider/apply": "provider_apply",
}

_ENTRY = "src/main.tsx"


@dataclass(frozen=True)
class Metadata:
    """What a search engine and a browser's tab show of a page, and the source files of what it shows."""

    title: str
    description: str
    keywords: str
    preload: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Files:
    """Names of the built web app's files that a page needs, in the order to load them."""

    script: str
    styles: list[str]
    modules: list[str]


@dataclass(frozen=True)
class Drawn:
    """A public page as the build has drawn it for a visitor, and its styles; both safe as they stand."""

    address: str
    content: str
    styles: str


def web_app_file(name: str) -> Path:
    """Return where a file of the built web app lies, whether it exists or not."""
    return settings.FRONTEND_DIST / "app" / name


def _pattern(path: str) -> str:
    """Translate the router's ``/tracking/:orderId?`` into a regular expression."""
    parts = [part for part in path.split("/") if part]
    pattern = ""
    for part in parts:
        if part.startswith(":"):
            pattern += "(?:/[^/]+)?" if part.endswith("?") else "/[^/]+"
        else:
            pattern += f"/{re.escape(part)}"
    return pattern or "/"


def _addresses(path: str) -> list[str]:
    """Translate the router's path into the framework's; an optional part makes two of it."""
    parts = [part for part in path.split("/") if part]
    if parts and parts[-1].startswith(":"):
        base = "/".join(parts[:-1])
        one = f"{base}/<str:order_id>"
        return [base, one] if parts[-1].endswith("?") else [one]
    return ["/".join(parts)]


def routes() -> dict[str, str]:
    """Return every address of the web app with its name: the specified ones and the app's own."""
    found = dict(_SPECIFIED)
    for path in json_of(settings.WEB_APP_ROUTES).get("routes", {}):
        for address in _addresses(path):
            found.setdefault(address, re.sub(r"\W+", "_", address))
    return found


def _filled_in(text: str, names: Mapping[str, str]) -> str:
    """Fill in the names in braces, once: what a person is called is no template."""
    return re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], match[0]), text)


def _metadata(page: str, preload: list[str], names: Mapping[str, str] | None) -> Metadata:
    said = texts("metadata")
    known = {"product": settings.PRODUCT_NAME} | dict(names or {})

    def text(what: str) -> str:
        # A page about somebody, who is known, has words of its own for them.
        about = said.get(f"{page}.named.{what}") if names else None
        return _filled_in(about or said.get(f"{page}.{what}", ""), known)

    return Metadata(
        title=text("title") or settings.PRODUCT_NAME,
        description=text("description"),
        keywords=text("keywords"),
        preload=preload,
    )


def _sources(entry: Mapping[str, list[str]]) -> list[str]:
    """Return the source files of what a route shows: its code, and its texts in the server's language."""
    namespaces = [f"src/i18n/{LANGUAGE}/{name}.ts" for name in entry.get("texts", [])]
    return [*entry.get("code", []), *namespaces]


def metadata_for(path: str, *, found: bool, names: Mapping[str, str] | None = None) -> Metadata:
    """Return what a page says of itself; ``found`` is false for the not-found page.

    ``names`` fills in whom it is about.
    """
    if not found:
        return _metadata("notFound", [], None)
    for route, entry in json_of(settings.WEB_APP_ROUTES).get("routes", {}).items():
        if re.fullmatch(_pattern(route), path):
            return _metadata(route, _sources(entry), names)
    return _metadata("default", [], None)


def public_addresses() -> list[str]:
    """Return the addresses whose page is the same for everybody: search engines are shown these."""
    return list(json_of(settings.WEB_APP_ROUTES).get("public", []))


def _address(file: str) -> str:
    return f"{settings.STATIC_URL}app/{file}"


def files_for(metadata: Metadata) -> Files | None:
    """Return what to load for a page; ``None`` while the web app has not been built."""
    manifest = json_of(web_app_file(".vite/manifest.json"))
    if _ENTRY not in manifest:
        return None
    chunks: dict[str, dict[str, Any]] = {}

    def follow(key: str) -> None:
        if key in manifest and key not in chunks:
            chunks[key] = manifest[key]
            for imported in manifest[key].get("imports", []):
                follow(imported)

    for key in (_ENTRY, *metadata.preload):
        follow(key)
    styles = [style for chunk in chunks.values() for style in chunk.get("css", [])]
    modules = [chunk["file"] for key, chunk in chunks.items() if key != _ENTRY]
    return Files(
        script=manifest[_ENTRY]["file"],
        styles=list(dict.fromkeys(styles)),
        modules=list(dict.fromkeys(modules)),
    )


def drawn_page(path: str) -> Drawn | None:
    """Return a public page as the build has drawn it; ``None`` for every other address."""
    page = json_of(web_app_file(".vite/pages.json")).get(path)
    if page is None:
        return None
    content = page["content"].replace("{product}", escape(settings.PRODUCT_NAME))
    return Drawn(address=path, content=content, styles=page["styles"])


def _local_business() -> dict[str, Any]:
    return {
        "@context": "https://schema.org",
        "@type": "LocalBusiness",
        "name": settings.PRODUCT_NAME,
        "description": "Laundry service in Zurich with pickup and delivery",
        "url": f"{settings.PUBLIC_URL}/",
        "address": {
            "@type": "PostalAddress",
            "addressLocality": "Zurich",
            "postalCode": "8001",
            "addressCountry": "CH",
        },
        "areaServed": {"@type": "Country", "name": "Switzerland"},
        "openingHours": "Mo-Fr 08:00-20:00",
        "priceRange": "CHF 7-35",
        "currenciesAccepted": "CHF",
    }


def _faq_page() -> dict[str, Any] | None:
    said = texts("faq")
    # Questions and answers stand in the order in which the page shows them.
    names = [key.removesuffix(".q") for key in said if key.endswith(".q")]
    if not names:
        return None
    questions = [
        {
            "@type": "Question",
            "name": said[f"{name}.q"],
            "acceptedAnswer": {
                "@type": "Answer",
                "text": _filled_in(said[f"{name}.a"], {"product": settings.PRODUCT_NAME}),
            },
        }
        for name in names
    ]
    return {"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": questions}


def structured_data(path: str) -> str:
    """Return the page's JSON-LD, safe to stand inside a script element; empty if it has none."""
    describe = {"/": _local_business, "/support": _faq_page}.get(path)
    data = describe() if describe else None
    if data is None:
        return ""
    return inside_script(json.dumps(data, ensure_ascii=False))


def inside_script(text: str) -> str:
    """Return JSON that cannot end the script element that it stands in."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _frame(metadata: Metadata) -> dict[str, Any]:
    """Return what every page has around its content."""
    return {
        "product": settings.PRODUCT_NAME,
        "metadata": metadata,
        "files": files_for(metadata),
        "static": _address(""),
        "icon": _address("favicon.svg"),
        "touch_icon": _address("icons/apple-touch-icon.png"),
        "app_manifest": _address("manifest.webmanifest"),
    }


def page_context(
    path: str, *, found: bool, has_query: bool, provider: ProviderPage | None = None
) -> dict[str, Any]:
    """Return everything that the page template shows; ``provider`` is whom the page is about.

    A page is drawn for its plain address alone: what an address asks for besides, the app itself shows.
    """
    frame = _frame(metadata_for(path, found=found, names=provider.names if provider else None))
    if not found:
        return frame
    first_parts = path.split("/")[:2] if path.startswith(("/tracking/", "/checkout/")) else [path]
    return frame | {
        "is_home": path == "/",
        "canonical": f"{settings.PUBLIC_URL}{'/'.join(first_parts)}",
        "drawn": drawn_page(path) if frame["files"] is not None and not has_query else None,
        "first_answers": inside_script(first_answers(path, provider.answers if provider else {})),
        "structured_data": structured_data(path),
    }


def shell_context() -> dict[str, Any]:
    """Return what the page template shows at any address: the layout and the app's files.

    Nothing in it is any page's or anybody's, for the service worker keeps it.
    """
    return _frame(_metadata("default", [], None))


def shell_revision() -> str:
    """Return what changes whenever the shell does: by the build, the template or a setting."""
    page = render_to_string("page.html", shell_context() | {"nonce": ""})
    return hashlib.sha256((page + document_policy("")).encode()).hexdigest()[:16]


ROUTES = routes()
