"""The browser tests: a fresh copy of the whole product, and Chromium against it."""

import contextlib
import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tools import install, processes, services
from tools.console import say
from tools.instant import TUESDAY, chosen_instant
from tools.processes import Child
from tools.run import answers

# A first start installs and builds; everything later takes seconds.
START_SECONDS = 300
PARTS = 3
# The folder of what people do from beginning to end; what else is asked of pages stands beside it.
JOURNEYS = "journeys/"


def browser_tests(arguments: list[str], hear: Callable[[str], None]) -> bool:
    """Start a copy with data of its own, run the tests against it, and end it.

    Its clock, and that of every browser, begins at the chosen instant (``AT``).

    All tests, and all journeys, are run in three parts beside each other, each against a copy of its own:
    a browser waits more than it works. A choice of a few is run as one.
    """
    in_parts = arguments in ([], [JOURNEYS])
    install.frontend()
    with contextlib.ExitStack() as stack:
        shards = [[*arguments, f"--shard={part}/{PARTS}"] for part in range(1, PARTS + 1)]
        parts = shards if in_parts else [arguments]
        stages = [_Stage(stack.enter_context(services.scratch_folder("e2e"))) for _ in parts]
        stack.callback(lambda: processes.end([child for stage in stages for child in stage.children]))
        if not all(stage.is_ready() for stage in stages):
            say("\n".join(stage.server.last_words() for stage in stages))
            return False
        runs = [stage.start(part, hear) for stage, part in zip(stages, parts, strict=True)]
        codes = [run.wait() for run in runs]
        passed = not any(codes)
        if not passed:
            for stage in stages:
                stage.show_errors()
        return passed


class _Stage:
    """A running copy of the product, and the tests that run against it."""

    def __init__(self, folder: Path) -> None:
        # Read by the product at its first start already: the demo's data follow from the instant.
        # What it reads is how far it is ahead of the machine's clock.
        ahead = chosen_instant(TUESDAY) - datetime.now(UTC)  # noqa: TID251
        (folder / "clock").write_text(str(ahead.total_seconds()))
        self._log = folder / "logs" / "web.log"
        self._port = services.free_port()
        own = {"PORT": str(self._port), "VAR_DIR": str(folder), "MOVABLE_CLOCK": "1"}
        self._env = dict(os.environ) | own
        self.server = Child("server", [sys.executable, "-m", "tools.run"], env=self._env)
        self.children = [self.server]

    def is_ready(self) -> bool:
        """Wait until it answers; False where it ends instead, or never does."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.server.ended is None:
            if answers(f"http://127.0.0.1:{self._port}/readyz"):
                return True
            time.sleep(0.2)
        return False

    def start(self, arguments: list[str], hear: Callable[[str], None]) -> Child:
        """Start the tests that the arguments choose."""
        to = {"BASE_URL": f"http://localhost:{self._port}", "CHROMIUM_PATH": services.require_chromium()}
        command = [install.node_modules(), "run", "--silent", "e2e", "--", *arguments]
        tests = Child("tests", command, env=self._env | to, cwd=install.FRONTEND, hear=hear)
        self.children.append(tests)
        return tests

    def show_errors(self) -> None:
        """Say what the server has logged as an error."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        shown = [line for line in lines if "ERROR" in line or "Traceback" in line][-20:]
        if shown:
            say("The server's errors:\n" + "\n".join(shown))
