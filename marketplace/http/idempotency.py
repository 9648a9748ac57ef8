"""``Idempotency-Key``: a write that is repeated gives its first response and acts once.

The answer is stored in the transaction of the effect, so that one exists exactly when the other
does. Two equal calls at once meet at the unique constraint: the second waits for the first (or
is told that it is still running) and gives its response.
"""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from marketplace import clock
from marketplace.errors import DomainError, Invalid, explain
from marketplace.http.models import IdempotencyRecord

HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 255

explain(invalid_key="The idempotency key is too long or has unprintable characters (400).")


class KeyReused(DomainError):
    """The key was used for another request (422)."""

    status = status.HTTP_422_UNPROCESSABLE_ENTITY
    code = "idempotency_key_reused"


def fingerprint(request: Request) -> str:
    """Return the SHA-256 of method, path with its query, and body."""
    # The query can name whom a call is about (``?providerId=…``).
    query = request.META.get("QUERY_STRING", "")
    address = f"{request.path}?{query}" if query else request.path
    digest = hashlib.sha256(f"{request.method} {address}\n".encode())
    # The parsed body with sorted keys: a client that repeats a call may order them anew.
    digest.update(json.dumps(_body(request), sort_keys=True).encode())
    return digest.hexdigest()


def _body(request: Request) -> Any:
    """Return the parsed body, files as the digests of what is in them."""
    if not request.FILES:
        return request.data
    files = {}
    for name, file in request.FILES.items():
        files[name] = hashlib.sha256(file.read()).hexdigest()
        file.seek(0)
    words = cast("dict[str, Any]", request.data)
    return {name: value for name, value in words.items() if name not in files} | files


def key_of(request: Request) -> str:
    """Return the key that a signed-in caller sent, empty if none; 400 for one that cannot be kept."""
    key = request.headers.get(HEADER, "")
    if not key or not request.user.is_authenticated:
        return ""
    if len(key) > MAX_KEY_LENGTH or not key.isprintable():
        raise Invalid(_("The idempotency key is too long or has unprintable characters."), code="invalid_key")
    return key


def _record(request: Request, key: str, print_: str) -> IdempotencyRecord | None:
    record = IdempotencyRecord.objects.filter(account_id=request.user.pk, key=key).first()
    if record is not None and record.fingerprint != print_:
        raise KeyReused(_("This idempotency key was already used for a different request."))
    return record


def _stored(request: Request, key: str, print_: str) -> Response | None:
    if (record := _record(request, key, print_)) is None:
        return None
    return Response(record.first_response_body, status=record.status, headers={**record.headers, HEADER: key})


def recall(request: Request, key: str) -> Any:
    """Return what :func:`remember` noted of an equal call with this key, ``None`` if nothing.

    For a write that talks to another party: it must not run inside a transaction, and its response
    may be a secret that is not to be stored. It notes what gives the first response again.
    """
    record = _record(request, key, fingerprint(request)) if key else None
    return record.first_response_body if record else None


def remember(request: Request, key: str, note: Any) -> None:
    """Note what gives the first response again; 422 if the key was used meanwhile for another call."""
    if not key:
        return
    print_ = fingerprint(request)
    record = IdempotencyRecord.objects.get_or_create(
        account_id=request.user.pk,
        key=key,
        defaults={
            "fingerprint": print_,
            "status": status.HTTP_200_OK,
            "body": note,
            "created_at": clock.now(),
        },
    )[0]
    if record.fingerprint != print_:
        raise KeyReused(_("This idempotency key was already used for a different request."))


def _plain(data: Any) -> Any:
    """Return response data as it will stand in JSON (UUIDs, Decimals and times as strings)."""
    return json.loads(json.dumps(data, cls=JSONEncoder))


class StillRunning(DomainError):
    """The first call with this key has not ended yet (409); the same call may be sent again."""

    code = "request_in_progress"


class _Taken(Exception):
    """Another call has stored a response under this key."""


def _take(request: Request, key: str, print_: str) -> IdempotencyRecord:
    """Insert the row of a key, without a response yet; raise :class:`_Taken` if there is one.

    On PostgreSQL an equal call at once waits here until the first has committed or rolled back; on
    SQLite it has waited for its transaction to begin.
    """
    try:
        return IdempotencyRecord.objects.create(
            account_id=cast("UUID", request.user.pk),
            key=key,
            fingerprint=print_,
            status=0,
            body={},
            created_at=clock.now(),
        )
    except IntegrityError as error:
        raise _Taken from error


def _act(
    view: Callable[..., Response], self: Any, request: Request, print_: str, *args: Any, **kwargs: Any
) -> Response:
    """Take the key, act, and store the response: all three or none."""
    key = request.headers[HEADER]
    with transaction.atomic():
        record = _take(request, key, print_)
        # A refusal is raised, passes through here and takes the row with it: only 2xx is stored.
        response = view(self, request, *args, **kwargs)
        record.status, record.body = response.status_code, _plain(response.data)
        record.headers = {name: response[name] for name in ("ETag", "Location") if name in response}
        record.save(update_fields=["status", "body", "headers"])
    return response


def idempotent(view: Callable[..., Response]) -> Callable[..., Response]:
    """Make a view method honour ``Idempotency-Key`` for a signed-in caller.

    Only 2xx responses are stored; a visitor's keys are ignored.
    """

    @wraps(view)
    def wrapper(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = key_of(request)
        if not key:
            return view(self, request, *args, **kwargs)
        print_ = fingerprint(request)
        try:
            response = _act(view, self, request, print_, *args, **kwargs)
        except _Taken:
            if (stored := _stored(request, key, print_)) is None:
                raise StillRunning(_("This request is still being worked on.")) from None
            return stored
        response[HEADER] = key
        return response

    return wrapper
