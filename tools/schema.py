"""`make schema`: docs/openapi.json from the views, and the web app's types from that."""

import os
import sys
import tempfile
from pathlib import Path

from tools import install, processes
from tools.console import ROOT, say

DOCUMENT = ROOT / "docs" / "openapi.json"
TYPES = install.FRONTEND / "src" / "api" / "schema.gen.ts"


def quiet_environment(folder: Path) -> dict[str, str]:
    """Return an environment for management commands without this checkout's database."""
    fixed = {
        "DEMO": "1",
        "DEBUG": "0",
        "PRODUCTION": "0",
        "VAR_DIR": str(folder),
        "DATABASE_URL": "",
        "PORT": "8000",
    }
    fixed["DATABASE_URL"] = f"sqlite:///{folder / 'empty.sqlite3'}"
    return dict(os.environ) | fixed


def write(document: Path = DOCUMENT, types: Path = TYPES) -> None:
    """Generate both files, by default in place."""
    document.parent.mkdir(exist_ok=True)
    python = install.python(dev=True)
    npm = install.node_modules()
    with tempfile.TemporaryDirectory() as folder:
        command: list[str | Path] = [
            python,
            "manage.py",
            "spectacular",
            "--format=openapi-json",
            "--validate",
        ]
        env = quiet_environment(Path(folder))
        processes.step("Describing the API", [*command, "--fail-on-warn", "--file", document], env=env)
    # A committed file ends with one newline.
    document.write_text(document.read_text().rstrip() + "\n")
    from_document: list[str | Path] = [npm, "run", "--silent", "schema", "--", document, "-o", types]
    processes.step("Writing the web app's types", from_document, cwd=install.FRONTEND)


def drift() -> list[Path]:
    """Return the generated files that are out of date; changes neither."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = {DOCUMENT: Path(folder, DOCUMENT.name), TYPES: Path(folder, TYPES.name)}
        write(fresh[DOCUMENT], fresh[TYPES])
        return [
            path for path, now in fresh.items() if not path.exists() or path.read_bytes() != now.read_bytes()
        ]


def main() -> int:
    """Write both files, or with --check only compare."""
    processes.stop_on_signals()
    if "--check" not in sys.argv:
        write()
        return 0
    changed = drift()
    for path in changed:
        say(f"{path.relative_to(ROOT)} is not what the views say: run make schema.")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
