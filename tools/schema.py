"""`make schema`: docs/openapi.json from the views, and the web app's types from that."""

import os
import sys
import tempfile
from pathlib import Path

from tools import install, processes
from tools.console import ROOT, say

DOCUMENT = ROOT / "docs" / "openapi.json"
TYPES = install.FRONTEND / "src" / "resources" / "schema.gen.ts"


def quiet_environment(folder: Path) -> dict[str, str]:
    """Return an environment in which management commands run without a database of this checkout."""
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


def write() -> None:
    """Generate both files in place."""
    DOCUMENT.parent.mkdir(exist_ok=True)
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
        processes.step("Describing the API", [*command, "--fail-on-warn", "--file", DOCUMENT], env=env)
    # The generator indents as it likes; a committed file has one form.
    DOCUMENT.write_text(DOCUMENT.read_text().rstrip() + "\n")
    processes.step("Writing the web app's types", [npm, "run", "--silent", "schema"], cwd=install.FRONTEND)


def drift() -> list[Path]:
    """Return the generated files that are not what the views say; leaves them as they were."""
    before = {path: path.read_bytes() if path.exists() else b"" for path in (DOCUMENT, TYPES)}
    try:
        write()
        return [path for path, content in before.items() if path.read_bytes() != content]
    finally:
        for path, content in before.items():
            path.write_bytes(content)


def main() -> int:
    """Write both, or with --check only compare."""
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
