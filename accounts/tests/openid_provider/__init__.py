"""An OpenID provider in the place of Google: a program of its own, made of Django OAuth Toolkit.

It checks what Google checks: the client and its secret, the exact callback, and the PKCE proof. Whoever signs
in names an address, and whether it is confirmed.
"""

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

CLIENT_ID = "suuber"
CLIENT_SECRET = "google-secret"
HOST = "127.0.0.1"
START_SECONDS = 60


def environment(port: int) -> dict[str, str]:
    """Return the settings of a site that asks this provider instead of Google."""
    address = f"http://{HOST}:{port}"
    return {
        "GOOGLE_CLIENT_ID": CLIENT_ID,
        "GOOGLE_CLIENT_SECRET": CLIENT_SECRET,
        "GOOGLE_AUTHORIZE_URL": f"{address}/authorize/",
        "GOOGLE_TOKEN_URL": f"{address}/token/",
        "GOOGLE_ISSUER": address,
    }


@contextmanager
def running(port: int, *, site: str) -> Iterator[None]:
    """Run the provider on a port, for the site at an address."""
    command = [sys.executable, "-m", __name__, str(port), f"{site}/auth/google/callback"]
    provider = subprocess.Popen(command)  # noqa: S603 - our own program
    try:
        deadline = time.monotonic() + START_SECONDS
        while not _responds(port):
            if provider.poll() is not None or time.monotonic() > deadline:
                raise AssertionError("The OpenID provider did not start.")
            time.sleep(0.05)
        yield
    finally:
        provider.terminate()
        provider.wait()


def _responds(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/sign-in", timeout=5):
            return True
    except OSError:
        return False
