"""A small S3-compatible service for tests: objects of one bucket, to whoever signs requests with its key."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from marketplace import clock

KEY_ID = "key-of-the-tests"


@dataclass
class Stored:
    """An object, and the headers that it was written with."""

    content: bytes
    at: datetime
    headers: dict[str, str]


@dataclass
class BucketServer:
    """What the service holds, and how it behaves: ``fails_with`` is the status of every answer.

    ``most_listed`` is how many objects it lists at once.
    """

    url: str = ""
    objects: dict[str, Stored] = field(default_factory=dict)
    fails_with: int | None = None
    most_listed: int = 1000
    requests: list[str] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    bucket: BucketServer

    def log_message(self, *_args: object) -> None:
        """Say nothing."""

    def _answer(self, status: int, content: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _handle(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = urlsplit(self.path)
        name = unquote(parts.path).removeprefix("/files/")
        self.bucket.requests.append(f"{self.command} {name}")
        if f"Credential={KEY_ID}/" not in self.headers.get("Authorization", ""):
            self._error(403, "AccessDenied")
        elif self.bucket.fails_with is not None:
            self._error(self.bucket.fails_with, "Failing")
        elif self.command == "PUT":
            self.bucket.objects[name] = Stored(body, clock.now(), dict(self.headers))
            self._answer(200, ETag='"1"')
        elif self.command == "DELETE":
            self.bucket.objects.pop(name, None)
            self._answer(204)
        elif unquote(parts.path).strip("/") == "files":
            self._list(parse_qs(parts.query, keep_blank_values=True))
        elif name in self.bucket.objects:
            found = self.bucket.objects[name]
            changed = format_datetime(found.at, usegmt=True)
            self._answer(200, found.content, ETag='"1"', Last_Modified=changed)
        else:
            self._error(404, "NoSuchKey")

    do_GET = do_HEAD = do_PUT = do_DELETE = _handle  # noqa: N815 - the standard library's names

    def _error(self, status: int, code: str) -> None:
        self._answer(status, f"<Error><Code>{code}</Code><Message>No.</Message></Error>".encode())

    def _list(self, query: dict[str, list[str]]) -> None:
        (before,) = query.get("prefix", [""])
        below = [name.removeprefix(before) for name in sorted(self.bucket.objects) if name.startswith(before)]
        folders = {name.split("/")[0] for name in below if "/" in name}
        (after,) = query.get("marker", [""])
        names = [before + name for name in below if "/" not in name and before + name > after]
        listed = names[: self.bucket.most_listed]
        found = [f"<Contents><Key>{escape(name)}</Key></Contents>" for name in listed]
        if listed != names:
            found.append(f"<IsTruncated>true</IsTruncated><NextMarker>{escape(listed[-1])}</NextMarker>")
        found += [
            f"<CommonPrefixes><Prefix>{escape(before + name)}/</Prefix></CommonPrefixes>" for name in folders
        ]
        self._answer(200, f"<ListBucketResult>{''.join(found)}</ListBucketResult>".encode())


@contextmanager
def running_bucket() -> Iterator[BucketServer]:
    """Run a service with the empty bucket ``files``."""
    bucket = BucketServer()
    handler = type("HandlerOfBucket", (Handler,), {"bucket": bucket})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    bucket.url = f"s3://files/kept?endpoint_url=http://127.0.0.1:{server.server_port}&region_name=test"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield bucket
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
