"""The API responses that a page needs first, inlined: the same for everybody, and as fresh as the page."""

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial

from django.db import Error
from rest_framework.renderers import JSONRenderer

from marketplace import clock
from marketplace.web.site_config import ConfigSerializer, config
from providers.api.list_cache import rendered_list
from providers.selectors import listed_near

# The home page starts with the list around the default postal code (specification point 9).
DEFAULT_POSTAL_CODE = "8001"


def _config(now: datetime) -> str:
    return JSONRenderer().render(ConfigSerializer(config(now=now)).data).decode()


def _nearby(now: datetime) -> str:
    read = partial(listed_near, postal_code=DEFAULT_POSTAL_CODE, now=now)
    return rendered_list(key=DEFAULT_POSTAL_CODE, now=now, read=read).content.decode()


def initial_data(path: str, also: Mapping[str, str]) -> str:
    """Return JSON of API responses by path; ``also`` are further ones, as JSON."""
    responses, now = dict(also), clock.now()
    # If the database is unreachable the app requests the data itself, and shows the error.
    with suppress(Error):
        responses["/api/config"] = _config(now)
        if path == "/":
            responses[f"/api/providers/{DEFAULT_POSTAL_CODE}"] = _nearby(now)
    return "{" + ",".join(f"{json.dumps(address)}:{body}" for address, body in responses.items()) + "}"
