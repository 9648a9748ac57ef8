"""Limits on how often the API is called."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle


class AccountThrottle(SimpleRateThrottle):
    """1,200 calls a minute for each signed-in account; visitors are limited act by act."""

    scope = "account"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """Count by account; ``None`` counts nothing."""
        if not request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}
