"""The browser tests: a fresh copy of the whole product, and Chromium against it."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tools import install, processes, services
from tools.console import say
from tools.processes import Child
from tools.run import answers

# A first start installs and builds; everything later takes seconds.
START_SECONDS = 300


def browser_tests(arguments: list[str], hear: Callable[[str], None]) -> bool:
    """Start a copy with data of its own, run the tests against it, and end it."""
    npm = install.node_modules()
    chromium = services.require_chromium()
    port = services.free_port()
    with services.scratch_folder("e2e") as folder:
        own = {"PORT": str(port), "VAR_DIR": str(folder), "MOVABLE_CLOCK": "1"}
        server = Child("server", [sys.executable, "-m", "tools.run"], env=dict(os.environ) | own)
        try:
            if not _ready(server, port):
                say(server.last_words())
                return False
            env = dict(os.environ) | own
            env |= {"BASE_URL": f"http://localhost:{port}", "CHROMIUM_PATH": chromium}
            command = [npm, "run", "--silent", "e2e", "--", *arguments]
            passed = processes.run(command, env=env, cwd=install.FRONTEND, hear=hear) == 0
            if not passed:
                _show_errors(folder / "logs" / "web.log")
            return passed
        finally:
            processes.end([server], grace=15)


def _ready(server: Child, port: int) -> bool:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.ended is None:
        if answers(f"http://127.0.0.1:{port}/readyz"):
            return True
        time.sleep(0.2)
    return False


def _show_errors(log: Path) -> None:
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    shown = [line for line in lines if "ERROR" in line or "Traceback" in line][-20:]
    if shown:
        say("The server's errors:\n" + "\n".join(shown))
