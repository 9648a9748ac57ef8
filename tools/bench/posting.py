"""Clients that post prepared requests as fast as the server responds."""

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from statistics import quantiles
from threading import Barrier, Thread
from typing import Any

from tools.bench.load import exchange


@dataclass(frozen=True)
class Posted:
    """The results of posting."""

    seconds: float
    p95_ms: float
    statuses: dict[int, int]

    @property
    def per_second(self) -> float:
        """Responses per second."""
        return sum(self.statuses.values()) / self.seconds


def post_message(path: str, body: dict[str, Any], headers: dict[str, str]) -> str:
    """Return a POST as from a reverse proxy."""
    content = json.dumps(body)
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        "X-Forwarded-Proto: https",
        "Connection: close",
        "Content-Type: application/json",
        f"Content-Length: {len(content.encode())}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join(lines) + "\r\n\r\n" + content


def post_all(port: int, messages: list[str], *, clients: int, per_second: int = 0) -> Posted:
    """Let clients in a subprocess post all requests once, starting together.

    With ``per_second`` each request waits for its turn at that rate.
    """
    command = [sys.executable, "-m", "tools.bench.posting"]
    task = json.dumps({"port": port, "messages": messages, "clients": clients, "per_second": per_second})
    found = json.loads(subprocess.check_output(command, input=task.encode()))
    times = sorted(found["times"])
    p95 = quantiles(times, n=20)[-1] * 1000 if len(times) > 1 else 0.0
    return Posted(
        found["elapsed"], p95, {int(status): number for status, number in found["statuses"].items()}
    )


def _main() -> None:
    task = json.load(sys.stdin)
    # Each request with the seconds after which it is sent.
    pile: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
    apart = 1 / task["per_second"] if task["per_second"] else 0.0
    for number, message in enumerate(task["messages"]):
        pile.put((number * apart, message.encode()))
    times: list[float] = []
    statuses: list[int] = []
    barrier = Barrier(task["clients"] + 1)

    def run() -> None:
        barrier.wait(60)
        began = time.perf_counter()
        while True:
            try:
                seconds, message = pile.get_nowait()
            except Empty:
                return
            start = time.perf_counter()
            if (early := began + seconds - start) > 0:
                time.sleep(early)
                start = time.perf_counter()
            response = exchange(task["port"], message)
            times.append(time.perf_counter() - start)
            statuses.append(int(response[9:12]))

    threads = [Thread(target=run) for _ in range(task["clients"])]
    for thread in threads:
        thread.start()
    barrier.wait(60)
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    elapsed = time.perf_counter() - start
    found = {status: statuses.count(status) for status in set(statuses)}
    sys.stdout.write(json.dumps({"elapsed": elapsed, "times": times, "statuses": found}))


if __name__ == "__main__":
    _main()
