"""``Idempotency-Key``: a repeated write gets its first response and acts once.

The response is stored in the transaction of the effect, so that one exists exactly when the other
does. Parallel equal requests meet at the unique constraint: the second waits for the first (or is told that
it is still running) and gets its response.
"""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from marketplace import clock
from marketplace.errors import DomainError, Invalid, explain
from marketplace.http.models import IdempotencyRecord
from marketplace.http.throttling import StoredResponseThrottle

HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 255

explain(invalid_key="The idempotency key is too long or has unprintable characters (400).")


class KeyReused(DomainError):
    """The idempotency key was used for a request with another body (422)."""

    status = status.HTTP_422_UNPROCESSABLE_ENTITY
    code = "idempotency_key_reused"


def fingerprint(request: Request) -> str:
    """Return the SHA-256 of method, path with its query, and body."""
    # The query may name whom a request is about (``?providerId=…``).
    query = request.META.get("QUERY_STRING", "")
    address = f"{request.path}?{query}" if query else request.path
    digest = hashlib.sha256(f"{request.method} {address}\n".encode())
    # The parsed body with sorted keys: a client may repeat a request with another order of keys.
    digest.update(json.dumps(_body(request), sort_keys=True).encode())
    return digest.hexdigest()


def _body(request: Request) -> Any:
    """Return the parsed body, with files replaced by their digests."""
    if not request.FILES:
        return request.data
    files = {}
    for name, file in request.FILES.items():
        files[name] = hashlib.sha256(file.read()).hexdigest()
        file.seek(0)
    words = cast("dict[str, Any]", request.data)
    return {name: value for name, value in words.items() if name not in files} | files


def key_of(request: Request) -> str:
    """Return a signed-in caller's key, empty if none; 400 for one that cannot be stored."""
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
    headers = {**record.headers, HEADER: key}
    if record.status == status.HTTP_204_NO_CONTENT:
        return Response(status=record.status, headers=headers)
    return Response(record.first_response_body, status=record.status, headers=headers)


def recall(request: Request, key: str) -> Any:
    """Return what :func:`remember` stored for an equal request with this key, ``None`` if nothing.

    For a write that calls another service: it must not run inside a transaction, and its response
    may be a secret that must not be stored. It stores a note by which the response can be rebuilt.
    """
    if not key:
        return None
    if record := _record(request, key, fingerprint(request)):
        return record.first_response_body
    _count(request)
    return None


def remember(request: Request, key: str, note: Any) -> None:
    """Store a note by which the response can be rebuilt; 422 if another request used the key meanwhile."""
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
    """Return response data as JSON values (UUIDs, Decimals and times as strings)."""
    return json.loads(json.dumps(data, cls=JSONEncoder))


class StillRunning(DomainError):
    """The first call with this key has not ended yet (409); the same call may be sent again."""

    code = "request_in_progress"


def _count(request: Request) -> None:
    """Count a response that is about to be stored; 429 above the limit."""
    throttle = StoredResponseThrottle()
    if not throttle.allow_request(request, None):
        raise Throttled(wait=throttle.wait())


class _Taken(Exception):
    """Another request has stored a response under this key."""


def _take(request: Request, key: str, print_: str) -> IdempotencyRecord:
    """Insert the row of a key, without a response yet; raise :class:`_Taken` if there is one.

    On PostgreSQL a parallel equal request waits here until the first has committed or rolled back; on
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


class _Writes:
    """Notes whether the block executed anything but reads."""

    _READS = frozenset({"SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET"})

    def __init__(self) -> None:
        self.any = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.any = self.any or sql.split(maxsplit=1)[0].upper() not in self._READS
        return execute(sql, params, many, context)


def _act(
    view: Callable[..., Response], self: Any, request: Request, print_: str, *args: Any, **kwargs: Any
) -> Response:
    """Insert the key, act, and store the response: all three or none.

    Nothing is stored of a call that wrote nothing: it may as well be made again. With new keys somebody could
    fill the disk, so each account stores so many responses in an hour.
    """
    key = request.headers[HEADER]
    with transaction.atomic():
        record = _take(request, key, print_)
        _count(request)
        # An error is raised through here and rolls the row back: only 2xx is stored.
        writes = _Writes()
        with connection.execute_wrapper(writes):
            response = view(self, request, *args, **kwargs)
        if not writes.any:
            record.delete()
            return response
        record.status, record.body = (
            response.status_code,
            _plain({} if response.data is None else response.data),
        )
        record.headers = {name: response[name] for name in ("ETag", "Location") if name in response}
        record.save(update_fields=["status", "body", "headers"])
    return response


def idempotent(view: Callable[..., Response]) -> Callable[..., Response]:
    """Make a view method honour ``Idempotency-Key`` for a signed-in caller.

    Only 2xx responses of calls that changed something are stored; a visitor's keys are ignored.
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
