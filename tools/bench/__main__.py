"""``make bench``: every benchmark on a database of its own, with production settings; prints a table.

Arguments choose rows (``P1 P5``). A benchmark is a module of this package with a function
``run(ctx) -> list[Row]``.
"""

import json
import os
import pkgutil
import socket
import subprocess
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import django
import psycopg

import tools.bench
from tools.bench.figures import Context, Row

TEMPLATE = "bench_template"
ROOT = Path(__file__).resolve().parent.parent.parent
# The rows of the quality page that have a figure here, and what has none.
ROWS = [*(f"P{number}" for number in range(1, 21) if number != 4), "T12"]
NOT_MEASURED = {
    "P3": "throughput to pretix's list of items: pretix is not installed here",
    "P4": "placing an order to pretix's: pretix is not installed here (P5: to the same rows in bare SQL)",
}


def database(name: str) -> str:
    """Return the URL of a database of the private cluster."""
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


def administer(statement: str) -> None:
    """Run a statement on the cluster."""
    with psycopg.connect(database("postgres"), autocommit=True) as connection:
        connection.execute(statement)


def free_port() -> int:
    """Return a port of the loopback address that nothing uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def benchmarks(wanted: list[str]) -> list[str]:
    """Return the names of the benchmark modules (of the wanted rows, if any)."""
    found = []
    for module in pkgutil.iter_modules(tools.bench.__path__):
        text = (Path(__file__).parent / f"{module.name}.py").read_text(encoding="utf-8")
        named = not wanted or any(f'"{row}"' in text for row in wanted)
        if "\ndef run(ctx" in text and named:
            found.append(module.name)
    return found


def measure_alone(name: str) -> None:
    """Run one module in this process and print its rows as JSON (the last line of output)."""
    django.setup()
    module = import_module(f"tools.bench.{name}")
    ctx = Context(environment=dict(os.environ), port=free_port())
    rows: list[Row] = module.run(ctx)
    sys.stdout.write("\n" + json.dumps([asdict(row) for row in rows]) + "\n")


def measure(name: str) -> list[Row]:
    """Run one module in a subprocess, on a fresh copy of the migrated database."""
    copy = f"bench_{name}"
    administer(f'CREATE DATABASE "{copy}" TEMPLATE "{TEMPLATE}"')
    env = dict(os.environ) | {"DATABASE_URL": database(copy)}
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench", "--alone", name],
        cwd=ROOT,
        env=env,
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    administer(f'DROP DATABASE "{copy}" WITH (FORCE)')
    if done.returncode:
        sys.stdout.write(f"{name} FAILED\n{done.stdout[-2000:]}\n")
        return [Row(name, "could not be measured", 0.0, 1.0, 1.0)]
    return [Row(**row) for row in json.loads(done.stdout.strip().splitlines()[-1])]


def outcome(row: Row) -> str:
    """Return how a figure compares with its floor and target."""
    if row.reaches(row.target):
        return "target"
    return "floor" if row.reaches(row.floor) else "BELOW"


def line(row: Row) -> str:
    """Return one line of the table."""
    bars = f"{row.figure:>10.3g} {row.floor:>9.3g} {row.target:>9.3g}"
    return f"{row.id:<5}{row.what:<62}{bars}  {outcome(row):<7} {row.detail}\n"


def missing(rows: list[Row], wanted: list[str]) -> list[str]:
    """Return the (wanted) rows that should have a figure and have none."""
    excused = {row.id for row in rows} | ({*NOT_MEASURED} - {*ROWS})
    return [row for row in wanted or ROWS if row not in excused]


def main(wanted: list[str]) -> int:
    """Run the wanted benchmarks and print the table."""
    migrated = dict(os.environ) | {"DATABASE_URL": database(TEMPLATE)}
    administer(f'CREATE DATABASE "{TEMPLATE}"')
    for task in (["migrate", "--skip-checks"], ["collectstatic", "--no-input"]):
        command = [sys.executable, "manage.py", *task, "--verbosity=0"]
        subprocess.run(command, cwd=ROOT, env=migrated, check=True)
    rows: list[Row] = []
    for name in benchmarks(wanted):
        sys.stdout.write(f"measuring {name} …\n")
        sys.stdout.flush()
        rows += [row for row in measure(name) if not wanted or row.id in wanted]
    sys.stdout.write(f"\n{'row':<5}{'what':<62}{'figure':>10} {'floor':>9} {'target':>9}\n")
    for row in sorted(rows, key=lambda row: int("".join(filter(str.isdigit, row.id)) or 0)):
        sys.stdout.write(line(row))
    for row_id, reason in NOT_MEASURED.items():
        if not wanted or row_id in wanted:
            sys.stdout.write(f"{row_id:<5}not measured: {reason}\n")
    lacking = missing(rows, wanted)
    for row_id in lacking:
        sys.stdout.write(f"{row_id:<5}MISSING: nothing has measured it\n")
    return 0 if rows and not lacking and all(row.reaches(row.floor) for row in rows) else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--alone"]:
        measure_alone(sys.argv[2])
    else:
        sys.exit(main(sys.argv[1:]))
