"""Limits the size of request bodies before they are read.

Under ASGI Django reads a whole body before any of our code runs. This wrapper runs first: a stated size that
is too large is refused unread, a body without a stated size is cut off at the limit.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from marketplace.errors import error_response
from marketplace.http.parsing import MAX_BODY_BYTES

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]


class _TooLarge(Exception):
    """The body exceeds the limit."""


def bounded(application: Asgi, *, most: int = MAX_BODY_BYTES) -> Asgi:
    """Return an application that gets bodies of at most ``most`` bytes; larger ones are 413.

    A view may allow more by ``max_body_bytes``, for requests that state their size.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        stated = _stated_length(scope)
        limit = most if stated <= most else _limit_of(scope["path"], most)
        if stated > limit:
            await _refuse(send)
            return
        taken, has_begun = 0, False

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise _TooLarge
            return message

        async def sent(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await application(scope, counted, sent)
        except _TooLarge:
            if not has_begun:
                await _refuse(send)

    return respond


def _stated_length(scope: Scope) -> int:
    """Return the request's Content-Length; 0 if it has none."""
    stated = dict(scope["headers"]).get(b"content-length", b"")
    return int(stated) if stated.isdigit() else 0


def _limit_of(path: str, most: int) -> int:
    """Return the limit of the view at a path."""
    try:
        view = resolve(path).func
    except Resolver404:
        return most
    return int(getattr(getattr(view, "cls", None), "max_body_bytes", most))


async def _refuse(send: Send) -> None:
    """Respond with 413 and close the connection, as nobody reads the rest."""
    response = error_response(
        message=_("The request is too large."),
        code="too_large",
        status=413,
        headers={"Cache-Control": "no-store", "Connection": "close"},
    )
    response["Content-Length"] = str(len(response.content))
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
