"""``If-Match``: a change is made only to the version of the order that the caller has seen."""

import re

from rest_framework.request import Request

_TAG = re.compile(r'^(?:W/)?"(\d{1,9})"$')
# No order has this version: a tag that cannot be read matches nothing.
_NEVER = 0


def expected_version(request: Request) -> int | None:
    """Return the version that ``If-Match`` names; ``None`` if the caller takes any."""
    header = request.headers.get("If-Match", "").strip()
    if header in {"", "*"}:
        return None
    tag = _TAG.match(header)
    return int(tag.group(1)) if tag else _NEVER
