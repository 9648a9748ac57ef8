"""Services that accept connections and never respond, and real workers that meet them."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import IO

from django.conf import settings as configured

from marketplace.tests.server import database_url


class Silent:
    """A server that accepts connections and never responds."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.accepted: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                accepted = self._listener.accept()[0]
            except OSError:
                return
            self.accepted.append(accepted)
            Thread(target=self._serve, args=[accepted], daemon=True).start()

    def _serve(self, accepted: socket.socket) -> None:
        with suppress(OSError):
            self.serve(accepted)

    def serve(self, accepted: socket.socket) -> None:
        """Send nothing."""

    def close(self) -> None:
        """End all connections."""
        self._listener.close()
        for accepted in self.accepted:
            accepted.close()


SEND = """
import sys
import django
django.setup()
from celery import current_app
for task in sys.argv[1:]:
    current_app.send_task(task)
"""


def environment_of_workers(folder: Path, **env: str) -> dict[str, str]:
    """Return the environment of workers on the test's database, with a file broker in a folder."""
    for part in ("messages", "control"):
        (folder / "queue" / part).mkdir(parents=True)
    fixed = {
        "TESTING": "0",
        "DEMO": "1",
        "VAR_DIR": str(folder),
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
        "REDIS_URL": "",
    }
    return os.environ | fixed | env


def send(tasks: list[str], env: dict[str, str]) -> None:
    """Send some tasks to their queues."""
    subprocess.run([sys.executable, "-c", SEND, *tasks], env=env, cwd=configured.BASE_DIR, check=True)  # noqa: S603


@contextmanager
def worker(queues: str, env: dict[str, str], log: IO[bytes]) -> Iterator[None]:
    """Run a worker with two threads."""
    command = [
        sys.executable, "-m", "celery", "-A", "marketplace", "--quiet", "worker", "--pool=threads",
        "--concurrency=2", f"--queues={queues}", f"--hostname={queues[:4]}@%h", "--loglevel=WARNING",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip
    running = subprocess.Popen(command, cwd=configured.BASE_DIR, env=env, stdout=log, stderr=log)  # noqa: S603
    try:
        yield
    finally:
        running.kill()
        running.wait()


def wait_for(condition: Callable[[], object], seconds: float) -> float:
    """Wait until a condition is true, return how long that took; fail after ``seconds``."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < seconds, "it never became true"
        time.sleep(0.05)
    return time.monotonic() - began
