"""A minimal EventSource for tests."""

import json
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from queue import Empty, Queue
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from conftest import client_for


@dataclass
class Event:
    name: str
    data: Any
    cursor: str


def session_cookie(user) -> dict[str, str]:
    """Sign a user in and return the cookie."""
    return {settings.SESSION_COOKIE_NAME: client_for(user).cookies[settings.SESSION_COOKIE_NAME].value}


def cookie_header(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


class EventSource:
    """Reads a stream in a thread until it ends or is closed."""

    def __init__(self, base: str, cookies: dict[str, str], *, after: str | None = None) -> None:
        self.events: Queue[Event] = Queue()
        self.ended = threading.Event()
        self.cursor = ""
        self.retries: list[int] = []  # reconnection times in milliseconds
        self._opened = threading.Event()
        self._connection = HTTPConnection(urlsplit(base).netloc, timeout=30)
        headers = {"Accept": "text/event-stream", "Cookie": cookie_header(cookies)}
        self._connection.request(
            "GET", "/api/events", headers=headers | ({"Last-Event-ID": after} if after else {})
        )
        # The response takes over the socket; kept here so that :meth:`close` can shut it down.
        self._socket = self._connection.sock
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        assert self._opened.wait(15), "the stream did not open"

    def _read(self) -> None:
        with suppress(HTTPException, OSError), self._connection.getresponse() as response:
            if response.status == 200:
                self._read_lines(response)
        self._connection.close()
        self.ended.set()

    def _read_lines(self, response) -> None:
        name, data = "message", ""
        while raw := response.readline():
            line = raw.decode().rstrip("\n")
            field, _, value = line.partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                data = value
            elif field == "retry":
                self.retries.append(int(value))
            elif field == "id":
                self.cursor = value
            elif not line:
                if data:
                    self.events.put(Event(name, json.loads(data), self.cursor))
                name, data = "message", ""
                self._opened.set()

    def next(self, seconds: float = 10) -> Event:
        """Return the next event; fails if none comes in time."""
        return self.events.get(timeout=seconds)

    def none_within(self, seconds: float) -> bool:
        """Return whether no event comes for a while."""
        try:
            self.events.get(timeout=seconds)
        except Empty:
            return True
        return False

    def close(self) -> None:
        """Shut down the connection."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
