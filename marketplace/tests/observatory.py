"""The scoring rules of Mozilla's HTTP Observatory, as far as one response shows.

A site starts with 100 points; faults cost points, and good practice earns more. Browsers' preload lists and
integrity hashes on scripts (5 points each) are not checked.
"""

from http.cookies import SimpleCookie

SIX_MONTHS = 15_768_000
PRIVATE_REFERRERS = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}


def directives_of(policy: str) -> dict[str, set[str]]:
    """Split a content security policy."""
    parts = [part.split() for part in policy.split(";") if part.split()]
    return {name.lower(): {source.lower() for source in sources} for name, *sources in parts}


def _is_careless(directives: dict[str, set[str]]) -> bool:
    """Return whether a policy allows scripts from anywhere, or over plain http."""
    default = directives.get("default-src", {"*"})
    scripts = directives.get("script-src", default)
    wide = {"*", "http:", "https:", "data:", "blob:", "ftp:"}
    inline = "'unsafe-inline'" in scripts and not any(source.startswith("'nonce-") for source in scripts)
    plain = any(source.startswith("http://") for sources in directives.values() for source in sources)
    return bool((scripts | directives.get("object-src", default)) & wide) or inline or plain


def _policy_points(policy: str) -> int:
    if not policy:
        return -25
    directives = directives_of(policy)
    if _is_careless(directives):
        return -20
    default = directives.get("default-src", {"*"})
    styles = directives.get("style-src", default)
    if "'unsafe-eval'" in directives.get("script-src", default) | styles:
        return -10
    if "'unsafe-inline'" in styles:
        return 0
    return 10 if default == {"'none'"} else 5


def _cookie_points(cookies: SimpleCookie) -> int:
    points = 0
    for name, morsel in cookies.items():
        if not morsel["secure"]:
            return -40
        if "csrf" in name.lower():
            if not morsel["samesite"]:
                return -20
        elif not morsel["httponly"]:
            return -30
        points = 5 if morsel["samesite"] else 0
    return points


def _frame_points(headers: dict[str, str]) -> int:
    ancestors = directives_of(headers.get("Content-Security-Policy", "")).get("frame-ancestors")
    if ancestors in ({"'none'"}, {"'self'"}):
        return 5
    return 0 if headers.get("X-Frame-Options", "").upper() in {"DENY", "SAMEORIGIN"} else -20


def _transport_points(headers: dict[str, str]) -> int:
    for part in headers.get("Strict-Transport-Security", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name.lower() == "max-age":
            return 0 if int(value) >= SIX_MONTHS else -10
    return -20


def score(headers: dict[str, str], cookies: SimpleCookie) -> int:
    """Return the points of a response over https."""
    points = {
        "content policy": _policy_points(headers.get("Content-Security-Policy", "")),
        "cookies": _cookie_points(cookies),
        "foreign readers": -50 if headers.get("Access-Control-Allow-Origin") == "*" else 0,
        "referrer": 5 if headers.get("Referrer-Policy") in PRIVATE_REFERRERS else 0,
        "transport": _transport_points(headers),
        "types": 0 if headers.get("X-Content-Type-Options") == "nosniff" else -5,
        "frames": _frame_points(headers),
        "resources": 10 if headers.get("Cross-Origin-Resource-Policy") == "same-origin" else 0,
    }
    return 100 + sum(points.values())
