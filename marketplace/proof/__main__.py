"""``make proof``: the proving tests with their full figures on both databases, a line a row.

A row is proven by what its tests record when they have passed; a row without a record is printed as
not proven. Arguments choose rows (``R1 R9``); without them everything runs.
"""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from marketplace.proof.rows import TITLES

ROOT = Path(__file__).resolve().parent.parent.parent
USES_PROOF = "marketplace.tests.proof import"


def proving_files(rows: list[str]) -> list[str]:
    """Return the test files that record a row (one of ``rows``, if any are named)."""
    found = []
    for path in sorted(ROOT.glob("*/**/test_*.py")):
        if "node_modules" in path.parts or ".venv" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        named = not rows or any(re.search(rf'record\(\s*"{row}"', text) for row in rows)
        if USES_PROOF in text and named:
            found.append(str(path.relative_to(ROOT)))
    return found


def prove(files: list[str], log: Path, database: dict[str, str]) -> int:
    """Run the files with the full figures on one database."""
    env = dict(os.environ) | database | {"PROOF": "1", "PROOF_LOG": str(log)}
    command = [sys.executable, "-m", "pytest", "-p", "no:randomly", "-q", "--no-header", *files]
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode  # noqa: S603 - our own tests


def report(log: Path, rows: list[str]) -> bool:
    """Print a line for each figure; tell whether every row has one on both databases."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    by_row: dict[str, list[dict[str, str]]] = defaultdict(list)
    for line in lines:
        by_row[line["row"]].append(line)
    wanted = rows or [*TITLES, *sorted(set(by_row) - set(TITLES))]
    complete = True
    sys.stdout.write(f"\n{'row':<5}{'database':<12}{'reached':<64} asked\n")
    for row in wanted:
        title = TITLES.get(row, "")
        if row not in by_row:
            complete = False
            sys.stdout.write(f"{row:<5}{'-':<12}{'NOT PROVEN: ' + title:<64}\n")
        for line in dict.fromkeys((one["database"], one["reached"], one["asked"]) for one in by_row[row]):
            sys.stdout.write(f"{row:<5}{line[0]:<12}{line[1]:<64} {line[2]}\n")
    return complete


def main() -> int:
    """Prove on SQLite, then on PostgreSQL, and print the table."""
    rows = sys.argv[1:]
    files = proving_files(rows)
    if not files:
        sys.stdout.write(f"No test records {' '.join(rows)}.\n")
        return 1
    folder = Path(os.environ["VAR_DIR"])
    log = folder / "proof.jsonl"
    log.touch()
    databases = {
        "SQLite": {"DATABASE_URL": f"sqlite:///{folder / 'proof.sqlite3'}"},
        "PostgreSQL": {"DATABASE_URL": os.environ["PROOF_POSTGRES"]},
    }
    codes = []
    for name, database in databases.items():
        sys.stdout.write(f"\n=== {name}\n")
        sys.stdout.flush()
        codes.append(prove(files, log, database))
    complete = report(log, rows)
    return 0 if complete and not any(codes) else 1


if __name__ == "__main__":
    sys.exit(main())
