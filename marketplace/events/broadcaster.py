"""The open event streams of this process, and the one watcher that feeds them.

While at least one stream is open, one task polls for new events every quarter of a second, or, with Redis,
when it is woken by it. No stream holds a database connection.
"""

import asyncio
import contextlib
import logging
import signal
import threading
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from types import FrameType
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connections

from marketplace.events.live import CHANNEL
from marketplace.events.log_reader import LogReader
from marketplace.events.models import LiveEvent
from marketplace.http.sessions import valid_sessions

LOOK_SECONDS = 0.25
LOOK_SECONDS_WITH_REDIS = 2.0
CHECK_SECONDS = 5.0
PAUSE_AFTER_FAULT_SECONDS = 1.0
MOST_STREAMS_PER_ACCOUNT = 8
MOST_WAITING = 100

log = logging.getLogger(__name__)
Result = TypeVar("Result")
_threads = ThreadPoolExecutor(4, thread_name_prefix="live")


async def in_thread(read: Callable[[], Result]) -> Result:
    """Run a database read in a thread, and close its connection afterwards."""

    def act() -> Result:
        try:
            return read()
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(_threads, act)


@dataclass(frozen=True)
class StreamMessage:
    """One item of a stream, and the cursor that a returning page sends back."""

    event: LiveEvent | None  # None: too much was missed, refetch everything
    cursor: int


@dataclass(eq=False)
class Stream:
    """One open page of an account, signed in with a session."""

    account_id: UUID
    session_key: str
    session_hash: str
    waiting: asyncio.Queue[StreamMessage | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    def tell(self, message: StreamMessage | None) -> None:
        """Queue an item (None ends the stream); a reader that is too slow gets a reset instead."""
        too_slow = self.waiting.full()
        if message is None or too_slow:
            while not self.waiting.empty():
                self.waiting.get_nowait()
        self.waiting.put_nowait(StreamMessage(None, message.cursor) if message and too_slow else message)


class Broadcaster:
    """The streams of one event loop."""

    def __init__(self) -> None:
        self._streams: dict[UUID, list[Stream]] = defaultdict(list)
        self._watcher: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._woken = asyncio.Event()
        self._redis_works = False
        self._watches_signals = False
        self.cursor = 0
        # How many streams a shutdown is closing; 0 without one.
        self.ending = 0

    async def join(self, stream: Stream) -> None:
        """Add a stream; if its account has too many, the oldest is closed."""
        mine = self._streams[stream.account_id]
        if len(mine) >= MOST_STREAMS_PER_ACCOUNT:
            mine.pop(0).tell(None)
        mine.append(stream)
        if self._watcher is None or self._watcher.done():
            self._ready.clear()
            self._watcher = asyncio.create_task(self._watch())
        await self._ready.wait()

    def leave(self, stream: Stream) -> None:
        """Remove a stream; the last one stops the watcher."""
        mine = self._streams.get(stream.account_id, [])
        if stream in mine:
            mine.remove(stream)
        if not mine:
            self._streams.pop(stream.account_id, None)
        if not self._streams and self._watcher is not None:
            self._watcher.cancel()
            self._watcher = None

    def close(self) -> None:
        """Close every stream; the pages reconnect to another process."""
        self.ending = sum(len(mine) for mine in self._streams.values())
        for mine in self._streams.values():
            for stream in mine:
                stream.tell(None)

    def _close_on_shutdown(self) -> None:
        """Close the streams on SIGTERM and SIGINT; the server's shutdown would otherwise wait for them."""
        if self._watches_signals or threading.current_thread() is not threading.main_thread():
            return
        self._watches_signals = True
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            before = signal.getsignal(number)

            def stop(received: int, frame: FrameType | None, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.close)
                if callable(before):
                    before(received, frame)

            signal.signal(number, stop)

    async def _watch(self) -> None:
        self._close_on_shutdown()
        listener = asyncio.create_task(self._listen()) if settings.REDIS_URL else None
        reader: LogReader | None = None
        checked_at = monotonic()
        try:
            while True:
                try:
                    if reader is None:
                        reader = await in_thread(LogReader)
                    self._hand_out(await in_thread(reader.read), reader.settled)
                    self._ready.set()
                    if monotonic() - checked_at > CHECK_SECONDS:
                        await self._end_stale_sessions()
                        checked_at = monotonic()
                except Exception:
                    log.exception("Reading live events failed")
                    await asyncio.sleep(PAUSE_AFTER_FAULT_SECONDS)
                await self._wait()
        finally:
            if listener is not None:
                listener.cancel()

    async def _wait(self) -> None:
        seconds = LOOK_SECONDS_WITH_REDIS if self._redis_works else LOOK_SECONDS
        # Not wait_for: in Python 3.11 it swallows a cancellation that arrives together with the result, and a
        # watcher that outlived its cancellation would send every event twice.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        self._woken.clear()

    def _hand_out(self, events: list[LiveEvent], cursor: int) -> None:
        self.cursor = cursor
        for event in events:
            for stream in self._streams.get(event.account_id, ()):
                stream.tell(StreamMessage(event, cursor))

    async def _listen(self) -> None:
        """Let Redis wake the watcher; without Redis, the watcher polls more often."""
        import redis.asyncio as redis_async  # noqa: PLC0415 - slow to import, and optional
        from redis.exceptions import RedisError  # noqa: PLC0415

        while True:
            try:
                async with (
                    redis_async.Redis.from_url(settings.REDIS_URL) as client,
                    client.pubsub() as channel,
                ):
                    await channel.subscribe(CHANNEL)
                    async for _message in channel.listen():
                        self._redis_works = True
                        self._woken.set()
            except (RedisError, OSError) as error:
                log.warning("Redis is away (%s); streams look for events by themselves.", error)
            finally:
                self._redis_works = False
            await asyncio.sleep(PAUSE_AFTER_FAULT_SECONDS)

    async def _end_stale_sessions(self) -> None:
        """Close the streams of sessions that have ended: signed out, expired, password changed."""
        streams = [stream for mine in self._streams.values() for stream in mine]
        stale = await in_thread(lambda: stale_streams(streams))
        for stream in stale:
            stream.tell(None)


def stale_streams(streams: list[Stream]) -> list[Stream]:
    """Return the streams whose session is no longer valid."""
    keys = {stream.session_key for stream in streams}
    alive = set(valid_sessions().filter(session_key__in=keys).values_list("session_key", flat=True))
    accounts = get_user_model()._default_manager.filter(
        pk__in={stream.account_id for stream in streams}, is_active=True
    )
    hashes = {account.pk: account.get_session_auth_hash() for account in accounts}
    return [
        stream
        for stream in streams
        if stream.session_key not in alive or hashes.get(stream.account_id) != stream.session_hash
    ]


_broadcasters: dict[asyncio.AbstractEventLoop, Broadcaster] = {}


def broadcaster() -> Broadcaster:
    """Return the broadcaster of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _broadcasters:
        for old in [other for other in _broadcasters if other.is_closed()]:
            del _broadcasters[old]
        _broadcasters[loop] = Broadcaster()
    return _broadcasters[loop]
