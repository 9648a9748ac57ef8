"""`make test` and its parts: every check, each with a line in the summary at the end.

What failed is named once more below the summary: in the log of a CI nobody finds it otherwise.
"""

import contextlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools import install, processes, services
from tools.browser import browser_tests
from tools.console import ROOT, give_up, say
from tools.processes import Command
from tools.schema import quiet_environment

WORKERS = "2"
# They have no rows: the stand-in keeps its own state, and the commands are about starting things.
ASKS_NO_DATABASE = ("demo/stripe_standin", "tools")
# How the tools say that something is wrong: pytest and vitest, then compilers and linters.
NAMES_A_FAILURE = re.compile(r"^\s*(FAIL|ERROR|OVER)\b|^FAILED |Error: |\berror\b", re.ASCII)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
NAMED_AT_MOST = 12


@dataclass
class Checks:
    """Runs checks one after the other and remembers how each went."""

    results: list[tuple[str, bool, float]] = field(default_factory=list)
    failures: list[tuple[str, list[str]]] = field(default_factory=list)
    _heard: list[str] = field(default_factory=list)

    def run(self, title: str, act: Callable[[], bool]) -> None:
        """Carry out one check; a failure does not keep the others from running."""
        say(f"\n=== {title}")
        self._heard = []
        started = time.monotonic()
        passed = act()
        self.results.append((title, passed, time.monotonic() - started))
        if not passed:
            named = [line for line in self._heard if NAMES_A_FAILURE.search(line)]
            self.failures.append((title, named[:NAMED_AT_MOST] or self._heard[-NAMED_AT_MOST:]))

    def hear(self, line: str) -> None:
        """Pass a check's line on, and keep it for the summary."""
        say(line)
        self._heard.append(COLOUR.sub("", line))

    def command(
        self, title: str, command: Command, *, env: dict[str, str] | None = None, cwd: Path = ROOT
    ) -> None:
        """Carry out a check that is one command."""
        self.run(title, lambda: processes.run(command, env=env, cwd=cwd, hear=self.hear) == 0)

    def close(self) -> int:
        """Print the summary and return the exit code."""
        say("\n=== Summary")
        for title, passed, seconds in self.results:
            say(f"{'passed' if passed else 'FAILED':>7}  {seconds:6.1f} s  {title}")
        for title, lines in self.failures:
            say("\n" + "\n".join([f"--- {title}", *lines]))
        failed = sum(not passed for _, passed, _ in self.results)
        say(f"\n{len(self.results) - failed} passed, {failed} failed")
        return 1 if failed else 0


@contextlib.contextmanager
def quiet_commands() -> Iterator[dict[str, str]]:
    """Give an environment for commands that must not touch this checkout's data."""
    with services.scratch_folder("check") as folder:
        yield quiet_environment(folder)


def lint(checks: Checks) -> None:
    """Style, types, import floors, migrations and the generated files."""
    python = install.python(dev=True)
    checks.command("ruff: style", [python, "-m", "ruff", "check", "."])
    checks.command("ruff: format", [python, "-m", "ruff", "format", "--check", "--quiet", "."])
    with quiet_commands() as env:
        checks.command("mypy: types", [python, "-m", "mypy", "."], env=env)
        checks.command("import-linter: floors", [python.with_name("lint-imports")], env=env)
        migrations: list[str | Path] = [python, "manage.py", "makemigrations", "--check", "--dry-run"]
        checks.command("migrations say what the models say", migrations, env=env)
    checks.command(
        "generated schema and types are current", [sys.executable, "-m", "tools.schema", "--check"]
    )


def _test_environment(**extra: str) -> dict[str, str]:
    env = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DEMO", "DEBUG", "REDIS_URL", "PORT"}
    }
    return env | {"TESTING": "1"} | extra


def _pytest(python: Path, arguments: list[str]) -> Command:
    parallel = [] if any(part.startswith("-n") for part in arguments) else ["-n", WORKERS]
    # Without a choice everything runs on all cores; a choice of a few tests starts sooner on one.
    return [python, "-m", "pytest", *(parallel if not arguments else []), *arguments]


def backend(checks: Checks, arguments: list[str], *, databases: tuple[str, ...]) -> None:
    """Run the back-end tests on each database, with a Redis beside them."""
    python = install.python(dev=True)
    # The pages' tests look at the built web app.
    install.frontend()
    command = _pytest(python, arguments)
    with services.redis() as redis_url:
        if "sqlite" in databases:
            with services.scratch_folder("tests") as folder:
                env = _test_environment(
                    DATABASE_URL=f"sqlite:///{folder / 'unused.sqlite3'}",
                    VAR_DIR=str(folder),
                    TEST_REDIS_URL=redis_url,
                )
                checks.command("back end on SQLite", command, env=env)
        if "postgres" in databases:
            with services.postgres() as url, services.scratch_folder("tests") as folder:
                env = _test_environment(DATABASE_URL=url, VAR_DIR=str(folder), TEST_REDIS_URL=redis_url)
                # What never asks this database is tested once, beside SQLite.
                elsewhere = [] if arguments else [f"--ignore={part}" for part in ASKS_NO_DATABASE]
                checks.command("back end on PostgreSQL", [*command, *elsewhere], env=env)


def frontend(checks: Checks) -> None:
    """Lint, types, unit tests, build, dead code and size of the web app."""
    npm = install.node_modules()
    checks.command("web app", [npm, "run", "--silent", "check"], cwd=install.FRONTEND)


def e2e(checks: Checks, arguments: list[str]) -> None:
    """Run the browser tests against a server of their own."""
    checks.run("browser tests", lambda: browser_tests(arguments, checks.hear))


def require_everything() -> None:
    """Install, or name in one line, what the whole run needs beside Python and Node."""
    services.require_postgres()
    services.require_redis()
    services.require_chromium()


def main() -> int:
    """Run the part that is named first; the rest goes to its test runner."""
    processes.end_with_parent()
    processes.stop_on_signals()
    part, *arguments = sys.argv[1:] or ["all"]
    checks = Checks()
    databases = ("sqlite", "postgres") if part == "all" else (os.environ.get("DB", "sqlite"),)
    if not set(databases) <= {"sqlite", "postgres"}:
        give_up("DB is sqlite or postgres.")
    if part == "all":
        require_everything()
    if part in {"all", "lint"}:
        lint(checks)
    if part in {"all", "frontend"}:
        frontend(checks)
    if part in {"all", "backend"}:
        backend(checks, arguments, databases=databases)
    if part in {"all", "e2e"}:
        e2e(checks, arguments)
    if not checks.results:
        give_up(f"There is no check named {part}.")
    return checks.close()


if __name__ == "__main__":
    if sys.stdout.isatty():
        # The checks write to this process, not to the terminal; they would leave their colours out.
        os.environ |= {"FORCE_COLOR": "1", "PY_COLORS": "1"}
    os.environ.setdefault("COLUMNS", str(shutil.get_terminal_size((110, 20)).columns))
    sys.exit(main())
