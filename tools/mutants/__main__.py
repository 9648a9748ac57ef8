"""``make mutants``: mutation testing of the rules: apply one wrong edit at a time, and see if a test fails.

Works on copies of the checkout, one for each core. All edits take hours; ``EVERY=8 make mutants`` tries every
eighth, ``T=orders/ledger.py`` one module, ``COPIES=1`` uses one core. Exits with 1 if less than 85 % were
noticed, and prints the edits that were not.
"""

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tools import install, processes, services
from tools.console import ROOT, give_up, say
from tools.mutants.modules import MODULES
from tools.processes import Child

ENOUGH = 0.85
HERE = Path(__file__).parent
TOOL = ROOT / "var" / "mutants"


def tool() -> Path:
    """Install the mutation tool in an environment of its own; return the folder of its programs."""
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
    """Yield a copy of the files that git tracks; it uses the checkout's packages."""
    with services.scratch_folder(f"mutants-{name}") as folder:
        listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)  # noqa: S607 - the git on PATH
        for file in filter(None, listed.split("\0")):
            if (file.startswith("frontend/") and not file.endswith(".json")) or not (ROOT / file).is_file():
                continue
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, folder / file)
        yield folder


def edits_of(modules: list[str], every: int) -> list[list[object]]:
    """Return the edits of some modules, each with the tests that should notice it."""
    command: list[str | Path] = [tool() / "python", HERE / "edits.py", str(every), *modules]
    found = map(json.loads, subprocess.check_output(command, cwd=ROOT, text=True).splitlines())
    return [[*edit, [test for test in MODULES[edit[0]] if (ROOT / test).is_file()]] for edit in found]


def begin(folder: Path, edits: list[list[object]], redis: str) -> Child:
    """Start trying edits in a copy, where the results are written."""
    (folder / "var").mkdir()
    wanted, results = folder / "var" / "edits.jsonl", folder / "var" / "results.jsonl"
    wanted.write_text("".join(f"{json.dumps(edit)}\n" for edit in edits))
    env = dict(os.environ) | {
        "DATABASE_URL": f"sqlite:///{folder / 'var' / 'unused.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
        "TEST_REDIS_URL": redis,
        "VAR_DIR": str(folder / "var"),
        "TESTING": "1",
        # Two edits within a second would share a .pyc file.
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command: list[str | Path] = [install.VENV_PYTHON, "-m", "tools.mutants.warm", wanted, results]
    return Child("mutants", command, env=env, cwd=folder)


def results_of(child: Child, folder: Path) -> dict[str, str | None]:
    """Wait for the end and return the test that noticed each edit, or ``None``."""
    if child.wait():
        give_up(f"The edits could not be tried:\n{child.last_words()}")
    lines = (folder / "var" / "results.jsonl").read_text().splitlines()
    return dict(map(json.loads, lines))


def report(outcomes: dict[str, str | None]) -> int:
    """Print the share of noticed edits by module and the unnoticed ones; return the exit code."""
    for module in dict.fromkeys(name.partition(":")[0] for name in outcomes):
        its = [test for name, test in outcomes.items() if name.startswith(f"{module}:")]
        say(f"{module:<40}{sum(test is not None for test in its):>5} of {len(its)} noticed")
    for name in (name for name, test in outcomes.items() if test is None):
        say(f"Not noticed: {name}")
    noticed, tried = sum(test is not None for test in outcomes.values()), len(outcomes)
    share = noticed / tried if tried else 0.0
    say(f"\n{noticed} of {tried} wrong edits were noticed: {share:.0%} (asked: {ENOUGH:.0%})")
    return 0 if share >= ENOUGH else 1


def main(wanted: list[str]) -> int:
    """Share the edits among as many copies as there are cores."""
    processes.end_with_parent()
    processes.stop_on_signals()
    if unknown := set(wanted) - set(MODULES):
        give_up(f"tools/mutants/modules.py names no tests for {', '.join(sorted(unknown))}.")
    install.python(dev=True)
    edits = edits_of(wanted or list(MODULES), int(os.environ.get("EVERY", "1")))
    copies = int(os.environ.get("COPIES", os.cpu_count() or 1))
    with services.redis() as redis, ExitStack() as stack:
        folders = [stack.enter_context(copy_of_checkout(f"copy{number}")) for number in range(copies)]
        running = [begin(folder, edits[number::copies], redis) for number, folder in enumerate(folders)]
        outcomes = [results_of(child, folder) for child, folder in zip(running, folders, strict=True)]
    found = {name: test for some in outcomes for name, test in some.items()}
    return report({str(name): found[str(name)] for _, name, *_ in edits})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
