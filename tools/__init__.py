"""What `make` runs. Standard library only: it works before anything is installed."""

import sys

# Here, because an older Python already stumbles over how the modules are written.
if sys.version_info < (3, 11):
    sys.exit(
        f"Python 3.11 or newer is needed (this is {sys.version.split()[0]}): "
        "install it, or name it with PYTHON=python3.12."
    )
