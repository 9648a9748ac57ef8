"""`make screenshots`: take the README's pictures anew, of the present product with its demo data.

They are taken like a browser test (frontend/e2e/screenshots/), against a fresh copy at the instant of those
(AT=2027-03-28T01:30 chooses another), so that the same product gives the same pictures.
"""

import os
import shutil
import sys

from tools import install, processes, services
from tools.browser import browser_tests
from tools.console import ROOT, say

FOLDER = ROOT / "docs" / "screenshots"
# With 256 colors a picture has a third of its size. Pillow is a package of the product, which this
# interpreter lacks.
_SHRINK = """
import sys
from PIL import Image

for name in sys.argv[1:]:
    Image.open(name).convert("RGB").quantize(256).save(name, optimize=True)
"""


def main() -> int:
    """Take all pictures, and put them in place once all are there."""
    processes.end_with_parent()
    processes.stop_on_signals()
    with services.scratch_folder("screenshots") as taken:
        os.environ["SCREENSHOTS"] = str(taken)
        if not browser_tests(["screenshots/readme.spec.ts"], say):
            return 1
        pictures = sorted(taken.glob("*.png"))
        if processes.run([install.python(), "-c", _SHRINK, *pictures]) != 0:
            return 1
        for old in FOLDER.glob("*.png"):
            old.unlink()
        for picture in pictures:
            shutil.copy(picture, FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main())
