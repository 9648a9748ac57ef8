"""The commands and proxy rules of docs/deploy.md."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.console import ROOT

GUIDE = ROOT / "docs" / "deploy.md"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LOCATION = re.compile(r"location (?:= )?(\S+)\s+\{ proxy_pass http://(\w+);")
_LARGEST_BODY = re.compile(r"^client_max_body_size (\d+)m;$", re.MULTILINE)
_HEADER = re.compile(r"([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*) (\$\w+);")


@dataclass(frozen=True)
class Line:
    """A command of the guide, and where it is."""

    command: str
    number: int


@dataclass(frozen=True)
class ProxyRules:
    """The guide's proxy: which path goes to which process, which headers it sets, and its largest body."""

    locations: Mapping[str, str]
    headers: Mapping[str, str]
    largest_body: int


def _blocks(kind: str) -> list[re.Match[str]]:
    found = _BLOCK.finditer(GUIDE.read_text(encoding="utf-8"))
    return [block for block in found if block[1] == kind]


def commands() -> list[Line]:
    """Return the lines of the guide's ``sh`` blocks, in order."""
    lines = []
    for block in _blocks("sh"):
        first = block.string.count("\n", 0, block.start(2)) + 1
        lines += [
            Line(text, first + index) for index, text in enumerate(block[2].splitlines()) if text.strip()
        ]
    return lines


def proxy_rules() -> ProxyRules:
    """Return the rules of the guide's example for nginx."""
    text = "\n".join(block[2] for block in _blocks("nginx"))
    # Without a rule it is one megabyte.
    megabytes = max(map(int, _LARGEST_BODY.findall(text)), default=1)
    return ProxyRules(dict(_LOCATION.findall(text)), dict(_HEADER.findall(text)), megabytes * 1024 * 1024)


def processes() -> dict[str, str]:
    """Return the commands of the Procfile by name, without those that run once before a release."""
    lines = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    named = dict(line.split(": ", 1) for line in lines if line.strip())
    return {name: command for name, command in named.items() if name != "release"}


def queues() -> list[str]:
    """Return the queues that the Procfile's workers serve; each has a process of the same name."""
    served = (re.search(r" --queues (\w+) ", command) for command in processes().values())
    return [queue[1] for queue in served if queue]


def filled_in(file: Path, values: Mapping[str, str]) -> None:
    """Write values between the quotes of a copied ``.env.example``."""
    text = file.read_text(encoding="utf-8")
    for name, value in values.items():
        text, count = re.subn(rf"^(?:# )?{name}='?[^'\n]*'?$", f"{name}='{value}'", text, flags=re.MULTILINE)
        if count != 1:
            raise LookupError(f".env.example names {name} {count} times.")
    file.write_text(text, encoding="utf-8")
