"""The browser's part.

Stripe.js, the document of the Payment Element, the 3-D Secure page and the onboarding page, as static files
with a strict Content-Security-Policy.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from demo.stripe_standin.transport import PageResponse

_STATIC = Path(__file__).parent / "static"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; "
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self' http://localhost:* http://127.0.0.1:*"
)
_ASSETS = {path.name for path in _STATIC.iterdir()}


def serve(method: str, path: str) -> PageResponse:
    """Return the file at this path of the stand-in, or a 404."""
    name = _file(path)
    if name is None:
        return PageResponse.json(
            404, {"error": {"message": f"There is nothing at {path}.", "type": "invalid_request_error"}}
        )
    if method not in ("GET", "HEAD"):
        return PageResponse(405, b"", {"Allow": "GET, HEAD"})
    kind = _TYPES[Path(name).suffix]
    headers = {"Content-Type": kind, "Cache-Control": "no-cache", "Referrer-Policy": "no-referrer"}
    if kind.startswith("text/html"):
        headers["Content-Security-Policy"] = _POLICY
    body = _read(name)
    return PageResponse(200, body if method == "GET" else b"", headers | {"Content-Length": str(len(body))})


def _file(path: str) -> str | None:
    if re.fullmatch(r"/v3(\.js|/.*)?|/[a-z]+/stripe\.js", path):
        return "v3.js"
    if path == "/element.html":
        return "element.html"
    if re.fullmatch(r"/authenticate/\w+", path):
        return "authenticate.html"
    if re.fullmatch(r"/connect/\w+", path):
        return "connect.html"
    name = path.removeprefix("/assets/")
    return name if path.startswith("/assets/") and name in _ASSETS else None


@cache
def _read(name: str) -> bytes:
    return (_STATIC / name).read_bytes()
