"""A proxy that ends TLS as the guide's example for nginx does.

Each connection carries one request. Data is forwarded as it comes, so event streams are not delayed.
"""

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tools.deploy_check.guide import ProxyRules

CHUNK = 65536
HEAD_BYTES = 65536


class Proxy:
    """Forwards requests to the ports of the processes."""

    def __init__(self, rules: ProxyRules, ports: Mapping[str, int]) -> None:
        self._rules = rules
        self._ports = ports
        # Strong references, as the event loop has only weak ones.
        self._open: set[asyncio.Task[None] | None] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one request, and its response."""
        upstream: asyncio.StreamWriter | None = None
        sending: asyncio.Task[None] | None = None
        own = asyncio.current_task()
        self._open.add(own)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            port = self._ports[self._process(head.split(" ", 2)[1])]
            responses, upstream = await asyncio.open_connection("127.0.0.1", port)
            upstream.write(self._head(head, writer.get_extra_info("peername")[0]))
            sending = asyncio.create_task(_pump(reader, upstream))
            await _pump(responses, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            # The process is not ready, the client has disconnected, or the check ends: close the connection.
            pass
        finally:
            # Its error, too, is only that one side has disconnected.
            if sending is not None:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
            writer.close()
            if upstream is not None:
                upstream.close()
            self._open.discard(own)

    def _process(self, target: str) -> str:
        path = target.split("?", 1)[0]
        fallback = self._rules.locations["/"]
        return self._rules.locations.get(path, fallback)

    def _head(self, head: str, peer: str) -> bytes:
        first, *lines = head.rstrip("\r\n").split("\r\n")
        given = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        values = {
            "$host": given.get("host", "").rsplit(":", 1)[0],
            "$scheme": "https",
            "$proxy_add_x_forwarded_for": peer,
        }
        given |= {name.lower(): values[value] for name, value in self._rules.headers.items()}
        given["connection"] = "close"
        return "\r\n".join([first, *(f"{name}: {value}" for name, value in given.items()), "", ""]).encode()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(CHUNK):
        writer.write(data)
        await writer.drain()


@contextmanager
def running(proxy: Proxy, listener: socket.socket, tls: ssl.SSLContext) -> Iterator[None]:
    """Serve in a thread until the block ends."""
    loop = asyncio.new_event_loop()
    starting = asyncio.start_server(proxy.serve, sock=listener, ssl=tls, limit=HEAD_BYTES)
    server = loop.run_until_complete(starting)
    thread = threading.Thread(target=loop.run_forever, name="proxy", daemon=True)
    thread.start()
    try:
        yield
    finally:
        asyncio.run_coroutine_threadsafe(_close(server), loop).result(timeout=5)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=5)
        loop.close()


async def _close(server: asyncio.Server) -> None:
    server.close()
    open_ones = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in open_ones:
        task.cancel()
    await asyncio.gather(*open_ones, return_exceptions=True)
