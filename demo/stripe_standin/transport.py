"""HTTP over ASGI, as far as the stand-in needs it."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True)
class PageResponse:
    """A whole HTTP response."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def json(cls, status: int, value: Any) -> PageResponse:
        """Return a response in JSON."""
        return cls(status, json.dumps(value).encode(), {"Content-Type": "application/json"})


async def read_body(receive: Receive, most: int) -> bytes | None:
    """Return the request's body, or None when it is larger than `most` bytes."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b""
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            return None
        if not message.get("more_body"):
            return b"".join(parts)


async def send_response(send: Send, response: PageResponse) -> None:
    """Send the response, with the headers that every response of the stand-in carries."""
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Content-Length": str(len(response.body)),
    } | response.headers
    pairs = [
        (name.lower().encode("latin-1"), value.encode("latin-1", "replace"))
        for name, value in headers.items()
    ]
    await send({"type": "http.response.start", "status": response.status, "headers": pairs})
    await send({"type": "http.response.body", "body": response.body})


async def hang_up(send: Send) -> None:
    """End the connection without a response: a TCP reset under uvicorn, a truncated response elsewhere."""
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if transport is None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
        raise ConnectionResetError("a fault of the Stripe stand-in")
    connection = transport.get_extra_info("socket")
    # The client may have hung up first.
    if connection is not None and connection.fileno() >= 0:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
    await asyncio.sleep(0.01)  # so that the server notices, and logs no missing response
