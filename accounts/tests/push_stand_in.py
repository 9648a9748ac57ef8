"""A local stand-in for a push service, and a browser that subscribes there and decrypts messages."""

import json
import threading
from base64 import urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_bytes

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

KEY = "dHdvLWFuZC10aGlydHktcmFuZG9tLWJ5dGVzLWhlcmU"
SILENCE = 0


class PushService:
    """Serves while it is entered: responds 201, or once with what ``answers`` says for a browser."""

    def __init__(self):
        self.received, self.responses, self.quiet = [], {}, threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                name = self.path.rpartition("/")[2]
                content = self.rfile.read(int(self.headers["Content-Length"]))
                waiting = service.responses.get(name, [])
                status = waiting.pop(0) if waiting else 201
                service.received.append((name, content, self.headers, status))
                if status == SILENCE:
                    service.quiet.wait(30)
                    return
                self.send_response(status)
                if status == 429:
                    self.send_header("Retry-After", "600")
                if status == 307:
                    self.send_header("Location", f"{service.address}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.quiet.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def names(self):
        """Return the browsers that a message came for, in order of arrival."""
        return [name for name, *_ in self.received]


def _written(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


class Browser:
    """A browser that subscribes at a push service."""

    def __init__(self, service: PushService, name: str):
        self.service, self.name = service, name
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), token_bytes(16)

    def subscription(self):
        """Return the subscription as the page sends it to us."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{self.service.address}/{self.name}",
            "keys": {"p256dh": _written(point), "auth": _written(self._secret)},
        }

    def shown(self):
        """Return what arrived here: each signed for the service and decryptable by this browser alone."""
        return [self._read(*one) for one in self.service.received if one[0] == self.name and one[3] == 201]

    def _read(self, _, content, headers, __):
        assert Vapid02.verify(headers["Authorization"])
        text = http_ece.decrypt(content, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        return json.loads(text)
