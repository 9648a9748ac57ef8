"""Every row about speed is measured, and the sizes that are read from the web app's build."""

import gzip
import json
import random
from pathlib import Path

import pytest

from tools.bench import __main__ as bench
from tools.bench import web_app
from tools.bench.figures import Row

FILES = {"main": 30_000, "home": 9_000, "history": 12_000, "help": 5_000, "styles": 4_000, "sw": 7_000}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Make the files of a build, with two languages and two other pages."""
    contents = {name: random.Random(name).randbytes(size) for name, size in FILES.items()}
    texts = {"en": b"few words", "de": random.Random("de").randbytes(1_000)}
    (tmp_path / "assets").mkdir()
    (tmp_path / ".vite").mkdir()
    for name in ("main", "home", "history", "help"):
        (tmp_path / f"assets/{name}.js").write_bytes(contents[name])
    for language, words in texts.items():
        (tmp_path / f"assets/{language}.js").write_bytes(words)
    (tmp_path / "assets/all.css").write_bytes(contents["styles"])
    (tmp_path / "sw.js").write_bytes(contents["sw"])
    shared = {"file": "assets/main.js"}
    pages = {
        "src/main.tsx": shared,
        "src/app/pages/home-page.tsx": {"file": "assets/home.js", "imports": ["src/main.tsx"]},
        "src/app/pages/history-page.tsx": {"file": "assets/history.js", "imports": ["src/main.tsx"]},
        "src/features/support/help-page.tsx": {"file": "assets/help.js", "imports": ["src/main.tsx"]},
    }
    (tmp_path / ".vite/manifest.json").write_text(json.dumps(pages))
    files = {language: {"home": f"assets/{language}.js"} for language in texts}
    (tmp_path / ".vite/texts.json").write_text(json.dumps(files))
    return tmp_path


def test_the_largest_first_route_of_all_languages_and_the_largest_other_page_count(built: Path) -> None:
    def kilobytes(*files: str) -> float:
        return sum(len(gzip.compress((built / file).read_bytes(), 9)) for file in files) / 1024

    rows = web_app.sizes(built)

    assert {row.id for row in rows} == {"P14"}
    assert [row.detail for row in rows] == [
        "first route (/) in de",
        "src/app/pages/history-page.tsx",
        "all styles",
        "service worker",
    ]
    expected = [
        kilobytes("assets/main.js", "assets/home.js", "assets/de.js"),
        kilobytes("assets/history.js"),
        kilobytes("assets/all.css"),
        kilobytes("sw.js"),
    ]
    assert [row.figure for row in rows] == pytest.approx(expected, rel=0.01)
    assert all(row.reaches(row.target) for row in rows)


@pytest.mark.parametrize("row", bench.ROWS)
def test_every_row_is_measured(row: str) -> None:
    assert bench.benchmarks([row]) != []


def test_a_row_that_nothing_has_measured_is_missing() -> None:
    measured = [Row(row, "a figure", 1.0, 1.0, 1.0) for row in bench.ROWS if row not in {"P3", "P13"}]

    assert bench.missing(measured, []) == ["P3", "P13"]
    assert bench.missing(measured, ["P1", "P4"]) == []
    assert bench.missing([], ["P1", "P99"]) == ["P1", "P99"]
