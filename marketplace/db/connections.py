"""How the site connects to its database: SQLite embedded, PostgreSQL in production."""

import os
from pathlib import Path
from typing import Any

from marketplace.environment import Environment


def database(env: Environment, var_dir: Path, *, lock_wait_seconds: int) -> dict[str, Any]:
    """Return Django's description of the database that ``DATABASE_URL`` names."""
    found: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{var_dir / 'suuber.sqlite3'}")
    if found["ENGINE"].endswith("sqlite3"):
        var_dir.mkdir(parents=True, exist_ok=True)
        return found | _sqlite(var_dir, lock_wait_seconds)
    return found | _postgresql(env, lock_wait_seconds)


def _sqlite(var_dir: Path, lock_wait_seconds: int) -> dict[str, Any]:
    return {
        "ENGINE": "marketplace.db.sqlite",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": lock_wait_seconds,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        },
        # A file, not memory: races and servers of the tests lock as the real thing does.
        "TEST": {"NAME": str(var_dir / f"test-{os.getpid()}.sqlite3")},
    }


def _postgresql(env: Environment, lock_wait_seconds: int) -> dict[str, Any]:
    # A statement whose caller has gone away would run to its end: it is ended after this long. What answers
    # people sets less (asgi.py, wsgi.py); building an index sets none.
    seconds = env.int("STATEMENT_TIMEOUT_SECONDS", default=900)
    limits = f"-c lock_timeout={lock_wait_seconds}s -c statement_timeout={seconds}s"
    # Compiling a statement takes longer than any of ours runs. What is prepared has one plan for all calls.
    options: dict[str, Any] = {"options": f"{limits} -c jit=off -c plan_cache_mode=force_generic_plan"}
    found: dict[str, Any] = {"ENGINE": "marketplace.db.postgresql", "OPTIONS": options}
    pool_size = env.int("DATABASE_POOL_SIZE", default=12)
    if pool_size:
        # Under ASGI a persistent connection per thread would exhaust the server: a pool is shared.
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 10}
        return found | {"CONN_MAX_AGE": 0}
    # A WSGI server has few threads that live long: each keeps a connection, which is cheaper.
    return found | {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
