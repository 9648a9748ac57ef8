"""`make fix`: repair what can be repaired by a program."""

import sys

from tools import install, processes


def main() -> int:
    """Format and fix both languages; what remains is printed."""
    processes.stop_on_signals()
    python = install.python(dev=True)
    npm = install.node_modules()
    codes = [
        processes.run([python, "-m", "ruff", "check", "--fix", "."]),
        processes.run([python, "-m", "ruff", "format", "."]),
        processes.run([npm, "run", "--silent", "lint:fix"], cwd=install.FRONTEND),
    ]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
