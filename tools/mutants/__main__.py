"""``make mutants``: edit the rules wrongly, one edit at a time, and see whether a test falls.

Works on copies of the checkout, one for each core, so that nothing here is ever changed. All edits take
hours; ``EVERY=8 make mutants`` tries every eighth, ``T=orders/ledger.py`` one module. Ends with 1 if less
than 85 % were noticed, and names the edits that were not.
"""

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

from tools import install, processes, services
from tools.console import ROOT, give_up, say
from tools.mutants.modules import MODULES
from tools.processes import Child

ENOUGH = 0.85
SECONDS = 240
HERE = Path(__file__).parent
TOOL = ROOT / "var" / "mutants"


@dataclass
class Outcome:
    """How many edits of a module were noticed, and which were not, as patches."""

    module: str
    noticed: int = 0
    missed: list[str] = field(default_factory=list)

    @property
    def tried(self) -> int:
        """All that were tried."""
        return self.noticed + len(self.missed)


def tool() -> Path:
    """Install the mutation tool beside everything else; return the folder of its programs."""
    lock = HERE / "requirements.txt"
    stamp, value = TOOL / ".installed", install.digest(lock)
    if not install.is_current(stamp, value):
        venv.EnvBuilder(with_pip=True, clear=TOOL.exists()).create(TOOL)
        pip: list[str | Path] = [
            TOOL / "bin" / "python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--require-hashes",
        ]
        processes.step("Installing the mutation tool", [*pip, "-r", lock])
        stamp.write_text(value)
    return TOOL / "bin"


@contextmanager
def copy_of_checkout(name: str) -> Iterator[Path]:
    """Give a copy of the files that git knows; the packages are the checkout's."""
    with services.scratch_folder(f"mutants-{name}") as folder:
        listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)  # noqa: S607 - the git on PATH
        for file in filter(None, listed.split("\0")):
            if (file.startswith("frontend/") and not file.endswith(".json")) or not (ROOT / file).is_file():
                continue
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, folder / file)
        yield folder


def configuration(python: Path, module: str) -> str:
    """Return the tool's configuration for a module."""
    tests = [test for test in MODULES[module] if (ROOT / test).is_file()]
    command = [
        str(python),
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
    ]
    return "\n".join(
        [
            "[cosmic-ray]",
            f"module-path = [{json.dumps(module)}]",
            f"timeout = {SECONDS}.0",
            "excluded-modules = []",
            f"test-command = {json.dumps(' '.join([*command, *tests]))}",
            "[cosmic-ray.distributor]",
            'name = "local"',
            "",
        ]
    )


def run(command: list[str | Path], folder: Path, env: dict[str, str], *, log: Path | None = None) -> None:
    """Run one of the tool's programs in a copy; give up with its last words if it fails."""
    child = Child(str(command[0]), command, env=env, cwd=folder, log=log)
    if child.wait():
        give_up(f"{command[0]} failed:\n{child.last_words()}")


def examine(module: str, folder: Path, env: dict[str, str], every: int) -> Outcome:
    """Try the edits of one module in a copy of its own."""
    programs, config, session = tool(), folder / "mutants.toml", folder / "mutants.sqlite"
    results = folder / "mutants.jsonl"
    for old in (session, results):
        old.unlink(missing_ok=True)
    config.write_text(configuration(install.VENV_PYTHON, module))
    run([programs / "cosmic-ray", "baseline", config], folder, env)
    run([programs / "cosmic-ray", "init", config, session], folder, env)
    run([programs / "python", HERE / "thin.py", session, str(every)], folder, env)
    run([programs / "cosmic-ray", "exec", config, session], folder, env)
    run([programs / "cosmic-ray", "dump", session], folder, env, log=results)
    outcome = Outcome(module)
    for line in results.read_text(encoding="utf-8").splitlines():
        _, result = json.loads(line)
        if result is None or result["worker_outcome"] == "skipped":
            continue
        if result["test_outcome"] == "survived":
            outcome.missed.append(result["diff"] or "(no patch)")
        else:
            outcome.noticed += 1
    say(f"{module:<40}{outcome.noticed:>5} of {outcome.tried} noticed")
    return outcome


def report(outcomes: list[Outcome]) -> int:
    """Name what nobody noticed; return the exit code."""
    for outcome in outcomes:
        for patch in outcome.missed:
            say(f"\nNot noticed in {outcome.module}:\n{patch}")
    noticed, tried = sum(one.noticed for one in outcomes), sum(one.tried for one in outcomes)
    share = noticed / tried if tried else 0.0
    say(f"\n{noticed} of {tried} wrong edits were noticed: {share:.0%} (asked: {ENOUGH:.0%})")
    return 0 if share >= ENOUGH else 1


def work_through(modules: Queue[str], name: str, redis: str, every: int) -> list[Outcome]:
    """Examine one module after the other in a copy, until none is left.

    Each run of the tests makes its own database: what one that fell leaves behind must not fell the next.
    """
    outcomes: list[Outcome] = []
    with copy_of_checkout(name) as folder:
        var = folder / "var"
        var.mkdir()
        env = dict(os.environ) | {
            "DATABASE_URL": f"sqlite:///{var / 'unused.sqlite3'}",
            "TEST_REDIS_URL": redis,
            "VAR_DIR": str(var),
            "TESTING": "1",
            # Two edits within a second would share their compiled file.
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        while True:
            try:
                module = modules.get_nowait()
            except Empty:
                return outcomes
            outcomes.append(examine(module, folder, env, every))


def main(wanted: list[str]) -> int:
    """Share the modules among as many copies as there are cores."""
    processes.end_with_parent()
    processes.stop_on_signals()
    if unknown := set(wanted) - set(MODULES):
        give_up(f"tools/mutants/modules.py names no tests for {', '.join(sorted(unknown))}.")
    every, copies = int(os.environ.get("EVERY", "1")), os.cpu_count() or 1
    install.python(dev=True)
    tool()
    modules: Queue[str] = Queue()
    for module in wanted or MODULES:
        modules.put(module)
    with services.redis() as redis, ThreadPoolExecutor(copies) as pool:
        running = [
            pool.submit(work_through, modules, f"copy{number}", redis, every) for number in range(copies)
        ]
        return report([outcome for copy in running for outcome in copy.result()])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
