"""A browser on a confirmation page of the admin site: what its form sends."""

import re
from html import unescape
from typing import Any


def confirmation_on(page: str, **typed: Any) -> dict[str, Any]:
    """Return what the form of a confirmation page sends, with what an operator typed."""
    forms = [form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if 'name="as_shown"' in form]
    assert len(forms) == 1, "no confirmation on this page"
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input\b[^>]*>", forms[0]):
        if 'type="hidden"' in tag and "csrf" not in tag:
            name, value = (re.search(rf'\b{what}="([^"]*)"', tag) for what in ("name", "value"))
            assert name is not None
            sent.setdefault(name[1], []).append(unescape(value[1]) if value else "")
    return sent | typed
