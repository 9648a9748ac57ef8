"""How much a request may bring, decided before any of it is read.

Under ASGI the framework takes a whole body in before anything of ours looks at it. This stands in
front: what says it is too large is refused unread, what says no size is cut off at the limit.
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
    """More has come than a request may bring."""


def bounded(application: Asgi, *, most: int = MAX_BODY_BYTES) -> Asgi:
    """Return an application that is handed bodies of ``most`` bytes at most; larger ones are 413.

    A view that takes more says so (``max_body_bytes``), and is sent it where its size is stated.
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
    """Return the size that a request says it has; 0 if it says none."""
    stated = dict(scope["headers"]).get(b"content-length", b"")
    return int(stated) if stated.isdigit() else 0


def _limit_of(path: str, most: int) -> int:
    """Return how much the view behind an address takes."""
    try:
        view = resolve(path).func
    except Resolver404:
        return most
    return int(getattr(getattr(view, "cls", None), "max_body_bytes", most))


async def _refuse(send: Send) -> None:
    """Answer 413 and hang up: nobody reads the rest."""
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
