"""`make audit`: check the packages of a release for known vulnerabilities.

The advisories come over the network: from PyPI for the Python packages, from npm for the web app's. A failed
request counts as a finding.
"""

import sys

from tools import install
from tools.check import Checks
from tools.console import ROOT


def main() -> int:
    """Check both lock files; return 1 if there are findings or a request failed."""
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
