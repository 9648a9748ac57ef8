"""Where a visitor may be led: to this site's own pages, whatever the request asks for."""

from django.utils.http import url_has_allowed_host_and_scheme

HOME = "/"


def safe_path(asked: str) -> str:
    """Return ``asked`` if it is a path on this site that every browser reads as one, else ``/``.

    Only printable ASCII passes: what else an address may hold, browsers write in percent escapes.
    """
    is_plain = asked.isascii() and asked.isprintable() and not set(asked) & set(" \\")
    is_path = asked.startswith("/") and not asked.startswith("//")
    safe = is_plain and is_path and url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if safe else HOME
