"""Private PostgreSQL and Redis servers, and the programs that the checks need."""

import os
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.console import ROOT, give_up, say
from tools.processes import Child, end, succeeds

# Chromium without windows: the same pages for a fifth less of the machine's time. It shows no notifications,
# and does not keep a page that was left for Back.
HEADLESS_SHELL = "chromium-headless-shell"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
START_SECONDS = 30


def free_port() -> int:
    """Return a port of the loopback address that nothing uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def install(program: str, *packages: str) -> None:
    """Install the first available of some Debian packages if we are root, else give up with a sentence."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        advice = f"(Debian and Ubuntu: apt-get install {packages[0]})"
        give_up(f"{program} is missing: install it first {advice}.")
    say(f"  Installing {program} …")
    # At the second try the package list is no longer missing or outdated.
    if not any(_can_install(name) for name in packages):
        _apt_get("update", "-q")
        if not any(_can_install(name) for name in packages):
            give_up(f"{program} is missing and apt-get could not install {packages[0]}.")


def _can_install(package: str) -> bool:
    return _apt_get("install", "-y", "-q", "--no-install-recommends", package)


def _apt_get(*arguments: str) -> bool:
    return succeeds(["apt-get", *arguments], env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})


def postgres_folder() -> Path | None:
    """Return the folder of PostgreSQL's server programs, the newest if there are several."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parent.parent.name)
    )
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def require_postgres() -> Path:
    """Return the folder of PostgreSQL's server programs, installing them where that is possible."""
    if postgres_folder() is None:
        install("PostgreSQL's server", "postgresql")
    folder = postgres_folder()
    if folder is None:
        give_up("PostgreSQL's initdb was not found: put its bin folder on PATH.")
    return folder


def require_redis() -> str:
    """Return the path of redis-server, installing it where that is possible."""
    if shutil.which("redis-server") is None:
        install("redis-server", "redis-server")
    return shutil.which("redis-server") or "redis-server"


def require_chromium(*, headless_shell: bool = False) -> str:
    """Return the path of Chromium, or of its headless shell where that is enough; install what is missing."""
    packages = (HEADLESS_SHELL, "chromium") if headless_shell else ("chromium",)
    names = (*packages, *CHROMIUM_NAMES)
    found = os.environ.get("CHROMIUM_PATH") or _first_of(names)
    if found is None:
        install("Chromium", *packages)
        found = _first_of(names)
    if found is None:
        give_up("Chromium was not found: name it with CHROMIUM_PATH.")
    return found


def _first_of(names: Sequence[str]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def _reachable_by_others(folder: Path) -> bool:
    return all(part.stat().st_mode & 0o001 for part in (folder, *folder.parents))


@contextmanager
def scratch_folder(name: str) -> Iterator[Path]:
    """Make a temporary folder below var/, or in /tmp if other users cannot enter var/."""
    var = ROOT / "var"
    var.mkdir(exist_ok=True)
    usable = os.geteuid() != 0 or _reachable_by_others(var)
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=var if usable else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait_for(child: Child, port: int, ready: Sequence[str | Path] = ("true",)) -> None:
    """Wait until the port accepts connections and the command ``ready`` succeeds."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and child.ended is None:
        if _accepts(port) and succeeds(ready):
            return
        time.sleep(0.05)
    end([child])
    give_up(f"{child.name} did not start:\n{child.last_words()}")


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Run a private PostgreSQL cluster; yields its DATABASE_URL.

    Without ``durable`` fsync is off, which is for tests only.
    """
    programs = require_postgres()
    # PostgreSQL refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    with scratch_folder("postgres") as folder:
        data = folder / "data"
        if user:
            shutil.chown(folder, user, user)
        switches = ["-U", "suuber", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        made = Child("initdb", [programs / "initdb", "-D", data, *switches], user=user, cwd=Path("/"))
        if made.wait() != 0:
            give_up(f"initdb failed: {made.last_words()}")
        port = free_port()
        forced = "on" if durable else "off"
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": "300",
            "shared_buffers": "256MB",
            "fsync": forced,
            "full_page_writes": forced,
            "synchronous_commit": forced,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command: list[str | Path] = [programs / "postgres", "-D", data, "-p", str(port), *options]
        server = Child("PostgreSQL", command, user=user, cwd=Path("/"))
        try:
            _wait_for(server, port, [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)])
            yield f"postgres://suuber@127.0.0.1:{port}/postgres"
        finally:
            end([server], by=signal.SIGINT)


@contextmanager
def redis() -> Iterator[str]:
    """Run a private Redis without persistence; yields its REDIS_URL."""
    program = require_redis()
    with scratch_folder("redis") as folder:
        port = free_port()
        switches = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        server = Child("Redis", [program, "--port", str(port), "--dir", folder, *switches])
        try:
            _wait_for(server, port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            end([server])
