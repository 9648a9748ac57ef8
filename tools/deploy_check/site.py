"""A copy of this checkout in which the guide's commands run, and the processes that it starts."""

import os
import re
import shlex
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import pexpect

from tools.console import ROOT, give_up, say
from tools.deploy_check import guide, packages
from tools.processes import Child, end

PATIENCE_SECONDS = 60
LOOK_AGAIN_SECONDS = 0.1
LAST_LINES = 12
# The only inherited variables: where programs and packages come from.
INHERITED = re.compile(r"PATH|HOME|LANG|TMPDIR|(PIP|UV|SSL)_\w+|\w+_(proxy|PROXY)")
LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv", ".env", "var", "node_modules", "dist"),
    *("__pycache__", ".*_cache", "*.mo", "test-results"),
)
OPERATOR = "operator@example.org"
PASSWORD = "correct-horse-battery-staple"  # noqa: S105 - of a site that is gone a minute later
# Prompts of the guide's commands, and the input.
DIALOGUE = {
    r"(?i)e-?mail[^\n]*: ": f"{OPERATOR}\n",
    r"(?i)first name[^\n]*: ": "Dora\n",
    r"(?i)password[^\n]*: ": f"{PASSWORD}\n",
}
Found = TypeVar("Found")


def _end_of(text: str) -> str:
    """Return the last lines of a program's output."""
    return "\n".join(text.strip().splitlines()[-LAST_LINES:])


class Site:
    """One installation below ``folder``, with its virtual environment in ``venv``."""

    def __init__(self, folder: Path, venv: Path) -> None:
        self.venv = venv
        self.folder = folder / "suuber"
        self.env = {name: value for name, value in os.environ.items() if INHERITED.fullmatch(name)}
        self.children: list[Child] = []
        self._heard: dict[str, list[str]] = {}
        shutil.copytree(ROOT, self.folder, ignore=LEFT_OUT)

    def carry_out(self, line: guide.Line) -> None:
        """Run a line of the guide, and give up with its output if it fails."""
        say(f"  {line.command}")
        output, code = self.run(packages.quicker(line.command, self.venv))
        if code:
            give_up(f"Failed: docs/deploy.md, line {line.number}: {line.command}\n{_end_of(output)}")

    def carry_out_own(self, command: str) -> str:
        """Run a command that is not the guide's, and return its output."""
        output, code = self.run(command)
        if code:
            give_up(f"Failed: {command}\n{_end_of(output)}")
        return output

    def run(self, command: str) -> tuple[str, int]:
        """Run a command in the installation's folder on a terminal; return output and exit code."""
        output, code = pexpect.run(
            shlex.join(["/bin/sh", "-c", command]),
            withexitstatus=True,
            events=DIALOGUE,
            timeout=300,
            cwd=str(self.folder),
            env=self.env,
            encoding="utf-8",
        )
        return output, code

    def start(self, name: str, command: str, env: Mapping[str, str]) -> None:
        """Start a process of the Procfile with the installation's programs on PATH."""
        path = f"{self.folder / '.venv' / 'bin'}:{self.env['PATH']}"
        said = self._heard.setdefault(name, [])
        started = Child(
            name,
            ["/bin/sh", "-c", f"exec env {command}"],
            env={**self.env, "PATH": path, **env},
            cwd=self.folder,
            hear=said.append,
        )
        self.children.append(started)

    def said(self, name: str, pattern: str) -> bool:
        """Tell whether the output of a process matches a pattern."""
        return any(re.search(pattern, line) for line in [*self._heard[name]])

    def until(self, what: str, look: Callable[[], Found]) -> Found:  # noqa: RET503 - giving up returns nothing
        """Wait until ``look`` returns something; give up if a process ends, or after a minute."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            for child in self.children:
                if child.ended is not None:
                    give_up(f"Failed: {child.name} ended by itself.\n{_end_of(child.last_words())}")
            if found := look():
                return found
            time.sleep(LOOK_AGAIN_SECONDS)
        give_up(f"Failed: {what} did not happen within a minute.\n{self._last_words()}")

    def _last_words(self) -> str:
        return "\n".join(
            f"{name}: {_end_of(line)}" for name, said in self._heard.items() for line in said[-3:]
        )

    def stop(self) -> None:
        """End every process."""
        end(self.children)
