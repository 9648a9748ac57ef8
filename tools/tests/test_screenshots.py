"""The README's pictures: each is taken by `make screenshots`, and shown."""

import re

from tools.console import ROOT
from tools.install import FRONTEND
from tools.screenshots import FOLDER


def test_every_picture_is_taken_by_the_command_and_shown_in_the_readme() -> None:
    spec = (FRONTEND / "e2e" / "screenshots" / "readme.spec.ts").read_text()
    taken = {f"{name}.png" for name in re.findall(r'\{ name: "(\w+)"', spec)}
    shown = set(re.findall(r"\(docs/screenshots/([^)]+)\)", (ROOT / "README.md").read_text()))

    assert shown == taken
    assert {path.name for path in FOLDER.iterdir()} == taken
