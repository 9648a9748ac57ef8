"""The language of a response."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

Next = Callable[[HttpRequest], HttpResponseBase]

# The query parameter that names the language, so that each language of a page has its own URL.
QUERY = "lang"


def offered(tag: str | None) -> str | None:
    """Return the offered language for a tag such as ``de-CH``; ``None`` if there is none."""
    try:
        return translation.get_supported_language_variant(tag or "")
    except LookupError:
        return None


def correspondence(chosen: str) -> str:
    """Return the language for messages to an account that has chosen one, or none (empty)."""
    return offered(chosen) or settings.LANGUAGE_CODE


class Language:
    """Middleware: activates the language of the URL, else of the cookie, else of the browser.

    The web app sets the cookie, from the account's choice (``User.language``).
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Respond in that language, with ``Content-Language``."""
        asked = offered(request.GET.get(QUERY))
        with translation.override(asked or translation.get_language_from_request(request)):
            response = self.get_response(request)
            spoken = translation.get_language() or ""
        # Pictures have no language, and must stay cacheable by proxies.
        if not response.headers.get("Content-Type", "").startswith("image/"):
            response.headers.setdefault("Content-Language", spoken)
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response
