"""`make run`: from a fresh clone to a running Suuber with demo data, in one process group.

Web server, workers and beat run as children; when one of them ends, or this process stops, all end.
"""

import fcntl
import os
import secrets
import socket
import sys
import time
import urllib.request
from pathlib import Path
from typing import IO

from tools import install, processes
from tools.console import ROOT, give_up, say
from tools.processes import Child

DEFAULT_PORT = 8000
READY_SECONDS = 90
LARGEST_LOG_BYTES = 5_000_000
# Settings of glibc's allocator: one heap for all threads, and freed memory is returned at once. Otherwise
# each of dozens of threads would retain its peak.
ALLOCATOR = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "1048576",
    "MALLOC_TRIM_THRESHOLD_": "1048576",
}
PASSWORD = "laundry-demo"  # noqa: S105 - printed for everybody: it opens the demonstration alone
ACCOUNTS = {
    "customer@example.com": "books, pays, tracks and rates",
    "provider@example.com": "does the laundry",
    "operator@example.com": "runs the place, at /admin/",
}


def chosen_port() -> int:
    """Return PORT, or give up if it is not a port."""
    text = os.environ.get("PORT", str(DEFAULT_PORT))
    if not text.isdigit() or not 1 <= int(text) <= 65535:
        give_up(f"PORT={text} is not a port: choose a number from 1024 to 65535.")
    return int(text)


def open_sockets(port: int) -> list[socket.socket]:
    """Bind the port on the loopback only (HOST=0.0.0.0 opens it to the network)."""
    host = os.environ.get("HOST", "")
    wanted = [(socket.AF_INET, host or "127.0.0.1")]
    if not host and socket.has_ipv6:
        # Some programs resolve `localhost` to ::1 only.
        wanted.append((socket.AF_INET6, "::1"))
    opened = []
    for family, address in wanted:
        try:
            bound = socket.socket(family, socket.SOCK_STREAM)
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            bound.bind((address, port))
            bound.listen(1024)
        except PermissionError:
            give_up(f"Port {port} needs more rights: choose another, for example PORT=8001 make run.")
        except OSError as error:
            if family == socket.AF_INET6 and error.errno != 98:
                continue  # no IPv6
            give_up(
                f"Port {port} is in use: stop what runs there, or choose another (PORT={port + 1} make run)."
            )
        opened.append(bound)
    return opened


def _lock(folder: Path) -> IO[str] | None:
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / "run.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


def claim_data(port: int) -> tuple[Path, IO[str]]:
    """Return the data folder, and its lock, which keeps a second instance out.

    It is var/ in the checkout. While an instance uses it, another one on another port gets a folder of its
    own.
    """
    chosen = os.environ.get("VAR_DIR")
    folder = Path(chosen).resolve() if chosen else ROOT / "var"
    lock = _lock(folder)
    if lock is None and not chosen:
        folder = ROOT / "var" / f"port-{port}"
        lock = _lock(folder)
        shown = folder.relative_to(ROOT)
        say(f"  Another copy runs in this checkout: this one keeps its own data in {shown}/.")
    if lock is None:
        give_up(f"A copy that keeps its data in {folder} is already running: stop it first.")
    return folder, lock


def secret(folder: Path, name: str, *, length: int) -> str:
    """Return a secret of this installation, of ``length`` random bytes, created at the first start."""
    path = folder / name
    if not path.is_file() or not path.read_text():
        fresh = path.with_suffix(".new")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(length))
        fresh.rename(path)
    return path.read_text()


def from_file(file: Path) -> dict[str, str]:
    """Return the Stripe variables of an .env file (a comment may follow a value)."""
    lines = [line.split(" #")[0] for line in file.read_text().splitlines() if line.startswith("STRIPE_")]
    pairs = [line.partition("=") for line in lines]
    return {name.strip(): value.strip().strip("'\"") for name, _, value in pairs}


def stripe_keys(port: int) -> dict[str, str]:
    """Return Stripe's keys: the environment's if they are test keys, else the stand-in's."""
    given = dict(os.environ)
    if (file := ROOT / ".env").is_file():
        given = from_file(file) | given
    secret, publishable = given.get("STRIPE_SECRET_KEY", ""), given.get("STRIPE_PUBLISHABLE_KEY", "")
    if not secret and not publishable:
        return {
            "STRIPE_SECRET_KEY": "sk_test_suuber_standin",
            "STRIPE_PUBLISHABLE_KEY": "pk_test_suuber_standin",
            "STRIPE_WEBHOOK_SECRET": "whsec_suuber_standin",
            "STRIPE_CONNECT": "1",
            "STRIPE_CONNECT_WEBHOOK_SECRET": "whsec_suuber_standin_connect",
            "STRIPE_API_BASE": f"http://127.0.0.1:{port}/stripe-standin",
            "STRIPE_SCRIPT_URL": "/stripe-standin/v3.js",
        }
    if not secret.startswith(("sk_test_", "rk_test_")) or not publishable.startswith("pk_test_"):
        give_up(
            "make run is a demonstration and takes test-mode Stripe keys alone: "
            "set both STRIPE_SECRET_KEY (sk_test_…) and STRIPE_PUBLISHABLE_KEY (pk_test_…), or neither."
        )
    return {name: value for name, value in given.items() if name.startswith("STRIPE_")}


