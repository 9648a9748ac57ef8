"""Real servers for tests that need real sockets; they use the test's database.

The test must commit what it writes (fixture ``transactional_db``).
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

START_SECONDS = 30


def database_url() -> str:
    """Return the URL of the test's database."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    password = f":{values['PASSWORD']}" if values["PASSWORD"] else ""
    return f"postgres://{values['USER']}{password}@{values['HOST']}:{values['PORT']}/{values['NAME']}"


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def accepts(port: int) -> bool:
    with closing(socket.socket()) as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def serving(*, workers: int = 1, **env: str) -> Iterator[str]:
    """Run the site in its own processes; yields its URL. Stopped by SIGTERM, as in production."""
    port = free_port()
    environment = os.environ | {
        "TESTING": "1",
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
        "LOG_LEVEL": "WARNING",
    }
    command = [
        sys.executable, "-m", "uvicorn", "marketplace.asgi:application",
        "--host", "127.0.0.1", "--port", str(port), "--lifespan", "off",
        "--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "5",
        "--workers", str(workers),
    ]  # fmt: skip
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(  # noqa: S603 - our own server
            command, cwd=Path(settings.BASE_DIR), env=environment | env, stdout=log, stderr=log
        )
        try:
            deadline = time.monotonic() + START_SECONDS
            while not accepts(port):
                if server.poll() is not None or time.monotonic() > deadline:
                    log.seek(0)
                    raise AssertionError(f"The server did not start: {log.read().decode()}")
                time.sleep(0.02)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
