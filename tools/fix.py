"""`make fix`: format, and fix what the linters can fix."""

import sys

from tools import install, processes


def main() -> int:
    """Format and fix both languages; remaining errors are printed."""
    processes.stop_on_signals()
    python = install.python(dev=True)
    npm = install.node_modules()
    codes = [
        processes.run([python, "-m", "ruff", "check", "--fix", "."]),
        processes.run([python, "-m", "ruff", "format", "."]),
        processes.run([npm, "run", "--silent", "format"], cwd=install.FRONTEND),
        processes.run([npm, "run", "--silent", "lint:fix"], cwd=install.FRONTEND),
    ]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
