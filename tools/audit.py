"""`make audit`: whether anything that a release is made of has a known weakness.

The advisories are asked for over the network: of PyPI for the Python packages, of npm for the web app's.
A package that nobody could be asked about counts as a finding: silence never passes for a clean answer.
"""

import sys

from tools import install
from tools.check import Checks
from tools.console import ROOT


def main() -> int:
    """Ask about both lock files; 1 where something was found, or nobody answered."""
    checks = Checks()
    python = install.python(dev=True)
    locked = [
        "--strict",
        "--require-hashes",
        "--disable-pip",
        "--requirement",
        str(ROOT / "requirements.txt"),
    ]
    checks.command("Python packages", [python.with_name("pip-audit"), "--progress-spinner=off", *locked])
    npm = install.node_modules()
    of_release = ["--omit=dev", "--audit-level=high"]
    checks.command("web app's packages", [npm, "audit", *of_release], cwd=install.FRONTEND)
    return checks.close()


if __name__ == "__main__":
    sys.exit(main())
