"""`make test`, `make test-all` and their parts: each check has a line in the summary at the end.

`make test` is what must never break; `make test-all` adds every case of each sweep, every test on SQLite and
every browser test.
Failures are repeated below the summary, because they are hard to find in a long CI log.
"""

import contextlib
import os
import re
import shutil
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools import install, processes, services
from tools.browser import JOURNEYS, browser_tests
from tools.console import ROOT, give_up, say
from tools.processes import Child, Command
from tools.proof.calendar import INSTANTS
from tools.schema import quiet_environment

# One more than the cores of a small machine, as tests sometimes wait for locks and for other processes.
WORKERS = "3"
_MARKETPLACE_TESTS = "marketplace/tests/test_"
# With both databases, these tests run with SQLite only: the stand-in has its own database, the
# demonstration's server uses SQLite, and the others are about starting programs and about the source.
BESIDE_SQLITE = (
    "demo/stripe_standin",
    "demo/tests/test_memory.py",
    "demo/tests/test_demo_data.py",
    # Not `tools` itself, because pytest always collects what `testpaths` names.
    "tools/tests",
    *(_MARKETPLACE_TESTS + name for name in ("codes.py", "environment.py", "modules.py", "production.py")),
)
# With both databases, these run with PostgreSQL only: responses and logs do not depend on the database.
BESIDE_POSTGRES = tuple(
    _MARKETPLACE_TESTS + name
    for name in ("bad_values.py", "exporting.py", "fuzz.py", "logs.py", "matrix*.py")
)
# Lines that report a failure: of pytest, vitest, the browser tests (frontend/e2e/summary.ts), knip, the
# deploy guide, compilers and linters.
NAMES_A_FAILURE = re.compile(r"^\s*(FAIL|ERROR|OVER)\b|^(FAILED|Failed:|Unused) |Error: |\berror\b", re.ASCII)
# Page errors during a browser test (frontend/e2e/fixtures/page-errors.ts).
PAGE_ERROR = re.compile(r"^\s*(console|exception|request|answer|dialog): |^\s*expected \d+ from ")
# Tests that passed only on a retry: of the browser tests (frontend/e2e/summary.ts), and of the web app's
# (frontend/vite.config.ts).
FLAKY = re.compile(r"^FLAKY ")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
NAMED_AT_MOST = 30
# The simulated year that SEED and DAYS choose.
YEAR = "orders/tests/year/test_living.py::test_a_year_by_seed"
# The walk through the app that SEED and MINUTES choose.
WANDER = "nightly/wander.spec.ts"
# A full run lists the slowest tests.
SLOWEST = ("--durations=30", "--durations-min=3")


def _names_a_failure(line: str) -> bool:
    return bool(NAMES_A_FAILURE.search(line) or PAGE_ERROR.search(line))


@dataclass(frozen=True)
class Task:
    """A check that is one command; ``advice`` says what to do if it fails, where its output does not."""

    title: str
    command: Command
    env: dict[str, str] | None = None
    cwd: Path = ROOT
    advice: str = ""


class _Running:
    """A running task; its output is buffered until it ends."""

    def __init__(self, task: Task) -> None:
        self.title = task.title
        self.advice = task.advice
        self.said: list[str] = []
        self.started = time.monotonic()
        self.child = Child(task.title, task.command, env=task.env, cwd=task.cwd, hear=self.said.append)


@dataclass
class Checks:
    """Runs checks and collects their results."""

    results: list[tuple[str, bool, float]] = field(default_factory=list)
    failures: list[tuple[str, list[str]]] = field(default_factory=list)
    flaky: list[str] = field(default_factory=list)
    _heard: list[str] = field(default_factory=list)

    def run(self, title: str, act: Callable[[], bool]) -> None:
        """Run one check; a failure does not stop the others."""
        say(f"\n=== {title}")
        self._heard = []
        started = time.monotonic()
        passed = act()
        self._remember(title, passed=passed, seconds=time.monotonic() - started)

    def beside_each_other(self, *columns: Sequence[Task]) -> None:
        """Run the tasks of each column one after the other, and the columns in parallel.

        Most compilers and linters use one core. A task's output is printed once it has ended.
        """
        left = [deque(column) for column in columns]
        running: dict[int, _Running] = {}
        while running or any(left):
            for number, column in enumerate(left):
                if number in running:
                    if running[number].child.ended is None:
                        continue
                    self._show(running.pop(number))
                if column:
                    # Started from this thread: a child ends when the thread that started it does.
                    running[number] = _Running(column.popleft())
            time.sleep(0.05)

    def _show(self, ended: _Running) -> None:
        seconds = time.monotonic() - ended.started
        passed = ended.child.wait() == 0
        say(f"\n=== {ended.title}")
        self._heard = []
        for line in ended.said:
            self.hear(line)
        self._remember(ended.title, passed=passed, seconds=seconds)
        if ended.advice and not passed:
            say(ended.advice)
            self.failures[-1][1].append(ended.advice)

    def _remember(self, title: str, *, passed: bool, seconds: float) -> None:
        self.results.append((title, passed, seconds))
        self.flaky += [line for line in self._heard if FLAKY.search(line)]
        if not passed:
            named = [line for line in self._heard if _names_a_failure(line)]
            self.failures.append((title, named[:NAMED_AT_MOST] or self._heard[-NAMED_AT_MOST:]))

    def hear(self, line: str) -> None:
        """Print a line of a check, and store failures for the summary."""
        say(line)
        self._heard.append(COLOUR.sub("", line))

    def command(
        self, title: str, command: Command, *, env: dict[str, str] | None = None, cwd: Path = ROOT
    ) -> None:
        """Run a check that is one command."""
        self.run(title, lambda: processes.run(command, env=env, cwd=cwd, hear=self.hear) == 0)

    def close(self) -> int:
        """Print the summary and return the exit code."""
        say("\n=== Summary")
        for title, passed, seconds in self.results:
            say(f"{'passed' if passed else 'FAILED':>7}  {seconds:6.1f} s  {title}")
        for title, lines in self.failures:
            say("\n" + "\n".join([f"--- {title}", *lines]))
        if self.flaky:
            heading = "--- flaky: failed, then passed; a bug to be mended all the same"
            say("\n" + "\n".join([heading, *self.flaky]))
        failed = sum(not passed for _, passed, _ in self.results)
        say(f"\n{len(self.results) - failed} passed, {failed} failed")
        return 1 if failed else 0


