"""The browser tests: fresh copies of the product, and Chromium against them (frontend/e2e/)."""

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from tools import install, processes, run, services
from tools.console import say
from tools.instant import TUESDAY, chosen_instant

# As many as there are workers beside each other: a browser waits more than it works.
COPIES = 2
# So many files keep two of them busy.
MANY = 6
# The folder of what people do from beginning to end; what else is asked of pages stands beside it.
JOURNEYS = "journeys/"


def browser_tests(arguments: list[str], hear: Callable[[str], None]) -> bool:
    """Run the tests that the arguments choose, each worker against a copy with data of its own.

    The copies' clock, and that of every browser, begins at the chosen instant (``AT``).

    All tests, whole folders and many files are run by two workers. A choice of a few starts sooner with one.
    """
    are_many = len(arguments) >= MANY or all(argument.endswith("/") for argument in arguments)
    chromium = services.require_chromium()
    npm = install.node_modules()
    install.frontend()
    with contextlib.ExitStack() as stack:
        # The folder of each copy, and the port that it listens on.
        copies = {
            stack.enter_context(services.scratch_folder("e2e")): services.free_port()
            for _ in range(COPIES if are_many else 1)
        }
        env = os.environ | _environment(copies) | {"CHROMIUM_PATH": chromium}
        _load_demo(copies)
        command = [npm, "run", "--silent", "e2e", "--", *arguments]
        passed = processes.run(command, env=env, cwd=install.FRONTEND, hear=hear) == 0
        if not passed:
            _show_errors(copies)
        return passed


def _load_demo(copies: dict[Path, int]) -> None:
    """Load the copies' data beside each other: Playwright starts one once the one before it is ready."""
    say("  Loading the demo data …")
    python = install.python()
    install.texts()
    loading = [
        run.prepare(python, folder, run.environment(port, folder) | {"MOVABLE_CLOCK": "1"})
        for folder, port in copies.items()
    ]
    for child in loading:
        processes.finish(child)


def _environment(copies: dict[Path, int]) -> dict[str, str]:
    """Set the clock of each copy, and return what the tests are told of them."""
    # Read by the product at its first start already: the demo's data follow from the instant.
    # What it reads is how far it is ahead of the machine's clock.
    ahead = (chosen_instant(TUESDAY) - datetime.now(UTC)).total_seconds()  # noqa: TID251
    for folder in copies:
        (folder / "clock").write_text(str(ahead))
    addresses = [
        {"url": f"http://localhost:{port}", "folder": str(folder)} for folder, port in copies.items()
    ]
    return {"E2E_COPIES": json.dumps(addresses), "E2E_AHEAD_SECONDS": str(ahead), "PYTHON": sys.executable}


def _show_errors(folders: Iterable[Path]) -> None:
    """Say what the servers have logged as an error."""
    for folder in folders:
        log = folder / "logs" / "web.log"
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.is_file() else []
        shown = [line for line in lines if "ERROR" in line or "Traceback" in line][-20:]
        if shown:
            say("The server's errors:\n" + "\n".join(shown))
