"""Checks the map of the rooms (packages) in docs/architecture.md against the imports.

``python -m tools.architecture`` compares each row of the map, a room and the rooms that it imports, with the
sources, and prints the wrong rows. Imports of ``marketplace``, which all rooms have, are left out, and so are
tests, migrations and commands. The drawing above the map is compared with the layers of the import contracts,
which import-linter compares with the sources. No app imports what is drawn as the roof.
"""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Container, Iterator
from pathlib import Path

from tools.console import ROOT, say

APPS = ("marketplace", "accounts", "providers", "scheduling", "orders")
MAP = ROOT / "docs" / "architecture.md"
_ROW = re.compile(r"^\| `(?P<room>[a-z_]+(?:/[a-z_]+)?)` \|[^|]*\| (?P<stands_on>[^|]*) \|$", re.MULTILINE)
_OUTSIDE = {"tests", "migrations", "management"}
# In a line of the drawing the floor, empty if it goes on, stands in so many columns before its rooms.
_FLOOR = 11
_NOT_DRAWN = _OUTSIDE | {"apps"}


def _modules() -> Iterator[tuple[str, Path]]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if not _OUTSIDE.intersection(parts):
                yield ".".join(parts).removesuffix(".__init__"), path


def room_of(module: str) -> str | None:
    """Return the room of one of our modules: its folder below the app, or the app; None for other modules."""
    app, _, rest = module.partition(".")
    if app not in APPS:
        return None
    first = rest.split(".")[0]
    return f"{app}/{first}" if first and (ROOT / app / first).is_dir() else app


def _imported(path: Path, known: Container[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in known else node.module


def imports() -> dict[str, set[str]]:
    """Return the rooms that each room imports, itself left out."""
    known = dict(_modules())
    found: dict[str, set[str]] = defaultdict(set)
    for module, path in known.items():
        room = room_of(module)
        if room is None:
            continue
        found[room] |= set()
        for other in map(room_of, _imported(path, known)):
            if other is not None and other != room and not _is_plumbing(other):
                found[room].add(other)
    return found


def _is_plumbing(room: str) -> bool:
    return room.split("/", maxsplit=1)[0] == "marketplace"


def drawn(text: str) -> dict[str, set[str]]:
    """Return the rooms of the map with those that they import."""
    return {
        match["room"]: set(re.findall(r"`([a-z_/]+)`", match["stands_on"])) for match in _ROW.finditer(text)
    }


def differences(text: str) -> list[str]:
    """Return a line for each room whose row is missing or wrong."""
    true, shown = imports(), drawn(text)
    lines = [f"{room}: there is no such room" for room in sorted(shown.keys() - true.keys())]
    for room in sorted(true):
        stands_on = ", ".join(f"`{one}`" for one in sorted(true[room])) or "nothing of ours"
        if room not in shown:
            lines.append(f"{room}: a row is missing; it stands on {stands_on}")
        elif shown[room] != true[room]:
            lines.append(f"{room}: it stands on {stands_on}")
    return lines


def drawn_floors(text: str) -> dict[str, list[set[str]]]:
    """Return the floors of the drawing, the highest first, each with the rooms of its lines."""
    floors: dict[str, list[set[str]]] = {}
    floor = ""
    lines = [line for line in text.split("```")[1].strip().splitlines() if not line.startswith("─")]
    for line in lines:
        floor = line[:_FLOOR].strip() or floor
        # A remark stands behind a dash.
        rooms = line[_FLOOR:].partition(" ──")[0].strip()
        floors.setdefault(floor, []).append(set(rooms.split(" · ")))
    return floors


def differences_of_drawing(text: str) -> list[str]:
    """Return a line for each part of the drawing that the import contracts, or the sources, say otherwise."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    between, inside = (
        [{*layer.split(" | ")} for layer in contract["layers"]]
        for contract in options["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    )
    floors = drawn_floors(text)
    lines = []
    apps = [app for layer in between for app in layer if app in APPS]
    if [floor for floor in floors if floor in APPS] != apps:
        lines.append(f"the floors are {', '.join(apps)}")
    layers = [layer - _NOT_DRAWN for layer in inside if layer - _NOT_DRAWN]
    if floors.get("orders") != layers:
        lines += ["the lines of orders are", *(" · ".join(sorted(layer)) for layer in layers)]
    for floor in ("the roof", "plumbing"):
        for name in _names(floors, floor):
            path = ROOT / "marketplace" / name
            if not path.is_dir() and not path.with_suffix(".py").is_file():
                lines.append(f"{floor}: there is no {name}")
    return lines + _imports_of_roof(_names(floors, "the roof"))


def _names(floors: dict[str, list[set[str]]], floor: str) -> list[str]:
    """Return what is drawn on a floor of ``marketplace``, as paths in it."""
    drawn_there: set[str] = set().union(*floors.get(floor, [{"nothing"}]))
    return sorted(name.removeprefix("marketplace: ").removeprefix("marketplace/") for name in drawn_there)


def _imports_of_roof(roof: list[str]) -> list[str]:
    """Return a line for each module of an app that imports from the roof."""
    known = dict(_modules())
    above = tuple(f"marketplace.{name.replace('/', '.')}." for name in roof)
    return [
        f"the roof: {module} imports {other}"
        for module, path in known.items()
        if not module.startswith("marketplace")
        for other in _imported(path, known)
        if f"{other}.".startswith(above)
    ]


def main() -> int:
    """Print the differences."""
    text = MAP.read_text(encoding="utf-8")
    found = [*differences_of_drawing(text), *differences(text)]
    for line in found:
        say(f"FAIL docs/architecture.md: {line}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
