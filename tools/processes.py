"""Child processes that never outlive this one.

Each child leads a process group, so that ending it ends what it has started; on Linux the kernel also ends it
if this process is killed.
"""

import atexit
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType

from tools.console import ROOT, give_up, say

PR_SET_PDEATHSIG = 1
# Loaded before any fork, so that the child only makes the call.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
TAIL_LINES = 80
Command = Sequence[str | Path]

_alive: set["Child"] = set()


def end_with_parent() -> None:
    """Ask the kernel to send SIGTERM to this process when its parent dies (Linux only).

    The kernel watches the parent's *thread*, so start children from the main thread only.
    """
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Child:
    """A running program. Its last output is stored (``last_words``), and logged if wanted.

    ``hear`` is called with each line; ``inherit`` gives the program this terminal instead; ``user`` runs it
    as another user (as root only).
    """

    def __init__(
        self,
        name: str,
        command: Command,
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
        log: Path | None = None,
        pass_fds: Sequence[int] = (),
        inherit: bool = False,
        user: str | None = None,
        hear: Callable[[str], None] | None = None,
    ) -> None:
        self.name = name
        self.command = command
        self._hear = hear
        self._tail: list[str] = []
        self._log = log
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=None if inherit else subprocess.PIPE,
            stderr=None if inherit else subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509 - one call, loaded before the fork
            pass_fds=tuple(pass_fds),
            user=user,
            group=user,
            extra_groups=[] if user else None,
        )
        _alive.add(self)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        if self.process.stdout is None:
            return
        with (
            self.process.stdout as stream,
            self._log.open("ab") if self._log else contextlib.nullcontext() as file,
        ):
            for raw in stream:
                line = raw.decode(errors="replace").rstrip()
                self._tail = [*self._tail[-TAIL_LINES + 1 :], line]
                if self._hear:
                    self._hear(line)
                if file:
                    file.write(raw)
                    file.flush()

    @property
    def ended(self) -> int | None:
        """The exit code, or None while it runs."""
        return self.process.poll()

    def wait(self) -> int:
        """Wait for the end and return the exit code."""
        code = self.process.wait()
        self._reader.join(timeout=2)
        _alive.discard(self)
        return code

    def last_words(self) -> str:
        """Return the last lines of output."""
        self._reader.join(timeout=1)
        return "\n".join(self._tail)

    def signal(self, number: int) -> None:
        """Send a signal to the child and everything that it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, number)


def end(children: Sequence[Child], *, grace: float = 6.0, by: int = signal.SIGTERM) -> None:
    """End children together: by a signal, and after ``grace`` seconds by SIGKILL."""
    for child in children:
        child.signal(by)
    deadline = time.monotonic() + grace
    for child in children:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.process.wait(max(0.1, deadline - time.monotonic()))
    for child in children:
        # Also processes that an ended child left in its group.
        child.signal(signal.SIGKILL)
        child.wait()


def end_all() -> None:
    """End every child that still runs."""
    end(list(_alive))


def stop_on_signals() -> None:
    """Make Ctrl-C, SIGTERM and a closed terminal end every child, then this process."""

    def stop(number: int, _frame: FrameType | None) -> None:
        for child in list(_alive):
            child.signal(signal.SIGTERM)
        raise SystemExit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    atexit.register(end_all)


def run(
    command: Command,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    hear: Callable[[str], None] | None = None,
) -> int:
    """Run a command on this terminal, or with ``hear`` for each line; return its exit code."""
    return Child(str(command[0]), command, env=env, cwd=cwd, inherit=hear is None, hear=hear).wait()


def succeeds(command: Command, *, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> bool:
    """Run a command silently and tell whether it succeeded."""
    return Child(str(command[0]), command, env=env, cwd=cwd).wait() == 0


def step(title: str, command: Command, *, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command whose output matters only when it fails; give up if it does."""
    say(f"  {title} …")
    finish(Child(title, command, env=env, cwd=cwd))


def finish(child: Child) -> None:
    """Wait for a command whose output matters only when it fails; give up if it does."""
    if child.wait() != 0:
        say(child.last_words())
        command = " ".join(str(part) for part in child.command)
        give_up(f"{child.name} failed (the command was: {command}).")
