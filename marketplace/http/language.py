"""The language that a request is answered in."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

Next = Callable[[HttpRequest], HttpResponseBase]

# What an address says of its language, so that each language of a page has an address of its own.
QUERY = "lang"


def offered(tag: str | None) -> str | None:
    """Return the language on offer that serves a tag such as ``de-CH``; ``None`` if there is none."""
    try:
        return translation.get_supported_language_variant(tag or "")
    except LookupError:
        return None


def correspondence(chosen: str) -> str:
    """Return the language to write to an account in that has chosen one, or none (empty)."""
    return offered(chosen) or settings.LANGUAGE_CODE


class Language:
    """Answers in the language that the address names, else the one chosen before, else the browser's.

    The choice is a cookie that the web app sets; it follows the account's (``User.language``).
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and say in which language."""
        asked = offered(request.GET.get(QUERY))
        with translation.override(asked or translation.get_language_from_request(request)):
            response = self.get_response(request)
            spoken = translation.get_language() or ""
        # A picture says the same to everybody, and may be kept by whoever passes it on.
        if not response.headers.get("Content-Type", "").startswith("image/"):
            response.headers.setdefault("Content-Language", spoken)
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response
