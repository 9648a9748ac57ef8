"""Installs the dependencies into the checkout, each part only when its lock file has changed.

Every part ends by writing a stamp, so an interrupted installation is repeated. Run as a program it builds the
web app.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tools.console import ROOT, give_up, say, tool
from tools.processes import step, succeeds

VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
FRONTEND = ROOT / "frontend"
DIST = FRONTEND / "dist"
NODE_AT_LEAST = (20, 19)
BENCH = FRONTEND / "bench"
NOT_SOURCES = {"node_modules", "dist", "e2e", "bench"}


def digest(*paths: Path, extra: str = "") -> str:
    """Return one hash of the names and contents of some files."""
    total = hashlib.sha256(extra.encode())
    for path in paths:
        total.update(f"{path.name}\n".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def is_current(stamp: Path, value: str) -> bool:
    """Tell whether a part was finished for this value."""
    return stamp.is_file() and stamp.read_text() == value


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Lock, so that only one process of this checkout installs or builds at a time."""
    folder = ROOT / "var"
    folder.mkdir(exist_ok=True)
    with (folder / f"{name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("  Waiting for another command of this checkout …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make_venv() -> None:
    say("  Making .venv …")
    again = ["--clear"] if VENV.exists() and not VENV.is_symlink() else []
    # By a process of its own: npm is started meanwhile, and Linux runs no program that a fork of this process
    # still holds open for writing.
    if not succeeds([sys.executable, "-m", "venv", *again, VENV]):
        give_up(
            "Python's venv module is incomplete: install it first (on Debian: apt-get install python3-venv)."
        )


def _venv_works() -> bool:
    if not VENV_PYTHON.exists():
        return False
    # Compiled packages need the same version and build of Python.
    is_of_this = "import pip, sys; sys.exit(sys.version != sys.argv[1])"
    return succeeds([VENV_PYTHON, "-c", is_of_this, sys.version])


def python(*, dev: bool = False) -> Path:
    """Install the Python packages and return the interpreter that has them."""
    lock = ROOT / ("requirements-dev.txt" if dev else "requirements.txt")
    stamp = VENV / f".installed-{lock.stem}"
    value = digest(lock, extra=sys.version)
    if is_current(stamp, value) and VENV_PYTHON.exists():
        return VENV_PYTHON
    with alone("install"):
        if is_current(stamp, value) and VENV_PYTHON.exists():
            return VENV_PYTHON
        if not _venv_works():
            _make_venv()
        _install_packages(lock)
        stamp.write_text(value)
    return VENV_PYTHON


def _install_packages(lock: Path) -> None:
    """Install with uv, which takes a third of pip's time, or with pip if uv cannot be installed."""
    quiet: list[str | Path] = ["install", "--quiet", "--require-hashes"]
    pip = [VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", *quiet]
    uv = VENV / "bin" / "uv"
    say(f"  Installing the Python packages of {lock.name} …")
    if not uv.exists():
        succeeds([*pip, "-r", ROOT / "tools" / "requirements.txt"])
    if uv.exists() and succeeds([uv, "pip", *quiet, "--python", VENV_PYTHON, "-r", lock]):
        return
    step("Installing with pip", [*pip, "-r", lock])


def texts() -> None:
    """Compile the message catalogues, if one has changed."""
    catalogues = sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))
    stamp = ROOT / "var" / "compiled-texts"
    value = digest(*catalogues)
    if is_current(stamp, value) and all(path.with_suffix(".mo").is_file() for path in catalogues):
        return
    with alone("texts"):
        babel = VENV_PYTHON.with_name("pybabel")
        step(
            "Compiling the texts",
            [babel, "--quiet", "compile", "--domain", "django", "--directory", ROOT / "locale"],
        )
        stamp.write_text(value)


def node() -> str:
    """Return npm's path after checking that Node is new enough."""
    hint = "install Node 20.19 or newer."
    npm = tool("npm", hint)
    text = subprocess.check_output([tool("node", hint), "--version"], text=True)
    version = tuple(int(part) for part in text.strip().lstrip("v").split(".")[:2])
    if version < NODE_AT_LEAST:
        give_up(f"Node 20.19 or newer is needed (this is {text.strip()}): install it first.")
    return npm


def _packages(folder: Path, title: str) -> str:
    """Install the packages of a folder's lock file and return npm's path."""
    npm = node()
    stamp = folder / "node_modules" / ".installed"
    value = digest(folder / "package-lock.json")
    if not is_current(stamp, value):
        with alone("packages"):
            if not is_current(stamp, value):
                step(title, [npm, "ci", "--no-audit", "--no-fund"], cwd=folder)
                stamp.write_text(value)
    return npm


def node_modules() -> str:
    """Install the web app's packages and return npm's path."""
    return _packages(FRONTEND, "Installing the web app's packages")


def both() -> None:
    """Install what tests need of Python, and the web app's packages meanwhile: each waits half its time."""
    with ThreadPoolExecutor(max_workers=1) as beside:
        packages = beside.submit(node_modules)
        python(dev=True)
        packages.result()


def bench_packages() -> None:
    """Install the packages that only the benchmark of the web app needs."""
    node_modules()
    _packages(BENCH, "Installing Lighthouse")


def frontend_sources() -> list[Path]:
    """Return the source files of the built web app."""
    # The CSS contains the classes that are used in these templates.
    files = [ROOT / "templates" / name for name in ("skeleton.html", "without_script.html")]
    for folder, folders, names in os.walk(FRONTEND):
        folders[:] = sorted(set(folders) - NOT_SOURCES)
        files.extend(Path(folder) / name for name in names if not name.endswith(".tsbuildinfo"))
    return sorted(files)


def frontend() -> str:
    """Build the web app if its sources have changed; return the build's fingerprint."""
    stamp = ROOT / "var" / "built-frontend"
    value = digest(*frontend_sources())
    if is_current(stamp, value) and DIST.is_dir():
        return value
    npm = node_modules()
    with alone("build"):
        if not (is_current(stamp, value) and DIST.is_dir()):
            stamp.unlink(missing_ok=True)
            step("Building the web app", [npm, "run", "build"], cwd=FRONTEND)
            _compress_build()
            stamp.write_text(value)
    return value


def _compress_build() -> None:
    """Write a gzip and a brotli copy of each file, which the web server sends instead."""
    interpreter = VENV_PYTHON if VENV_PYTHON.exists() else python()
    step("Compressing the web app", [interpreter, "-m", "whitenoise.compress", "--quiet", DIST / "app"])


if __name__ == "__main__":
    frontend()
