"""Safe targets for redirects: pages of this site, whatever the request asks for."""

from urllib.parse import unquote

from django.conf import settings
from django.utils.http import url_has_allowed_host_and_scheme

from marketplace.web_files import json_of

HOME = "/"


def safe_path(asked: str) -> str:
    """Return ``asked`` if it is a path on this site that every browser reads as one, else ``/``.

    Only printable ASCII passes: browsers percent-encode everything else in a URL.
    """
    is_plain = asked.isascii() and asked.isprintable() and not set(asked) & set(" \\")
    is_path = asked.startswith("/") and not asked.startswith("//")
    safe = is_plain and is_path and url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if safe else HOME


def safe_page(asked: str) -> str:
    """Return ``asked`` if it may be a page of the web app, else ``/``.

    API, files, sign-in URLs and the admin site are not pages: the web app reads the same list of them.
    """
    path = safe_path(asked)
    not_pages = {*json_of(settings.WEB_APP_NOT_PAGES), settings.ADMIN_PATH.strip("/")}
    return HOME if _first_part(path) in not_pages else path


def _first_part(path: str) -> str:
    """Return the first part of a path as the server sees it: dots resolved by the browser, then decoded."""
    found: list[str] = []
    for part in path.partition("?")[0].partition("#")[0].split("/"):
        dots = part.lower().replace("%2e", ".")
        if dots == "..":
            found = found[:-1]
        elif dots not in {"", "."}:
            found.append(part)
    return unquote("/".join(found)).partition("/")[0]
