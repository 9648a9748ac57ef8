"""Faster equivalents of the guide's first commands."""

import shlex
import sys
from pathlib import Path

from tools import install
from tools.console import ROOT
from tools.deploy_check import guide

LOCK = ROOT / "requirements.txt"
MAKES, INSTALLS, BUILDS = "python3 -m venv .venv", ".venv/bin/pip install ", "cd frontend && npm ci "
# Reused by the next run if its packages are unchanged.
CACHED_VENV = ROOT / "var" / "deploy-venv"


def quicker(command: str, venv: Path) -> str:
    """Return the command to run in place of one of the guide; its virtual environment is in ``venv``."""
    if command.startswith(BUILDS):
        return _built_already()
    if command == MAKES:
        return f"{_made(venv)} && ln -s {shlex.quote(str(venv))} .venv"
    return _installed(command, venv) if command.startswith(INSTALLS) else command


def _built_already() -> str:
    """Return a command that copies the web app built from the same sources, without other files."""
    dist = shlex.quote(str(install.DIST))
    return f"cp -R {dist} frontend/dist && find frontend/dist -name '*.br' -delete -o -name '*.gz' -delete"


def _made(venv: Path) -> str:
    if _is_current(venv):
        return "true"
    at, uv = shlex.quote(str(venv)), _uv()
    command = f"{uv} venv --quiet --python {shlex.quote(sys.executable)}" if uv else "python3 -m venv"
    return f"rm -rf {at} && {command} {at}"


def _installed(command: str, venv: Path) -> str:
    if _is_current(venv):
        return "true"
    uv = _uv()
    if uv:
        # uv takes a third of pip's time.
        command = command.replace(INSTALLS, f"{uv} pip install --quiet --python .venv ", 1)
    return f"{command} && printf %s {_value()} > {shlex.quote(str(_stamp(venv)))}"


def _uv() -> str:
    uv = install.VENV / "bin" / "uv"
    return shlex.quote(str(uv)) if uv.exists() else ""


def _stamp(venv: Path) -> Path:
    return venv / ".installed"


def _is_current(venv: Path) -> bool:
    return install.is_current(_stamp(venv), _value())


def _value() -> str:
    """Return a hash of everything that determines the packages of the virtual environment."""
    said = [line.command for line in guide.commands() if line.command.startswith((MAKES, INSTALLS))]
    return install.digest(LOCK, extra="\n".join([sys.version, *said]))
