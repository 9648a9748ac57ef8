"""``GET /api/events``: Server-Sent Events of the signed-in account.

Under ASGI the response stays open. Under WSGI, where an open response would occupy a thread, it contains
the missed events and ends; the browser reconnects after ``retry`` and misses nothing either.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from random import uniform
from typing import cast
from uuid import UUID

from asgiref.sync import sync_to_async
from django.contrib.auth import HASH_SESSION_KEY
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from marketplace import clock
from marketplace.events.broadcaster import Stream, StreamMessage, broadcaster, in_thread
from marketplace.events.live import SESSION
from marketplace.events.log_reader import Cursor, LogReader, Replay, replay

HEARTBEAT_SECONDS = 15.0
# Random waits before a page reconnects: a few seconds normally; when a shutdown closes all streams, spread
# over the time that one core needs, with room to spare, to open them all again.
RETRY_SECONDS = (2.0, 8.0)
RETURN_SECONDS_PER_STREAM = 0.017
# One event of the stream, as an EventSource gives it to the page; ``data`` is JSON.
EVENT = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("event", "id", "data")},
    "required": ["event", "id", "data"],
}
CONTENT_TYPE = "text/event-stream; charset=utf-8"


def _here(number: int) -> str:
    """Return the ``id`` line, which a page sends back when it reconnects."""
    return f"id: {Cursor(number, clock.now())}\n"


def opening(cursor: int) -> bytes:
    """Return the first lines: the reconnection time and the cursor."""
    return f"{_retry(*RETRY_SECONDS)}{_here(cursor)}\n".encode()


def shutdown(streams: int) -> bytes:
    """Return the last lines before a shutdown that closes this many streams: reconnect, spread over time."""
    least, most = RETRY_SECONDS
    return f"{_retry(least, max(most, streams * RETURN_SECONDS_PER_STREAM))}\n".encode()


def _retry(least: float, most: float) -> str:
    """Return the ``retry`` line with a random time, so that pages do not reconnect all at once."""
    return f"retry: {round(1000 * uniform(least, most))}\n"  # noqa: S311 - nobody gains by guessing it


def heartbeat(cursor: int) -> bytes:
    """Return a comment that keeps the connection open, with an ``id`` line that keeps the cursor fresh."""
    return f": still here\n{_here(cursor)}\n".encode()


def session_ended(cursor: int) -> bytes:
    """Return the last lines of a stream whose session may have ended: the page reloads the session."""
    return f"event: {SESSION}\n{_here(cursor)}data: {{}}\n\n".encode()


def written(message: StreamMessage) -> bytes:
    """Return one event in the stream's format."""
    if message.event is None:
        return f"event: reset\n{_here(message.cursor)}data: {{}}\n\n".encode()
    data = json.dumps(message.event.data, separators=(",", ":"))
    return f"event: {message.event.topic}\n{_here(message.cursor)}data: {data}\n\n".encode()


def _missed(found: Replay, cursor: int) -> list[bytes]:
    if not found.complete:
        return [written(StreamMessage(None, cursor))]
    return [written(StreamMessage(event, cursor)) for event in found.events]


async def lines(stream: Stream, after: Cursor | None) -> AsyncIterator[bytes]:
    """Yield what was missed after a cursor, then every new event, until the session ends."""
    await sync_to_async(connections.close_all)()
    own = broadcaster()
    replayed: set[int] = set()
    try:
        await own.join(stream)
        yield opening(own.cursor)
        if after is not None:
            cursor = own.cursor
            found = await in_thread(
                lambda: replay(account_id=stream.account_id, after=after, now=clock.now())
            )
            replayed = {event.pk for event in found.events}
            for chunk in _missed(found, cursor):
                yield chunk
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    message = await stream.waiting.get()
            except TimeoutError:
                yield heartbeat(own.cursor)
                continue
            if message is None:
                yield shutdown(own.ending) if own.ending else session_ended(own.cursor)
                return
            if message.event is None or message.event.pk not in replayed:
                yield written(message)
    finally:
        own.leave(stream)


def missed_lines(account_id: UUID, after: Cursor | None) -> Iterator[bytes]:
    """Yield what was missed after a cursor, and end."""
    cursor = LogReader().settled
    yield opening(cursor)
    if after is not None:
        yield from _missed(replay(account_id=account_id, after=after, now=clock.now()), cursor)


def _after(request: Request) -> Cursor | None:
    """Return the cursor of a page: of one that returns, or has read its session."""
    text = request.headers.get("Last-Event-ID") or request.query_params.get("after", "")
    return Cursor.read(text) if text else None


class EventsView(APIView):
    """The live events of the caller's account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="events",
        summary="Live events of the signed-in account",
        description=(
            "Server-Sent Events: `order` `{orderId, status}`, `message` `{orderId}`, `position` `{orderId}` "
            "(of a provider on the way), `notification` `{unread}`, `session` `{}` when a session of the "
            "account has ended. A page that comes back sends `Last-Event-ID`, a new one `after` (the "
            "`eventsCursor` of its session), and is told what it missed; "
            "`reset` says that too much was missed and everything must be fetched again."
        ),
        parameters=[
            OpenApiParameter("Last-Event-ID", str, OpenApiParameter.HEADER, required=False),
            OpenApiParameter("after", str, required=False),
        ],
        responses={
            (200, "text/event-stream"): OpenApiResponse(EVENT, description="the stream, event by event"),
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Open the stream."""
        after = _after(request)
        http = request._request
        if request.method == "HEAD":
            return HttpResponse(content_type=CONTENT_TYPE)
        account_id = cast("UUID", request.user.pk)
        if isinstance(http, ASGIRequest):
            session = http.session
            stream = Stream(account_id, session.session_key or "", session.get(HASH_SESSION_KEY, ""))
            response = StreamingHttpResponse(lines(stream, after), content_type=CONTENT_TYPE)
        else:
            response = StreamingHttpResponse(missed_lines(account_id, after), content_type=CONTENT_TYPE)
        response["Cache-Control"] = "no-store"
        # Tells nginx not to buffer: each event must be forwarded at once.
        response["X-Accel-Buffering"] = "no"
        return response
