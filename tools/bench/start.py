"""P19: how much memory a worker needs, and how long a cold start takes."""

import subprocess
import sys
import time
from pathlib import Path

from marketplace import clock
from tools.bench.figures import Context, Row, interleaved
from tools.bench.fill import make_providers, make_slots
from tools.bench.load import HOST, ask, load

MEGABYTE = 1024 * 1024


def _private_megabytes(pid: int) -> float:
    """Return a process's proportional set size in MB: with its share of shared pages (Linux)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024 / MEGABYTE
    return 0.0


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in listed.split()]


def _is_up(port: int) -> bool:
    try:
        return ask(port, "/healthz") == 200
    except OSError:
        return False


def _start(ctx: Context) -> tuple[float, list[float]]:
    """Start the server as production does; return the seconds until it responds, and its memory."""
    arguments = ["--preload", "-w", "2", "--threads", "4", "-b", f"{HOST}:{ctx.port}", "--log-level", "error"]
    command = [sys.executable, "-m", "gunicorn", *arguments, "marketplace.wsgi"]
    began = time.perf_counter()
    process = subprocess.Popen(command, env=ctx.environment)
    try:
        while not _is_up(ctx.port):
            if process.poll() is not None or time.perf_counter() - began > 60:
                raise RuntimeError("the server of the benchmark did not start")
            time.sleep(0.01)
        seconds = time.perf_counter() - began
        load(ctx.port, ["/api/providers/8001", "/", "/api/config"], ctx.seconds)
        return seconds, [_private_megabytes(child) for child in _children(process.pid)]
    finally:
        process.terminate()
        process.wait(10)


def run(ctx: Context) -> list[Row]:
    """Start a few times; measure each worker after some seconds of work."""
    now = clock.now()
    make_slots(make_providers(50, now=now), days=28, now=now)
    memory: list[float] = []

    def once() -> float:
        seconds, megabytes = _start(ctx)
        memory.append(max(megabytes))
        return seconds

    (seconds,) = interleaved(ctx.rounds, once)
    return [
        Row("P19", "memory of a worker after work, MB", max(memory), 200, 110, lower_is_better=True),
        Row("P19", "cold start until the first answer, s", seconds, 5, 2, lower_is_better=True),
    ]
