"""Tries wrong edits, each in a fork of a process that has everything loaded.

Loading Python packages, product and tests takes many times as long as the tests that notice an edit. So it is
done once; each edit is made in a fork, by replacing the code of the functions that it changes, and the tests
run there on a database that was migrated once. An edit outside of functions (a constant, a decorator) needs a
new process.

``python -m tools.mutants.warm EDITS RESULTS`` in a copy of the checkout: the lines of both files are JSON,
an edit is its module, its name, the edited source and the tests that are to notice it, and a result the
name of the edit and of the test that failed, or null.
"""

import gc
import inspect
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import django
import pytest
from django.db import connection
from django.urls import get_resolver

from tools import processes

SECONDS = 600
OPTIONS = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--reuse-db"]
VAR = Path(os.environ["VAR_DIR"])
TEMPLATE, FELL = VAR / "migrated.sqlite3", VAR / "fell"


class OwnDatabase:
    """A pytest plugin: uses a copy of the migrated database, and records which test failed."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self) -> None:
        """Set the database's name before it is opened; it exists already."""
        file = VAR / f"of-{os.getpid()}.sqlite3"

        def ready(*_: object, **__: object) -> str:
            shutil.copy(TEMPLATE, file)
            connection.settings_dict["NAME"] = str(file)
            return str(file)

        connection.creation.create_test_db = ready  # type: ignore[method-assign]  # that is the point

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failed test."""
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Record tests that cannot be imported."""
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            FELL.write_text(report.nodeid)


# --- Applying an edit in a running process -------------------------------------------------------------


def functions(code: CodeType) -> Iterator[CodeType]:
    """Yield the code objects of a module's functions and methods, without nested ones."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & inspect.CO_OPTIMIZED:
                yield inner
            else:
                yield from functions(inner)  # a class


def outside(code: CodeType) -> list[Any]:
    """Return what a module does when it is imported, including its classes."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    constants = [one.co_qualname if one in inner else repr(one) for one in code.co_consts]
    classes = [outside(one) for one in inner if not one.co_flags & inspect.CO_OPTIMIZED]
    return [code.co_code, constants, code.co_names, classes]


def make(path: Path, edited: str) -> bool:
    """Replace the code of the functions that an edit changes; ``False`` if it changes anything else."""
    before, after = (compile(text, str(path), "exec") for text in (path.read_text(), edited))
    if outside(before) != outside(after):
        return False
    pairs = zip(functions(before), functions(after), strict=True)
    new = {(old.co_qualname, old.co_firstlineno): code for old, code in pairs if old != code}
    found = set()
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == str(path):
            name = (one.__code__.co_qualname, one.__code__.co_firstlineno)
            if name in new and len(one.__code__.co_freevars) == len(new[name].co_freevars):
                one.__code__ = new[name]
                found.add(name)
    return found == new.keys()


# --- Running the tests ---------------------------------------------------------------------------------


def finished(child: int) -> int:
    """Wait for a process group and return its exit code; kill it after a time limit."""
    ends = time.monotonic() + SECONDS
    while time.monotonic() < ends:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    FELL.write_text("took too long")
    os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def in_a_fork(path: Path, edited: str, tests: list[str]) -> int | None:
    """Run the tests against an edit and return pytest's exit code; ``None`` if it needs a new process."""
    fresh = 99
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        processes.end_with_parent()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os._exit(pytest.main([*OPTIONS, *tests], plugins=[OwnDatabase()]) if make(path, edited) else fresh)
    code = finished(child)
    return None if code == fresh else code


def afresh(path: Path, edited: str, tests: list[str]) -> int:
    """Run the tests against an edited file in a new process and return pytest's exit code."""
    text = path.read_text()
    path.write_text(edited)
    try:
        child = subprocess.Popen(
            [sys.executable, "-m", "tools.mutants.warm", "--once", *tests],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0,
        )  # fmt: skip
        return finished(child.pid)
    finally:
        path.write_text(text)


def fell(path: Path, edited: str, tests: list[str]) -> str | None:
    """Return the test that notices an edit, ``None`` if none does."""
    FELL.unlink(missing_ok=True)
    code = in_a_fork(path, edited, tests)
    if code is None:
        code = afresh(path, edited, tests)
    for file in VAR.glob("of-*.sqlite3*"):
        file.unlink()
    if code == 0:
        return None
    return FELL.read_text() if FELL.exists() else f"ended with {code}"


def migrate() -> None:
    """Create the migrated database that every run starts with, in a subprocess."""
    TEMPLATE.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        django.setup()
        connection.settings_dict["TEST"]["NAME"] = str(TEMPLATE)
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        os._exit(0)
    os.waitpid(child, 0)


def main(edits: Path, results: Path) -> None:
    """Load everything, then try one edit after the other."""
    wanted = [json.loads(line) for line in edits.read_text().splitlines()]
    tests = list(dict.fromkeys(test for edit in wanted for test in edit[-1]))
    migrate()
    if pytest.main(["--collect-only", *OPTIONS, *tests], plugins=[OwnDatabase()]):
        sys.exit("The tests could not be loaded.")
    get_resolver().url_patterns  # noqa: B018 - the views, which are loaded with the first call
    for module in dict.fromkeys(module for module, *_ in wanted):
        noticing = next(edit[-1] for edit in wanted if edit[0] == module)
        if test := fell(Path(module).resolve(), Path(module).read_text(), noticing):
            sys.exit(f"{test} fell without any edit.")
    with results.open("w") as file:
        for module, name, edited, noticing in wanted:
            test = fell(Path(module).resolve(), edited, noticing)
            print(json.dumps([name, test]), file=file, flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--once":
        sys.exit(pytest.main([*OPTIONS, *sys.argv[2:]], plugins=[OwnDatabase()]))
    main(Path(sys.argv[1]), Path(sys.argv[2]))