@contextlib.contextmanager
def quiet_commands() -> Iterator[dict[str, str]]:
    """Yield an environment for commands that must not touch this checkout's data."""
    with services.scratch_folder("check") as folder:
        yield quiet_environment(folder)


def style(checks: Checks) -> None:
    """Check style and requirements of the Python code, which is fast."""
    python = install.python(dev=True)
    checks.command("ruff: style", [python, "-m", "ruff", "check", "."])
    checks.command("ruff: format", [python, "-m", "ruff", "format", "--check", "--quiet", "."])
    checks.command("deptry: every import is a requirement", [python.with_name("deptry"), "--no-ansi", "."])
    checks.command("vocabulary: one word for one thing", [python, "-m", "tools.vocabulary"])
    checks.command("architecture: the map of the rooms", [python, "-m", "tools.architecture"])


def of_the_house(env: dict[str, str]) -> list[Task]:
    """Return the other lint tasks: types, import layers, migrations, generated files."""
    python = install.python(dev=True)
    return [
        Task("mypy: types", [python, "-m", "mypy", "."], env),
        Task("import-linter: floors", [python.with_name("lint-imports")], env),
        Task(
            "migrations say what the models say",
            [python, "manage.py", "makemigrations", "--check", "--dry-run"],
            env,
            advice="The columns above are in models.py and in no migration. Run: DEMO=1 .venv/bin/python "
            "manage.py makemigrations APP --name WHAT_CHANGES, read the file in APP/migrations/, commit it.",
        ),
        Task("generated schema and types are current", [sys.executable, "-m", "tools.schema", "--check"]),
    ]


def collection() -> Task:
    """Return the task that reads every test once.

    pytest compiles what it reads, and keeps it: the workers of the two runs would each do so at their start.
    """
    python = install.python(dev=True)
    command: Command = [python, "-m", "pytest", "--collect-only", "-qq"]
    return Task("back end: every test can be read", command, _test_environment())


def of_the_web_app() -> tuple[list[Task], list[Task]]:
    """Return two columns: the unit tests of the web app, which use several cores, and its lint tasks."""
    npm = install.node_modules()

    def task(title: str, script: str) -> Task:
        return Task(f"web app: {title}", [npm, "run", "--silent", script], cwd=install.FRONTEND)

    return [task("unit tests", "test")], [
        task("style", "lint"),
        task("style that needs types", "lint:types"),
        task("types", "types"),
        task("dead code", "dead"),
        task("format", "format:check"),
    ]


def lint(checks: Checks) -> None:
    """Run all lint tasks, of the Python code and of the web app."""
    style(checks)
    _, of_the_app = of_the_web_app()
    with quiet_commands() as env:
        checks.beside_each_other(of_the_house(env), of_the_app)


def frontend(checks: Checks) -> None:
    """Run lint, types, unit tests, build, dead code and size of the web app."""
    checks.beside_each_other(*of_the_web_app())
    checks.beside_each_other(build())


def build() -> list[Task]:
    """Return the tasks that build the web app once for all checks, and check its size."""
    npm = install.node_modules()
    return [
        Task("web app: build", [sys.executable, "-m", "tools.install"]),
        Task("size of the web app", [npm, "run", "--silent", "size"], cwd=install.FRONTEND),
    ]


def deploy() -> Task:
    """Return the task that follows docs/deploy.md in a clean environment, and uses the site."""
    python = install.python(dev=True)
    return Task("deploy: the guide carried out", [python, "-m", "tools.deploy_check"])


def source(checks: Checks) -> None:
    """Do :func:`lint` and :func:`frontend` in parallel: the columns take about the same time."""
    style(checks)
    tests, of_the_app = of_the_web_app()
    with quiet_commands() as env:
        checks.beside_each_other([*tests, *build()], [collection(), *of_the_house(env), *of_the_app])


