"""The browser tests (frontend/e2e/): Chromium against fresh copies of the product."""

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from tools import install, processes, run, services
from tools.console import say
from tools.instant import TUESDAY, chosen_instant

# One for each parallel worker.
COPIES = 2
# With so many files or more, two workers are used.
MANY = 6
# The folder of end-to-end journeys, for which Chromium's headless shell is enough; the tests of pages
# beside it need what the shell lacks.
JOURNEYS = "journeys/"


def browser_tests(arguments: list[str], hear: Callable[[str], None]) -> bool:
    """Run the tests that the arguments choose, each worker against a copy with data of its own.

    The clock of the copies and of every browser starts at the chosen instant (``AT``).

    All tests, whole folders and many files run with two workers; a few files start faster with one.
    """
    are_many = len(arguments) >= MANY or all(argument.endswith("/") for argument in arguments)
    chromium = services.require_chromium(headless_shell=are_journeys(arguments))
    npm = install.node_modules()
    install.frontend()
    with contextlib.ExitStack() as stack:
        # The folder of each copy with its port.
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


def are_journeys(arguments: list[str]) -> bool:
    """Tell whether the arguments choose journeys alone."""
    return bool(arguments) and all(argument.startswith(JOURNEYS) for argument in arguments)


def _load_demo(copies: dict[Path, int]) -> None:
    """Load the demo data once, and give every copy the same: nothing in it names a port."""
    say("  Loading the demo data …")
    python = install.python()
    install.texts()
    (first, port), *others = copies.items()
    processes.finish(run.prepare(python, first, run.environment(port, first) | {"MOVABLE_CLOCK": "1"}))
    for folder, _port in others:
        shutil.copytree(first, folder, dirs_exist_ok=True)


def _environment(copies: dict[Path, int]) -> dict[str, str]:
    """Set the clock of each copy, and return the environment of the tests."""
    # Set before the first start, as the demo's data depend on the instant. It is an offset to the machine's
    # clock.
    ahead = (chosen_instant(TUESDAY) - datetime.now(UTC)).total_seconds()  # noqa: TID251
    for folder in copies:
        (folder / "clock").write_text(str(ahead))
    addresses = [
        {"url": f"http://localhost:{port}", "folder": str(folder)} for folder, port in copies.items()
    ]
    return {
        "E2E_COPIES": json.dumps(addresses),
        "E2E_AHEAD_SECONDS": str(ahead),
        "PYTHON": sys.executable,
        # The interpreter with the packages for tests, which read PDF files.
        "TEST_PYTHON": str(install.python(dev=True)),
    }


def _show_errors(folders: Iterable[Path]) -> None:
    """Print the errors that the servers have logged."""
    for folder in folders:
        log = folder / "logs" / "web.log"
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.is_file() else []
        shown = [line for line in lines if "ERROR" in line or "Traceback" in line][-20:]
        if shown:
            say("The server's errors:\n" + "\n".join(shown))
