"""`make sbom`: the software bill of materials of a release, in CycloneDX, in the folder ``var/sbom``.

The files ``python.json`` and ``web-app.json`` are generated from the lock files with their hashes, without
the network. They belong to a release and are not committed.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tools import install, processes
from tools.console import ROOT, say

SBOM = ROOT / "var" / "sbom"
# ``name[extra]==1.2.3 \\`` and beneath it the hashes of its files.
_PINNED = re.compile(r"^(?P<name>[\w.-]+)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:(?P<digest>[0-9a-f]{64})")


def components(requirements: str) -> Iterator[Component]:
    """Yield the pinned packages of a file of hashed requirements, once for each pin."""
    found: Component | None = None
    for line in requirements.splitlines():
        if pinned := _PINNED.match(line):
            if found is not None:
                yield found
            name, version = pinned["name"], pinned["version"]
            found = Component(
                type=ComponentType.LIBRARY,
                name=name,
                version=version,
                purl=PackageURL("pypi", None, name, version),
            )
        elif found is not None and (digest := _HASH.search(line)):
            found.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=digest["digest"]))
    if found is not None:
        yield found


def of_python(requirements: str) -> str:
    """Return the list of the Python packages as CycloneDX JSON."""
    product = Component(type=ComponentType.APPLICATION, name="suuber", bom_ref="suuber")
    bom = Bom(components=components(requirements))
    bom.metadata.component = product
    bom.register_dependency(product, bom.components)
    return str(JsonV1Dot6(bom).output_as_string(indent=2))


def _written(name: str, content: str) -> Path:
    SBOM.mkdir(parents=True, exist_ok=True)
    target = SBOM / name
    target.write_text(content)
    return target


def main() -> int:
    """Write both lists."""
    processes.stop_on_signals()
    npm = install.node_modules()
    say(f"  {_written('python.json', of_python((ROOT / 'requirements.txt').read_text()))}")
    web_app = SBOM / "web-app.json"
    asked = [npm, "sbom", "--package-lock-only", "--omit", "dev", "--sbom-format", "cyclonedx"]
    code = processes.run(["sh", "-c", 'exec "$@" > "$0"', str(web_app), *asked], cwd=install.FRONTEND)
    say(f"  {web_app}")
    return code


if __name__ == "__main__":
    sys.exit(main())
