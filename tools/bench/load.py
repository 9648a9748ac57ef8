"""A server as in production, and clients that send requests as fast as it responds."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import quantiles
from threading import Barrier, Thread

from tools.bench.figures import Context

HOST = "127.0.0.1"
WORKERS = 2
CLIENTS = 16


@dataclass(frozen=True)
class Load:
    """The results of some seconds of load."""

    requests_per_second: float
    p95_ms: float
    statuses: dict[int, int]


def _is_up(port: int) -> bool:
    try:
        return ask(port, "/healthz") < 500
    except OSError:
        return False


@contextmanager
def server(ctx: Context, *, workers: int = WORKERS, threads: int = 1) -> Iterator[int]:
    """Run gunicorn, by default with two workers, on the benchmark's database; yields its port.

    With more than one thread a worker keeps connections alive, as browsers expect.
    """
    if _is_up(ctx.port):
        raise RuntimeError(f"port {ctx.port} is taken")
    arguments = ["--preload", "-w", str(workers), "--threads", str(threads)]
    arguments += ["-b", f"{HOST}:{ctx.port}", "--log-level", "warning"]
    command = [sys.executable, "-m", "gunicorn", *arguments, "tools.bench.wsgi"]
    process = subprocess.Popen(command, env=ctx.environment | {"DATABASE_POOL_SIZE": "0"})
    try:
        deadline = time.monotonic() + 120
        while not _is_up(ctx.port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server of the benchmark did not start")
            time.sleep(0.1)
        yield ctx.port
    finally:
        process.terminate()
        process.wait(60)


def request(path: str, headers: dict[str, str] | None = None) -> bytes:
    """Return the bytes of a GET as from a reverse proxy."""
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", "X-Forwarded-Proto: https", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def exchange(port: int, message: bytes) -> bytes:
    """Send a request and return the whole response, head and body."""
    with socket.create_connection((HOST, port), timeout=30) as connection:
        connection.sendall(message)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def ask(port: int, path: str) -> int:
    """Return the status of one GET."""
    return int(exchange(port, request(path))[9:12])


def load(port: int, paths: Sequence[str], seconds: float, headers: dict[str, str] | None = None) -> Load:
    """Let 16 clients in a subprocess request the paths in turn; counts only complete responses."""
    task = {"port": port, "paths": list(paths), "seconds": seconds, "headers": headers or {}}
    command = [sys.executable, "-m", "tools.bench.load", json.dumps(task)]
    found = json.loads(subprocess.check_output(command))
    times = sorted(found["times"])
    p95 = quantiles(times, n=20)[-1] * 1000 if len(times) > 1 else 0.0
    statuses = {int(status): count for status, count in found["statuses"].items()}
    return Load(len(times) / found["elapsed"], p95, statuses)


def _client(port: int, messages: list[bytes], until: float, times: list[float], statuses: list[int]) -> None:
    number = 0
    while (start := time.perf_counter()) < until:
        response = exchange(port, messages[number % len(messages)])
        times.append(time.perf_counter() - start)
        statuses.append(int(response[9:12]))
        number += 1


def _main() -> None:
    task = json.loads(sys.argv[1])
    messages = [request(path, task["headers"]) for path in task["paths"]]
    times: list[float] = []
    statuses: list[int] = []
    barrier = Barrier(CLIENTS + 1)
    until = time.perf_counter() + task["seconds"]

    def run(first: int) -> None:
        barrier.wait(30)
        turned = messages[first % len(messages) :] + messages[: first % len(messages)]
        _client(task["port"], turned, until, times, statuses)

    threads = [Thread(target=run, args=(first,)) for first in range(CLIENTS)]
    for thread in threads:
        thread.start()
    start = time.perf_counter()
    barrier.wait(30)
    for thread in threads:
        thread.join()
    found = {status: statuses.count(status) for status in set(statuses)}
    sys.stdout.write(json.dumps({"elapsed": time.perf_counter() - start, "times": times, "statuses": found}))


if __name__ == "__main__":
    _main()
