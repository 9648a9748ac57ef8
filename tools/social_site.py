"""A second web server on the data of a running copy, with others in the place of Google and Apple.

``python -m tools.social_site FOLDER`` prints its address, and serves until its input ends. The copies of the
browser tests are not set up for them: most tests are about a site without it.
"""

import sys
from pathlib import Path

from accounts.tests import openid_provider
from tools import processes, run, services


def main(folder: Path) -> None:
    """Start both, print the site's address, and end them with the input."""
    processes.end_with_parent()
    processes.stop_on_signals()
    port, provider_port = services.free_port(), services.free_port()
    site = f"http://localhost:{port}"
    env = run.environment(port, folder) | openid_provider.environment(provider_port) | {"MOVABLE_CLOCK": "1"}
    sockets = run.open_sockets(port)
    descriptors = [bound.fileno() for bound in sockets]
    web = processes.Child(
        "web",
        [sys.executable, "-m", "accounts.tests.apple_site", *map(str, descriptors)],
        env=env,
        log=folder / "logs" / "social-site.log",
        pass_fds=descriptors,
    )
    for bound in sockets:
        bound.close()
    with openid_provider.running(provider_port, site=site):
        run.wait_until_ready(port, [web])
        print(site, flush=True)
        sys.stdin.read()
    processes.end([web])


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
