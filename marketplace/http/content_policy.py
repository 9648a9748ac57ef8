"""The Content-Security-Policy of our responses: what a browser may load and run.

Nothing is allowed that is not listed. A page of the web app runs scripts of this site, inline ones
with its nonce, and Stripe's; the admin site has its own policy, because its user interface evaluates
expressions and sets inline styles.
"""

from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings

Directives = dict[str, list[str]]

_NONE = "'none'"
_SELF = "'self'"
_STRIPE_HOST = "js.stripe.com"


def _origin(address: str) -> str:
    """Return scheme and host of a URL; ``{s}`` in a host stands for any subdomain."""
    parts = urlsplit(address.replace("{s}", "*"))
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def _payment_sources(script_address: str) -> Directives:
    """Return what Stripe's script needs; nothing if the script is from this site."""
    origin = _origin(script_address)
    if not origin or origin == _origin(settings.PUBLIC_URL):
        return {"script-src": [], "frame-src": [_SELF], "connect-src": []}
    if urlsplit(script_address).netloc == _STRIPE_HOST:
        own = [origin, f"https://*.{_STRIPE_HOST}"]
        return {
            "script-src": own,
            "frame-src": [*own, "https://hooks.stripe.com"],
            "connect-src": ["https://api.stripe.com"],
        }
    return {"script-src": [origin], "frame-src": [origin], "connect-src": [origin]}


def _closed() -> Directives:
    """Return the directives that every response has."""
    return {
        "default-src": [_NONE],
        "base-uri": [_NONE],
        "form-action": [_NONE],
        "frame-ancestors": [_NONE],
        "object-src": [_NONE],
    }


def _own_parts() -> Directives:
    return _closed() | {
        "script-src": [_SELF],
        "style-src": [_SELF],
        "img-src": [_SELF, "data:", "blob:"],
        "font-src": [_SELF],
        "connect-src": [_SELF],
        "manifest-src": [_SELF],
        "worker-src": [_SELF],
        "form-action": [_SELF],
    }


def _text(directives: Directives) -> str:
    policy = "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives.items())
    return f"{policy}; upgrade-insecure-requests" if settings.HTTPS else policy


@lru_cache(maxsize=8)
def _document_template(script_address: str, tiles_address: str) -> str:
    directives = _own_parts()
    payment = _payment_sources(script_address)
    directives["script-src"] += ["'nonce-{nonce}'", *payment["script-src"]]
    directives["style-src"] += ["'nonce-{nonce}'"]
    directives["connect-src"] += payment["connect-src"]
    directives["frame-src"] = payment["frame-src"]
    if tiles := _origin(tiles_address):
        directives["img-src"].append(tiles)
    return _text(directives)


def document_policy(nonce: str) -> str:
    """Return the policy of a page of the web app."""
    template = _document_template(settings.STRIPE_SCRIPT_URL, settings.MAP_TILES_URL)
    return template.replace("{nonce}", nonce)


def admin_policy() -> str:
    """Return the policy of the admin site."""
    directives = _own_parts()
    directives["script-src"].append("'unsafe-eval'")
    directives["style-src"].append("'unsafe-inline'")
    return _text(directives)


def worker_policy() -> str:
    """Return the policy of the service worker: it may only fetch from this site."""
    return _text(_closed() | {"connect-src": [_SELF]})


def data_policy() -> str:
    """Return the policy of everything that is not a page: nothing in it is ever run."""
    return _text(_closed())
