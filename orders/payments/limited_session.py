"""An HTTP session for Stripe with a time-out for the whole response.

A socket's time-out starts anew with every read, so a server that sends a byte now and then never hits it.
Here each read gets what is left of the total.
"""

import io
from http.client import HTTPResponse
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import NewConnectionError, ProtocolError

from marketplace import clock

_SHORTEST_WAIT = 0.2


class LimitedSession(requests.Session):
    """Limits the whole response to the time-out and to the time left for the current request or task."""

    def __init__(self) -> None:
        super().__init__()
        for scheme in ("http://", "https://"):
            self.mount(scheme, _Adapter())

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        """Send a request and read the response; raises ``requests.Timeout`` when there is no time left.

        ``timeout`` is in seconds and needed. While somebody waits for a page, a request whose connection
        ended before the response, such as one that was idle for long, is sent once more: with its headers,
        so under the same idempotency key. In the background the SDK retries.
        """
        try:
            return self._request(*args, **kwargs)
        except requests.ConnectionError as error:
            if clock.may_ask_again() or not _is_cut(error):
                raise
        return self._request(*args, **kwargs)

    def _request(self, *args: Any, **kwargs: Any) -> requests.Response:
        longest: float = kwargs["timeout"]
        left = clock.seconds_to_wait()
        if left is not None and left < _SHORTEST_WAIT:
            raise requests.Timeout("There is no time left to ask.")
        left = longest if left is None else min(left, longest)
        with clock.waiting_at_most(left):
            # A third for connecting, so that other IP addresses of the host can be tried.
            kwargs["timeout"] = (left / 3, left)
            return super().request(*args, **kwargs)


def _is_cut(error: requests.ConnectionError) -> bool:
    """Return whether a connection was refused, or ended before the response; both are known at once."""
    cause = error.args[0] if error.args else None
    reason = getattr(cause, "reason", cause)
    # A name that is not found is a subclass, and may have taken long.
    return isinstance(reason, ProtocolError) or type(reason) is NewConnectionError


class _Reading(io.RawIOBase):
    """A raw stream of a socket whose reads end when the time is up."""

    def __init__(self, sock: Any) -> None:
        self._sock = sock
        self._bytes = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = clock.seconds_to_wait()
        if left is not None:
            if not left:
                raise TimeoutError("The answer took too long.")
            self._sock.settimeout(left)
        count: int | None = self._bytes.readinto(buffer)
        return count

    def close(self) -> None:
        self._bytes.close()
        super().close()


class _Readable:
    """The part of a socket that :class:`http.client.HTTPResponse` uses."""

    def __init__(self, sock: Any) -> None:
        self._sock = sock

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reading(self._sock))


class _Answer(HTTPResponse):
    def __init__(self, sock: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(_Readable(sock), *args, **kwargs)  # type: ignore[arg-type]  # makefile is all it calls


class _Connection(HTTPConnection):
    response_class = _Answer


class _SecureConnection(HTTPSConnection):
    response_class = _Answer


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


class _Adapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