def environment(port: int, folder: Path) -> dict[str, str]:
    """Return the environment of every child: a demonstration without external services."""
    fixed = {
        "DEMO": "1",
        "DEBUG": "0",
        "TESTING": "0",
        "PRODUCTION": "0",
        "PORT": str(port),
        "PUBLIC_URL": f"http://localhost:{port}",
        "ALLOWED_HOSTS": "*",
        "VAR_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'suuber.sqlite3'}",
        "REDIS_URL": "",
        "EMAIL_URL": f"filemail:///{folder / 'mail'}",
        "SECRET_KEY": secret(folder, "secret-key", length=60),
        # Stored, because push subscriptions of browsers are bound to this key.
        "VAPID_PRIVATE_KEY": secret(folder, "push-key", length=32),
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
        "TEST_PAYMENTS": "1",
        "PYTHONUNBUFFERED": "1",
        **ALLOCATOR,
    }
    return dict(os.environ) | fixed | stripe_keys(port)


def prepare(python: Path, folder: Path, env: dict[str, str]) -> Child:
    """Start migrating the database and loading the demo data."""
    (folder / "logs").mkdir(exist_ok=True)
    (folder / "mail").mkdir(exist_ok=True)
    for log in (folder / "logs").glob("*.log"):
        if log.stat().st_size > LARGEST_LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))
    queue = folder / "queue"
    for part in ("messages", "control"):
        (queue / part).mkdir(parents=True, exist_ok=True)
        # Messages of a killed worker are obsolete, as all due work is in the database.
        for old in (queue / part).glob("*.msg"):
            old.unlink(missing_ok=True)
    return Child("Preparing the database and the demo data", [python, "manage.py", "prepare_demo"], env=env)


def start(python: Path, sockets: list[socket.socket], folder: Path, env: dict[str, str]) -> list[Child]:
    """Start web server, workers and beat."""
    celery: list[str | Path] = [python, "-m", "celery", "-A", "marketplace", "--quiet"]
    worker: list[str | Path] = [
        *celery, "worker", "--pool=threads", "--concurrency=2", "--loglevel=WARNING",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip
    descriptors = [bound.fileno() for bound in sockets]
    commands: dict[str, list[str | Path]] = {
        "web": [python, "-m", "demo.serve", *map(str, descriptors)],
        # Two, so that sweeps do not wait behind a mail server or Stripe; with threads tasks have no time
        # limits.
        "worker": [*worker, "--queues=sweeps,files,nightly", "--hostname=sweeps@%h"],
        "outside": [*worker, "--queues=mail,push,stripe,comparison", "--hostname=outside@%h"],
        "beat": [*celery, "beat", "--loglevel=WARNING", "--pidfile=", "--schedule", folder / "beat-schedule"],
    }  # fmt: skip
    return [
        Child(
            name,
            command,
            env=env,
            log=folder / "logs" / f"{name}.log",
            pass_fds=descriptors if name == "web" else (),
        )
        for name, command in commands.items()
    ]


def give_up_if_ended(children: list[Child]) -> None:
    """If a child has ended by itself, end everything and print its last output."""
    for child in children:
        if child.ended is not None:
            processes.end(children)
            say(child.last_words())
            give_up(
                f"The {child.name} process ended by itself (code {child.ended}), so everything was stopped."
            )


def responses(url: str) -> bool:
    """Tell whether a local URL responds with 200."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 - our own http address
            return bool(response.status == 200)
    except OSError:
        return False


def wait_until_ready(port: int, children: list[Child]) -> None:
    """Wait until the health check of database, broker and migrations succeeds."""
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        give_up_if_ended(children)
        if responses(f"http://127.0.0.1:{port}/readyz"):
            return
        time.sleep(0.1)
    processes.end(children)
    say(children[0].last_words())
    give_up(f"The site did not become ready within {READY_SECONDS} s.")


def banner(port: int, folder: Path) -> str:
    """Return the text that is printed when everything runs."""
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    lines = [f"\nSuuber runs at http://localhost:{port}  (Ctrl-C stops it)\n"]
    lines += [f"  {email:<22} {PASSWORD}   {what}" for email, what in ACCOUNTS.items()]
    lines += [
        "",
        "  Test card 4242 4242 4242 4242, any future date, any CVC. Declined: 4000 0000 0000 0002.",
        f"  Data, logs and emails are in {shown}/. To begin anew, stop it and delete that folder.",
        "",
    ]
    return "\n".join(lines)


def main() -> int:
    """Install, build, prepare, start, and run until stopped."""
    processes.end_with_parent()
    processes.stop_on_signals()
    began = time.monotonic()
    port = chosen_port()
    for probe in open_sockets(port):
        probe.close()
    say("Starting Suuber")
    python = install.python()
    install.texts()
    install.frontend()
    folder, lock = claim_data(port)
    env = environment(port, folder)
    preparing = prepare(python, folder, env)
    say(f"  {preparing.name} …")
    processes.finish(preparing)
    sockets = open_sockets(port)
    children = start(python, sockets, folder, env)
    for bound in sockets:
        bound.close()
    wait_until_ready(port, children)
    say(banner(port, folder) + f"  Ready after {time.monotonic() - began:.0f} s.\n")
    with lock:
        try:
            while True:
                give_up_if_ended(children)
                time.sleep(0.3)
        except SystemExit as stopped:
            if stopped.code == 1:
                raise
            say("\nStopping …")
            processes.end(children)
            say("Stopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
