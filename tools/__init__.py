"""What `make` runs. Standard library only: it works before anything is installed."""

import sys

# Checked here, because the modules do not compile with an older Python.
if sys.version_info < (3, 11):
    sys.exit(
        f"Python 3.11 or newer is needed (this is {sys.version.split()[0]}): "
        "install it, or name it with PYTHON=python3.12."
    )
