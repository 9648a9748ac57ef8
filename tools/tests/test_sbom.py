"""The bill of materials lists every pinned package with its hashes."""

import json
import re

from tools import sbom
from tools.console import ROOT


def test_every_pinned_package_is_listed_with_its_hashes():
    pinned = (ROOT / "requirements.txt").read_text()

    data = json.loads(sbom.of_python(pinned))

    assert data["bomFormat"] == "CycloneDX"
    assert data["metadata"]["component"]["name"] == "suuber"
    listed = {one["name"]: one for one in data["components"]}
    assert set(listed) == set(re.findall(r"^([\w.-]+)(?:\[|==)", pinned, re.MULTILINE))
    django = listed["django"]
    assert django["purl"] == f"pkg:pypi/django@{django['version']}"
    assert all(re.fullmatch(r"[0-9a-f]{64}", one["content"]) for one in django["hashes"])
    assert all(one["hashes"] for one in listed.values())
