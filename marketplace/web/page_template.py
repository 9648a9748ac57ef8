"""The web app's page: its URLs, titles and texts, and the files that it loads.

URLs come from the web app's own ``routes.json``, titles and questions from its texts, files from its
build's manifest, so that nothing is written down twice. Part of the top layer.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import escape

from marketplace import clock
from marketplace.figures import shown_at
from marketplace.http.content_policy import document_policy
from marketplace.http.language import QUERY
from marketplace.web.figure_texts import as_json, names_in_texts
from marketplace.web.initial_data import initial_data
from marketplace.web.previews import general_picture, preview_of
from marketplace.web.provider_page import ProviderPage
from marketplace.web.structured_data import inside_script, structured_data
from marketplace.web_files import filled_in, json_of, language, texts

# The URLs of specification point 2; two have the names by which django-allauth refers to them.
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
    """A page's title and descriptions, and the code and texts to preload for it."""

    title: str
    description: str
    keywords: str
    preload: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Files:
    """File names of the built web app that a page needs, in the order of loading."""

    script: str
    styles: list[str]
    modules: list[str]
    texts: list[str]


@dataclass(frozen=True)
class Prerendered:
    """A page as prerendered by the build, and its styles; both are safe HTML."""

    address: str
    content: str
    styles: str


def web_app_file(name: str) -> Path:
    """Return the path of a file of the built web app, whether it exists or not."""
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
    """Translate the router's path into Django paths: two if its last part is optional."""
    parts = [part for part in path.split("/") if part]
    if parts and parts[-1].startswith(":"):
        base = "/".join(parts[:-1])
        one = f"{base}/<str:order_id>"
        return [base, one] if parts[-1].endswith("?") else [one]
    return ["/".join(parts)]


def routes() -> dict[str, str]:
    """Return every URL of the web app with its name: the specified ones and the app's own."""
    found = dict(_SPECIFIED)
    for path in json_of(settings.WEB_APP_ROUTES).get("routes", {}):
        for address in _addresses(path):
            found.setdefault(address, re.sub(r"\W+", "_", address))
    return found


def _metadata(page: str, route: Mapping[str, list[str]], names: Mapping[str, str] | None = None) -> Metadata:
    said = texts("metadata")
    known = names_in_texts() | dict(names or {})

    def text(what: str) -> str:
        # A page about a named provider may have texts of its own.
        about = said.get(f"{page}.named.{what}") if names else None
        return filled_in(about or said.get(f"{page}.{what}", ""), known)

    return Metadata(
        title=text("title") or settings.PRODUCT_NAME,
        description=text("description"),
        keywords=text("keywords"),
        preload=route.get("code", []),
        texts=route.get("texts", []),
    )


def metadata_for(path: str, *, found: bool, names: Mapping[str, str] | None = None) -> Metadata:
    """Return a page's metadata; ``found`` is false for the not-found page.

    ``names`` are the placeholders for whom it is about.
    """
    if not found:
        return _metadata("notFound", {})
    for route, entry in json_of(settings.WEB_APP_ROUTES).get("routes", {}).items():
        if re.fullmatch(_pattern(route), path):
            return _metadata(route, entry, names)
    return _metadata("default", {})


def public_addresses() -> list[str]:
    """Return the paths of pages that are the same for everybody, for search engines."""
    return list(json_of(settings.WEB_APP_ROUTES).get("public", []))


def _address(file: str) -> str:
    return f"{settings.STATIC_URL}app/{file}"


def manifest_context() -> dict[str, str]:
    """Return the context of the app manifest's template."""
    return {"product": settings.PRODUCT_NAME, "static": _address("")}


def _text_files(namespaces: Iterable[str]) -> list[str]:
    """Return the files of the common texts and some namespaces, in the active language."""
    files = json_of(web_app_file(".vite/texts.json")).get(language(), {})
    return list(dict.fromkeys(files[name] for name in ("common", *namespaces) if name in files))


