"""Carry out docs/deploy.md in a clean environment, and use what it has brought up.

``--without NAME`` takes a package away after the installation: the check must notice it.
"""

import argparse
import secrets
import socket
import ssl
import sys
from contextlib import ExitStack
from pathlib import Path

import trustme

from tools import install, processes, services
from tools.console import say
from tools.deploy_check import guide, mail, packages, proxy
from tools.deploy_check.http_client import Browser
from tools.deploy_check.journey import Journey
from tools.deploy_check.site import Site

HOST = "localhost"
ENVIRONMENT_FILE = "cp .env.example .env"
# The values that the guide requires of these two on Linux.
HEAP = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "1048576"}


def _values(database_url: str, redis_url: str, https: int, smtp: int) -> dict[str, str]:
    """Return the settings that a person fills in."""
    return {
        "SECRET_KEY": secrets.token_urlsafe(60),
        "ALLOWED_HOSTS": HOST,
        "PUBLIC_URL": f"https://{HOST}:{https}",
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "EMAIL_URL": f"smtp+tls://{mail.USER}:{mail.PASSWORD}@{HOST}:{smtp}",
        "DEFAULT_FROM_EMAIL": "Suuber & friends <noreply@suuber.test>",
        "SUPPORT_EMAIL": "support@suuber.test",
        "SUPPORT_PHONE": "+41 44 000 00 00",
        "TRUSTED_PROXIES": "1",
        "PRODUCTION": "1",
        # At which beat and the workers say what they do (journey.py waits for it).
        "LOG_LEVEL": "DEBUG",
    }


def _prepare(site: Site, values: dict[str, str], without: str) -> None:
    """Run the guide's commands; fill in the settings file once it exists."""
    for line in guide.commands():
        site.carry_out(line)
        if line.command.startswith(ENVIRONMENT_FILE):
            guide.filled_in(site.folder / ".env", values)
        if line.command.startswith(packages.INSTALLS) and without:
            uv = install.VENV / "bin" / "uv"
            site.carry_out_own(f"{uv} pip uninstall --quiet --python .venv {without}")


def check(without: str = "") -> None:
    """Run the whole check; gives up with a sentence if something is wrong."""
    with ExitStack() as stack:
        stack.enter_context(install.alone("deploy-check"))
        folder = stack.enter_context(services.scratch_folder("deploy"))
        database_url = stack.enter_context(services.postgres())
        redis_url = stack.enter_context(services.redis())
        authority, tls = _certificate(folder)
        smtp = services.free_port()
        mailbox = stack.enter_context(mail.running(smtp, tls))
        # Bound now, because the port is one of the settings and must not be taken meanwhile.
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        https = listener.getsockname()[1]
        # An environment from which a package is removed is not cached.
        site = Site(folder, folder / "venv" if without else packages.CACHED_VENV)
        stack.callback(site.stop)
        _prepare(site, _values(database_url, redis_url, https, smtp), without)
        # Makes the site trust the mail server's certificate.
        site.env["SSL_CERT_FILE"] = authority
        ports = {name: services.free_port() for name in ("web", "events")}
        for name, command in guide.processes().items():
            heap = HEAP if name in ports else {}
            port = {"PORT": str(ports[name])} if name in ports else {}
            site.start(name, command, heap | port)
        stack.enter_context(proxy.running(proxy.Proxy(guide.proxy_rules(), ports), listener, tls))
        Journey(site, mailbox, lambda: Browser(f"https://{HOST}:{https}", authority)).walk()


def _certificate(folder: Path) -> tuple[str, ssl.SSLContext]:
    """Return the file of a new certificate authority, and a server context with a certificate of it."""
    authority = trustme.CA()
    file = folder / "authority.pem"
    authority.cert_pem.write_to_path(str(file))
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(HOST, "127.0.0.1").configure_cert(tls)
    return str(file), tls


def main() -> int:
    """Run the check and print the result."""
    processes.end_with_parent()
    processes.stop_on_signals()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without", default="", metavar="NAME")
    check(parser.parse_args().without)
    say("  The guide brings up a site that works.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
