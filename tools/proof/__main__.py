"""``make proof``: the proving tests with their full figures on both databases, a line a row.

A row is proven by what its tests record when they pass (:mod:`tools.proof.rows`), in every place where it has
to hold: on both databases, in the browser. Where there is no record it is printed as not proven. Arguments
choose rows (``R1 R9``); ``DB=sqlite`` or ``DB=postgres`` chooses one database, half of the hour and a half,
and asks for no other.
"""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Container, Iterable
from pathlib import Path
from time import monotonic

from tools import install
from tools.proof import years
from tools.proof.calendar import sweep
from tools.proof.cases import CASES
from tools.proof.rows import BROWSER, ONLY_SQLITE, PROGRAMS, TITLES, WEB_APP

ROOT = Path(__file__).resolve().parent.parent.parent
USES_PROOF = "marketplace.tests.proof import"
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:randomly", "-q", "--no-header"]
Line = dict[str, str]
MOST_LINES = 6
# Where a row is proven, as its records name it: the databases as Django does.
SQLITE, POSTGRES, IN_BROWSER, IN_WEB_APP, SOURCE, CALENDAR = (
    *("sqlite", "postgresql"),
    *("browser", "web app", "source", "calendar"),
)
# By what DB chooses: the places that such a run leaves out.
LEFT_OUT: dict[str, set[str]] = {
    "": set(),
    "sqlite": {POSTGRES, CALENDAR},
    "postgres": {SQLITE, IN_BROWSER, IN_WEB_APP, SOURCE, CALENDAR},
}


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def rows_of(label: str) -> list[str]:
    """Return the rows in a label such as ``R1 (rule)`` or ``S1, S2``."""
    return re.findall(r"\b[DOPRSTW]\d+\b", label)


def recorded() -> dict[str, set[str]]:
    """Return the rows that each test file records."""
    found = {}
    for path in sorted(ROOT.glob("*/**/test_*.py")):
        if {"node_modules", ".venv"} & set(path.parts):
            continue
        text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        if USES_PROOF in text:
            labels = re.findall(r'record\(\s*f?"([^"]*)"', text)
            found[name] = {row for label in labels for row in rows_of(label)}
    return found


def proving_files(rows: list[str]) -> list[str]:
    """Return the test files that record a row (one of ``rows``, if given)."""
    found = recorded()
    return [name for name in found if name != years.FILE and (not rows or found[name] & {*rows})]


def places_of(rows: Iterable[str]) -> dict[str, set[str]]:
    """Return where each row has to be proven."""
    by_tests = {*CASES}.union(*recorded().values())
    tables: dict[str, Container[str]] = {
        IN_BROWSER: BROWSER,
        IN_WEB_APP: WEB_APP,
        SOURCE: PROGRAMS,
        CALENDAR: {"T17"},
    }
    places = {row: {place for place, table in tables.items() if row in table} for row in rows}
    for row in by_tests & {*places}:
        places[row] |= {SQLITE} if row in ONLY_SQLITE else {SQLITE, POSTGRES}
    return places


def run_tests(arguments: list[str], env: dict[str, str]) -> tuple[int, str]:
    """Run some tests, showing their output; return the exit code and the output."""
    command = [*PYTEST, *arguments]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        output = []
        for line in process.stdout or ():
            output.append(line)
            sys.stdout.write(line)
            sys.stdout.flush()
    return process.returncode, "".join(output)


def prove_cases(rows: list[str], log: Path, env: dict[str, str], database: str) -> int:
    """Prove the rows that are lists of cases."""
    worst = 0
    for row, cases in CASES.items():
        if rows and row not in rows:
            continue
        code, output = run_tests(["-o", "addopts=--strict-markers", *cases.tests], env)
        passed = re.search(r"(\d+) passed", output)
        number = int(passed[1]) if passed else 0
        if code or number < cases.least:
            worst = max(worst, code, 1)
            continue
        reached = f"{number} cases of {len(cases.tests)} tests pass"
        write(log, row=row, reached=reached, asked=f"{cases.least}: {cases.asked}", database=database)
    return worst


def prove_by_years(rows: list[str], log: Path, env: dict[str, str], database: str) -> int:
    """Prove that whatever happens in simulated years, what must hold holds (R31)."""
    if rows and "R31" not in rows:
        return 0
    began = monotonic()
    code, _ = run_tests(list(years.ARGUMENTS), env)
    seconds = monotonic() - began
    records = [line["reached"] for line in read(log) if line["database"] == database]
    for text in sorted(text for text in records if text.startswith("seed ")):
        say(text)
    lived = years.lived(records)
    say(f"{lived} in {seconds:,.0f} s")
    if code or not lived.is_enough(seconds=seconds):
        return 1
    reached = f"{lived}, 0 violations in {seconds:,.0f} s"
    write(log, row="R31 ten years", reached=reached, asked=years.ASKED, database=database)
    return 0


