"""Database connections: SQLite embedded, PostgreSQL in production."""

import os
from pathlib import Path
from typing import Any

from marketplace.environment import Environment


def database(env: Environment, var_dir: Path, *, lock_wait_seconds: int) -> dict[str, Any]:
    """Return Django's database settings for ``DATABASE_URL``."""
    found: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{var_dir / 'suuber.sqlite3'}")
    if found["ENGINE"].endswith("sqlite3"):
        var_dir.mkdir(parents=True, exist_ok=True)
        return found | _sqlite(var_dir, lock_wait_seconds)
    return found | _postgresql(env, found.get("OPTIONS", {}), lock_wait_seconds)


def _sqlite(var_dir: Path, lock_wait_seconds: int) -> dict[str, Any]:
    return {
        "ENGINE": "marketplace.db.sqlite",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": lock_wait_seconds,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        },
        # A file, not memory, so that concurrent tests lock as production does.
        "TEST": {"NAME": str(var_dir / f"test-{os.getpid()}.sqlite3")},
    }


def _postgresql(env: Environment, given: dict[str, Any], lock_wait_seconds: int) -> dict[str, Any]:
    """Return the settings for PostgreSQL; ``given`` are the options of the address, such as ``sslmode``."""
    # Ends statements whose caller has gone away. Web processes (asgi.py, wsgi.py) have a shorter limit;
    # building an index sets none.
    seconds = env.int(
        "STATEMENT_TIMEOUT_SECONDS", default=30 if env.bool("WEB_PROCESS", default=False) else 900
    )
    limits = f"-c lock_timeout={lock_wait_seconds}s -c statement_timeout={seconds}s"
    # JIT compilation takes longer than any of our statements runs. Prepared statements use one generic plan.
    of_server = f"{limits} -c jit=off -c plan_cache_mode=force_generic_plan {given.get('options', '')}"
    options: dict[str, Any] = given | {"options": of_server.rstrip()}
    found: dict[str, Any] = {"ENGINE": "marketplace.db.postgresql", "OPTIONS": options}
    pool_size = env.int("DATABASE_POOL_SIZE", default=12)
    if pool_size:
        # Under ASGI a connection per thread would exhaust the server, so threads share a pool.
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 10}
        return found | {"CONN_MAX_AGE": 0}
    # A WSGI server has few long-lived threads: each keeps a connection, which is cheaper.
    return found | {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
