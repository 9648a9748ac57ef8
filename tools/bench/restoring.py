"""T12: a backup of 100,000 orders, restored into a new database as the guide does: in time, and complete."""

import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from marketplace import clock
from tools.bench import seed
from tools.bench.figures import Context, Row

SIZE = seed.Size(orders=100_000, customers=10_000, providers=2_000)
MOST_SECONDS, GOOD_SECONDS = 300, 120
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
_CONTENT = sql.SQL("SELECT count(*), coalesce(sum(hashtextextended(one::text, 0)), 0) FROM {} AS one")


def run(ctx: Context) -> list[Row]:
    """Back up and restore with the guide's commands, then compare every table."""
    seed.build(SIZE, now=clock.now())
    url = ctx.environment["DATABASE_URL"]
    parts = urlsplit(url)
    restored = urlunsplit(parts._replace(path=f"{parts.path}_restored"))
    began = time.perf_counter()
    try:
        _back_up_and_restore(url, restored)
        seconds = time.perf_counter() - began
        before, after = _contents(url), _contents(restored)
    finally:
        _run("dropdb", "--if-exists", "--force", "--maintenance-db", url, _name_of(restored))
    different = sorted(
        table for table in before.keys() | after.keys() if before.get(table) != after.get(table)
    )
    rows = sum(count for count, _checksum in before.values())
    return [
        Row(
            "T12",
            "backup and restore of 100,000 orders, s",
            seconds,
            MOST_SECONDS,
            GOOD_SECONDS,
            lower_is_better=True,
            detail=f"{rows:,} rows",
        ),
        Row(
            "T12",
            "tables whose rows or checksums differ after it",
            len(different),
            0,
            0,
            lower_is_better=True,
            detail=f"of {len(before)} {' '.join(different)}".strip(),
        ),
    ]


def _back_up_and_restore(url: str, restored: str) -> None:
    with TemporaryDirectory() as folder:
        file = str(Path(folder) / "suuber.dump")
        _run("pg_dump", "--format=custom", "--no-owner", "--file", file, url)
        _run("createdb", "--maintenance-db", url, "--template", "template0", _name_of(restored))
        _run("pg_restore", "--exit-on-error", "--no-owner", "--dbname", restored, file)


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


def _name_of(url: str) -> str:
    return urlsplit(url).path.removeprefix("/")


def _contents(url: str) -> dict[str, tuple[int, int]]:
    """Return the number of rows of each table, and a checksum in which their order does not count."""
    with psycopg.connect(url) as connection:
        tables = [name for (name,) in connection.execute(_TABLES)]
        return {table: _content_of(connection, table) for table in tables}


def _content_of(connection: psycopg.Connection[Any], table: str) -> tuple[int, int]:
    [(count, checksum)] = connection.execute(_CONTENT.format(sql.Identifier(table)))
    return count, checksum