def prove_in_the_browser(rows: list[str], log: Path) -> int:
    """Prove the rows that need a browser, against a new server."""
    worst = 0
    for row, (tests, asked, extra_env) in BROWSER.items():
        if rows and row not in rows:
            continue
        command = [sys.executable, "-m", "tools.check", "e2e", *tests.split()]
        env = {name: value for name, value in os.environ.items() if name not in {"VAR_DIR", "TESTING"}}
        code = subprocess.run(
            command, cwd=ROOT, env=env | {"SWEEP": "all"} | extra_env, check=False
        ).returncode
        worst = max(worst, code)
        if code == 0:
            write(log, row=row, reached="the browser tests pass", asked=asked, database=IN_BROWSER)
    return worst


def prove_in_the_web_app(rows: list[str], log: Path) -> int:
    """Prove the rows of the web app's unit tests, which need no database."""
    worst = 0
    for row, (test, asked) in WEB_APP.items():
        if rows and row not in rows:
            continue
        command = [install.node_modules(), "test", "--", test]
        env = os.environ | {"SWEEP": "all"}
        code = subprocess.run(command, cwd=install.FRONTEND, env=env, check=False).returncode
        worst = max(worst, code)
        if code == 0:
            write(log, row=row, reached="the unit test passes", asked=asked, database=IN_WEB_APP)
    return worst


def prove_by_programs(rows: list[str], log: Path) -> int:
    """Prove the rows about the source and its packages, which need no database."""
    worst = 0
    for row, (arguments, asked) in PROGRAMS.items():
        if rows and row not in rows:
            continue
        code = subprocess.run([sys.executable, *arguments.split()], cwd=ROOT, check=False).returncode
        worst = max(worst, code)
        if code == 0:
            write(log, row=row, reached="no finding", asked=asked, database=SOURCE)
    return worst


def prove_by_the_calendar(rows: list[str], log: Path) -> int:
    """Prove that everything works on any day and at any hour."""
    if rows and "T17" not in rows:
        return 0
    held, of = sweep()
    if held < of:
        return 1
    asked = "24 instants; all tests at six of them"
    write(log, row="T17", reached=f"{held} of {of} instants hold", asked=asked, database=CALENDAR)
    return 0


def write(log: Path, **line: str) -> None:
    """Add a line to the log, as the tests do."""
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def read(log: Path) -> list[Line]:
    """Return the lines of the log so far."""
    return [json.loads(text) for text in log.read_text(encoding="utf-8").splitlines()]


def report(log: Path, rows: list[str], left_out: set[str]) -> bool:
    """Print a line for each figure; return whether every row has one wherever it has to be proven.

    Places that are ``left_out`` of this run are not asked for.
    """
    by_row: dict[str, list[Line]] = defaultdict(list)
    for line in read(log):
        for row in rows_of(line["row"]):
            by_row[row].append(line)
    complete = True
    say(f"\n{'row':<34}{'database':<12}{'reached':<76}asked")
    for row, places in places_of(rows or TITLES).items():
        for label, database, reached, asked in figures(by_row[row]):
            say(f"{label:<34}{database:<12}{reached:<76}{asked}")
        missing = places - left_out - {line["database"] for line in by_row[row]}
        for place in sorted(missing) if by_row[row] else sorted(missing) or ["-"]:
            complete = False
            say(f"{row:<34}{place:<12}NOT PROVEN: {TITLES.get(row, '')}")
    return complete


def figures(lines: list[Line]) -> list[tuple[str, str, str, str]]:
    """Return the figures of a row; many cases are summed up in one line."""
    reached: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for line in lines:
        reached[line["row"], line["database"], line["asked"]].add(line["reached"])
    shown = []
    for (label, database, asked), found in sorted(reached.items()):
        texts = sorted(found)
        if len(texts) > MOST_LINES:
            texts = [f"{len(texts)} cases, as {texts[0]}"]
        shown += [(label, database, text, asked) for text in texts]
    return shown


def main() -> int:
    """Prove on SQLite, then on PostgreSQL, and print the table."""
    rows = sys.argv[1:]
    files = proving_files(rows)
    folder = Path(os.environ["VAR_DIR"])
    log = folder / "proof.jsonl"
    log.touch()
    databases = {
        SQLITE: f"sqlite:///{folder / 'proof.sqlite3'}",
        POSTGRES: os.environ["PROOF_POSTGRES"],
    }
    chosen = os.environ.get("DB", "")
    if chosen not in LEFT_OUT:
        say("DB is sqlite or postgres.")
        return 1
    codes = []
    for name, url in databases.items():
        if not name.startswith(chosen):
            continue
        say(f"\n=== {name}")
        env = dict(os.environ) | {"DATABASE_URL": url, "PROOF": "1", "PROOF_LOG": str(log)}
        if files:
            codes.append(run_tests(files, env)[0])
        codes.append(prove_cases(rows, log, env, name))
        codes.append(prove_by_years(rows, log, env, name))
    if chosen != "postgres":
        codes.append(prove_in_the_browser(rows, log))
        codes.append(prove_in_the_web_app(rows, log))
        codes.append(prove_by_programs(rows, log))
    if not chosen:
        codes.append(prove_by_the_calendar(rows, log))
    complete = report(log, rows, LEFT_OUT[chosen])
    return 0 if complete and not any(codes) else 1


if __name__ == "__main__":
    sys.exit(main())
