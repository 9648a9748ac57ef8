"""JSON in and out: bodies bounded in size and depth, without NUL characters; responses always JSON."""

import json
from collections.abc import Iterable, Mapping
from typing import IO, Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import parsers, status
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from marketplace.errors import DomainError, Invalid

MAX_BODY_BYTES = 1024 * 1024
MAX_DEPTH = 32


class TooLarge(DomainError):
    """The body is larger than this call takes (413)."""

    status = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    code = "too_large"


def read_bounded(stream: IO[bytes], limit: int) -> bytes:
    """Read at most ``limit`` bytes; raises :class:`TooLarge` for more."""
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise TooLarge(_("The request is larger than {size} KiB.").format(size=limit // 1024))
    return data


def _check(value: Any, depth: int = 0) -> None:
    if depth > MAX_DEPTH:
        raise ParseError(_("The JSON is nested too deeply."))
    if isinstance(value, str):
        # PostgreSQL cannot store NUL; lone surrogates cannot be encoded at all.
        if "\x00" in value or any("\ud800" <= char <= "\udfff" for char in value):
            raise ParseError(_("Text must not contain NUL characters or lone surrogates."))
    elif isinstance(value, dict):
        for key, part in value.items():
            _check(key, depth + 1)
            _check(part, depth + 1)
    elif isinstance(value, list):
        for part in value:
            _check(part, depth + 1)


def _reject_constant(name: str) -> Any:
    raise ParseError(_("{name} is not JSON.").format(name=name))


class JSONParser(parsers.JSONParser):
    """JSON in UTF-8 up to 1 MiB; the top level must be an object."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the object; raises 400 ``malformed`` or 413 ``too_large``."""
        data = read_bounded(stream, min(MAX_BODY_BYTES, settings.DATA_UPLOAD_MAX_MEMORY_SIZE))
        try:
            value = json.loads(data.decode("utf-8"), parse_constant=_reject_constant)
        except (ValueError, RecursionError) as error:
            raise ParseError(_("The request body is not valid JSON.")) from error
        _check(value)
        if not isinstance(value, dict):
            raise ParseError(_("The request body must be a JSON object."))
        return value


def _validated(form: Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    values: dict[str, Any] = form.validated_data
    return values


def parsed(kind: type[Serializer[Any]], request: Request, **options: Any) -> dict[str, Any]:
    """Return the body as validated by a serializer, which may have ``options``; raises 400."""
    return _validated(kind(data=request.data, **options))


def parsed_query(kind: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the query as validated by a serializer; raises 400."""
    return _validated(kind(data=request.query_params))


def query_id(request: Request, name: str, sentence: str) -> UUID | None:
    """Return the id that the query names, if any; 400 with the sentence if it is no id."""
    given = request.query_params.get(name)
    try:
        return UUID(given) if given else None
    except ValueError:
        raise Invalid(sentence, fields={name: [sentence]}) from None


def if_match(request: Request) -> str | None:
    """Return the entity tag in ``If-Match``, as strong as any; ``None`` accepts every version."""
    header = request.headers.get("If-Match", "").strip()
    return None if header in {"", "*"} else header.removeprefix("W/")


class AnyAccept(DefaultContentNegotiation):
    """Chooses a parser by ``Content-Type`` as usual, and always the first renderer, which is JSON."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type
