"""`make bench` and `make proof`: start their services, then run them."""

import os
import secrets
import sys
from contextlib import ExitStack
from pathlib import Path

from tools import install, processes, services
from tools.console import give_up


def production(database_url: str, redis_url: str, folder: Path) -> dict[str, str]:
    """Return the environment of a production start on private databases."""
    unset = {"DEMO", "DEBUG", "TESTING"}
    return {name: value for name, value in os.environ.items() if name not in unset} | {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "VAR_DIR": str(folder),
        "SECRET_KEY": secrets.token_urlsafe(60),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "PUBLIC_URL": "https://localhost",
        "EMAIL_URL": "dummymail://",
        "DEFAULT_FROM_EMAIL": "noreply@localhost",
        "SUPPORT_EMAIL": "support@localhost",
        "SUPPORT_PHONE": "+41 44 000 00 00",
        "TRUSTED_PROXIES": "1",
        "SECOND_FACTOR_REQUIRED": "0",
        "LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
    }


def bench(python: Path, arguments: list[str]) -> int:
    """Run the benchmarks on a durable PostgreSQL and a Redis, as in production."""
    install.frontend()
    with ExitStack() as stack:
        url = stack.enter_context(services.postgres(durable=True))
        redis_url = stack.enter_context(services.redis())
        folder = stack.enter_context(services.scratch_folder("bench"))
        return processes.run(
            [python, "-m", "tools.bench", *arguments], env=production(url, redis_url, folder)
        )


def proof(python: Path, arguments: list[str]) -> int:
    """Run the proof with full figures on both databases."""
    install.frontend()
    with ExitStack() as stack:
        env = dict(os.environ) | {
            "PROOF_POSTGRES": stack.enter_context(services.postgres()),
            "TEST_REDIS_URL": stack.enter_context(services.redis()),
            "VAR_DIR": str(stack.enter_context(services.scratch_folder("proof"))),
            "TESTING": "1",
        }
        return processes.run([python, "-m", "tools.proof", *arguments], env=env)


def main() -> int:
    """Run the program that is named by the first argument."""
    processes.end_with_parent()
    processes.stop_on_signals()
    part, *arguments = sys.argv[1:] or [""]
    if part not in {"bench", "proof"}:
        give_up("Say bench or proof.")
    python = install.python(dev=True)
    return bench(python, arguments) if part == "bench" else proof(python, arguments)


if __name__ == "__main__":
    sys.exit(main())