def _test_environment(**extra: str) -> dict[str, str]:
    env = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DEMO", "DEBUG", "REDIS_URL", "PORT"}
    }
    return env | {"TESTING": "1"} | extra


def _pytest(python: Path, arguments: list[str]) -> Command:
    # Tests with a shared expensive fixture (mark xdist_group) run in one worker.
    parallel = ["-n", WORKERS, "--dist", "loadgroup"]
    # All tests run in parallel; a few chosen ones start faster without workers.
    return [python, "-m", "pytest", *(arguments or [*parallel, *SLOWEST])]


def backend(
    checks: Checks,
    arguments: list[str],
    *,
    databases: tuple[str, ...],
    chosen: tuple[str, ...] = (),
    sqlite: tuple[str, ...] = (),
    beside: tuple[Task, ...] = (),
) -> None:
    """Run the back-end tests on each database, with a Redis.

    ``chosen`` limits those on each database, ``sqlite`` those on SQLite (marketplace/tests/selecting.py).
    The tasks ``beside`` run in parallel to those on SQLite: they often wait.
    """
    python = install.python(dev=True)
    install.texts()
    # Tests of pages need the built web app.
    install.frontend()
    command = [*_pytest(python, arguments), *chosen]
    with services.redis() as redis_url:
        if "sqlite" in databases:
            with services.scratch_folder("tests") as folder:
                env = _test_environment(
                    DATABASE_URL=f"sqlite:///{folder / 'unused.sqlite3'}",
                    VAR_DIR=str(folder),
                    TEST_REDIS_URL=redis_url,
                )
                elsewhere = [f"--ignore-glob={part}" for part in BESIDE_POSTGRES if len(databases) > 1]
                task = Task("back end on SQLite", [*command, *elsewhere, *sqlite], env)
                if beside:
                    checks.beside_each_other([task], beside)
                else:
                    checks.command(task.title, task.command, env=env)
        if "postgres" in databases:
            with services.postgres() as url, services.scratch_folder("tests") as folder:
                env = _test_environment(DATABASE_URL=url, VAR_DIR=str(folder), TEST_REDIS_URL=redis_url)
                elsewhere = [f"--ignore={part}" for part in BESIDE_SQLITE if len(databases) > 1]
                checks.command("back end on PostgreSQL", [*command, *elsewhere], env=env)


def e2e(checks: Checks, arguments: list[str]) -> None:
    """Run the browser tests against a server of their own."""
    checks.run("browser tests", lambda: browser_tests(arguments, checks.hear))


def by_seed(checks: Checks, part: str, *, databases: tuple[str, ...]) -> None:
    """Live a year, or walk through the app: SEED chooses which, for a walk the hour and the weekday, too."""
    seed = os.environ.setdefault("SEED", "1")
    if part == "year":
        os.environ.setdefault("DAYS", "365")
        backend(checks, ["-p", "no:randomly", YEAR], databases=databases)
    else:
        os.environ.setdefault("MINUTES", "10")
        os.environ.setdefault("AT", INSTANTS[int(seed) % len(INSTANTS)])
        e2e(checks, [WANDER])


def require_everything(part: str) -> None:
    """Install what a whole run needs besides Python and Node, or give up with a sentence."""
    services.require_postgres()
    services.require_redis()
    services.require_chromium(headless_shell=part == "test")


def main() -> int:
    """Run the part named by the first argument; the others go to its test runner."""
    processes.end_with_parent()
    processes.stop_on_signals()
    part, *arguments = sys.argv[1:] or ["test"]
    checks = Checks()
    everything = part in {"test", "all"}
    databases = ("sqlite", "postgres") if everything else (os.environ.get("DB", "sqlite"),)
    if not set(databases) <= {"sqlite", "postgres"}:
        give_up("DB is sqlite or postgres.")
    if everything:
        require_everything(part)
        install.both()
        source(checks)
    if part == "lint":
        lint(checks)
    if part == "frontend":
        frontend(checks)
    if everything or part == "backend":
        chosen = ("--sample-sweeps",) if part == "test" else ()
        sqlite = ("--what-knows-sqlite",) if part == "test" else ()
        beside = (deploy(),) if everything else ()
        backend(checks, arguments, databases=databases, chosen=chosen, sqlite=sqlite, beside=beside)
    if part in {"year", "wander"}:
        by_seed(checks, part, databases=databases)
    if part == "deploy":
        install.frontend()
        guide = deploy()
        checks.command(guide.title, guide.command)
    if everything or part == "e2e":
        e2e(checks, [JOURNEYS] if part == "test" else arguments)
    if not checks.results:
        give_up(f"There is no check named {part}.")
    return checks.close()


if __name__ == "__main__":
    if sys.stdout.isatty():
        # The checks write to a pipe, where they would not use colours.
        os.environ |= {"FORCE_COLOR": "1", "PY_COLORS": "1"}
    os.environ.setdefault("COLUMNS", str(shutil.get_terminal_size((110, 20)).columns))
    sys.exit(main())