def files_for(metadata: Metadata) -> Files | None:
    """Return the files to load for a page; ``None`` while the web app has not been built."""
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
        texts=_text_files(metadata.texts),
    )


def prerendered_page(path: str, query: str) -> Prerendered | None:
    """Return the prerendered page in the active language; ``None`` if there is none.

    A public page is prerendered for its plain URL and for that with its language only: other queries are
    rendered by the app. Pages of an account, or about somebody, share one prerendered beginning per route.
    """
    built = json_of(web_app_file(".vite/pages.json"))
    alike = built.get("alike", [])
    name = next((route for route in alike if re.fullmatch(_pattern(route), path)), None)
    if name is None and query in {"", f"{QUERY}={language()}"}:
        name = path
    content = built.get("content", {}).get(language(), {}).get(name)
    if content is None:
        return None
    return Prerendered(
        address=f"{path}?{query}".rstrip("?"),
        content=filled_in(content, {name: escape(text) for name, text in names_in_texts().items()}),
        styles=built["styles"]["alike" if name in alike else name],
    )


def _own_address(path: str, query: str) -> str:
    """Return the canonical URL: with the language if the query names only that."""
    first_parts = path.split("/")[:2] if path.startswith(("/tracking/", "/checkout/")) else [path]
    plain = f"{settings.PUBLIC_URL}{'/'.join(first_parts)}"
    return f"{plain}?{query}" if query == f"{QUERY}={language()}" else plain


def _alternates(path: str) -> list[tuple[str, str]]:
    """Return a page's URL in each language; the plain one adapts to the browser's language."""
    if len(settings.LANGUAGES) < 2:
        return []
    plain = f"{settings.PUBLIC_URL}{path}"
    return [(code, f"{plain}?{QUERY}={code}") for code, _ in settings.LANGUAGES] + [("x-default", plain)]


def _frame(metadata: Metadata) -> dict[str, Any]:
    """Return the context of the layout, which every page has."""
    return {
        "product": settings.PRODUCT_NAME,
        "language": language(),
        "languages": " ".join(code for code, _ in settings.LANGUAGES),
        "figures": as_json(shown_at(clock.now())),
        "metadata": metadata,
        "files": files_for(metadata),
        "static": _address(""),
        "icon": _address("favicon.svg"),
        "touch_icon": _address("icons/apple-touch-icon.png"),
        # Browsers send no cookies with it: its address names the language.
        "app_manifest": f"/manifest.webmanifest?{QUERY}={language()}",
    }


def page_context(
    path: str, *, found: bool, query: str, provider: ProviderPage | None = None
) -> dict[str, Any]:
    """Return the context of the page template; ``provider`` is whom the page is about."""
    frame = _frame(metadata_for(path, found=found, names=provider.names if provider else None))
    if not found:
        return frame
    is_listed = path in public_addresses() or provider is not None
    described = provider.provider if provider else None
    return frame | {
        "is_home": path == "/",
        "preview": preview_of(path, provider=described, description=frame["metadata"].description),
        "canonical": _own_address(path, query),
        "alternates": _alternates(path) if is_listed else [],
        "prerendered": prerendered_page(path, query) if frame["files"] is not None else None,
        "initial_data": inside_script(initial_data(path, provider.responses if provider else {})),
        "structured_data": structured_data(path, provider=described, image=general_picture()),
    }


def app_page(*, nonce: str) -> str:
    """Return the page for any URL that the service worker caches: the layout and the app's files.

    Nothing in it may depend on a page or a person, not even on a language.
    """
    with translation.override(settings.LANGUAGE_CODE):
        context = _frame(_metadata("default", {})) | {"is_app_page": True, "nonce": nonce}
        return render_to_string("page.html", context)


def app_page_revision() -> str:
    """Return a hash that changes with the app page: by the build, the template or a setting."""
    return hashlib.sha256((app_page(nonce="") + document_policy("")).encode()).hexdigest()[:16]


ROUTES = routes()
