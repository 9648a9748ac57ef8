"""The way to Stripe on the network, which ends when whoever waits has no time left.

A time-out of a socket counts anew with every byte, so a server that drips would outlast any. Here
each read is given what is left of the whole answer's time.
"""

import io
from http.client import HTTPResponse
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from marketplace import clock

_SHORTEST_WAIT = 0.2


class LimitedSession(requests.Session):
    """Waits for an answer no longer than its time-out in all, nor than whoever waits for us has time."""

    def __init__(self) -> None:
        super().__init__()
        for scheme in ("http://", "https://"):
            self.mount(scheme, _Adapter())

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        """Send a request and read the answer; raises ``requests.Timeout`` when there is no time left.

        ``timeout`` is in seconds and needed.
        """
        longest: float = kwargs["timeout"]
        left = clock.seconds_to_wait()
        if left is not None and left < _SHORTEST_WAIT:
            raise requests.Timeout("There is no time left to ask.")
        left = longest if left is None else min(left, longest)
        with clock.waiting_at_most(left):
            # A host that does not let us in leaves the rest of the time to its other addresses.
            kwargs["timeout"] = (left / 3, left)
            return super().request(*args, **kwargs)


class _Reading(io.RawIOBase):
    """What comes through a socket, each read for no longer than there is time."""

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
    """What the standard library wants to see of a socket."""

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
