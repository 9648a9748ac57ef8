"""What a page asks the API for first, sent along with it: the same for everybody, and as new as the page."""

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

# Home begins with the list around the default place (specification point 9).
DEFAULT_POSTAL_CODE = "8001"


def _config(now: datetime) -> str:
    return JSONRenderer().render(ConfigSerializer(config(now=now)).data).decode()


def _nearby(now: datetime) -> str:
    read = partial(listed_near, postal_code=DEFAULT_POSTAL_CODE, now=now)
    return rendered_list(key=DEFAULT_POSTAL_CODE, now=now, read=read).content.decode()


def initial_data(path: str, also: Mapping[str, str]) -> str:
    """Return JSON with the API's responses by their addresses; some are there already, as JSON."""
    responses, now = dict(also), clock.now()
    # What cannot be had now the app asks for itself, and says what is wrong if it still is.
    with suppress(Error):
        responses["/api/config"] = _config(now)
        if path == "/":
            responses[f"/api/providers/{DEFAULT_POSTAL_CODE}"] = _nearby(now)
    return "{" + ",".join(f"{json.dumps(address)}:{body}" for address, body in responses.items()) + "}"
